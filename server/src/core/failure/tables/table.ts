/** Where a node was made, which decides what its exit codes mean. */
export const failureFamilies = ['linux-agentbaker', 'windows', 'aks-engine', 'acs-engine'] as const;
export type FailureFamily = (typeof failureFamilies)[number];

/** The exit codes of one family, at one version of upstream. */
export interface CodeTable {
  readonly family: FailureFamily;
  /** As people call it. */
  readonly title: string;
  /** Repository, commit and file that the codes are from. */
  readonly source: string;
  /** Code and name, in the order of codes. Deprecated codes stand for errors that current scripts do not raise. */
  readonly codes: readonly (readonly [number, string] | readonly [number, string, 'deprecated'])[];
}
