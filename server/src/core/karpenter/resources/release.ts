import { isAtLeast } from '../../values/goVersions.js';

/**
 * The releases of Azure/karpenter-provider-azure whose rules are known, oldest first. What is newer than the last of
 * them follows commit 352646f5 of August 21, 2026, as does everything without a release.
 */
export const providerReleases = [
  ...['v1.4.0', 'v1.4.1'],
  ...['v1.5.0', 'v1.5.1', 'v1.5.2', 'v1.5.3', 'v1.5.4', 'v1.5.5'],
  ...['v1.6.1', 'v1.6.2', 'v1.6.3', 'v1.6.4', 'v1.6.5', 'v1.6.6', 'v1.6.7', 'v1.6.8'],
  ...['v1.7.0', 'v1.7.1', 'v1.7.2'],
  ...['v1.10.0', 'v1.10.1', 'v1.10.2'],
  ...['v1.12.0', 'v1.12.1', 'v1.12.2'],
  ...['v1.13.0', 'v1.13.1'],
  ...['v1.14.0', 'v1.14.1', 'v1.14.2'],
] as const;

export type ProviderRelease = (typeof providerReleases)[number];

/** The release of a name with or without v; undefined for others. */
export function providerRelease(name: string): ProviderRelease | undefined {
  return providerReleases.find((release) => release === name || release === `v${name}`);
}

/** Stands for what no release has yet, as the first one that has it. */
export const unreleased = 'unreleased';

/** Releases that have something: from the first on, before the second. */
export interface ReleaseRange {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Whether a release has something; undefined stands for the newest. */
export function isIn({ since, until }: ReleaseRange, release: ProviderRelease | undefined): boolean {
  if (release === undefined) return until === undefined;
  if (since === unreleased) return false;
  return (since === undefined || isAtLeast(release, since)) && (until === undefined || !isAtLeast(release, until));
}

/** Which releases have something new, as a sentence. */
export function availableSince(since: string): string {
  return since === unreleased
    ? "No release of Karpenter's Azure provider has it yet."
    : `Since release ${since} of Karpenter's Azure provider.`;
}
