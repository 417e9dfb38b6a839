import type {
  BootChart,
  Case,
  ChartRow,
  ComparisonRole,
  CustomDataDialect,
  CustomDataSize as MeasuredSize,
  customDataLevel,
  ExplanationResult,
  Position,
  PreviewView,
  Recognition,
  Resource,
  ResultRange,
  SideBySide,
  ToolQuestion,
} from './core/index.js';

/**
 * The custom requests between editors and the server: names and plain types that both sides use. This file imports only
 * types, so that the client needs no code of the server for it.
 */
export const requests = {
  /** Answered at once, so that an editor can tell a busy server from one that is stuck. */
  ping: 'aksBootstrap/ping',
  render: 'aksBootstrap/render',
  previews: 'aksBootstrap/previews',
  secrets: 'aksBootstrap/secrets',
  reveal: 'aksBootstrap/reveal',
  karpenterSettings: 'aksBootstrap/karpenterSettings',
  karpenterSettingsFiles: 'aksBootstrap/karpenterSettingsFiles',
  trace: 'aksBootstrap/trace',
  nodeView: 'aksBootstrap/nodeView',
  compare: 'aksBootstrap/compare',
  comparable: 'aksBootstrap/comparable',
  nodeImages: 'aksBootstrap/nodeImages',
  decode: 'aksBootstrap/decode',
  layerText: 'aksBootstrap/layerText',
  payloadPlace: 'aksBootstrap/payloadPlace',
  extract: 'aksBootstrap/extract',
  replaceLayerText: 'aksBootstrap/replaceLayerText',
  tabs: 'aksBootstrap/tabs',
  explain: 'aksBootstrap/explain',
  caseFile: 'aksBootstrap/caseFile',
  caseReport: 'aksBootstrap/caseReport',
  fleetFile: 'aksBootstrap/fleetFile',
  fleetReport: 'aksBootstrap/fleetReport',
  fixes: 'aksBootstrap/fixes',
  fixEverywhere: 'aksBootstrap/fixEverywhere',
  timeline: 'aksBootstrap/timeline',
  timelineExport: 'aksBootstrap/timelineExport',
  failureTables: 'aksBootstrap/failureTables',
  setKind: 'aksBootstrap/setKind',
  kinds: 'aksBootstrap/kinds',
  tool: 'aksBootstrap/tool',
  summary: 'aksBootstrap/summary',
  exampleValues: 'aksBootstrap/exampleValues',
  redact: 'aksBootstrap/redact',
  recognise: 'aksBootstrap/recognise',
} as const;

/** Parameters and result of each request. */
export interface Requests {
  readonly [requests.ping]: readonly [object, null];
  readonly [requests.render]: readonly [RenderParams, RenderResult];
  readonly [requests.previews]: readonly [PreviewsParams, PreviewsResult];
  readonly [requests.secrets]: readonly [DocumentParams, SecretsResult];
  readonly [requests.reveal]: readonly [RevealParams, RevealResult];
  readonly [requests.karpenterSettings]: readonly [KarpenterSettingsParams, KarpenterSettingsResult];
  readonly [requests.karpenterSettingsFiles]: readonly [DocumentParams, KarpenterSettingsFilesResult];
  readonly [requests.trace]: readonly [TraceParams, TraceResult];
  readonly [requests.nodeView]: readonly [DocumentParams, NodeViewResult];
  readonly [requests.compare]: readonly [CompareParams, CompareResult];
  readonly [requests.comparable]: readonly [object, ComparableResult];
  readonly [requests.nodeImages]: readonly [object, NodeImagesResult];
  readonly [requests.decode]: readonly [DecodeParams, DecodeResult];
  readonly [requests.layerText]: readonly [LayerTextParams, LayerTextResult];
  readonly [requests.extract]: readonly [ExtractParams, ExtractResult];
  readonly [requests.payloadPlace]: readonly [PayloadPlaceParams, PayloadPlaceResult];
  readonly [requests.replaceLayerText]: readonly [ReplaceLayerTextParams, ReplaceLayerTextResult];
  readonly [requests.tabs]: readonly [TabsParams, null];
  readonly [requests.explain]: readonly [ExplainParams, ExplainResult];
  readonly [requests.caseFile]: readonly [CaseFileParams, null];
  readonly [requests.caseReport]: readonly [CaseReportParams, CaseReportResult];
  readonly [requests.fleetFile]: readonly [FleetFileParams, null];
  readonly [requests.fleetReport]: readonly [FleetReportParams, FleetReportResult];
  readonly [requests.fixes]: readonly [DocumentParams, FixesResult];
  readonly [requests.fixEverywhere]: readonly [FixEverywhereParams, FixEverywhereResult];
  readonly [requests.timeline]: readonly [TimelineParams, TimelineResult];
  readonly [requests.timelineExport]: readonly [TimelineExportParams, TimelineExportResult];
  readonly [requests.failureTables]: readonly [object, TablesResult];
  readonly [requests.setKind]: readonly [SetKindParams, null];
  readonly [requests.kinds]: readonly [object, KindsResult];
  /** The result is the JSON that the command line prints for the same text, shortened if it is long. */
  readonly [requests.tool]: readonly [ToolParams, string];
  readonly [requests.summary]: readonly [DocumentParams, SummaryResult];
  readonly [requests.exampleValues]: readonly [DocumentParams, ExampleValuesResult];
  readonly [requests.redact]: readonly [RedactParams, RedactResult];
  readonly [requests.recognise]: readonly [RecogniseParams, RecogniseResult];
}

export type RequestMethod = keyof Requests;

/** What an editor reports about itself when it starts the server. */
export interface InitializationOptions {
  /** Languages whose syntax errors the editor shows itself; for JSON also outline, folding and formatting. */
  readonly hostServes?: { readonly json?: boolean; readonly yaml?: boolean };
  /** Whether the editor has the commands of the code lenses. */
  readonly commands?: boolean;
  /** The editor's command that offers completions again, after one that leads to another choice. */
  readonly suggestCommand?: string;
}

/** The commands of code lenses. The first argument is the URI of the document. */
export const lensCommands = {
  previewCustomData: 'aksBootstrap.previewCustomData',
  previewCse: 'aksBootstrap.previewCse',
  /** The second argument is a {@link PreviewTarget}; without it, the user chooses one. */
  openLivePreview: 'aksBootstrap.openLivePreview',
  nextExample: 'aksBootstrap.nextExample',
  /** The second argument is the URI of the file. */
  useKarpenterSettings: 'aksBootstrap.useKarpenterSettings',
  toggleNodeView: 'aksBootstrap.toggleNodeView',
  formatDocument: 'aksBootstrap.formatDocument',
  /** Shows the source of a preview where it is already open. The second argument is a range in it. */
  showConfig: 'aksBootstrap.showConfig',
  /** The argument is the URI of a preview. */
  revealSecret: 'aksBootstrap.revealSecret',
  /** The argument is the URI of a preview. */
  hideSecrets: 'aksBootstrap.hideSecrets',
  /** The second argument is the payload path. */
  decodePayloads: 'aksBootstrap.decodePayloads',
  /** Further arguments are the payload path, and that of the outer document in which its position is shown. */
  showPayloadPlace: 'aksBootstrap.showPayloadPlace',
  /** The second argument is the index of the failure in the document. */
  explainFailure: 'aksBootstrap.explainFailure',
  /** Further arguments are the name of a fix, as `fixes` has it, and its title. */
  fixEverywhere: 'aksBootstrap.fixEverywhere',
  /** The second argument is the index of the failure in the document; without it all of the document is drawn. */
  showTimeline: 'aksBootstrap.showTimeline',
} as const;

/**
 * The commands that the server executes, for editors without those above. The only argument of each is a
 * {@link CommandTarget}; it comes from a code action.
 */
export const serverCommands = {
  /** Opens a decoded payload in a file of its own. */
  openDecoded: 'aksBootstrap.openDecoded',
  /** Writes the text of such a file back into its document. */
  writeBack: 'aksBootstrap.writeBack',
} as const;

/** The payload to open: an open document and the payload path. Or the file to write back, without a path. */
export interface CommandTarget extends DocumentParams {
  readonly steps?: readonly string[] | undefined;
}

export interface DocumentParams {
  /** An open document; its unsaved text counts. */
  readonly uri: string;
}

/** The document to render: of a node config, bootstrap options or Karpenter's resources. */
export interface PreviewTarget {
  readonly what: PreviewView['what'];
  /** For `custom-data`; by default that of the settings. */
  readonly dialect?: CustomDataDialect | undefined;
  /** For `custom-data`: the path to a document inside it, from `previews`. */
  readonly part?: readonly string[] | undefined;
  /** For `node-file`: its name, from `previews`. */
  readonly file?: string | undefined;
  /** For Karpenter: a node pool, from `previews`, if the file has several. */
  readonly pool?: string | undefined;
}

export interface RenderParams extends DocumentParams, PreviewTarget {
  /** By default, secrets are masked. */
  readonly showSecrets?: boolean;
}

/** A rendering, or why there is none; then `text` lists the reasons in comments. */
export type RenderResult = NamedText &
  (
    | {
        readonly ok: true;
        readonly size?: CustomDataSize | undefined;
        /** Sentences about settings that couldn't be applied. */
        readonly remarks: readonly string[];
      }
    | { readonly ok: false; readonly code: string; readonly message: string }
  );

/** A text in an editor language, with a file name for it. */
export interface NamedText {
  readonly text: string;
  readonly languageId: string;
  readonly name: string;
}

/** The size of the custom data of a config, with its real secrets. */
export interface CustomDataSize extends Pick<MeasuredSize, 'bytes' | 'characters'> {
  /** The maximum number of characters that Azure accepts. */
  readonly limit: number;
  readonly level: ReturnType<typeof customDataLevel>;
}

export interface PreviewsParams extends DocumentParams {
  /** A selection, which chooses among the node pools of a file. */
  readonly selection?: TextRange | undefined;
}

/** An available rendering. */
export interface PreviewEntry {
  readonly target: PreviewTarget;
  /** For parts of custom data and for files. */
  readonly title?: string | undefined;
  /** With real secrets; 0 if it can't be rendered. */
  readonly bytes: number;
}

export type PreviewsResult =
  | {
      readonly ok: true;
      /** A document comes before its parts. */
      readonly entries: readonly PreviewEntry[];
      readonly size?: CustomDataSize | undefined;
      /** From the settings; null if they don't say. */
      readonly containerdVersion: string | null;
      readonly gpuComponents: string | null;
      /** The node image, or a range of them; null for the newest one. */
      readonly nodeImage: string | null;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** The secrets of a node config, in the order of its fields, without their values. */
export type SecretsResult = readonly {
  readonly pointer: string;
  /** The field as users write it. */
  readonly name: string;
  /** From 0. */
  readonly line: number;
  /** Whether previews show it. */
  readonly revealed: boolean;
}[];

export interface RevealParams extends DocumentParams {
  /** From `secrets`. */
  readonly pointer: string;
  /** Whether previews show the secret, until it changes or the document is closed. */
  readonly revealed: boolean;
  /** The preview in which its position is wanted. */
  readonly preview?: PreviewTarget | undefined;
}

/** Where that preview contains the secret, or what it is encoded in; null if it contains none of it. */
export type RevealResult = TextRange | null;

export interface KarpenterSettingsParams extends DocumentParams {
  /** The node pool, if the file has several. */
  readonly pool?: string | undefined;
}

/** A document of settings with those that are missing, as a snippet with a tab stop for each; null if none is. */
export type KarpenterSettingsResult = { readonly insertText: string } | null;

/** Files near Karpenter's resources that have settings; none if no setting is missing, or a file is chosen already. */
export interface KarpenterSettingsFilesResult {
  readonly files: readonly { readonly uri: string; readonly path: string }[];
  /** Whether settings are missing and files aren't looked for, because the user doesn't trust the workspace. */
  readonly isRestricted: boolean;
}

/** A position in a config or in one of its previews. */
export interface TraceParams extends DocumentParams {
  readonly position: TextPosition;
  /** URIs of previews; those of the config are looked at. */
  readonly previews: readonly string[];
}

/**
 * From a config, the positions in each preview that the field determines; from a preview, the fields in the config that a
 * position comes from. Documents without any are left out.
 */
export type TraceResult = readonly { readonly uri: string; readonly ranges: readonly TextRange[] }[];

/** A node config as the node sees it; null for other documents, and if that isn't known. */
export type NodeViewResult = {
  /** With how many of its fields the node starts, as a sentence. */
  readonly summary: string;
  /** The parts that the node drops, or that have no effect, in order; each range is in one line. */
  readonly lost: readonly { readonly range: TextRange; readonly message: string }[];
  /** What the node fills in, in order: a text to be shown behind a position, and one with all fields. */
  readonly filled: readonly {
    readonly position: TextPosition;
    readonly label: string;
    readonly message: string;
  }[];
} | null;

export interface CompareParams {
  /** URIs of open documents; their unsaved texts count. */
  readonly before: string;
  readonly after: string;
  /** Versions of node images that the documents are read by, in place of the ones that they are for. */
  readonly images?: ComparedImages | undefined;
  /** The node pools of Karpenter's resources; without them those with the same name. */
  readonly pools?: ComparedNames | undefined;
  /** The scale sets or VMs to compare: their names or pointers, as in the result of `comparable`; without them those with the same name. */
  readonly machines?: ComparedNames | undefined;
}

/** A name for each side. */
export interface ComparedNames {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface ComparedImages {
  readonly before: string;
  readonly after: string;
}

/** The node images that are known, oldest first. */
export type NodeImagesResult = readonly {
  /** Such as `202605.27.0`. */
  readonly version: string;
  /** The release of AgentBaker that it is built from. */
  readonly release: string;
}[];

/** The meaning of two documents as texts for a diff editor, with secrets masked. */
export type CompareResult = ({ readonly ok: true } & SideBySide) | { readonly ok: false; readonly message: string };

/** The open documents that aren't virtual. */
export type ComparableResult = readonly {
  readonly uri: string;
  /** The title of its kind. */
  readonly kind: string;
  readonly role: ComparisonRole;
  /** The names of its node pools, if it has resources of Karpenter. */
  readonly pools: readonly string[];
  /** The names of its scale sets and VMs; the pointers of those that have none, or have that of another one. */
  readonly machines: readonly string[];
}[];

/** Problems of a document, payload or resource itself, without those of what is inside it. */
export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
  /** The codes of all of them, each once. */
  readonly codes: readonly string[];
}

/** A document inside a document. */
export interface PayloadEntry extends ProblemCounts {
  readonly title: string;
  /** The title in a tree: the last name of a path. */
  readonly label: string;
  /** A file name for its text. */
  readonly name: string;
  /** Names of the payloads around it, from the outside in, for the URI of its text. */
  readonly outer: readonly string[];
  /** Its layers, its number of payloads and its size, as code lenses show them. */
  readonly summary: string;
  /** A product icon of VS Code. */
  readonly icon: string;
  /** Encodings and format, from the outside in. */
  readonly layers: readonly string[];
  /** The payload path from the file, for `layerText`. */
  readonly steps: readonly string[];
  /** The URI of the file that it is read from. */
  readonly file?: string | undefined;
  /** Bytes after decoding. */
  readonly bytes: number;
  /** The title of its kind; empty if it isn't known. */
  readonly kind: string;
  readonly role: ComparisonRole;
  readonly readable: boolean;
  /** The innermost resource that it belongs to, as an index in `resources` of the result; absent if there is none. */
  readonly resource?: number | undefined;
  readonly children: readonly PayloadEntry[];
}

/** A scale set, VM or extension that payloads of a document belong to. */
export interface ResourceEntry extends ProblemCounts {
  readonly is: Resource['is'];
  readonly name: string;
  /** A product icon of VS Code. */
  readonly icon: string;
  /** Its range in the document that payload paths start from. */
  readonly range: TextRange;
  /** The index of the machine that an extension is in; absent if the document doesn't contain it. */
  readonly around?: number | undefined;
  /** The name of the first machine of the document with the same payloads, for all but that one. */
  readonly sameAs?: string | undefined;
}

/** For a decoded text, the result has its own payloads. */
export interface DecodeParams extends DocumentParams {
  /** The selection. */
  readonly range?: TextRange | undefined;
  /** The cursor, for the string around it. */
  readonly position?: TextPosition | undefined;
}

export interface DecodeResult extends ProblemCounts {
  readonly kind: string;
  /** The document that payload paths start from: the requested one, or the one that it was decoded from. */
  readonly source: string;
  readonly payloads: readonly PayloadEntry[];
  /** What payloads belong to, outer ones first. */
  readonly resources: readonly ResourceEntry[];
  /** The number of distinct node configs in the document; absent if there are none. */
  readonly distinctConfigs?: number | undefined;
  /** What the range or position refers to; absent if neither was given, null if nothing there can be decoded. */
  readonly chosen?: ChosenPayload | null;
}

export type ChosenPayload =
  /** A payload of the document. */
  | { readonly is: 'payload'; readonly steps: readonly string[] }
  /** A text to decode as a document of its own. */
  | {
      readonly is: 'text';
      readonly content: string;
      /** Whether it is in the document as it is, without quotes and escapes. */
      readonly verbatim: boolean;
    };

export interface ExtractParams extends DocumentParams {
  /** Payload paths: only these payloads, and what is inside them. By default all payloads of the document. */
  readonly payloads?: readonly (readonly string[])[] | undefined;
  readonly showSecrets?: boolean;
}

/** Payloads as files, with the names that the command line gives them; null if the document isn't open. */
export type ExtractResult = {
  readonly files: readonly ExtractedFile[];
  /** The number of files in which secrets are masked. */
  readonly masked: number;
} | null;

export interface ExtractedFile {
  /** Safe names of folders and the file; the first folder is named like the document. */
  readonly path: readonly string[];
  /** In base64. */
  readonly content: string;
}

export interface PayloadPlaceParams extends DocumentParams {
  readonly steps: readonly string[];
  /** The outer document in which the position is requested; by default the file. */
  readonly within?: readonly string[] | undefined;
  /** A position in the shown text of the payload, which is traced back if the encoding allows that. */
  readonly position?: TextPosition | undefined;
}

/** The position of a payload; null if the document isn't open or no longer contains the payload. */
export type PayloadPlaceResult = {
  /** The document to open, and its language if it is a decoded text. */
  readonly uri: string;
  readonly languageId: string | null;
  readonly range: TextRange;
} | null;

export interface LayerTextParams extends DocumentParams {
  readonly steps: readonly string[];
  readonly showSecrets?: boolean;
  /** Whether the result needs `readOnly`, which takes longer than the text alone. */
  readonly forEditing?: boolean;
}

/** The text of a payload; null if the document no longer contains it as text. */
export type LayerTextResult = LayerText | null;

/** Secrets in the text are replaced by numbered placeholders such as `********#1#`. */
export interface LayerText extends NamedText {
  /** Names of the payloads around it, from the outside in, for the URI of the text. */
  readonly outer: readonly string[];
  /** The number of masked secrets. */
  readonly secrets: number;
  /** The URI of the file that the payload is read from, to be opened in place of the text. */
  readonly file?: string | undefined;
  /** Why a changed text can't be written back; absent if it can, or without `forEditing`. */
  readonly readOnly?: string | undefined;
}

export interface ReplaceLayerTextParams extends DocumentParams {
  readonly steps: readonly string[];
  /** The new text of the payload. Placeholders from `layerText` are replaced by their secrets. */
  readonly text: string;
  /** The text that was edited, from `layerText`; it is a conflict if the payload has changed since then. */
  readonly base?: string;
  /** The version of the document; it is a conflict if the document has changed since then. */
  readonly version?: number;
}

export type ReplaceLayerTextResult =
  | {
      readonly ok: true;
      /** Empty if the payload has that text already. */
      readonly edits: readonly {
        readonly range: TextRange;
        readonly newText: string;
      }[];
      /** The version of the document that the edits are for. */
      readonly version: number;
    }
  | {
      readonly ok: false;
      /** `conflict`: it has changed; `gone`: there is no such text; `impossible`: the layers can't encode that text. */
      readonly why: 'conflict' | 'gone' | 'impossible';
      readonly message: string;
    };

/**
 * The documents that the user sees. An editor that keeps documents open without showing them reports this with each change;
 * otherwise, all open ones count.
 */
export interface TabsParams {
  readonly uris: readonly string[];
}

/** By default, the first failure of the document is explained. */
export interface ExplainParams extends DocumentParams {
  /** The index of the failure in the document. */
  readonly failure?: number | undefined;
  /** A position in or near its message. */
  readonly position?: TextPosition | undefined;
  /** The family of the table of exit codes; by default it is detected from the text. */
  readonly table?: string | undefined;
  readonly showSecrets?: boolean;
}

/** A file of a case. The editor sends the files of a case one after the other, so that they aren't in memory together. */
export interface CaseFileParams {
  /** An identifier that the editor chose for the case. */
  readonly case: string;
  /** The path of the file from the folder of the case, with slashes. */
  readonly name: string;
  /** The URI of the file, whose settings apply; without it, those of no folder do. */
  readonly uri?: string | undefined;
  /** The bytes in base64; absent for a file that isn't read. */
  readonly content?: string | undefined;
  /** Why the file isn't read. */
  readonly unread?: 'link' | 'too-large' | 'too-many' | 'unreadable' | undefined;
}

/** Ends a case: the server forgets its files. */
export interface CaseReportParams {
  readonly case: string;
  /** The name of the case. */
  readonly name: string;
}

/** What the files of a case report together; null if the server has none. */
export type CaseReportResult = {
  /** As the command line prints it in `case`. */
  readonly case: Case;
  /**
   * The report in Markdown, and a file name for it. Its links lead to files by `./` and their names, percent-encoded, with the
   * line, counted from 1, as `#L12`.
   */
  readonly report: string;
  readonly name: string;
  /** How many scale sets, VMs and other files with a node config there are, which can be grouped as a fleet. */
  readonly machines: number;
  /** Whether the groups of a fleet say more: there are several machines, and nothing that reports how they booted. */
  readonly isFleet: boolean;
  /** The fields of a node config that may have led to the failures, as `recognise` has them. */
  readonly fields: readonly string[];
} | null;

/** A file of a fleet, sent like those of a case. */
export interface FleetFileParams extends Omit<CaseFileParams, 'case'> {
  /** An identifier that the editor chose for the fleet. */
  readonly fleet: string;
  /** A pattern of paths whose values are wanted; without it, documents are grouped. It is the same for all files. */
  readonly field?: string | undefined;
  /** Conditions for documents, separated by commas. */
  readonly where?: string | undefined;
}

/** Ends a fleet: the server forgets it. */
export interface FleetReportParams {
  readonly fleet: string;
  /** The name of the fleet. */
  readonly name: string;
  readonly field?: string | undefined;
}

/** What the files of a fleet mean; null if the server has none. */
export type FleetReportResult = {
  /** The report in Markdown, and a file name for it. Its links lead to files like those of a case. */
  readonly report: string;
  readonly name: string;
  /** `20 documents, 3 groups`; meaningless with `field`. */
  readonly heading: string;
  /** Files that could not be read. */
  readonly unread: readonly string[];
  /** Fixes of several problems: a link `./file#fix-1` of the report makes the first one with `fixEverywhere`. */
  readonly fixes: readonly { readonly file: string; readonly fix: string; readonly title: string }[];
  /** The first document of each group, as a link `./file#group-2` of the report compares the second one with the first. */
  readonly groups: readonly {
    readonly file: string;
    /** The name of the scale set or VM, or its pointer; absent if the file doesn't have several. */
    readonly machine?: string | undefined;
  }[];
} | null;

/** The different fixes of a document, the most frequent ones first. */
export type FixesResult = readonly {
  /** The same for the same fix in all documents. */
  readonly fix: string;
  readonly title: string;
  readonly code: string;
  /** How many problems it fixes in the document, and in how many texts: payloads, or the document itself. */
  readonly problems: number;
  readonly documents: number;
}[];

export interface FixEverywhereParams extends DocumentParams {
  /** As `fixes` names it. */
  readonly fix: string;
}

/** A fix of a document wherever it is possible; null if the document isn't open. */
export type FixEverywhereResult = {
  /** The version of the document that the edits are for. */
  readonly version: number;
  /** They don't overlap, so each can be made without the others. */
  readonly edits: readonly {
    /** Where it is, in words: the machine and extension if there are several, and the payloads; empty for the document itself. */
    readonly label: string;
    readonly edits: readonly { readonly range: TextRange; readonly newText: string }[];
  }[];
  /** How many texts are fixed: payloads, or the document itself. */
  readonly documents: number;
  /** Where the fix isn't possible, with the reason. */
  readonly unfixed: readonly { readonly label: string; readonly reason: string }[];
} | null;

/** Zero-based line and UTF-16 column. */
export type TextPosition = Position;
export type TextRange = ResultRange;

/** The explanation of a failure; null if the document isn't open. */
export type ExplainResult = {
  /** As the command line prints it for `explain --format json`. */
  readonly explanation: ExplanationResult;
  /** The index of the failure in the document; null if it reports none. */
  readonly failure: number | null;
  /** The explanation in Markdown, and a file name for it. */
  readonly report: string;
  readonly name: string;
} | null;

/** The documents whose boot steps a timeline shows. */
export interface TimelineSources {
  /** URIs of open documents; their unsaved texts count. */
  readonly sources: readonly string[];
  /** The index of the failure, for one document that reports several. */
  readonly failure?: number | undefined;
}

export interface TimelineParams extends TimelineSources {
  /** The width of the time axis in widths of its window; 1 by default. */
  readonly zoom?: number;
  /** The number of axis labels that fit side by side in the window; 8 by default. */
  readonly divisions?: number;
}

export interface TimelineExportParams extends TimelineSources {
  readonly as: 'svg' | 'markdown';
}

/** The timeline with secrets masked, and a file name for it. */
export interface TimelineExportResult {
  readonly text: string;
  readonly name: string;
}

/** The layout of a timeline. Positions on its axis go from 0 to 1. */
export interface TimelineResult extends Omit<BootChart, 'seconds' | 'rows'> {
  readonly rows: readonly TimelineRow[];
  /** URIs of documents that aren't open. */
  readonly missing: readonly string[];
}

export interface TimelineRow extends Omit<ChartRow, 'places'> {
  /** Positions in documents that report the step, the nearest first. */
  readonly places: readonly ({ readonly uri: string } & Omit<ChartRow['places'][number], 'file'>)[];
}

/** The tables of exit codes that `explain` accepts. */
export type TablesResult = readonly { readonly family: string; readonly title: string; readonly source: string }[];

export interface SetKindParams extends DocumentParams {
  /** A document kind; null to detect it again. */
  readonly kind: string | null;
}

/** The kinds that `setKind` accepts, with their titles. */
/** Titles are for a list: they begin with a capital letter. */
export type KindsResult = readonly { readonly kind: string; readonly title: string }[];

/** A question of an assistant about a text; secrets are masked in every answer. */
export interface ToolParams extends ToolQuestion {
  /** The origin of the text: its name decides the kind, its folder whether it is under version control. */
  readonly uri: string;
  readonly text: string;
}

/** A summary of an open document; null if its kind isn't known. */
export type SummaryResult = {
  readonly kind: string;
  /** What it is, in the middle of a sentence. */
  readonly title: string;
  /** Why it has this kind, as the end of a sentence. */
  readonly reason: string;
  /** For node configs and bootstrap options that can be rendered. */
  readonly size?: CustomDataSize | undefined;
  /** For node configs: the node image, or range of images, that they are for; empty if none is known. */
  readonly image?: string | undefined;
  /** For Karpenter's resources: the file that the setting for Karpenter's settings names. */
  readonly karpenterSettings?: string | undefined;
  /** How many scale sets and VMs it contains; absent if none. */
  readonly machines?: number | undefined;
  /** The configuration file that counts for it, from the workspace folder. */
  readonly configuration?: string | undefined;
} | null;

/** The values of a node config that are still examples, without quotes, in the order of the text. */
export interface ExampleValuesResult {
  readonly ranges: readonly TextRange[];
}

export interface RedactParams extends DocumentParams {
  /** Whether names of subscriptions, groups, hosts, users and addresses are replaced too. */
  readonly pseudonyms: boolean;
}

/** An open document with its secrets replaced in all layers, or why that isn't possible. */
export type RedactResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly languageId: string;
      readonly name: string;
      /** A sentence about what was replaced, and what is different in the result. */
      readonly summary: string;
    }
  | { readonly ok: false; readonly message: string };

export interface RecogniseParams extends DocumentParams {
  /** A text that isn't open, instead of the one of the document. Then the URI is only where it comes from. */
  readonly text?: string | undefined;
  /** The `fields` of a failure that was recognised before: the cursor is on one of them if the text has its config. */
  readonly fields?: readonly string[] | undefined;
}

/** What a text is, and what there is to open in it; null if the document isn't open. */
export type RecogniseResult = Recognition | null;

/** The first message to the server in a web worker. */
export interface WorkerStart {
  /** The address of `dist`. */
  readonly folder: string;
}
