import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver';
import { viewOfUriText } from '../virtualDocuments.js';
import type { HostFile } from './host.js';
import { pathOf } from './settings.js';
import {
  Analysis,
  type ValidationContext,
  configSecrets,
  type DocumentKind,
  type Payload,
  type Platform,
  type RevealedStrings,
  Remembered,
} from '../core/index.js';

/** An open document with the analysis of its current text, which is made when it is first used. */
export class SyncedDocument {
  readonly #text: TextDocument;
  readonly #platform: Platform;
  #kind: DocumentKind | undefined;
  #surroundingKind: DocumentKind | undefined;
  /** That of the settings. */
  #configuredKind: DocumentKind | undefined;
  #analysis: Analysis | undefined;
  #context: ValidationContext = {};
  #files: ReadonlyMap<string, HostFile> = new Map();
  readonly #revealed = new Map<string, string>();
  #remembered = new Remembered({ versions: true });
  readonly #shown = new WeakMap<Payload, Analysis | undefined>();

  constructor(text: TextDocument, platform: Platform) {
    this.#text = text;
    this.#platform = platform;
  }

  update(changes: TextDocumentContentChangeEvent[], version: number): void {
    TextDocument.update(this.#text, changes, version);
    this.#analysis = undefined;
  }

  get uri(): string {
    return this.#text.uri;
  }

  get text(): string {
    return this.#text.getText();
  }

  get languageId(): string {
    return this.#text.languageId;
  }

  get version(): number {
    return this.#text.version;
  }

  get analysis(): Analysis {
    return (this.#analysis ??= this.#analyse());
  }

  #analyse(): Analysis {
    this.#remembered.startVersion(this.text);
    const view = viewOfUriText(this.uri)?.view;
    const path = pathOf(this.uri.replace(/[?#][^]*/, ''));
    return new Analysis(
      {
        // The path of a virtual document begins with its outer document, which may be of another kind.
        name: view === undefined ? path : path.slice(path.lastIndexOf('/')),
        content: this.text,
        // A report repeats what its source contains.
        kind: view === 'failure' ? 'unknown' : (this.#kind ?? this.#surroundingKind ?? this.#configuredKind),
        context: { ...this.#context, now: Date.now() },
        remembered: this.#remembered,
        files: new Map([...this.#files].map(([path, { content }]) => [path, content])),
      },
      this.#platform,
    );
  }

  /** The analysis of a payload as it is shown, made once. */
  shown(payload: Payload, make: (payload: Payload) => Analysis | undefined): Analysis | undefined {
    if (!this.#shown.has(payload)) this.#shown.set(payload, make(payload));
    return this.#shown.get(payload);
  }

  /** Whether an analysis is that of the current text, kind and context. */
  isCurrent(analysis: Analysis): boolean {
    return this.#analysis === analysis;
  }

  /** Sets the context in which the document is validated, and the kind that settings give it. */
  configure(context: ValidationContext, kind?: DocumentKind): void {
    const before = this.#context;
    const same =
      this.#configuredKind === kind &&
      before.nodeImage?.version === context.nodeImage?.version &&
      before.oldestNodeImage?.version === context.oldestNodeImage?.version &&
      before.cloudInit?.text === context.cloudInit?.text &&
      before.instanceData === context.instanceData &&
      before.instanceDataFault === context.instanceDataFault &&
      before.dialect === context.dialect &&
      before.contract === context.contract &&
      before.exitCodes === context.exitCodes &&
      before.karpenter?.settings === context.karpenter?.settings &&
      before.karpenter?.release === context.karpenter?.release &&
      before.underVersionControl === context.underVersionControl;
    this.#context = context;
    this.#configuredKind = kind;
    if (!same) this.outdate();
  }

  /** The files that the document reads, by the paths with which it names them. */
  get files(): ReadonlyMap<string, HostFile> {
    return this.#files;
  }

  /** Sets the files that the document reads. */
  readFiles(files: ReadonlyMap<string, HostFile>): void {
    const same =
      files.size === this.#files.size && [...files].every(([path, file]) => isSame(this.#files.get(path), file));
    this.#files = files;
    if (!same) this.outdate();
  }

  /** What the document is read and checked with has changed, such as a file that it reads. */
  outdate(): void {
    this.#analysis = undefined;
    this.#remembered = new Remembered({ versions: true });
  }

  /** The secrets that previews of the document show; forgotten with the document. */
  get revealed(): RevealedStrings {
    return this.#revealed;
  }

  /** Shows or hides a secret in previews, by its pointer. */
  reveal(pointer: string, shown: boolean): void {
    const secret = configSecrets(this.analysis).find((candidate) => candidate.pointer === pointer);
    if (secret !== undefined && shown) this.#revealed.set(pointer, secret.text);
    else this.#revealed.delete(pointer);
  }

  /** Reads a decoded text as the kind that its outer document gives it, unless the user has chosen another one. */
  readAs(kind: DocumentKind | undefined): void {
    if (kind === this.#surroundingKind) return;
    this.#surroundingKind = kind;
    this.outdate();
  }

  /** Sets the kind of the document; undefined goes back to detection. */
  setKind(kind: DocumentKind | undefined): void {
    this.#kind = kind;
    this.outdate();
  }
}

function isSame(before: HostFile | undefined, { uri, content }: HostFile): boolean {
  if (before === undefined || before.uri !== uri) return false;
  if (before.content.ok && content.ok) return before.content.value === content.value;
  return !before.content.ok && !content.ok && before.content.error === content.error;
}

/** How a collection of documents creates and updates them. */
export function syncedDocuments(platform: Platform): TextDocumentsConfiguration<SyncedDocument> {
  return {
    create: (uri, languageId, version, content) =>
      new SyncedDocument(TextDocument.create(uri, languageId, version, content), platform),
    update: (document, changes, version) => {
      document.update(changes, version);
      return document;
    },
  };
}
