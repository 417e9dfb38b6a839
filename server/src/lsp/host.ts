import type { GpuComponents, InstanceData, KarpenterSettings, Platform, Result } from '../core/index.js';

/** A file that a setting names, with its present content or a sentence on why it can't be read. */
export interface NamedFile<T> {
  readonly uri: string;
  readonly content: Result<T>;
}

/** What the server needs from the machine that it runs on; implemented in `adapters/`, made once for a session. */
export interface ServerHost {
  readonly platform: Platform;
  /** Whether a document is under version control; false if that is unknown. */
  isTracked(uri: string): boolean;
  /**
   * The present list of GPU components in the file that a setting names for a document, or a sentence on why it can't be
   * read. Undefined if the document isn't on this machine. `folders` are the URIs of the workspace folders.
   */
  gpuComponents(setting: string, uri: string, folders: readonly string[]): Promise<Result<GpuComponents> | undefined>;
  /** The same for instance data of cloud-init, with the URI of the file. */
  instanceData(setting: string, uri: string, folders: readonly string[]): Promise<NamedFile<InstanceData> | undefined>;
  /** The same for the settings that Karpenter uses besides its resources. */
  karpenterSettings(
    setting: string,
    uri: string,
    folders: readonly string[],
  ): Promise<NamedFile<KarpenterSettings> | undefined>;
}
