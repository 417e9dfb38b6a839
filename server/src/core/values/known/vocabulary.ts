import type { FormatName } from '../check.js';

/** A name or value that is known outside the contract: a kubelet flag, a node label, an Azure region. */
export interface KnownName {
  readonly name: string;
  /** One or two sentences. */
  readonly doc: string;
  /** What a list shows next to the name: a type, a unit, a class of VM sizes. */
  readonly detail?: string;
  /** A usual value, for names that have values. */
  readonly example?: string;
  /** The format of the value. */
  readonly format?: FormatName;
  /** The accepted values, if they are few. */
  readonly oneOf?: readonly string[];
  /** Kubernetes minor versions such as `1.27`; the first that knows, deprecates, or no longer knows the name. */
  readonly since?: string;
  readonly deprecatedIn?: string;
  readonly removedIn?: string;
  /** The version from which a feature gate has one value for good; with another one the kubelet does not start. */
  readonly locked?: { readonly in: string; readonly value: boolean };
  /** What to write instead if it is deprecated or removed: a phrase with the names in backticks. */
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
