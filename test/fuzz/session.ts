import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CancellationTokenSource,
  type Diagnostic,
  ErrorCodes,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type DecodeResult, type PayloadEntry, requests } from '../../server/src/protocol.js';
import { viewOfUriText } from '../../server/src/virtualDocuments.js';
import { type EditorTraits, TestEditor } from '../support/lspConnection.js';
import type { Figures } from './entries/entry.js';
import { inputOf } from './inputs.js';
import { allRequests, type Asking } from './lspRequests.js';
import { Random } from './random.js';
import { hostileStrings, knownLines, words } from './words.js';

/** Milliseconds after which a request counts as unanswered. */
const maxMilliseconds = 60_000;
/** Characters of a document in a session, so that its requests take little time. */
const maxCharacters = 20_000;

/** Errors with which a request may be answered. */
const accepted: ReadonlySet<number> = new Set([
  LSPErrorCodes.RequestCancelled,
  LSPErrorCodes.ContentModified,
  LSPErrorCodes.ServerCancelled,
  ErrorCodes.InvalidParams,
]);

/**
 * An editor that opens documents, edits, asks, cancels, configures, closes and reopens them at random. Throws if a request
 * isn't answered, the server logs an error, or diagnostics differ from those of the same text in a new document.
 */
export async function runSession(seed: number, figures: Figures): Promise<void> {
  const random = new Random(seed);
  const editor = await TestEditor.start(traitsFor(random));
  const session = new FuzzSession(editor, random, figures);
  try {
    for (let documents = 1 + random.below(3); documents > 0; documents--) await session.open();
    for (let steps = 5 + random.below(25); steps > 0; steps--) {
      await session.step();
      if (random.oneIn(3)) await nextTurn();
    }
    await session.finish();
  } finally {
    await within(editor.stop(), 'shutdown');
  }
}

function traitsFor(random: Random): EditorTraits {
  return {
    pull: !random.oneIn(5),
    snippets: random.oneIn(2),
    resolvesEdits: random.oneIn(2),
    initializationOptions: {
      commands: random.oneIn(2),
      ...(random.oneIn(4) ? { hostServes: { json: random.oneIn(2), yaml: random.oneIn(2) } } : {}),
    },
    ...(random.oneIn(2) ? { settings: settingsFor(random) } : {}),
    workspace: { textDocumentContent: {} },
    ...(random.oneIn(2) ? { window: { workDoneProgress: true } } : {}),
    ...(random.oneIn(10) ? { refuseRequests: true } : {}),
  };
}

function settingsFor(random: Random): object {
  return {
    dialect: random.pick(['cloud-init', 'flatcar', 'write-files', 'nothing', null, 7]),
    nodeImage: random.pick(['', '202605.27.0', 'x', null]),
    containerdVersion: random.pick(['', '2.0.0', 'x']),
    severities: random.pick([{}, { 'contract/*': 'off' }, { '*': 'error' }, [], 'x']),
    hover: random.pick([{}, { payloads: false }, null]),
  };
}

interface OpenDocument {
  readonly name: string;
  document: TextDocument;
  kind: string | null;
}

class FuzzSession {
  readonly #editor: TestEditor;
  readonly #random: Random;
  readonly #figures: Figures;
  readonly #open: OpenDocument[] = [];
  readonly #closed: OpenDocument[] = [];
  readonly #answers: Promise<void>[] = [];
  readonly #cancellable: CancellationTokenSource[] = [];
  #steps: readonly (readonly string[])[] = [[]];
  #items: readonly object[] = [{}];
  #count = 0;

  constructor(editor: TestEditor, random: Random, figures: Figures) {
    this.#editor = editor;
    this.#random = random;
    this.#figures = figures;
  }

  async open(): Promise<void> {
    const { name, content } = inputOf(this.#random.below(1_000_000_000), 'structure');
    const text = Buffer.from(content).toString('utf8').slice(0, maxCharacters);
    await this.#opened({ name: `${this.#count++}/${name}`, text, kind: null });
  }

  async #opened({ name, text, kind }: { name: string; text: string; kind: string | null }): Promise<OpenDocument> {
    const uri = await this.#editor.open(name, text);
    const opened = { name, document: TextDocument.create(uri, 'json', 1, text), kind };
    this.#open.push(opened);
    return opened;
  }

  async step(): Promise<void> {
    const random = this.#random;
    const [first] = this.#open;
    if (first === undefined) return this.open();
    const opened = random.pick(this.#open);
    switch (random.below(14)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.#edit(opened);
      case 4:
        this.#cancellable
          .splice(random.below(this.#cancellable.length + 1), 1)
          .at(0)
          ?.cancel();
        return;
      case 5:
        return this.#editor.connection.sendNotification('workspace/didChangeConfiguration', {
          settings: { aksBootstrap: settingsFor(random) },
        });
      case 6:
        this.#open.splice(this.#open.indexOf(opened), 1);
        this.#closed.push(opened);
        return this.#editor.close(opened.document.uri);
      case 7: {
        const [again] = this.#closed.splice(0, 1);
        if (again === undefined) return this.open();
        await this.#opened({ name: again.name, text: again.document.getText(), kind: null });
        return;
      }
      default:
        return this.#ask(opened);
    }
  }

  async #ask({ document }: OpenDocument): Promise<void> {
    const random = this.#random;
    const [method, parameters] = random.pick(allRequests);
    const text = document.getText();
    const asking: Asking = {
      random,
      uri: random.oneIn(30) ? 'file:///project/nothing.json' : document.uri,
      other: random.pick(this.#open).document.uri,
      text,
      position: () => this.#position(document),
      range: () => this.#range(document),
      steps: () => random.pick(this.#steps),
      item: () => random.pick(this.#items),
    };
    const params = parameters(asking);
    if (method === requests.setKind) {
      const { uri, kind } = params as { uri: string; kind: string | null };
      for (const one of this.#open) if (one.document.uri === uri) one.kind = kind;
      // Cancelled, or answered after the document was closed, it would be unclear what the kind is.
      await this.#request(method, params);
      return;
    }
    void this.#request(method, params).then((answer) => this.#remember(method, answer));
  }

  #remember(method: string, answer: unknown): void {
    if (method === requests.decode && answer !== undefined) {
      const all = (entries: readonly PayloadEntry[]): readonly (readonly string[])[] =>
        entries.flatMap(({ steps, children }) => [steps, ...all(children)]);
      this.#steps = [[], ...all((answer as DecodeResult).payloads)];
    }
    const items = Array.isArray(answer) ? answer.filter((item) => typeof item === 'object' && item !== null) : [];
    if (method === 'textDocument/codeAction' && items.length > 0) this.#items = items as object[];
  }

  /** The answer; undefined if it is an error that is accepted. */
  #request(method: string, params: object): Promise<unknown> {
    this.#figures.requests++;
    const source = new CancellationTokenSource();
    this.#cancellable.push(source);
    const answer = within(this.#editor.connection.sendRequest(method, params, source.token), method).catch(
      (error: unknown) => {
        if (error instanceof ResponseError && accepted.has(error.code)) return undefined;
        throw new Error(`${method} failed: ${String(error)}\n${this.#editor.log.join('\n')}`);
      },
    );
    const settled = answer.then(() => undefined);
    // It is awaited at the end.
    settled.catch(() => undefined);
    this.#answers.push(settled);
    return answer.catch(() => undefined);
  }

  #position(document: TextDocument): Position {
    const random = this.#random;
    if (random.oneIn(25)) return { line: random.below(100_000), character: random.below(100_000) };
    return document.positionAt(random.below(document.getText().length + 1));
  }

  #range(document: TextDocument): Range {
    const at = this.#random.below(document.getText().length + 1);
    return {
      start: document.positionAt(at),
      end: document.positionAt(at + this.#random.pick([0, 0, 1, 5, 80, 100_000])),
    };
  }

  async #edit(opened: OpenDocument): Promise<void> {
    const random = this.#random;
    const { document } = opened;
    const version = document.version + 1;
    const changes: TextDocumentContentChangeEvent[] = [];
    for (let left = random.pick([1, 1, 1, 2, 4]); left > 0; left--) {
      const text = random.pick([
        random.pick(words),
        random.pick(hostileStrings),
        `${random.pick(knownLines)}\n`,
        '',
        '\r\n',
        '\ud83d',
        'a',
      ]);
      // Each change is one of the text that the changes before leave.
      const change = random.oneIn(30)
        ? { text: inputOf(random.below(1_000_000_000)).content.toString().slice(0, maxCharacters) }
        : { range: this.#range(opened.document), text };
      changes.push(change);
      opened.document = TextDocument.update(opened.document, [change], version);
    }
    await this.#editor.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: document.uri, version },
      contentChanges: changes,
    });
  }

  /** Waits for all answers, and compares the diagnostics of the documents with those of new documents. */
  async finish(): Promise<void> {
    await Promise.all(this.#answers);
    for (const { name, document, kind } of [...this.#open]) {
      const diagnostics = await this.#diagnostics(document.uri);
      const fresh = await this.#opened({ name: `fresh/${name}`, text: document.getText(), kind });
      if (kind !== null) await this.#request(requests.setKind, { uri: fresh.document.uri, kind });
      const expected = await this.#diagnostics(fresh.document.uri);
      if (diagnostics !== undefined && expected !== undefined)
        checkSame(
          withoutAddress(diagnostics, document.uri),
          withoutAddress(expected, fresh.document.uri),
          document.getText(),
        );
    }
    await Promise.all(this.#answers);
    const failed = this.#editor.log.find((line) => /^[\w/]+ failed: /.test(line));
    if (failed !== undefined) throw new Error(`the server logged: ${failed}`);
  }

  async #diagnostics(uri: string): Promise<Diagnostic[] | undefined> {
    if (!('diagnosticProvider' in this.#editor.initialized.capabilities)) return undefined;
    const answer = await this.#request('textDocument/diagnostic', { textDocument: { uri } });
    return (answer as { items: Diagnostic[] } | undefined)?.items;
  }
}

/** Diagnostics without the address of their document, which is also in the addresses of what is inside. */
function withoutAddress(diagnostics: readonly Diagnostic[], uri: string): string {
  const path = uri.slice('file:///'.length);
  const json = JSON.stringify(diagnostics).replace(/aks-bootstrap[\w-]*:[^"]*/g, (address) =>
    JSON.stringify(viewOfUriText(address)),
  );
  return [uri, encodeURIComponent(uri), path, encodeURIComponent(path)].reduce(
    (text, address) => text.replaceAll(address, 'ADDRESS'),
    json,
  );
}

function checkSame(edited: string, fresh: string, text: string): void {
  if (edited === fresh) return;
  let at = 0;
  while (edited.charAt(at) === fresh.charAt(at)) at++;
  const shown = (json: string): string => json.slice(Math.max(0, at - 200), at + 100);
  throw new Error(
    `diagnostics after edits differ from those of a new document: ${shown(edited)} and ${shown(fresh)} for ${JSON.stringify(text).slice(0, 500)}`,
  );
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} isn't answered`)), maxMilliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
