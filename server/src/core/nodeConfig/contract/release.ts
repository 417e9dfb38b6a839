import { type MessageValue, textAt } from '../value.js';

/** AgentBaker tags its releases `v0.YYYYMMDD.N`; the node image built from one is called `YYYYMM.DD.N`. */
interface Release {
  /** Such as 20260527. */
  readonly date: number;
  /** The last number of the name. */
  readonly patch: number;
}

/** A node image that configs are written for. */
export interface NodeImage extends Release {
  /** The version alone, such as `202605.27.0`. */
  readonly version: string;
}

/**
 * Reads a node image version, alone (`202605.27.0`) or as Azure names the whole image
 * (`AKSUbuntu-2204gen2containerd-202605.27.0`). Undefined if the text has none.
 */
export function parseNodeImage(text: string): NodeImage | undefined {
  const match = /(?:^|-)v?(20\d{4})\.(\d{1,2})\.(\d{1,4})$/.exec(text.trim());
  const [, month, day, patch] = match ?? [];
  if (month === undefined || day === undefined || patch === undefined) return undefined;
  const date = Number(month + day.padStart(2, '0'));
  if (!isDate(date)) return undefined;
  return { date, patch: Number(patch), version: `${month}.${day.padStart(2, '0')}.${Number(patch)}` };
}

/** Reads an AgentBaker release tag, such as `v0.20260312.0`. */
export function parseRelease(tag: string): Release | undefined {
  const match = /^v0\.(\d{8})\.(\d+)$/.exec(tag);
  return match === null ? undefined : { date: Number(match[1]), patch: Number(match[2]) };
}

/** Whether an image was built before a release. */
export function isOlderThan(image: Release, release: Release): boolean {
  return image.date < release.date || (image.date === release.date && image.patch < release.patch);
}

function isDate(date: number): boolean {
  const month = Math.floor(date / 100) % 100;
  const day = date % 100;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** The minor version of the node's Kubernetes, such as 33 of `1.33.2`; undefined if the config has none. */
export function kubernetesMinor(config: MessageValue): number | undefined {
  return minorOf(textAt(config, 'kubernetes_version'));
}

/** The minor version of a version such as `1.24` or `v1.24.6`. */
export function minorOf(version: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.|$|[-+])/.exec(version);
  return match === null ? undefined : Number(match[1]);
}

/** The Kubernetes versions between which a name exists. */
interface Lifetime {
  readonly since?: string;
  readonly removedIn?: string;
}

/** Why a Kubernetes minor version has no such name; undefined if it has. */
export function absenceFrom(
  minor: number | undefined,
  { since, removedIn }: Lifetime,
): 'not-yet' | 'no-longer' | undefined {
  if (minor === undefined) return undefined;
  if (removedIn !== undefined && minor >= (minorOf(removedIn) ?? Infinity)) return 'no-longer';
  return since !== undefined && minor < (minorOf(since) ?? 0) ? 'not-yet' : undefined;
}
