import picomatch from 'picomatch';
import type { Connection } from 'vscode-languageserver';
import {
  allProblemCodes,
  type CloudInitVersion,
  type CustomDataDialect,
  customDataDialects,
  isVersion,
  matchesCode,
  type NodeImage,
  parseCloudInitVersion,
  parseNodeImage,
  type ProblemCode,
  type Severity,
} from '../core/index.js';

/** What a user may set, for one document. Immutable: a change makes new settings. */
export interface Settings {
  /** Severity by code; `off` drops the problem. */
  readonly severity: ReadonlyMap<ProblemCode, Severity | 'off'>;
  /** Codes that are not reported for files that a glob matches. */
  readonly ignored: readonly IgnoredProblems[];
  readonly dialect: CustomDataDialect;
  readonly nodeImage: NodeImage | undefined;
  /** The cloud-init that cloud-configs are written for. */
  readonly cloudInit: CloudInitVersion | undefined;
  /** Which documents have their Jinja templates rendered with which file; the last one that matches counts. */
  readonly instanceData: readonly InstanceDataFile[];
  /** The containerd on the node, for previews. */
  readonly containerdVersion: string | undefined;
  /** Path of a list of GPU components, for previews; empty for none. */
  readonly gpuComponents: string;
  /** Path of a document with what Karpenter knows beside its resources; empty for none. */
  readonly karpenterSettings: string;
  /** Whether payloads have code lenses, and tell in hovers what is in them. */
  readonly payloadLenses: boolean;
  readonly payloadHovers: boolean;
}

/** What one entry of the setting `problems.ignore` says. */
interface IgnoredProblems {
  readonly glob: string;
  /** Codes, or patterns of them such as `contract/*`. */
  readonly codes: readonly string[];
}

/** What one entry of the setting `cloudInit.instanceData` says. */
interface InstanceDataFile {
  readonly glob: string;
  /** A path; empty for none. */
  readonly path: string;
}

export const defaultSettings: Settings = {
  severity: new Map(),
  ignored: [],
  dialect: 'cloud-init',
  nodeImage: undefined,
  cloudInit: undefined,
  instanceData: [],
  containerdVersion: undefined,
  gpuComponents: '',
  karpenterSettings: '',
  payloadLenses: true,
  payloadHovers: true,
};

const severityWords = ['error', 'warning', 'information', 'hint', 'off'] as const;

/** Reads what an editor sent; anything that is no setting of ours is ignored. */
export function readSettings(value: unknown): Settings {
  const section = asObject(value);
  const severity = new Map<ProblemCode, Severity | 'off'>();
  const problems = asObject(section.problems);
  // The narrower a pattern, the later it comes, so that it wins.
  const byWidth = Object.entries(asObject(problems.severity)).sort(([a], [b]) => narrowness(a) - narrowness(b));
  for (const [pattern, word] of byWidth) {
    const level = severityWords.find((candidate) => candidate === word);
    if (level === undefined) continue;
    for (const code of allProblemCodes) if (matchesCode(pattern, code)) severity.set(code, level);
  }
  const ignored = Object.entries(asObject(problems.ignore)).map(([glob, codes]) => ({
    glob,
    codes: Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [],
  }));
  const dialect = customDataDialects.find((candidate) => candidate === asObject(section.customData).dialect);
  const nodeImage = typeof section.nodeImage === 'string' ? parseNodeImage(section.nodeImage) : undefined;
  const preview = asObject(section.preview);
  const cloudInit = asObject(section.cloudInit);
  const { containerdVersion, gpuComponents } = preview;
  const { settings: karpenterSettings } = asObject(section.karpenter);
  const { codeLenses, hovers } = asObject(section.decode);
  return {
    severity,
    ignored,
    dialect: dialect ?? defaultSettings.dialect,
    nodeImage,
    cloudInit: typeof cloudInit.version === 'string' ? parseCloudInitVersion(cloudInit.version) : undefined,
    instanceData: instanceDataFiles(cloudInit.instanceData),
    containerdVersion:
      typeof containerdVersion === 'string' && isVersion(containerdVersion) ? containerdVersion : undefined,
    gpuComponents: typeof gpuComponents === 'string' ? gpuComponents : '',
    karpenterSettings: typeof karpenterSettings === 'string' ? karpenterSettings : '',
    payloadLenses: codeLenses !== false,
    payloadHovers: hovers !== false,
  };
}

/** One path is for every document; an object has paths by globs. */
function instanceDataFiles(value: unknown): InstanceDataFile[] {
  if (typeof value === 'string') return value === '' ? [] : [{ glob: '**', path: value }];
  return Object.entries(asObject(value)).flatMap(([glob, path]) => (typeof path === 'string' ? [{ glob, path }] : []));
}

/** How few codes a pattern means, as a number to sort by. */
function narrowness(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Infinity;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Settings of each document: asked from the editor once where it can answer, else as they were pushed. */
export class SettingsStore {
  readonly #connection: Connection;
  readonly #byDocument = new Map<string, Promise<Settings>>();
  #pushed: Settings = defaultSettings;
  #canAsk = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** From now on the editor is asked for each document. */
  askFromNow(): void {
    this.#canAsk = true;
  }

  /** Takes a change notification; `settings` is null where the editor only says that something changed. */
  changed(settings: unknown): void {
    this.#byDocument.clear();
    const section = asObject(settings).aksBootstrap;
    if (section !== undefined) this.#pushed = readSettings(section);
  }

  forget(uri: string): void {
    this.#byDocument.delete(uri);
  }

  async of(uri: string): Promise<Settings> {
    if (!this.#canAsk) return this.#pushed;
    let settings = this.#byDocument.get(uri);
    if (settings === undefined) {
      settings = this.#connection.workspace
        .getConfiguration({ scopeUri: uri, section: 'aksBootstrap' })
        .then(readSettings, () => this.#pushed);
      this.#byDocument.set(uri, settings);
    }
    return settings;
  }
}

/** Whether one of a file's names matches a glob of a setting; one without a slash is about the last part of the name. */
export function anyMatches(paths: readonly string[], glob: string): boolean {
  return paths.some((path) => picomatch.isMatch(path, glob, { dot: true, basename: !glob.includes('/') }));
}

/** Whether the user does not want to hear of a code in a file; `paths` are the names that globs may match. */
export function ignoredCodes(settings: Settings, paths: readonly string[]): (code: ProblemCode) => boolean {
  const patterns = settings.ignored.filter(({ glob }) => anyMatches(paths, glob)).flatMap(({ codes }) => codes);
  return (code) => patterns.some((pattern) => matchesCode(pattern, code));
}

/** A file's path inside each workspace folder that holds it, and its whole path. */
export function pathsOf(uri: string, folders: readonly string[]): string[] {
  const inside = folders.flatMap((folder) => {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    return uri.startsWith(prefix) ? [decoded(uri.slice(prefix.length))] : [];
  });
  return [...inside, decoded(uri.replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, ''))];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
