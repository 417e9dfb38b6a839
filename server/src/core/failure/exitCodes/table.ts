/** What created a node, which determines the meaning of its exit codes. */
export const failureFamilies = ['linux-agentbaker', 'windows', 'aks-engine', 'acs-engine'] as const;
export type FailureFamily = (typeof failureFamilies)[number];

/**
 * A code, its name, the date of the commit that gave it this meaning (null if unknown), and what became of it since:
 * another meaning or none, a new name for the same meaning, or a name that was only reserved. The scripts still define
 * deprecated codes but don't use them. Dates are `yyyy-mm-dd`.
 */
export type CodeRow<Name extends string = string> =
  | readonly [code: number, name: Name, since: string | null, end?: 'deprecated' | `until ${string}`]
  // Former and reserved names have no description of their own.
  | readonly [code: number, name: string, since: string | null, end: `renamed ${string}` | `reserved until ${string}`];

/** The exit codes that the scripts of one family ever had, up to one version of upstream. `Name` are errors of its platform. */
export interface CodeTable<Name extends string = string> {
  readonly family: FailureFamily;
  /** The name to show. */
  readonly title: string;
  /** Repository, commit and file of the codes. */
  readonly source: string;
  /** In the order of codes, and of time. */
  readonly codes: readonly CodeRow<Name>[];
}
