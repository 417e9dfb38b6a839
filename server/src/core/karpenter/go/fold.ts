/**
 * One text for all spellings of an ASCII text that Go takes for the same (`strings.EqualFold`, and the names of
 * `encoding/json`; Go 1.19): any casing, and the two letters outside of ASCII that fold to one in it, the Kelvin sign
 * and the long s.
 */
export function foldedAscii(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's');
}
