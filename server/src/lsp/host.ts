import type { GpuComponents, InstanceData, KarpenterSettings, Platform } from '../core/index.js';

/** What was read from a file that a setting names, or a sentence on why there is nothing. */
export type ReadFile<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** A file that a setting names, as it is now. */
export interface NamedFile<T> {
  readonly uri: string;
  readonly content: ReadFile<T>;
}

/** What the server asks of the machine it runs on, made once for a session; those that there are stand in `adapters/`. */
export interface ServerHost {
  readonly platform: Platform;
  /** Whether version control keeps a document; false where nobody can tell. */
  keeps(uri: string): boolean;
  /**
   * The list of GPU components that a setting means for a document, as it is now, or a sentence on why there is none.
   * Undefined where the document is on no machine with such a file. `folders` are the URIs of the workspace folders.
   */
  gpuComponents(setting: string, uri: string, folders: readonly string[]): Promise<ReadFile<GpuComponents> | undefined>;
  /** The same for instance data of cloud-init, with the URI of their file. */
  instanceData(setting: string, uri: string, folders: readonly string[]): Promise<NamedFile<InstanceData> | undefined>;
  /** The same for what Karpenter knows beside its resources. */
  karpenterSettings(
    setting: string,
    uri: string,
    folders: readonly string[],
  ): Promise<NamedFile<KarpenterSettings> | undefined>;
}
