import { type MessageValue, textAt } from '../value.js';

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
