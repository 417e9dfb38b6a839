import type {
  BootChart,
  ChartRow,
  ComparisonRole,
  CustomDataDialect,
  CustomDataSize as MeasuredSize,
  customDataLevel,
  ExplanationResult,
  Position,
  ResultRange,
  SideBySide,
} from './core/index.js';

/**
 * The custom requests between editors and the server: names and plain types, shared by both sides.
 * This file imports only types, so that the client needs no server code for it.
 */
export const requests = {
  /** {@link RenderParams} to {@link RenderResult}. */
  render: 'aksBootstrap/render',
  /** {@link PreviewsParams} to {@link PreviewsResult}. */
  previews: 'aksBootstrap/previews',
  /** {@link DocumentParams} to {@link SecretsResult}. */
  secrets: 'aksBootstrap/secrets',
  /** {@link RevealParams} to null. */
  reveal: 'aksBootstrap/reveal',
  /** {@link CompareParams} to {@link CompareResult}. */
  compare: 'aksBootstrap/compare',
  /** No parameters to {@link ComparableResult}. */
  comparable: 'aksBootstrap/comparable',
  /** {@link DecodeParams} to {@link DecodeResult}. */
  decode: 'aksBootstrap/decode',
  /** {@link LayerTextParams} to {@link LayerTextResult}. */
  layerText: 'aksBootstrap/layerText',
  /** {@link PayloadPlaceParams} to {@link PayloadPlaceResult}. */
  payloadPlace: 'aksBootstrap/payloadPlace',
  /** {@link ReplaceLayerTextParams} to {@link ReplaceLayerTextResult}. */
  replaceLayerText: 'aksBootstrap/replaceLayerText',
  /** {@link ExplainParams} to {@link ExplainResult}. */
  explain: 'aksBootstrap/explain',
  /** {@link TimelineParams} to {@link TimelineResult}. */
  timeline: 'aksBootstrap/timeline',
  /** {@link TimelineExportParams} to {@link TimelineExportResult}. */
  timelineExport: 'aksBootstrap/timelineExport',
  /** No parameters to {@link TablesResult}. */
  failureTables: 'aksBootstrap/failureTables',
  /** {@link SetKindParams} to null. */
  setKind: 'aksBootstrap/setKind',
  /** No parameters to {@link KindsResult}. */
  kinds: 'aksBootstrap/kinds',
  /** {@link ToolParams} to the JSON that the command line prints for the same text. */
  tool: 'aksBootstrap/tool',
  /** {@link DocumentParams} to {@link SummaryResult}. */
  summary: 'aksBootstrap/summary',
} as const;

/** What an editor tells about itself when it starts the server. */
export interface InitializationOptions {
  /** Languages whose syntax errors the editor shows without us; for JSON also outline, folding and formatting. */
  readonly hostServes?: { readonly json?: boolean; readonly yaml?: boolean };
  /** Whether the editor has the commands that code lenses lead to. */
  readonly commands?: boolean;
  /** The editor's command that offers completions again, for where a chosen one leads to another choice. */
  readonly suggestCommand?: string;
}

/** The commands that code lenses lead to; each takes the document's URI first. */
export const lensCommands = {
  previewCustomData: 'aksBootstrap.previewCustomData',
  previewCse: 'aksBootstrap.previewCse',
  openLivePreview: 'aksBootstrap.openLivePreview',
  /** Takes the steps of the payload as its second argument. */
  decodePayloads: 'aksBootstrap.decodePayloads',
  /** Takes the steps of the payload, and those of the document around it in which its place is shown. */
  showPayloadPlace: 'aksBootstrap.showPayloadPlace',
  /** Takes the number of the failure among those of the document as its second argument. */
  explainFailure: 'aksBootstrap.explainFailure',
  /** Takes the number of the failure among those of the document as its second argument, or nothing for all of it. */
  showTimeline: 'aksBootstrap.showTimeline',
} as const;

export interface DocumentParams {
  /** An open document; its unsaved text counts. */
  readonly uri: string;
}

/** What of a node config is shown; of bootstrap options and Karpenter's resources there are the last two alone. */
export interface PreviewTarget {
  readonly what:
    | 'custom-data'
    | 'cse'
    | 'boot-command'
    | 'env'
    | 'node-files'
    | 'node-file'
    | 'vmss'
    | 'karpenter-script'
    | 'karpenter-options';
  /** For `custom-data`; the one of the settings where it is absent. */
  readonly dialect?: CustomDataDialect;
  /** For `custom-data`: the way to a document inside it, as `previews` gives it. */
  readonly part?: readonly string[];
  /** For `node-file`: its name, as `previews` gives it. */
  readonly file?: string;
  /** For the two of Karpenter: a node pool, where a file has several, as `previews` gives it. */
  readonly pool?: string;
}

export interface RenderParams extends DocumentParams, PreviewTarget {
  /** Whether secrets appear; they are masked by default. */
  readonly showSecrets?: boolean;
}

/** A rendering, or the reason why there is none. */
export type RenderResult = RenderedText | MissingText;

export interface RenderedText extends TextForm {
  readonly ok: true;
  readonly text: string;
  readonly size?: CustomDataSize;
  /** Sentences about settings that could not be followed. */
  readonly remarks: readonly string[];
}

/** There is no rendering. */
export interface MissingText extends TextForm {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** What a preview shows in the place of its text: comments with the reasons and their lines. */
  readonly text: string;
}

export interface TextForm {
  /** The editor language of the text. */
  readonly languageId: string;
  /** What a file with this text would be called. */
  readonly name: string;
}

/** How much custom data the config makes, with its real secrets. */
export interface CustomDataSize extends Pick<MeasuredSize, 'bytes' | 'characters'> {
  /** The most characters that Azure accepts. */
  readonly limit: number;
  readonly level: ReturnType<typeof customDataLevel>;
}

/** Which renderings there are. */
export interface PreviewsParams extends DocumentParams {
  /** A selection, which chooses among the node pools of a file. */
  readonly selection?: TextRange;
}

/** A rendering that can be asked for. */
export interface PreviewEntry {
  readonly target: PreviewTarget;
  /** For parts of custom data and for files; absent for what is whole. */
  readonly title?: string;
  readonly bytes: number;
}

export type PreviewsResult =
  | {
      readonly ok: true;
      /** Wholes in front of their parts. */
      readonly entries: readonly PreviewEntry[];
      readonly size?: CustomDataSize;
      /** What the settings say beside the config; null where they say nothing. */
      readonly containerdVersion: string | null;
      readonly gpuComponents: string | null;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** The secrets of a node config, in the order of its fields; never the texts themselves. */
export type SecretsResult = readonly {
  readonly pointer: string;
  /** The field as people write it. */
  readonly name: string;
  /** From 0. */
  readonly line: number;
  /** Whether previews show it. */
  readonly revealed: boolean;
}[];

export interface RevealParams extends DocumentParams {
  /** As `secrets` gives it. */
  readonly pointer: string;
  /** Whether previews show the secret from now on: until it changes, or the document is closed. */
  readonly revealed: boolean;
}

export interface CompareParams {
  /** URIs of open documents; their unsaved texts count. */
  readonly before: string;
  readonly after: string;
}

/** Two documents by their meaning, as texts that a diff editor can show, with secrets masked. */
export type CompareResult = ({ readonly ok: true } & SideBySide) | { readonly ok: false; readonly message: string };

/** The open documents, but for virtual ones, that a document can be compared with. */
export type ComparableResult = readonly {
  readonly uri: string;
  /** Its kind as people call it. */
  readonly kind: string;
  /** Whether it is a node config, holds some as custom data and the like do, or is anything else. */
  readonly role: ComparisonRole;
}[];

/** A document inside a document. */
export interface PayloadEntry {
  readonly title: string;
  /** The title as a tree shows it: of a path its last name. */
  readonly label: string;
  /** What a file with its text would be called, as `layerText` gives it. */
  readonly name: string;
  /** Its layers, the number of pieces in it, and its size, as code lenses tell them. */
  readonly summary: string;
  /** The name of an icon of VS Code's product icons. */
  readonly icon: string;
  /** Encodings and format, from the outside in. */
  readonly layers: readonly string[];
  /** The way from the file; asks for the text with `layerText`. */
  readonly steps: readonly string[];
  /** Bytes after decoding. */
  readonly bytes: number;
  /** A kind as people call it; empty for text of no known kind. */
  readonly kind: string;
  /** Whether it is a node config, holds some, or is anything else, as for documents that can be compared. */
  readonly role: ComparisonRole;
  /** Problems inside this document, deeper ones not counted. */
  readonly errors: number;
  readonly warnings: number;
  readonly readable: boolean;
  readonly children: readonly PayloadEntry[];
}

/** A document, or what of it is asked about; of a decoded text its own payloads are told. */
export interface DecodeParams extends DocumentParams {
  /** What is selected. */
  readonly range?: TextRange;
  /** Where the cursor is: the string around it is meant. */
  readonly position?: TextPosition;
}

export interface DecodeResult {
  readonly kind: string;
  /** The document that steps lead from: the one asked about, or the one that it was decoded from. */
  readonly source: string;
  readonly payloads: readonly PayloadEntry[];
  /** What is at the range or position; absent where neither was given, null where nothing is that could be decoded. */
  readonly chosen?: ChosenPayload | null;
}

/** What somebody points at to have it decoded. */
export type ChosenPayload =
  /** A payload of the document. */
  | { readonly is: 'payload'; readonly steps: readonly string[] }
  /** A text to be decoded as a document of its own. */
  | {
      readonly is: 'text';
      readonly text: string;
      /** Whether it stands in the document as it is, without quotes and escapes. */
      readonly verbatim: boolean;
    };

export interface PayloadPlaceParams extends DocumentParams {
  /** The payload. */
  readonly steps: readonly string[];
  /** The document around it in which its place is asked for; the file itself where it is absent. */
  readonly within?: readonly string[];
  /** A place in the payload, which is followed where the encoding allows that. */
  readonly position?: TextPosition;
}

/** Where a payload stands; null where the document is not open or has no such payload any more. */
export type PayloadPlaceResult = {
  /** The document to open, and its language where it is a decoded text. */
  readonly uri: string;
  readonly languageId: string | null;
  readonly range: TextRange;
} | null;

export interface LayerTextParams extends DocumentParams {
  readonly steps: readonly string[];
  readonly showSecrets?: boolean;
  /** Whether `readOnly` is asked for, which takes longer than the text alone. */
  readonly forEditing?: boolean;
}

/** The text of a payload; null where the document has no readable payload there any more. */
export type LayerTextResult = {
  /** With numbered placeholders such as `********#1#` for secrets. */
  readonly text: string;
  readonly languageId: string;
  readonly name: string;
  /** How many secrets are masked in it. */
  readonly secrets: number;
  /** Why no other text could be written back; absent where it can, or where nobody asked. */
  readonly readOnly?: string;
} | null;

export interface ReplaceLayerTextParams extends DocumentParams {
  readonly steps: readonly string[];
  /** What the payload is to be. Placeholders that `layerText` gave stand for their secrets. */
  readonly text: string;
  /** The text that was edited, as `layerText` gave it; there is a conflict where the payload has another one by now. */
  readonly base?: string;
  /** The version of the document that was looked at; there is a conflict where it has another one by now. */
  readonly version?: number;
}

/** What has to be done to the document, or why nothing can be. */
export type ReplaceLayerTextResult =
  | {
      readonly ok: true;
      /** None where the payload has that text already. */
      readonly edits: readonly {
        readonly range: TextRange;
        readonly newText: string;
      }[];
      /** The version of the document that the edits are for. */
      readonly version: number;
    }
  | {
      readonly ok: false;
      /** `conflict`: it was changed meanwhile; `gone`: there is no such text; `impossible`: no layers give that text. */
      readonly why: 'conflict' | 'gone' | 'impossible';
      readonly message: string;
    };

/** Which failure of a document is explained; the first one where neither `failure` nor `position` says another. */
export interface ExplainParams extends DocumentParams {
  /** Its place among the failures of the document, from 0, as code lenses give it. */
  readonly failure?: number;
  /** A place in or near its message. */
  readonly position?: TextPosition;
  /** The table of exit codes that counts, by its family; the text tells it otherwise. */
  readonly table?: string;
  readonly showSecrets?: boolean;
}

/** Zero-based line and UTF-16 column. */
export type TextPosition = Position;
export type TextRange = ResultRange;

/** What a failure means; null where the document is not open. */
export type ExplainResult = {
  /** As `explain --format json` of the command line prints it. */
  readonly explanation: ExplanationResult;
  /** Its place among the failures of the document; null where the document tells of none. */
  readonly failure: number | null;
  /** All of it in Markdown, and what a file with this text would be called. */
  readonly report: string;
  readonly name: string;
} | null;

/** Whose boot is drawn: what all of these documents tell of it. */
export interface TimelineSources {
  /** URIs of open documents; their unsaved texts count. */
  readonly sources: readonly string[];
  /** For one document that tells of several failures: the one that is meant, by its place among them. */
  readonly failure?: number;
}

export interface TimelineParams extends TimelineSources {
  /** How many times the width of its window the time axis takes; 1 where it is absent. */
  readonly zoom?: number;
  /** How many labels of the axis have room side by side in the window; 8 where it is absent. */
  readonly divisions?: number;
}

export interface TimelineExportParams extends TimelineSources {
  readonly as: 'svg' | 'markdown';
}

/** A drawing of the timeline, with secrets masked, and what a file with it would be called. */
export interface TimelineExportResult {
  readonly text: string;
  readonly name: string;
}

/** A timeline laid out. Positions on its axis go from 0 to 1. */
export interface TimelineResult extends Omit<BootChart, 'seconds' | 'rows'> {
  readonly rows: readonly TimelineRow[];
  /** Documents that are not open, by their URIs. */
  readonly missing: readonly string[];
}

export interface TimelineRow extends Omit<ChartRow, 'places'> {
  /** Positions in documents that report the step, the nearest first. */
  readonly places: readonly ({ readonly uri: string } & Omit<ChartRow['places'][number], 'file'>)[];
}

/** The tables of exit codes that `explain` takes. */
export type TablesResult = readonly { readonly family: string; readonly title: string; readonly source: string }[];

export interface SetKindParams extends DocumentParams {
  /** A document kind, or null to detect it again. */
  readonly kind: string | null;
}

/** The kinds that `setKind` takes, with what people call them. */
export type KindsResult = readonly { readonly kind: string; readonly title: string }[];

/** What an assistant asks about a text; secrets are masked in every answer. */
export interface ToolParams {
  readonly tool: 'validate' | 'decode' | 'preview' | 'explain';
  /** Where the text comes from: its name tells the kind, its place whether version control keeps it. */
  readonly uri: string;
  /** What the answer calls it. */
  readonly file: string;
  readonly text: string;
  /** For `decode`: whether the decoded texts are in the answer. */
  readonly withText?: boolean;
  /** For `preview`; custom data where it is absent. */
  readonly what?: 'custom-data' | 'cse' | 'env' | 'node-files' | 'karpenter';
  /** For `explain`: the table of exit codes, by its family; the text tells it otherwise. */
  readonly table?: string;
}

/** What an open document is, in short; null for one that is of no known kind. */
export type SummaryResult = {
  /** As people call it. */
  readonly kind: string;
  /** Of node configs and bootstrap options that can be rendered. */
  readonly size?: CustomDataSize;
} | null;
