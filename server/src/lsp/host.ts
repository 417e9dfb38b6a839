import type {
  Checkout,
  ConfigurationReading,
  GpuComponents,
  InstanceData,
  KarpenterSettings,
  Masked,
  Platform,
  Result,
  SettingPath,
} from '../core/index.js';

/**
 * Reads the file that a setting names for a document; an error is a sentence on why it can't be read. Undefined
 * without a setting, or if the document isn't on this machine. `folders` are the URIs of the workspace folders.
 */
export type FromSetting<T> = (
  setting: SettingPath | undefined,
  uri: string,
  folders: readonly string[],
) => Promise<{ readonly uri: string; readonly content: Result<T> } | undefined>;

/** A checkout of AgentBaker that a document is checked with. */
export interface HostCheckout {
  readonly checkout: Checkout;
  /** The URI of the folder that its paths begin at. */
  readonly root: string;
  /** The URI of the folder with its `.proto` files. */
  readonly protos: string;
}

/** The configuration of a document. */
export interface HostConfiguration {
  /** The nearest configuration file; undefined if there is none. */
  readonly file: HostConfigurationFile | undefined;
  /** The URI of the folder below which a nearer one may appear. */
  readonly searched: string;
}

export interface HostConfigurationFile {
  readonly uri: string;
  /** How the user knows it: its path from the workspace folder. */
  readonly name: string;
  /** The path of its folder. */
  readonly folder: string;
  /** The paths of the document that globs in it may match. */
  readonly paths: readonly string[];
  readonly text: string;
  /** Its content, or why it can't be read, as in "it is a link". */
  readonly content: Result<ConfigurationReading>;
}

/** A file that a document reads. */
export interface HostFile {
  /** Undefined if it is outside of the folders whose files may be read. */
  readonly uri: string | undefined;
  /** Its content, or why it can't be read, as in "there is no such file". */
  readonly content: Result<string | Uint8Array>;
}

/** A file that a setting could name. */
export interface HostSettingsFile {
  readonly uri: string;
  /** The path from the workspace folder, or else from the folder of the document, with slashes. */
  readonly path: string;
}

/** Files for decoded texts, for editors that only open files. */
export interface DecodedFileStore {
  /** Writes a text to a new file with a safe name, which only the user may read, and returns its URI. Throws errors of the system. */
  write(name: string, text: Masked): string;
  /** The text of such a file, or why it can't be read. */
  read(uri: string): Result<string>;
  /** Deletes all of them. */
  remove(): void;
}

/** What the server needs from the machine that it runs on; implemented in `adapters/`, made once for a session. */
export interface ServerHost {
  readonly platform: Platform;
  /** Watches work on a document, so that a server that gets stuck in it is reported. Absent if the client does that. */
  readonly watch?: <T>(method: string, uri: string | undefined, work: Promise<T>) => Promise<T>;
  /** Absent without a file system. */
  readonly decodedFiles?: DecodedFileStore;
  /** Whether a document is under version control; false if that is unknown. */
  isTracked(uri: string): boolean;
  readonly gpuComponents: FromSetting<GpuComponents>;
  readonly instanceData: FromSetting<InstanceData>;
  readonly karpenterSettings: FromSetting<KarpenterSettings>;
  /**
   * The files with Karpenter's settings in the folder of a document, and in the folders above it up to its workspace folder;
   * the nearest ones first. Links aren't followed.
   */
  karpenterSettingsFiles(uri: string, folders: readonly string[]): readonly HostSettingsFile[];
  /**
   * The checkout that a setting names, or else the workspace folder that contains the document, if it is one; an error if
   * the folder of the setting has no `.proto` files. Undefined without a checkout.
   */
  checkout(setting: SettingPath | undefined, uri: string, folders: readonly string[]): Result<HostCheckout> | undefined;
  /** The fingerprints of the problems that a baseline accepts in a document. */
  readonly baseline: FromSetting<ReadonlySet<string>>;
  /** The configuration that holds for a document. Undefined if the document isn't on this machine. */
  configuration(uri: string, folders: readonly string[]): HostConfiguration | undefined;
  /**
   * The file that a document names with a path, if it is in the same workspace folder; without one, in the same repository or
   * the same folder. Undefined if the document isn't on this machine.
   */
  sourceFile(path: string, uri: string, folders: readonly string[]): HostFile | undefined;
}
