import type { CodeAction, CompletionItem, CompletionList } from 'vscode-languageserver/node';
import { type DecodeResult, type LayerTextResult, type PayloadEntry, requests } from '../../server/src/protocol.js';
import { viewToUriText } from '../../server/src/virtualDocuments.js';
import type { TestEditor } from './lspConnection.js';

/** An answer of the server, with the request that it is for. */
interface ShownAnswer {
  readonly request: string;
  /** The answer as JSON, without text that the editor writes into the document and doesn't show. */
  readonly text: string;
}

/** Asks the server everything about an open document, and about the documents inside it. */
export async function shownAnswers(editor: TestEditor, uri: string, text: string): Promise<readonly ShownAnswer[]> {
  const asker = new Asker(editor);
  await asker.askAbout(uri, text);
  const { payloads } = (await asker.ask(requests.decode, { uri })) as DecodeResult;
  for (const { steps, name } of allOf(payloads)) await asker.askAboutPayload(uri, steps, name);
  await asker.askForResults(uri, text);
  return [...asker.answers, ...editor.log.map((line) => ({ request: 'log', text: line }))];
}

/** Whether a text contains a secret, as it is or in base64 at any offset. */
export function contains(text: string, secret: string): boolean {
  return [secret, JSON.stringify(secret).slice(1, -1), ...base64Of(secret)].some((form) => text.includes(form));
}

/** The letters of base64 that encode only the secret, for each offset in a group of three bytes. */
function base64Of(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + secret).toString('base64');
    return encoded.slice(Math.ceil((offset * 4) / 3), -4);
  });
}

const unshown = new Set(['newText', 'insertText', 'filterText', 'sortText', 'content']);

const previews = [
  'custom-data',
  'cse',
  'boot-command',
  'env',
  'node-files',
  'vmss',
  'karpenter-script',
  'karpenter-options',
] as const;

class Asker {
  readonly answers: ShownAnswer[] = [];
  readonly #editor: TestEditor;

  constructor(editor: TestEditor) {
    this.#editor = editor;
  }

  async ask(method: string, params: object): Promise<unknown> {
    const answer = await this.#editor.connection.sendRequest<unknown>(method, params);
    this.answers.push({
      request: `${method} ${JSON.stringify(params).slice(0, 200)}`,
      text: JSON.stringify(answer, (name, value: unknown) => (unshown.has(name) ? undefined : value)),
    });
    return answer;
  }

  /** The features of the protocol, at many positions. */
  async askAbout(uri: string, text: string): Promise<void> {
    const textDocument = { uri };
    const lines = text.split('\n');
    const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    for (const method of ['diagnostic', 'documentSymbol', 'foldingRange', 'documentLink', 'codeLens'])
      await this.ask(`textDocument/${method}`, { textDocument });
    await this.ask('textDocument/inlayHint', { textDocument, range });
    const actions = (await this.ask('textDocument/codeAction', {
      textDocument,
      range,
      context: { diagnostics: [] },
    })) as CodeAction[];
    for (const action of actions) await this.ask('codeAction/resolve', action);
    for (const position of positionsIn(lines)) {
      for (const method of ['hover', 'definition'])
        await this.ask(`textDocument/${method}`, { textDocument, position });
      const listed = (await this.ask('textDocument/completion', { textDocument, position })) as
        CompletionItem[] | CompletionList;
      const [first] = Array.isArray(listed) ? listed : listed.items;
      if (first !== undefined) await this.ask('completionItem/resolve', first);
    }
  }

  /** A payload as it is opened in an editor. */
  async askAboutPayload(source: string, steps: readonly string[], name: string): Promise<void> {
    const layer = (await this.ask(requests.layerText, { uri: source, steps, forEditing: true })) as LayerTextResult;
    if (layer === null) return;
    await this.ask(requests.payloadPlace, { uri: source, steps });
    const uri = viewToUriText({ source, view: 'layer', steps }, name || 'payload');
    const { languageId, text } = layer;
    await this.#editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
    await this.askAbout(uri, text);
  }

  /** Our own requests. */
  async askForResults(uri: string, text: string): Promise<void> {
    for (const method of [requests.previews, requests.secrets, requests.explain, requests.summary])
      await this.ask(method, { uri });
    await this.ask(requests.comparable, {});
    for (const what of previews) await this.ask(requests.render, { uri, what });
    await this.ask(requests.timeline, { sources: [uri] });
    for (const as of ['svg', 'markdown']) await this.ask(requests.timelineExport, { sources: [uri], as });
    const other = await this.#editor.open(
      `other-${uri.split('/').at(-1) ?? ''}`,
      text.replace(/[A-Za-z]{3}/, 'changed'),
    );
    await this.ask(requests.compare, { before: uri, after: other });
    for (const tool of ['validate', 'decode', 'explain'])
      await this.ask(requests.tool, { tool, uri, file: uri.split('/').at(-1), text, withText: true });
    for (const what of ['custom-data', 'env', 'node-files', 'karpenter'])
      await this.ask(requests.tool, { tool: 'preview', what, uri, file: uri.split('/').at(-1), text });
  }
}

/** Positions in every line, at most 100 altogether. */
function positionsIn(lines: readonly string[]): { readonly line: number; readonly character: number }[] {
  const all = lines.flatMap((text, line) =>
    Array.from(text.matchAll(/[\w"'*]+/g), ({ index, 0: { length } }) => ({
      line,
      character: index + Math.min(2, length),
    })),
  );
  const every = Math.ceil(all.length / 100);
  return all.filter((_, index) => index % every === 0);
}

function allOf(payloads: readonly PayloadEntry[]): readonly PayloadEntry[] {
  return payloads.flatMap((entry) => [entry, ...allOf(entry.children)]);
}
