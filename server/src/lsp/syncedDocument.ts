import { fileURLToPath } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { nodePlatform } from '../adapters/nodePlatform.js';
import { viewOfUriText } from '../virtualDocuments.js';
import { Analysis, type Circumstances, configSecrets, type DocumentKind, type RevealedTexts } from '../core/index.js';

/**
 * An open document that owns what is known about its present text. The analysis is made when somebody
 * asks and dropped with the next change or with the document.
 */
export class SyncedDocument {
  readonly #text: TextDocument;
  #kind: DocumentKind | undefined;
  #analysis: Analysis | undefined;
  #circumstances: Circumstances = {};
  readonly #revealed = new Map<string, string>();

  private constructor(text: TextDocument) {
    this.#text = text;
  }

  static create(uri: string, languageId: string, version: number, content: string): SyncedDocument {
    return new SyncedDocument(TextDocument.create(uri, languageId, version, content));
  }

  static update(document: SyncedDocument, changes: TextDocumentContentChangeEvent[], version: number): SyncedDocument {
    TextDocument.update(document.#text, changes, version);
    document.#analysis = undefined;
    return document;
  }

  /** The same document with another text, as it would be after an edit; not an open one. */
  withText(text: string): SyncedDocument {
    const document = SyncedDocument.create(this.uri, this.languageId, this.version, text);
    document.#kind = this.#kind;
    document.#circumstances = this.#circumstances;
    return document;
  }

  get uri(): string {
    return this.#text.uri;
  }

  /** The path on this machine; undefined for documents that are no files of it. */
  get path(): string | undefined {
    try {
      return this.uri.startsWith('file:') ? fileURLToPath(this.uri) : undefined;
    } catch {
      // The URI of another host's share, or one with an encoded slash: no path of this machine.
      return undefined;
    }
  }

  get languageId(): string {
    return this.#text.languageId;
  }

  get version(): number {
    return this.#text.version;
  }

  get analysis(): Analysis {
    return (this.#analysis ??= new Analysis(
      {
        name: nameOf(this.uri),
        content: this.#text.getText(),
        // A report repeats what its source tells.
        kind: viewOfUriText(this.uri)?.view === 'failure' ? 'unknown' : this.#kind,
        circumstances: { ...this.#circumstances, now: Date.now() },
      },
      nodePlatform,
    ));
  }

  /** Judges the document under these circumstances from now on. */
  judgeUnder(circumstances: Circumstances): void {
    const before = this.#circumstances;
    const same =
      before.nodeImage?.version === circumstances.nodeImage?.version &&
      before.dialect === circumstances.dialect &&
      before.underVersionControl === circumstances.underVersionControl;
    this.#circumstances = circumstances;
    if (!same) this.#analysis = undefined;
  }

  /** The secrets that previews of the document show; forgotten with the document. */
  get revealed(): RevealedTexts {
    return this.#revealed;
  }

  /** Shows or hides a secret in previews, by its pointer. */
  reveal(pointer: string, shown: boolean): void {
    const secret = configSecrets(this.analysis).find((candidate) => candidate.pointer === pointer);
    if (secret !== undefined && shown) this.#revealed.set(pointer, secret.text);
    else this.#revealed.delete(pointer);
  }

  /** Reads the document as a kind from now on; undefined goes back to detection. */
  setKind(kind: DocumentKind | undefined): void {
    this.#kind = kind;
    this.#analysis = undefined;
  }
}

/** The path of a URI, decoded as far as it can be. */
function nameOf(uri: string): string {
  const path = uri.replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
