import { type FormatFault, quoted } from './format.js';

const example = 'a version is written like 1.33.2';

/** Masterminds/semver v3.5.0 refuses longer ones. */
const longest = 256;

interface VersionParts {
  readonly prefix: string;
  /** One to three numbers. */
  readonly numbers: readonly string[];
  readonly isPreRelease: boolean;
}

/** What Masterminds/semver v3.5.0 `NewVersion` accepts, which is looser than SemVer: `v1`, `01.2`, `1.2-rc.1+x`. */
function readVersion(text: string): VersionParts | FormatFault {
  if (text.length > longest) return { reason: `has ${text.length} characters, and a version has at most ${longest}` };
  const match = /^(v?)(\d+(?:\.\d+){0,2})(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/.exec(text);
  if (match === null) return unreadable(text);
  const [, prefix = '', core = '', prerelease, metadata] = match;
  const identifiers = [...(prerelease?.split('.') ?? []), ...(metadata?.split('.') ?? [])];
  if (identifiers.includes('')) return { reason: `has an empty part beside a dot: ${example}` };
  if (prerelease?.split('.').some((identifier) => /^0\d+$/.test(identifier)) === true) {
    return { reason: 'has a pre-release number with a leading zero, which is no version' };
  }
  const numbers = core.split('.');
  // The numbers are read into 64 bits.
  if (numbers.some((number) => BigInt(number) >= 1n << 64n))
    return { reason: 'has a number that does not fit into 64 bits' };
  return { prefix, numbers, isPreRelease: prerelease !== undefined };
}

function unreadable(text: string): FormatFault {
  const parts = /^v?\d+((?:\.\d+)*)$/.exec(text)?.[1]?.split('.').length;
  if (parts !== undefined) return { reason: `has ${parts} numbers, and a version has at most three: ${example}` };
  if (/^V\d/.test(text))
    return { reason: `begins with an uppercase V: ${example}`, part: { start: 0, end: 1 }, suggestion: text.slice(1) };
  if (/^[<>=~^]/.test(text)) return { reason: `is a range of versions: ${example}`, part: { start: 0, end: 1 } };
  const label = /\.[xX*]$/.exec(text);
  if (label !== null)
    return { reason: `leaves a number open: ${example}`, part: { start: label.index + 1, end: text.length } };
  return { reason: `cannot be read as a version: ${example}` };
}

/** Whether Masterminds/semver takes the text for a version. */
export function isVersion(text: string): boolean {
  return !('reason' in readVersion(text));
}

/**
 * Whether a version is the given release or a later one, as Masterminds/semver v3.5.0 judges it (`GreaterThanEqual`):
 * missing numbers are 0, build metadata does not count, a pre-release comes before its release, and a text that is no
 * version is never at least anything.
 */
export function isAtLeast(text: string, release: string): boolean {
  const version = readVersion(text);
  const wanted = readVersion(release);
  if ('reason' in version || 'reason' in wanted) return false;
  for (let index = 0; index < 3; index++) {
    const own = BigInt(version.numbers[index] ?? 0);
    const other = BigInt(wanted.numbers[index] ?? 0);
    if (own !== other) return own > other;
  }
  return !version.isPreRelease;
}

/** Versions of components that the scripts install, in any spelling that Masterminds/semver v3.5.0 reads. */
export function checkSemanticVersion(text: string): FormatFault | undefined {
  const version = readVersion(text);
  return 'reason' in version ? version : undefined;
}

/**
 * The Kubernetes version of a node: three numbers without `v`. aks-node-controller reads more (`v1.34.0`, `1.34`) and
 * takes what it cannot read, such as `1.34.0.0`, for older than everything; but the scripts put the text into names of
 * packages and URLs, which have all three numbers and no `v` (AgentBaker 06836ee230).
 */
export function checkKubernetesVersion(text: string): FormatFault | undefined {
  const version = readVersion(text);
  if ('reason' in version) return version;
  const { prefix, numbers } = version;
  if (prefix !== '') {
    return {
      reason: `begins with ${quoted(prefix)}, which the names of packages do not have: ${example}`,
      part: { start: 0, end: 1 },
      suggestion: text.slice(1),
    };
  }
  if (numbers.length < 3)
    return { reason: `is missing its ${numbers.length === 1 ? 'minor version and ' : ''}patch version: ${example}` };
  if (numbers.some((number) => /^0\d/.test(number))) {
    const suggestion = text.replace(/(^|\.)0+(?=\d)/g, '$1');
    return { reason: `has leading zeros, which the names of packages do not have: ${example}`, suggestion };
  }
  return undefined;
}

/** A version as blang/semver reads it, or why it does not. */
type ParsedVersion = { readonly ok: true; readonly minor: bigint } | { readonly ok: false; readonly reason: string };

const largest = (1n << 64n) - 1n;

/** Digits of the largest number; longer runs are not read at all. */
const mostDigits = 20;

/**
 * `semver.Parse` of blang/semver v4: three numbers without leading zeros, perhaps a pre-release and build metadata,
 * and nothing else. Karpenter reads the Kubernetes version with `MustParse`, which panics on all other texts.
 * `reason` is a clause that follows the option's name.
 */
export function parseVersion(text: string): ParsedVersion {
  if (text === '') return refused('is empty');
  const [major, minor, ...rest] = text.split('.');
  if (major === undefined || minor === undefined || rest.length === 0) return refused('does not have three numbers');
  const tail = rest.join('.');
  const plus = tail.indexOf('+');
  const numbered = plus < 0 ? tail : tail.slice(0, plus);
  const hyphen = numbered.indexOf('-');
  const patch = hyphen < 0 ? numbered : numbered.slice(0, hyphen);
  const fault = numberFault(major, 'major') ?? numberFault(minor, 'minor') ?? numberFault(patch, 'patch');
  if (fault !== undefined) return refused(fault);
  for (const part of hyphen < 0 ? [] : numbered.slice(hyphen + 1).split('.')) {
    const wrong = preReleaseFault(part);
    if (wrong !== undefined) return refused(wrong);
  }
  for (const part of plus < 0 ? [] : tail.slice(plus + 1).split('.')) {
    if (!/^[0-9A-Za-z-]+$/.test(part)) return refused(`has the build metadata ${quoted(part)}, which is none`);
  }
  return { ok: true, minor: BigInt(minor) };
}

function refused(reason: string): ParsedVersion {
  return { ok: false, reason };
}

function numberFault(text: string, which: string): string | undefined {
  if (text === '') return `has no ${which} number`;
  if (!/^\d+$/.test(text)) return `has ${quoted(text)} for its ${which} number`;
  if (/^0\d/.test(text)) return `has a leading zero in its ${which} number`;
  return fits(text) ? undefined : `has a ${which} number beyond 64 bits`;
}

function preReleaseFault(part: string): string | undefined {
  if (part === '') return 'has an empty part in its pre-release';
  if (!/^[0-9A-Za-z-]+$/.test(part)) return `has the pre-release ${quoted(part)}, which is none`;
  if (!/^\d+$/.test(part)) return undefined;
  if (/^0\d/.test(part)) return 'has a pre-release number with a leading zero';
  return fits(part) ? undefined : 'has a pre-release number beyond 64 bits';
}

function fits(digits: string): boolean {
  return digits.length <= mostDigits && BigInt(digits) <= largest;
}
