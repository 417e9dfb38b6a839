/** Where the lines of a block text stand. */
export interface BlockLayout {
  /** The white space in front of the key. */
  readonly keyIndent: string;
  /** What lines are indented by beyond that. */
  readonly unit: string;
  readonly lineBreak: string;
}

/**
 * A text as a literal block, from its `|` on; undefined where a block could not hold it or would depend on what stands
 * behind it: a single line, several line breaks at the end, carriage returns, characters that YAML 1.1 does not print.
 */
export function blockText(value: string, { keyIndent, unit, lineBreak }: BlockLayout): string | undefined {
  const isPrintable = value.search(unprintable) < 0;
  if (!isPrintable || !value.includes('\n') || /(?:^|\n)[ \t]*\n?$/.test(value.replace(/\n$/, ''))) return undefined;
  const chomping = value.endsWith('\n') ? '' : '-';
  // White space in front would be taken for the indentation.
  const explicit = /^[ \t\n]/.test(value) ? String(unit.length) : '';
  const lines = value.replace(/\n$/, '').split('\n');
  const written = lines.map((line) => (line === '' ? '' : keyIndent + unit + line));
  return [`|${explicit}${chomping}`, ...written].join(lineBreak);
}

/** A text in double quotes, as JSON and YAML 1.1 both read it. */
export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What YAML 1.1 wants escaped and JSON does not (PyYAML 6.0, `Reader.NON_PRINTABLE`), and line breaks of YAML alone. */
const unprintable = /(?![\t\n])[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu;
