import type { CloudConfigView } from './cloudConfig/view.js';
import type { CloudConfigContext } from './cloudConfig/rules/input.js';
import type { DocumentKind } from './document/kinds.js';
import type { OpenedDocument } from './document/kindSpec.js';
import { modelAround } from './document/machineModel.js';
import type { NamedFile, Payload } from './document/payload.js';
import type { Explanation } from './failure/explain.js';
import { failuresIn, type FailureText } from './failure/failures.js';
import type { FailureContext } from './failure/view.js';
import { parseJson } from './formats/json/parse.js';
import type { SyntaxNode } from './formats/tree/node.js';
import type { KarpenterContext, KarpenterView } from './karpenter/view.js';
import { type Limits, limits as defaultLimits } from './limits.js';
import { type Contract, contract as builtInContract } from './nodeConfig/contract/contract.js';
import type { NodeConfigView } from './nodeConfig/view.js';
import { type NodeConfigContext, targetImage } from './nodeConfig/rules/input.js';
import { DecodeContext, type SourceFiles, type TemplateOptions } from './payload/content.js';
import { detectKind } from './payload/detectKind.js';
import { kindReason } from './payload/kindReason.js';
import { kinds } from './payload/kindTable.js';
import { openPayload } from './payload/open.js';
import { sourceText } from './payload/sourceText.js';
import type { Platform } from './platform.js';
import { problem, type Problem } from './problems/problem.js';
import { Remembered } from './remembered.js';
import { Budget } from './text/budget.js';
import type { Release } from './values/known/releases.js';
import { createLineIndex, type LineIndex, type Span } from './text/span.js';
import { append } from './text/strings.js';

/** What validation depends on besides the text. The caller supplies it; the core never looks anything up. */
export interface ValidationContext extends NodeConfigContext, CloudConfigContext, KarpenterContext, FailureContext {
  /** Whether content that isn't recognised is an error. */
  readonly strict?: boolean;
}

/** What is analysed: a text as an editor holds it, or the bytes of a file. */
export interface Source {
  /** File name or URI; decides the kind if it can. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The kind that the user chose. */
  readonly kind?: DocumentKind | undefined;
  /** The kind if neither the user nor name nor content says one. */
  readonly fallbackKind?: DocumentKind | undefined;
  readonly context?: ValidationContext | undefined;
  /** Values that the expressions of a template may use. */
  readonly templates?: TemplateOptions | undefined;
  /** The files that it reads, as far as the caller has them: see {@link Analysis.namedFiles}. */
  readonly files?: SourceFiles | undefined;
  /** What was made of earlier versions of the document in the same context. */
  readonly remembered?: Remembered | undefined;
  /** Bounds that differ from the usual ones. */
  readonly limits?: Partial<Limits> | undefined;
  /** The time of work of which this is a part; by default the file has its own. */
  readonly budget?: Budget | undefined;
}

/**
 * One version of one text, opened: its tree, its payloads, and what the kinds work out about them. Each part is made when
 * it is first used. A new text needs a new analysis.
 */
export class Analysis {
  readonly name: string;
  /** The file as text; empty if it isn't text. */
  readonly text: string;
  /** The file itself as a payload, with its tree and its children. */
  readonly root: Payload;
  readonly source: Source;
  readonly context: ValidationContext;
  readonly platform: Platform;
  readonly remembered: Remembered;
  /** The problems of the bytes of the file. */
  readonly sourceProblems: readonly Problem[];
  readonly decoding: DecodeContext;
  readonly #documents = new Map<Payload, Document>();
  readonly #made = new Map<unknown, unknown>();
  #lines: LineIndex | undefined;

  constructor(source: Source, platform: Platform) {
    const file = sourceText(source.content, { ...defaultLimits, ...source.limits });
    this.name = source.name;
    this.source = source;
    this.text = file.text ?? '';
    this.context = source.context ?? {};
    this.platform = platform;
    this.remembered = source.remembered ?? new Remembered();
    this.decoding = this.newDecoding(source.budget);
    const isCustomData = source.kind === 'custom-data';
    const kind = isCustomData ? undefined : source.kind;
    this.root = openPayload(
      {
        content: file.content,
        name: source.name,
        steps: [],
        outerLayers: file.encodings,
        kind: file.beginning === undefined ? kind : kindOfBeginning(source, file.beginning, () => this.contract),
        fallbackKind: source.fallbackKind,
        ...(source.kind === undefined ? {} : { transport: isCustomData ? 'base64-expected' : 'none' }),
      },
      this.decoding,
    );
    const isUtf16 = file.encodings.some((encoding) => encoding === 'utf16le' || encoding === 'utf16be');
    this.sourceProblems = isUtf16 && this.kind === 'node-config' ? [...file.problems, inUtf16] : file.problems;
  }

  /** The kind of the file: encoded user data is custom data, whatever is inside it. */
  get kind(): DocumentKind {
    return this.root.steps.some((step) => step.startsWith('base64') || step === 'gzip')
      ? 'custom-data'
      : this.root.kind;
  }

  /** What it is, in words. */
  get title(): string {
    return this.karpenter?.hasResources === true ? 'Karpenter resources' : kinds[this.kind].title;
  }

  /** Why it has its kind, for "Read as X because …"; undefined if its kind isn't known. */
  get reason(): string | undefined {
    return kindReason(this.kind, this.name, this.source.kind === this.kind);
  }

  /** The contract of the node configs in it. */
  get contract(): Contract {
    return this.context.contract ?? builtInContract;
  }

  get lines(): LineIndex {
    return (this.#lines ??= createLineIndex(this.text));
  }

  /** The file as a node config; undefined for other kinds. */
  get nodeConfig(): NodeConfigView | undefined {
    return this.#fileView('node-config') as NodeConfigView | undefined;
  }

  /** The file as a cloud-config; undefined for other kinds. */
  get cloudConfig(): CloudConfigView | undefined {
    return this.#fileView('cloud-config') as CloudConfigView | undefined;
  }

  /** The file as Karpenter's bootstrap options or resources; undefined for other kinds. */
  get karpenter(): KarpenterView | undefined {
    return this.#fileView('karpenter-options') as KarpenterView | undefined;
  }

  /** The failures of provisioning that the file reports, with secrets masked. */
  get failures(): readonly Explanation[] {
    return this.made(explainedFailures);
  }

  /** The same before they are explained, read once for all answers about them. */
  get failureText(): FailureText {
    return this.made(readFailures);
  }

  /** What the kind of a payload works out about it. */
  view(payload: Payload): unknown {
    return this.#document(payload).view;
  }

  /** The lines of a payload's text. */
  linesOf(payload: Payload): LineIndex {
    return this.#document(payload).lines;
  }

  /** What a function makes of this analysis, made once. */
  made<T>(make: (analysis: Analysis) => T): T {
    if (!this.#made.has(make)) this.#made.set(make, make(this));
    return this.#made.get(make) as T;
  }

  /** The file and everything inside it, outer documents first. */
  *documents(): Generator<Payload> {
    const open = [this.root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      yield next;
      append(open, next.children.map((child) => child.payload).reverse());
    }
  }

  /** The same file for a node image. */
  forImage(nodeImage: Release): Analysis {
    const context = { ...this.context, nodeImage };
    return new Analysis({ ...this.source, budget: undefined, remembered: undefined, context }, this.platform);
  }

  /** The node image that a config inside is for: the one that was chosen, or that of the machine around the config. */
  imageOf(payload: Payload): Release | undefined {
    return targetImage({ ...this.context, machine: modelAround(this.root, payload) });
  }

  /** The same file with another text; the time for it is that of `budget`. */
  withText(text: string, budget?: Budget): Analysis {
    return new Analysis({ ...this.source, content: text, budget }, this.platform);
  }

  /** The files that Bicep or Terraform source reads. A caller who can read them hands them in with `withFiles`. */
  get namedFiles(): readonly NamedFile[] {
    const { root } = this;
    return root.format === 'bicep' || root.format === 'hcl' ? (root.details.files ?? []) : [];
  }

  /** The same file with those that it reads. */
  withFiles(files: SourceFiles): Analysis {
    return new Analysis({ ...this.source, files }, this.platform);
  }

  /** Whether the file is small enough for what is asked again and again while a user works on it. */
  get isInteractive(): boolean {
    return this.text.length <= this.decoding.limits.interactiveCharacters;
  }

  /** The options of decoding further documents like this one; the time is that of `budget`. */
  newDecoding(budget: Budget = this.#newBudget('decodeMilliseconds')): DecodeContext {
    const { templates, files, limits } = this.source;
    return new DecodeContext({
      contract: () => this.contract,
      platform: this.platform,
      templates,
      files,
      limits,
      budget,
      remembered: this.remembered,
    });
  }

  /** The time for a further step of an answer about this document. */
  newBudget(): Budget {
    return this.#newBudget('answerMilliseconds');
  }

  #newBudget(limit: 'decodeMilliseconds' | 'answerMilliseconds'): Budget {
    return new Budget(() => this.platform.now(), this.source.limits?.[limit] ?? defaultLimits[limit]);
  }

  #fileView(kind: DocumentKind): unknown {
    const { root } = this;
    return root.kind === kind && root.steps.length === 0 && root.tree !== undefined ? this.view(root) : undefined;
  }

  #document(payload: Payload): Document {
    let document = this.#documents.get(payload);
    if (document === undefined) this.#documents.set(payload, (document = new Document(payload, this)));
    return document;
  }
}

/** The kind of a file that is too large to be opened. */
function kindOfBeginning({ name, kind, fallbackKind }: Source, text: string, contract: () => Contract): DocumentKind {
  const json = (): SyntaxNode | undefined => parseJson(text).root;
  const found = detectKind({ name, text, whole: true, json, contract }, kind);
  return found === 'unknown' ? (fallbackKind ?? found) : found;
}

function readFailures(analysis: Analysis): FailureText {
  return failuresIn(analysis.text, analysis.newBudget());
}

function explainedFailures(analysis: Analysis): readonly Explanation[] {
  const { kind, root, text } = analysis;
  const found = kinds[kind].failures?.(analysis.view(root)) ?? [];
  if (root.text === text) return found;
  const moved = (span: Span | undefined): Span | undefined => span && root.map.toOuter(span);
  return found.map((one) => ({ ...one, span: moved(one.span), extent: moved(one.extent) }));
}

/** protojson reads UTF-8 only: of ASCII in UTF-16, every second character is NUL. */
const inUtf16 = problem(
  'json/syntax',
  { start: 0, end: 0 },
  'The file is UTF-16, and the node reads only UTF-8. Save it as UTF-8.',
);

/** A payload with what is made for it on demand. */
class Document implements OpenedDocument {
  readonly payload: Payload;
  readonly #analysis: Analysis;
  #lines: LineIndex | undefined;
  #view: { readonly value: unknown } | undefined;

  constructor(payload: Payload, analysis: Analysis) {
    this.payload = payload;
    this.#analysis = analysis;
  }

  get text(): string {
    return this.payload.text ?? '';
  }

  get platform(): Platform {
    return this.#analysis.platform;
  }

  get fileProblems(): readonly Problem[] | undefined {
    const { payload } = this;
    const { root, sourceProblems } = this.#analysis;
    return payload === root && payload.steps.length === 0 ? sourceProblems : undefined;
  }

  get budget(): Budget {
    return this.#analysis.decoding.budget;
  }

  get lines(): LineIndex {
    const { text, lines } = this.#analysis;
    return (this.#lines ??= this.text === text ? lines : createLineIndex(this.text));
  }

  /** A node config is also checked against the machine around it. */
  get #context(): ValidationContext {
    const { payload } = this;
    const { context, root } = this.#analysis;
    if (payload.kind !== 'node-config' || payload === root) return context;
    const machine = modelAround(root, payload);
    return machine === undefined ? context : { ...context, machine };
  }

  get view(): unknown {
    this.#view ??= { value: kinds[this.payload.kind].view(this, this.#context) };
    return this.#view.value;
  }
}
