import type { FormatName } from '../check.js';

/** A name or value that is known outside the contract: a kubelet flag, a node label, an Azure region. */
export interface KnownName {
  readonly name: string;
  /** One or two sentences. */
  readonly doc: string;
  /** What is shown beside the name in a list: a type, a unit, a class of VM sizes. */
  readonly detail?: string;
  /** A usual value, for names that take one. */
  readonly example?: string;
  /** The form of the value that the name takes. */
  readonly format?: FormatName;
  /** The values that the name takes, where they are few. */
  readonly oneOf?: readonly string[];
  /** Kubernetes minor versions such as `1.27`; the first that knows, deprecates, or no longer knows the name. */
  readonly since?: string;
  readonly deprecatedIn?: string;
  readonly removedIn?: string;
  /** The version from which a feature gate has one value for good; another one keeps kubelet from starting. */
  readonly locked?: { readonly in: string; readonly value: boolean };
  /** What to write in its place where it is deprecated or removed: a phrase with the names in backticks. */
  readonly instead?: string;
}

/** Lists of known names, each in a file of its own beside this one. */
export type VocabularyName =
  | 'eviction-signal'
  | 'feature-gate'
  | 'kubelet-flag'
  | 'location'
  | 'node-label'
  | 'reservable-resource'
  | 'sysctl'
  | 'tls-cipher-suite'
  | 'vm-size';
