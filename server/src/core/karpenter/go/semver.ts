import { quoted } from '../../values/quoted.js';

/** A version as blang/semver reads it, or why it does not. */
export type ParsedVersion =
  { readonly ok: true; readonly minor: bigint } | { readonly ok: false; readonly reason: string };

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
