/** What a plain scalar is to Kubernetes. */
export type GoScalar =
  | { readonly is: 'string' }
  | { readonly is: 'null' }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** `json` is the number as it stands in the JSON that YAML is turned into. */
  | { readonly is: 'number'; readonly json: string };

const truths = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const untruths = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const float = /^[-+]?[0-9]*\.?[0-9]+(?:[eE][-+][0-9]+)?$/;

/**
 * Resolves a plain scalar as sigs.k8s.io/yaml v1 does (its fork of go-yaml v2.4, `resolve.go`), which is how kubectl reads
 * a file. Other than PyYAML it has no sexagesimal numbers, takes `y` and `n` for booleans and `0o17` for a number, reads
 * `08` as a decimal one, and leaves dates as texts. Infinity and not-a-number, which no JSON has, stay texts here.
 */
export function goScalar(source: string): GoScalar {
  if (/^(?:|~|null|Null|NULL)$/.test(source)) return { is: 'null' };
  if (truths.test(source)) return { is: 'boolean', value: true };
  if (untruths.test(source)) return { is: 'boolean', value: false };
  if (!/^[-+.0-9]/.test(source)) return { is: 'string' };
  const plain = source.replaceAll('_', '');
  const whole = wholeNumber(plain);
  if (whole !== undefined) return { is: 'number', json: whole.toString() };
  if (float.test(plain)) return { is: 'number', json: String(Number(plain)) };
  return { is: 'string' };
}

/** Go's `strconv.ParseInt` with base 0. */
function wholeNumber(text: string): bigint | undefined {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const value = unsigned(digits);
  if (value === undefined) return undefined;
  return sign === '-' ? -value : value;
}

function unsigned(digits: string): bigint | undefined {
  if (/^0[xX][0-9a-fA-F]+$/.test(digits) || /^0[bB][01]+$/.test(digits) || /^0[oO][0-7]+$/.test(digits))
    return BigInt(digits.toLowerCase());
  if (/^0[0-7]+$/.test(digits)) return BigInt(`0o${digits.slice(1)}`);
  // Longer ones are no 64-bit numbers, and would take time to read.
  return /^(?:0|[1-9]\d{0,18})$/.test(digits) ? BigInt(digits) : undefined;
}
