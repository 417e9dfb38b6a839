/**
 * The types of the library. Results are those that the command line prints with `--format json`, one for each document.
 * This file imports nothing, so that the package has its types without those of the core.
 */

export type DocumentKind =
  | 'node-config'
  | 'cloud-config'
  | 'user-data'
  | 'vmss-json'
  | 'vm-json'
  | 'activity-log'
  | 'arm-template'
  | 'arm-deployment'
  | 'run-command'
  | 'bicep'
  | 'cse-settings'
  | 'cse-command'
  | 'custom-data'
  | 'ignition'
  | 'goal-state'
  | 'karpenter-options'
  | 'kubernetes'
  | 'terraform'
  | 'mime'
  | 'cse-status'
  | 'provision-log'
  | 'tool-config'
  | 'unknown';

/** How a document is read and what it is checked for. Options with a wrong value throw a `TypeError`. */
export interface AnalyzeOptions {
  /** File name; decides the kind if it can. Default: `document`. */
  readonly name?: string;
  /** The kind; by default, name and content decide. */
  readonly kind?: DocumentKind;
  /** Node image such as `202605.27.0`, AgentBaker release such as `v0.20260527.0`, or a range of either such as `A..B`. */
  readonly nodeImage?: string;
  /** cloud-init version such as `24.3.1`. */
  readonly cloudInit?: string;
  /** Instance data in JSON that Jinja user data is rendered with. */
  readonly instanceData?: string;
  /** A KarpenterSettings document, Karpenter's Deployment or its Helm values. */
  readonly karpenterSettings?: string;
  /** Release of Karpenter's Azure provider such as `v1.6.3`. */
  readonly karpenter?: string;
  /** Whether content that isn't recognised is an error. */
  readonly strict?: boolean;
}

/** A document that `analyze` opened. Each answer about it is computed when it is first needed. */
export interface AnalyzedDocument {
  readonly name: string;
  readonly kind: DocumentKind;
  /** What it is, in words. */
  readonly title: string;
}

export interface SecretsOption {
  /** Whether the result has secrets; by default, they are masked. */
  readonly showSecrets?: boolean;
}

/** Zero-based line, and column in UTF-16 code units, as in the Language Server Protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface Problem {
  readonly severity: Severity;
  /** Such as `contract/unknown-field`; docs/problems.md explains all of them. */
  readonly code: string;
  readonly message: string;
  /** JSON Pointer in the document that the problem is in. */
  readonly pointer: string;
  /** The range in the file. */
  readonly range: Range;
  /** The payload path from the file to the document that the problem is in; empty for the file itself. */
  readonly layers: readonly string[];
  /** The name of that document, and the range in its decoded text. */
  readonly inside?: { readonly name: string; readonly range: Range };
  readonly deprecated?: true;
  /** Other ranges of the file that the problem is about. */
  readonly related?: readonly { readonly message: string; readonly range: Range }[];
  readonly href: string;
}

export interface ValidateResult {
  readonly file: string;
  readonly kind?: string;
  /** Present if nothing in the document is recognised, so that nothing was checked. */
  readonly unrecognised?: true;
  readonly problems: readonly Problem[];
  /** Problems that comments in the document hide. */
  readonly ignored?: readonly Problem[];
  /** For a node config: how aks-node-controller reads it. */
  readonly contract?: {
    readonly parse: { readonly ok: boolean; readonly error: string | null };
    readonly missing: readonly string[];
    readonly marshalled: string | null;
  };
  /** For a cloud-config: the verdict of cloud-init. */
  readonly cloudInit?: {
    readonly verdict: 'valid' | 'invalid' | 'deprecated-only' | 'not-validated';
    readonly contentType: string | null;
    readonly parsed: unknown;
  };
}

export interface RenderOptions extends SecretsOption {
  /** Format of custom data; by default, the one that the release of the node image makes. */
  readonly dialect?: 'cloud-init' | 'flatcar' | 'write-files';
  /** containerd version on the node such as `1.7.22`, for variables and files. */
  readonly containerd?: string;
  /** The node image's components.json, for GPU drivers in variables. */
  readonly gpuComponents?: string;
  /** The NodePool or NodeClaim, if the document has several. */
  readonly nodePool?: string;
}

/** What the node makes of a config. */
interface OnNode {
  /** Why it is made of a part of the config only: the node continues with that after an error. */
  readonly incomplete?: string;
}

/** What can be rendered, and what the result has. */
export interface Renderings {
  readonly 'custom-data': { readonly customData: string; readonly decoded: string; readonly config: string };
  readonly cse: { readonly cse: string };
  readonly env: OnNode & { readonly env: Readonly<Record<string, string>> };
  readonly 'boot-command': OnNode & { readonly argv: readonly string[] };
  readonly 'node-files': OnNode & {
    readonly files: readonly {
      readonly name: string;
      readonly path?: string;
      readonly variable: string;
      readonly text: string;
    }[];
  };
  readonly vmss: { readonly model: object };
  readonly karpenter: {
    readonly script: string;
    readonly containerdConfig: string;
    readonly missing: readonly object[];
  };
}

/** Why a document can't be rendered. */
export interface RenderFailure {
  readonly file: string;
  readonly error: { readonly code: string; readonly message: string };
}

export type RenderResult<What extends keyof Renderings> =
  ({ readonly file: string; readonly error?: undefined } & Renderings[What]) | RenderFailure;

export interface DecodeOptions extends SecretsOption {
  /** Whether the result has the decoded texts. */
  readonly withText?: boolean;
}

/** What is inside a document. docs/command-line.md lists further members. */
export interface Inside {
  readonly document?: { readonly sha256: string; readonly bytes: number };
  readonly parts?: readonly (Inside & { readonly contentType: string | null; readonly filename?: string })[];
  readonly files?: readonly (Inside & { readonly path?: string; readonly contentKind: string })[];
  readonly text?: string;
}

export interface DecodeResult extends Inside {
  readonly file: string;
  readonly kind: string;
  /** Why it has this kind, as the end of a sentence. */
  readonly reason?: string;
  /** From the outside in. */
  readonly layers: readonly string[];
  readonly payloads?: readonly (Inside & {
    readonly pointer: string;
    readonly role: string;
    readonly layers: readonly string[];
    readonly error?: string;
  })[];
  readonly problems: readonly Problem[];
}

export interface ExplainOptions extends SecretsOption {
  /** The table that the exit code is from; by default, the text decides. */
  readonly table?: 'linux-agentbaker' | 'windows' | 'aks-engine' | 'acs-engine';
}

/** What a failure text reports, explained. Members are null if the text doesn't contain them. */
export interface ExplainResult {
  readonly file: string;
  /** Who failed. */
  readonly failed: 'node-scripts' | 'extension-handler' | 'extension' | 'azure' | 'cluster' | null;
  readonly extension: string | null;
  readonly azureCode: string | null;
  /** The field of the node config that leads to the failure. */
  readonly field: string | null;
  readonly exitCode: number | null;
  readonly errorName: string | null;
  readonly candidates: readonly {
    readonly errorName: string;
    readonly since: string | null;
    readonly until: string | null;
  }[];
  readonly evidence: { readonly text: string; readonly range: Range } | null;
  readonly instances: readonly {
    readonly name: string;
    readonly exitCode: number | null;
    readonly errorName: string | null;
  }[];
  readonly family: string | null;
  readonly phase: string | null;
  readonly meaning: string | null;
  readonly causes: readonly string[];
  readonly nextSteps: readonly string[];
  readonly timeline: readonly { readonly name: string; readonly at: string; readonly sinceStart: number | null }[];
  readonly lastCommands: readonly { readonly command: string; readonly depth: number; readonly failed: boolean }[];
  /** Why there is no exit code. */
  readonly silence: { readonly kind: string; readonly reason: string } | null;
  readonly notes: readonly string[];
}

export interface CompareOptions extends SecretsOption, Pick<RenderOptions, 'containerd' | 'gpuComponents'> {}

/** One of each side, absent if the side has none. */
export interface Both<T> {
  readonly before?: T;
  readonly after?: T;
}

/** The differences between two documents, or between two machines in them. */
export interface CompareResult {
  readonly files: readonly [string, string];
  /** Whether nothing differs and everything could be compared. */
  readonly equal: boolean;
  /** Names of the compared machines. */
  readonly machines?: Both<string>;
  readonly compared: readonly string[];
  readonly notCompared: readonly string[];
  readonly fields: readonly {
    readonly path: string;
    readonly pointer: string;
    readonly kind: 'added' | 'removed' | 'changed' | 'moved';
    readonly before?: unknown;
    readonly after?: unknown;
    readonly ranges: Both<Range>;
  }[];
  readonly variables: readonly {
    readonly name: string;
    readonly before?: string;
    readonly after?: string;
    readonly causes: readonly string[];
  }[];
  readonly texts: readonly { readonly document: string; readonly kind: 'added' | 'removed' | 'changed' }[];
  readonly notes: readonly { readonly severity: 'error' | 'information'; readonly message: string }[];
}

export interface RedactOptions {
  /** Whether names of subscriptions, groups, resources, hosts, users and addresses are replaced, too. */
  readonly pseudonyms?: boolean;
}

export interface RedactResult {
  readonly results: readonly {
    readonly file: string;
    readonly kind: string;
    /** How many secrets were replaced, by what they are. */
    readonly secrets: Readonly<Record<string, number>>;
    readonly pseudonyms?: Readonly<Record<string, number>>;
    readonly replacedWhole: readonly string[];
    /** Payloads, problems and explanations that only the original or only the result has. */
    readonly differences: readonly string[];
    readonly text: string;
  }[];
  readonly notRedacted: readonly { readonly file: string; readonly reason: string }[];
}
