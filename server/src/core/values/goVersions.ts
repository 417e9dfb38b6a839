import { failure, type Result, success } from '../text/result.js';
import { quoted } from '../text/strings.js';
import { fault, faultAt, type FormatFault } from './format.js';

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
function readVersion(text: string): Result<VersionParts, FormatFault> {
  if (text.length > longest) return refused(`has ${text.length} characters, and a version has at most ${longest}`);
  const match = /^(v?)(\d+(?:\.\d+){0,2})(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/.exec(text);
  if (match === null) return failure(unreadable(text));
  const [, prefix = '', core = '', preRelease, metadata] = match;
  const identifiers = preRelease?.split('.') ?? [];
  if ([...identifiers, ...(metadata?.split('.') ?? [])].includes(''))
    return refused(`has an empty part beside a dot: ${example}`);
  if (identifiers.some((identifier) => /^0\d+$/.test(identifier)))
    return refused('has a pre-release number with a leading zero, which is no version');
  const numbers = core.split('.');
  // The numbers are read into 64 bits.
  if (numbers.some((number) => BigInt(number) > largest)) return refused('has a number that does not fit into 64 bits');
  return success({ prefix, numbers, isPreRelease: preRelease !== undefined });
}

const largest = (1n << 64n) - 1n;

const refused = (reason: string): Result<never, FormatFault> => failure(fault(reason));

function unreadable(text: string): FormatFault {
  const parts = text.split('.').length;
  if (/^v?\d[\d.]*$/.test(text) && !/\.(?!\d)/.test(text))
    return fault(`has ${parts} numbers, and a version has at most three: ${example}`);
  return (
    faultAt(text, /^V(?=\d)/, `begins with an uppercase V: ${example}`, text.slice(1)) ??
    faultAt(text, /^[<>=~^]/, `is a range of versions: ${example}`) ??
    faultAt(text, /(?<=\.)[xX*]$/, `leaves a number open: ${example}`) ??
    fault(`cannot be read as a version: ${example}`)
  );
}

/** Whether Masterminds/semver accepts the string as a version. */
export function isVersion(text: string): boolean {
  return readVersion(text).ok;
}

/**
 * Whether a version is the given release or a later one, as Masterminds/semver v3.5.0 compares them (`GreaterThanEqual`):
 * missing numbers are 0, build metadata does not count, a pre-release comes before its release, and a string that isn't
 * a version is never at least anything.
 */
export function isAtLeast(text: string, release: string): boolean {
  const version = readVersion(text);
  const wanted = readVersion(release);
  if (!version.ok || !wanted.ok) return false;
  for (let index = 0; index < 3; index++) {
    const own = BigInt(version.value.numbers[index] ?? 0);
    const other = BigInt(wanted.value.numbers[index] ?? 0);
    if (own !== other) return own > other;
  }
  return !version.value.isPreRelease;
}

/**
 * The same as blang/semver v3.5.1 reads and compares versions, which aks-node-controller used until v0.20260424.3: a
 * string without three plain numbers counts as 0.0.0.
 */
export function isAtLeastStrictly(text: string, release: string): boolean {
  return parseVersion(text).ok && isAtLeast(text, release);
}

/**
 * The numbers that aks-node-controller finds in a version of containerd before a hyphen, as `parseContainerdVersionOutput`
 * of v0.20260717.0 does: 2.0.0 in `2.0.0-6.azl3`, and none in `2.0.0+azure-1`.
 */
export function containerdNumbers(version: string): string | undefined {
  return /^v?(\d+\.\d+\.\d+)(?:-|$)/.exec(version)?.[1];
}

/** A version that containerd has, perhaps with the revision of its package, such as `1.6.24-11-ubuntu1~24.04.1`. */
export function isContainerdVersion(text: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+~]\S*)?$/.test(text);
}

/** Versions of components that the scripts install, in any spelling that Masterminds/semver v3.5.0 reads. */
export function checkSemanticVersion(text: string): FormatFault | undefined {
  const version = readVersion(text);
  return version.ok ? undefined : version.error;
}

/**
 * The Kubernetes version of a node: three numbers without `v`. aks-node-controller reads more (`v1.34.0`, `1.34`) and
 * treats what it cannot read, such as `1.34.0.0`, as older than everything; but the scripts put the string into names
 * of packages and URLs, which have all three numbers and no `v` (AgentBaker 06836ee230).
 */
export function checkKubernetesVersion(text: string): FormatFault | undefined {
  const version = readVersion(text);
  if (!version.ok) return version.error;
  const { prefix, numbers } = version.value;
  if (prefix !== '') {
    const reason = `begins with ${quoted(prefix)}, which the names of packages do not have: ${example}`;
    return fault(reason, { start: 0, end: 1 }, text.slice(1));
  }
  if (numbers.length < 3)
    return fault(`is missing its ${numbers.length === 1 ? 'minor version and ' : ''}patch version: ${example}`);
  if (!numbers.some((number) => /^0\d/.test(number))) return undefined;
  const suggestion = text.replace(/(^|\.)0+(?=\d)/g, '$1');
  return fault(`has leading zeros, which the names of packages do not have: ${example}`, undefined, suggestion);
}

/** Digits of the largest number; longer ones are not read at all. */
const mostDigits = 20;

/**
 * The minor version of a version, as `semver.Parse` of blang/semver v4 reads it: three numbers without leading zeros,
 * perhaps a pre-release and build metadata, and nothing else. Karpenter reads the Kubernetes version with `MustParse`,
 * which panics on all other strings. The error is a clause that follows the option's name.
 */
export function parseVersion(text: string): Result<bigint> {
  if (text === '') return failure('is empty');
  const [major, minor, ...rest] = text.split('.');
  if (major === undefined || minor === undefined || rest.length === 0) return failure('does not have three numbers');
  const [, patch = '', preRelease, metadata] = /^([^+-]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest.join('.')) ?? [];
  let reason = numberFault(major, 'major') ?? numberFault(minor, 'minor') ?? numberFault(patch, 'patch');
  for (const part of preRelease?.split('.') ?? []) reason ??= preReleaseFault(part);
  for (const part of metadata?.split('.') ?? [])
    if (!/^[0-9A-Za-z-]+$/.test(part)) reason ??= `has the build metadata ${quoted(part)}, which is none`;
  return reason === undefined ? success(BigInt(minor)) : failure(reason);
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
