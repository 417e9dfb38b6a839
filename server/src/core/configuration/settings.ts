import { type CloudInitVersion, parseCloudInitVersion } from '../cloudConfig/version.js';
import { type DocumentKind, documentKinds } from '../document/kinds.js';
import type { FileProblem } from '../document/payload.js';
import { providerRelease, type ProviderRelease } from '../karpenter/resources/release.js';
import { limits } from '../limits.js';
import { type CustomDataDialect, customDataDialects } from '../nodeConfig/render/dialects.js';
import { allProblemCodes, matchesCode, type ProblemCode, type Severity } from '../problems/codes.js';
import { Fingerprints } from '../problems/fingerprint.js';
import { parseGlob } from '../text/glob.js';
import { nearestName } from '../text/suggest.js';
import { allAdditions, shownAdditions, type ShownAdditions } from '../document/additions.js';
import type { AcceptedProblems } from './baseline.js';
import { isContainerdVersion } from '../values/goVersions.js';
import { type ImageRange, parseImageRange } from '../values/known/releases.js';

/** What a severity can be set to; `off` drops the problem. */
export const severityLevels = ['error', 'warning', 'information', 'hint', 'off'] as const;

export type SeverityLevel = Severity | 'off';

/** What one source sets, such as the settings of an editor or a configuration file; what it doesn't set is absent. */
export interface SourceSettings {
  readonly kinds: readonly { readonly glob: string; readonly kind: DocumentKind }[];
  readonly severity: ReadonlyMap<ProblemCode, SeverityLevel>;
  /** Codes, or patterns of them such as `contract/*`. */
  readonly ignored: readonly { readonly glob: string; readonly codes: readonly string[] }[];
  readonly baseline?: string | undefined;
  readonly nodeImages?: ImageRange | undefined;
  readonly cloudInit?: CloudInitVersion | undefined;
  readonly instanceData: readonly { readonly glob: string; readonly path: string }[];
  readonly karpenterSettings?: string | undefined;
  readonly karpenterRelease?: ProviderRelease | undefined;
  readonly contract?: string | undefined;
  readonly dialect?: CustomDataDialect | undefined;
  readonly containerdVersion?: string | undefined;
  readonly gpuComponents?: string | undefined;
  /** Which additions to the text are shown; only editors set them. */
  readonly shown: Partial<ShownAdditions>;
}

/** Reports a value that can't be used: the names that lead to it, and a sentence. */
type Report = (path: readonly string[], message: string, on?: 'key') => void;

/**
 * Reads the settings of a source: the section `aksBootstrap` of an editor, or a configuration file. Values that can't be used
 * are left out and reported; unknown names and wrong types only are left out. An empty string sets nothing.
 */
export function readSettings(value: unknown, report: Report = () => undefined): SourceSettings {
  const section = asObject(value);
  const at = (path: readonly string[]): unknown =>
    path.reduce<unknown>((inner, name) => own(asObject(inner), name), section);
  const text = (...path: string[]): string | undefined => {
    const found = at(path);
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const parsed = <T>(path: readonly string[], parse: (text: string) => T | undefined, expected: string) => {
    const written = text(...path);
    const found = written === undefined ? undefined : parse(written);
    if (written !== undefined && found === undefined)
      report(path, `${path.join('.')} must be ${expected}, not ${JSON.stringify(written)}.`);
    return found;
  };
  const entries = (...path: string[]): [string, unknown][] => Object.entries(asObject(at(path)));
  /** Entries by glob, without those whose glob is too long. */
  const globs = (...path: string[]): [string, unknown][] =>
    entries(...path).filter(([glob]) => {
      if (parseGlob(glob, { dialect: 'settings' }) !== undefined) return true;
      report([...path, glob], `A glob can have ${limits.globCharacters} characters.`, 'key');
      return false;
    });
  const instanceData = text('cloudInit', 'instanceData');
  return {
    kinds: globs('kinds').flatMap(([glob, written]) => {
      const kind = documentKinds.find((name) => name === written);
      return kind === undefined ? [] : [{ glob, kind }];
    }),
    severity: severities(entries('problems', 'severity'), report),
    ignored: globs('problems', 'ignore').map(([glob, written]) => {
      const codes = Array.isArray(written) ? written.filter((code) => typeof code === 'string') : [];
      for (const [index, code] of codes.entries())
        reportUnknownCode(code, ['problems', 'ignore', glob, String(index)], report);
      return { glob, codes };
    }),
    baseline: text('problems', 'baseline'),
    nodeImages: parsed(
      ['nodeImage'],
      (written) => parseImageRange(written),
      'a version such as 202605.27.0, or a range such as 202603.30.0..202608.20.0',
    ),
    cloudInit: parsed(['cloudInit', 'version'], parseCloudInitVersion, 'a version such as 24.3.1'),
    instanceData:
      instanceData === undefined
        ? globs('cloudInit', 'instanceData').flatMap(([glob, path]) =>
            typeof path === 'string' ? [{ glob, path }] : [],
          )
        : [{ glob: '**', path: instanceData }],
    karpenterSettings: text('karpenter', 'settings'),
    karpenterRelease: parsed(
      ['karpenter', 'release'],
      providerRelease,
      'a release from v1.4.0 to v1.14.2, such as v1.6.3',
    ),
    contract: text('contract'),
    dialect: customDataDialects.find((name) => name === at(['customData', 'dialect'])),
    containerdVersion: parsed(
      ['preview', 'containerdVersion'],
      (written) => (isContainerdVersion(written) ? written : undefined),
      'a version such as 1.7.22',
    ),
    gpuComponents: text('preview', 'gpuComponents'),
    shown: shownAdditions(at),
  };
}

/** What a source may set that the user doesn't trust: nothing that names files or has globs. */
export function withoutFiles({
  severity,
  nodeImages,
  cloudInit,
  karpenterRelease,
  dialect,
  containerdVersion,
}: SourceSettings): SourceSettings {
  const nothing = { kinds: [], ignored: [], instanceData: [], shown: {} };
  return { ...nothing, severity, nodeImages, cloudInit, karpenterRelease, dialect, containerdVersion };
}

/** Severities by code. The narrower a pattern, the later it counts, so that it wins. */
function severities(entries: readonly [string, unknown][], report: Report): ReadonlyMap<ProblemCode, SeverityLevel> {
  const severity = new Map<ProblemCode, SeverityLevel>();
  for (const [pattern, word] of entries.toSorted(([a], [b]) => narrowness(a) - narrowness(b))) {
    reportUnknownCode(pattern, ['problems', 'severity', pattern], report, 'key');
    const level = severityLevels.find((candidate) => candidate === word);
    if (level === undefined) continue;
    for (const code of allProblemCodes) if (matchesCode(pattern, code)) severity.set(code, level);
  }
  return severity;
}

/** A number to sort patterns by: the larger it is, the fewer codes match. */
function narrowness(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Infinity;
}

function reportUnknownCode(pattern: string, path: readonly string[], report: Report, on?: 'key'): void {
  if (allProblemCodes.some((code) => matchesCode(pattern, code))) return;
  const nearest = nearestName(pattern, allProblemCodes);
  report(path, `There is no code ${pattern}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`, on);
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A value as an object; an empty one for other values. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A source of settings, as one document sees it. */
export interface SettingsSource {
  /** How the user knows it, such as `.aks-bootstrap.yaml` or `--ignore`. */
  readonly name: string;
  readonly settings: SourceSettings;
  /** The names of the document that globs may match: its paths from the folders that globs begin at, and its whole path. */
  readonly paths: readonly string[];
  /** The folder at which paths in it begin; by default that of the workspace. */
  readonly folder?: string | undefined;
  /** Whether it can only name what is in that folder, because it was found and not chosen by the user. */
  readonly isConfined?: boolean | undefined;
}

/** A file or folder that a setting names. */
export interface SettingPath extends Pick<SettingsSource, 'folder' | 'isConfined'> {
  readonly path: string;
  /** The name of the source. */
  readonly source: string;
}

/** What holds for one document: the values of all sources, where the later ones override the earlier ones. */
export interface Settings {
  /** The kind of the document; undefined if its name and content decide. */
  readonly kind: DocumentKind | undefined;
  readonly severity: ReadonlyMap<ProblemCode, { readonly level: SeverityLevel; readonly source: string }>;
  /** Codes, or patterns of them, that aren't reported for the document. */
  readonly ignored: readonly { readonly codes: readonly string[]; readonly source: string }[];
  readonly baseline: SettingPath | undefined;
  readonly nodeImages: ImageRange | undefined;
  /** The cloud-init version that cloud-configs are for. */
  readonly cloudInit: CloudInitVersion | undefined;
  /** The file that Jinja templates of the document are rendered with. */
  readonly instanceData: SettingPath | undefined;
  /** A document with Karpenter's own settings. */
  readonly karpenterSettings: SettingPath | undefined;
  /** The release of Karpenter's provider; undefined for the newest rules. */
  readonly karpenterRelease: ProviderRelease | undefined;
  /** A checkout of AgentBaker. */
  readonly contract: SettingPath | undefined;
  readonly dialect: CustomDataDialect | undefined;
  /** The containerd on the node, for previews. */
  readonly containerdVersion: string | undefined;
  /** A list of GPU components, for previews. */
  readonly gpuComponents: SettingPath | undefined;
  readonly shown: ShownAdditions;
}

/** The settings of a document from sources in the order of their precedence, the strongest last. */
export function settingsOf(sources: readonly SettingsSource[]): Settings {
  /** The value of the last source that has one. */
  const last = <T>(get: (source: SettingsSource) => T | undefined): T | undefined => {
    for (const source of sources.toReversed()) {
      const found = get(source);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const value = <T>(get: (settings: SourceSettings) => T | undefined): T | undefined =>
    last(({ settings }) => get(settings));
  const path = (get: (source: SettingsSource) => string | undefined): SettingPath | undefined =>
    last((source) => {
      const found = get(source);
      const { name, folder, isConfined } = source;
      return found === undefined ? undefined : { path: found, source: name, folder, isConfined };
    });
  return {
    kind: last(({ settings, paths }) => settings.kinds.findLast(({ glob }) => anyMatches(paths, glob))?.kind),
    severity: new Map(
      sources.flatMap(({ name, settings }) =>
        [...settings.severity].map(([code, level]) => [code, { level, source: name }] as const),
      ),
    ),
    ignored: sources.flatMap(({ name, settings, paths }) =>
      settings.ignored.filter(({ glob }) => anyMatches(paths, glob)).map(({ codes }) => ({ codes, source: name })),
    ),
    baseline: path(({ settings }) => settings.baseline),
    nodeImages: value(({ nodeImages }) => nodeImages),
    cloudInit: value(({ cloudInit }) => cloudInit),
    instanceData: path(
      ({ settings, paths }) => settings.instanceData.findLast(({ glob }) => anyMatches(paths, glob))?.path,
    ),
    karpenterSettings: path(({ settings }) => settings.karpenterSettings),
    karpenterRelease: value(({ karpenterRelease }) => karpenterRelease),
    contract: path(({ settings }) => settings.contract),
    dialect: value(({ dialect }) => dialect),
    containerdVersion: value(({ containerdVersion }) => containerdVersion),
    gpuComponents: path(({ settings }) => settings.gpuComponents),
    shown: sources.reduce((shown, { settings }) => ({ ...shown, ...settings.shown }), allAdditions),
  };
}

/** Whether one of the paths of a file matches a glob of a setting; without a slash, it is compared with the file name. */
export function anyMatches(paths: readonly string[], glob: string): boolean {
  const parsed = parseGlob(glob, { dialect: 'settings' });
  return paths.some((path) => {
    const matched = glob.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
    return matched.length <= limits.pathCharacters && parsed?.matches(matched) === true;
  });
}

/** The problems of a file that settings leave, and those that they hide. */
export interface ReportedProblems {
  readonly problems: readonly FileProblem[];
  readonly hidden: readonly { readonly found: FileProblem; readonly source: string }[];
  /** How many problems the baseline accepts that the file doesn't have. */
  readonly stale: number;
}

/** Applies the severities and the ignored codes of settings to the problems of a file, and then a baseline. */
export function reportedUnder(
  settings: Settings,
  all: readonly FileProblem[],
  accepted?: AcceptedProblems,
): ReportedProblems {
  const problems: FileProblem[] = [];
  const fingerprints = accepted && new Fingerprints(accepted.platform);
  let matched = 0;
  const hidden: { found: FileProblem; source: string }[] = [];
  for (const found of all) {
    const { code } = found;
    const set = settings.severity.get(code);
    const ignoring = settings.ignored.find(({ codes }) => codes.some((pattern) => matchesCode(pattern, code)));
    const source = set?.level === 'off' ? set.source : ignoring?.source;
    if (source !== undefined) {
      hidden.push({ found, source });
      continue;
    }
    const isAccepted = fingerprints !== undefined && accepted?.fingerprints.has(fingerprints.of(found)) === true;
    if (isAccepted) {
      matched++;
      hidden.push({ found, source: accepted.source });
    } else problems.push(set === undefined || set.level === 'off' ? found : { ...found, severity: set.level });
  }
  return { problems, hidden, stale: (accepted?.fingerprints.size ?? 0) - matched };
}
