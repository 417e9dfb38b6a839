import type { Connection } from 'vscode-languageserver';
import {
  allProblemCodes,
  type CloudInitVersion,
  type CustomDataDialect,
  customDataDialects,
  isVersion,
  limits,
  matchesCode,
  type ImageRange,
  parseCloudInitVersion,
  parseGlob,
  parseImageRange,
  providerRelease,
  type ProviderRelease,
  type ProblemCode,
  type Severity,
} from '../core/index.js';
import type { ErrorLog } from './scheduling.js';
import { maskedMessage } from './shown.js';

/** The settings for one document. */
export interface Settings {
  /** Severity by code; `off` drops the problem. */
  readonly severity: ReadonlyMap<ProblemCode, Severity | 'off'>;
  /** Codes that aren't reported for files that match a glob. */
  readonly ignored: readonly IgnoredProblems[];
  readonly dialect: CustomDataDialect;
  readonly nodeImages: ImageRange | undefined;
  /** The cloud-init version that cloud-configs are for. */
  readonly cloudInit: CloudInitVersion | undefined;
  /** The files that Jinja templates of documents are rendered with; the last matching entry counts. */
  readonly instanceData: readonly InstanceDataFile[];
  /** The containerd on the node, for previews. */
  readonly containerdVersion: string | undefined;
  /** Path of a list of GPU components, for previews; empty for none. */
  readonly gpuComponents: string;
  /** Path of a document with Karpenter's own settings; empty for none. */
  readonly karpenterSettings: string;
  /** The release of Karpenter's provider; undefined for the newest rules. */
  readonly karpenterRelease: ProviderRelease | undefined;
  /** Path of a checkout of AgentBaker; empty for the workspace folder, if it is one. */
  readonly contract: string;
  /** Whether payloads have code lenses, and hovers show their content. */
  readonly payloadLenses: boolean;
  readonly payloadHovers: boolean;
}

/** An entry of the setting `problems.ignore`. */
interface IgnoredProblems {
  readonly glob: string;
  /** Codes, or patterns of them such as `contract/*`. */
  readonly codes: readonly string[];
}

/** An entry of the setting `cloudInit.instanceData`. */
interface InstanceDataFile {
  readonly glob: string;
  /** A path; empty for none. */
  readonly path: string;
}

export const defaultSettings: Settings = {
  severity: new Map(),
  ignored: [],
  dialect: 'cloud-init',
  nodeImages: undefined,
  cloudInit: undefined,
  instanceData: [],
  containerdVersion: undefined,
  gpuComponents: '',
  karpenterSettings: '',
  karpenterRelease: undefined,
  contract: '',
  payloadLenses: true,
  payloadHovers: true,
};

const severityWords = ['error', 'warning', 'information', 'hint', 'off'] as const;

/** Reads the settings that an editor sent; unknown ones are ignored. */
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
  const nodeImages = typeof section.nodeImage === 'string' ? parseImageRange(section.nodeImage) : undefined;
  const preview = asObject(section.preview);
  const cloudInit = asObject(section.cloudInit);
  const { containerdVersion, gpuComponents } = preview;
  const { settings: karpenterSettings, release } = asObject(section.karpenter);
  const { codeLenses, hovers } = asObject(section.decode);
  return {
    severity,
    ignored,
    dialect: dialect ?? defaultSettings.dialect,
    nodeImages,
    cloudInit: typeof cloudInit.version === 'string' ? parseCloudInitVersion(cloudInit.version) : undefined,
    instanceData: instanceDataFiles(cloudInit.instanceData),
    containerdVersion:
      typeof containerdVersion === 'string' && isVersion(containerdVersion) ? containerdVersion : undefined,
    gpuComponents: typeof gpuComponents === 'string' ? gpuComponents : '',
    karpenterSettings: typeof karpenterSettings === 'string' ? karpenterSettings : '',
    karpenterRelease: typeof release === 'string' ? providerRelease(release) : undefined,
    contract: typeof section.contract === 'string' ? section.contract : '',
    payloadLenses: codeLenses !== false,
    payloadHovers: hovers !== false,
  };
}

/** One path is for every document; an object has paths by globs. */
function instanceDataFiles(value: unknown): InstanceDataFile[] {
  if (typeof value === 'string') return value === '' ? [] : [{ glob: '**', path: value }];
  return Object.entries(asObject(value)).flatMap(([glob, path]) => (typeof path === 'string' ? [{ glob, path }] : []));
}

/** A number to sort patterns by: the larger it is, the fewer codes match. */
function narrowness(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Infinity;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Milliseconds that an editor has to answer a request for settings. */
const settingsAnswerMs = 5_000;

/** The settings of each document: requested from the editor once if it supports that, else those that it pushed. */
export class SettingsStore {
  readonly #connection: Connection;
  readonly #log: ErrorLog;
  readonly #byDocument = new Map<string, Promise<Settings>>();
  #pushed: Settings = defaultSettings;
  #canAsk = false;
  /** Whether it was logged that the editor doesn't answer. */
  #isReported = false;
  #onLateAnswer: () => void = () => undefined;

  constructor(connection: Connection, log: ErrorLog) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Calls a function when settings arrive after requests were answered without them. */
  onLateAnswer(callback: () => void): void {
    this.#onLateAnswer = callback;
  }

  /** From now on, settings are requested from the editor for each document. */
  askFromNow(): void {
    this.#canAsk = true;
  }

  /** Handles a change notification; `settings` is null if the editor only reports that something has changed. */
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
      const answer = this.#connection.workspace
        .getConfiguration({ scopeUri: uri, section: 'aksBootstrap' })
        .then(readSettings, () => this.#pushed);
      settings = this.#inTime(uri, answer);
      this.#byDocument.set(uri, settings);
    }
    return settings;
  }

  /** The answer of the editor, or the pushed settings until it comes if that takes too long. */
  #inTime(uri: string, answer: Promise<Settings>): Promise<Settings> {
    let isLate = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const missing = new Promise<Settings>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        this.#reportSilence();
        resolve(this.#pushed);
      }, settingsAnswerMs);
    });
    const inTime = Promise.race([answer, missing]);
    void answer.then(() => {
      clearTimeout(timer);
      if (!isLate || this.#byDocument.get(uri) !== inTime) return;
      this.#byDocument.set(uri, answer);
      this.#onLateAnswer();
    });
    return inTime;
  }

  #reportSilence(): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const seconds = settingsAnswerMs / 1_000;
    this.#log.error(
      maskedMessage(
        `The editor has not answered workspace/configuration for ${seconds} seconds. Until it does, default settings are used.`,
      ),
    );
  }
}

/** Whether one of the paths of a file matches a glob of a setting; without a slash, it is compared with the file name. */
export function anyMatches(paths: readonly string[], glob: string): boolean {
  const parsed = parseGlob(glob, { dialect: 'settings' });
  return paths.some((path) => {
    const matched = glob.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
    return matched.length <= limits.pathCharacters && parsed?.matches(matched) === true;
  });
}

/** Whether the settings ignore a code in the file with these paths. */
export function ignoredCodes(settings: Settings, paths: readonly string[]): (code: ProblemCode) => boolean {
  const patterns = settings.ignored.filter(({ glob }) => anyMatches(paths, glob)).flatMap(({ codes }) => codes);
  return (code) => patterns.some((pattern) => matchesCode(pattern, code));
}

/** The path of a file inside each workspace folder that contains it, and its whole path. */
export function pathsOf(uri: string, folders: readonly string[]): string[] {
  const inside = folders.flatMap((folder) => {
    const prefix = folder.endsWith('/') ? folder : `${folder}/`;
    return uri.startsWith(prefix) ? [decoded(uri.slice(prefix.length))] : [];
  });
  return [...inside, pathOf(uri)];
}

/** The path of a URI, decoded if it can be. */
export function pathOf(uri: string): string {
  return decoded(uri.replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, ''));
}

export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
