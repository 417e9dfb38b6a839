/** A version without its build metadata, which no comparison looks at. */
interface Version {
  /** Major, minor and patch; what the text leaves out is 0. */
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly preRelease: boolean;
}

/**
 * Whether a version is the given release or a later one, as Masterminds semver 3.5.0 judges it
 * (`NewVersion`, `GreaterThanEqual`): a leading `v`, missing numbers and leading zeros are fine, a
 * pre-release comes before its release, and a text that is no version is never at least anything.
 */
export function isAtLeast(text: string, release: string): boolean {
  const version = parseVersion(text);
  const wanted = parseVersion(release);
  if (version === undefined || wanted === undefined) return false;
  for (const [index, number] of wanted.numbers.entries()) {
    const own = version.numbers[index] ?? 0n;
    if (own !== number) return own > number;
  }
  return !version.preRelease;
}

/** Whether Masterminds semver takes the text for a version. */
export function isVersion(text: string): boolean {
  return parseVersion(text) !== undefined;
}

const form =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

/** Longer texts are refused; the limit also keeps hostile ones from costing anything. */
const maxLength = 256;

function parseVersion(text: string): Version | undefined {
  if (text.length > maxLength) return undefined;
  const [whole, major = '', minor = '0', patch = '0', preRelease] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  // Numbers may begin with zeros, numeric identifiers of a pre-release may not.
  if (preRelease?.split('.').some((identifier) => /^0\d+$/.test(identifier)) === true) return undefined;
  const numbers = [BigInt(major), BigInt(minor), BigInt(patch)] as const;
  if (numbers.some((number) => BigInt.asUintN(64, number) !== number)) return undefined;
  return { numbers, preRelease: preRelease !== undefined };
}
