import { parseJson } from '../../../formats/json/parse.js';

/** Containers inside each other that Go's `encoding/json` still reads. */
const maxNesting = 10_000;

/**
 * What Go's `json.Unmarshal` puts into a string field of a struct: the string under the last of the keys
 * that `name` matches, or the empty string if there is none. `name` has to fold case as Unicode does
 * (flags `iu`), which is how `encoding/json` compares names. Undefined if Unmarshal fails.
 */
export function unmarshalText(json: string, name: RegExp): string | undefined {
  try {
    // Both read strict JSON; the tree below tolerates errors, but keeps every key in its order.
    JSON.parse(json);
  } catch {
    return undefined;
  }
  const { root, depth } = parseJson(json);
  if (depth > maxNesting) return undefined;
  if (root?.kind === 'null') return '';
  if (root?.kind !== 'object') return undefined;
  let found = '';
  for (const { key, value } of root.members) {
    // null leaves what was there before.
    if (!name.test(key.name) || value?.kind === 'null') continue;
    if (value?.kind !== 'string') return undefined;
    found = value.value.replace(/[\ud800-\udfff]/gu, '\ufffd');
  }
  return found;
}

/**
 * A float64 as Go's `%v` prints it: the shortest digits that read back, with an exponent from 1e6 on
 * and below 1e-4.
 */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `strconv.Atoi` on a 64-bit machine; undefined if it fails. */
export function atoi(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const sign = text.charAt(0);
  const digits = text.replace(/^[+-]?0*(?=\d)/, '');
  // More than 19 digits don't fit, and huge numbers are slow to read.
  if (digits.length > 19) return undefined;
  const value = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** What Go's `unicode.IsSpace` calls white space: unlike JavaScript's `\s` with U+0085 and without U+FEFF. */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const anySpace = new RegExp(space, 'g');

/** A text without any white space, as `strings.Join(strings.Fields(text), "")` gives it. */
export function withoutSpace(text: string): string {
  return text.replace(anySpace, '');
}

/** `strings.TrimSpace`. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start++;
  while (end > start && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * `strings.ToLower`: each character by itself. JavaScript looks at its neighbours too, and gives the
 * dotted capital I a combining dot.
 */
export function toLower(text: string): string {
  return Array.from(text, (character) => (character === '\u0130' ? 'i' : character.toLowerCase())).join('');
}
