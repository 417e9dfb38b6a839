/** What created a node, which determines the meaning of its exit codes. */
export const failureFamilies = ['linux-agentbaker', 'windows', 'aks-engine', 'acs-engine'] as const;
export type FailureFamily = (typeof failureFamilies)[number];

/** The exit codes of one family, at one version of upstream. */
export interface CodeTable {
  readonly family: FailureFamily;
  /** The name to show. */
  readonly title: string;
  /** Repository, commit and file of the codes. */
  readonly source: string;
  /** Code and name, in the order of codes. Current scripts don't use deprecated codes. */
  readonly codes: readonly (readonly [number, string] | readonly [number, string, 'deprecated'])[];
}
