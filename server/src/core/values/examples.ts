/*
 * Values that are reserved for documentation, or used only there: they are in a config only until its author replaces them.
 * Usual values of real clusters, such as regions or `10.0.0.10`, aren't among them, nor are placeholders that a producer fills
 * in, such as `${TOKEN}` or `{{ token }}`, and what is left of redacted values.
 */

/** What shows that a string is an example; the text that was found is a constant, so that it can't be a secret. */
interface ExampleSign {
  readonly pattern: RegExp;
  /** A clause. */
  readonly reason: (found: string) => string;
}

const signs: readonly ExampleSign[] = [
  {
    pattern: /^\s*(?:<(?![^<>]*(?:redacted|masked))[^<>]+>|(?:change|replace)[-_ ]?me|placeholder|todo|dummy)\s*$/i,
    reason: () => 'it is a placeholder',
  },
  {
    pattern: /(?<![a-z0-9])(?:contoso|fabrikam)(?![a-z0-9])/i,
    reason: (found) => `${found} is a company of examples`,
  },
  {
    pattern: /(?<![a-z0-9-])example\.(?:com|net|org)(?![a-z0-9-])/i,
    reason: (found) => `${found} is a domain for examples`,
  },
  {
    // Each group is one repeated digit; the last one may be a short number.
    pattern: /(?<![\w-])(?:(\d)\1{7}-(\d)\2{3}-(\d)\3{3}-(\d)\4{3}-(?:(\d)\5{11}|0{8}\d{4}))(?![\w-])/,
    reason: () => 'no ID in Azure looks like this',
  },
  {
    // The number comes first, because a search for it is fast.
    pattern: /12345678(?:(?<=-12345678)(?![0-9a-z])|(?<![0-9a-z]12345678)(?=-))/i,
    reason: (found) => `${found} is a made-up number`,
  },
  {
    pattern: /(?<![a-z0-9.])abcdef\.0123456789abcdef(?![a-z0-9.])/,
    reason: () => "it is the bootstrap token of Kubernetes' documentation",
  },
  {
    pattern: /(?<![\d.])(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}(?![\d.])/,
    reason: () => 'its IP address is reserved for documentation',
  },
];

/** What a problem says about a value that is an example for this reason. */
export function exampleMessage(subject: string, reason: string): string {
  return `${subject} is still an example: ${reason}. Write your own value.`;
}

/** What a problem says about a value that a template leaves empty. */
export function emptyMessage(subject: string): string {
  return `${subject} is still empty, as in the template. Write your own value.`;
}

/** What any of the signs contains: one search instead of one for each of them, in the thousands of strings of a large config. */
const anySign =
  /contoso|fabrikam|example\.|12345678|abcdef\.0|192\.0\.2|198\.51\.100|203\.0\.113|(\d)\1{7}-|^\s*(?:<|change|replace|placeholder|todo|dummy)/i;

/** Why no node can use a string, as a clause; undefined if it may be a real value. */
export function exampleReason(text: string): string | undefined {
  if (!anySign.test(text)) return undefined;
  for (const { pattern, reason } of signs) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return reason(found);
  }
  return undefined;
}
