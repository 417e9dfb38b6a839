import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConnection, ErrorCodes, StreamMessageWriter } from 'vscode-languageserver/node';
import { createNodeHost } from '../../server/src/adapters/nodeHost.js';
import { StdioReader } from '../../server/src/adapters/stdioReader.js';
import { Gate } from '../../server/src/lsp/gate.js';
import { parameters } from '../../server/src/lsp/parameters.js';
import { registerServer } from '../../server/src/lsp/server.js';

interface Answer {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The real server at the other end of a stream of bytes. */
class RawEditor {
  readonly #toServer = new PassThrough();
  readonly #toClient = new PassThrough();
  readonly received: Answer[] = [];
  readonly errors: string[] = [];
  #id = 0;

  constructor() {
    const reader = new StdioReader(this.#toServer);
    reader.onError((error) => this.errors.push(error.message));
    const writer = new StreamMessageWriter(this.#toClient);
    registerServer(createConnection(new Gate(reader, writer), writer), '0.0.0-test', createNodeHost());
    new StdioReader(this.#toClient).listen((message) => this.received.push(message as Answer));
  }

  write(bytes: string | Buffer): void {
    this.#toServer.write(bytes);
  }

  send(message: unknown): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(content: string): void {
    this.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request and waits for its answer. */
  async ask(method: string, params?: unknown): Promise<Answer> {
    const id = ++this.#id;
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answerTo(id);
  }

  async answerTo(id: number | null): Promise<Answer> {
    return this.until((message) => message.id === id && message.method === undefined);
  }

  async until(accept: (message: Answer) => boolean): Promise<Answer> {
    for (;;) {
      const found = this.received.find(accept);
      if (found !== undefined) return found;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  initialize(): Promise<Answer> {
    return this.ask('initialize', { processId: null, rootUri: null, capabilities: {} });
  }
}

const secret = 'AccountKey=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v';
const uri = 'file:///project/a.node-config.json';
const position = { line: 0, character: 0 };
const at = { textDocument: { uri }, position };
const range = { start: position, end: position };
const options = { tabSize: 2, insertSpaces: true };

/** Parameters that each request accepts, without those that it may leave out. */
const accepted: Readonly<Record<string, object>> = {
  'textDocument/diagnostic': { textDocument: { uri } },
  'textDocument/hover': at,
  'textDocument/completion': at,
  'completionItem/resolve': { label: 'version' },
  'textDocument/codeAction': { textDocument: { uri }, range, context: { diagnostics: [] } },
  'codeAction/resolve': { title: 'Fix' },
  'textDocument/codeLens': { textDocument: { uri } },
  'textDocument/documentSymbol': { textDocument: { uri } },
  'textDocument/foldingRange': { textDocument: { uri } },
  'textDocument/selectionRange': { textDocument: { uri }, positions: [position] },
  'textDocument/documentLink': { textDocument: { uri } },
  'textDocument/inlayHint': { textDocument: { uri }, range },
  'textDocument/formatting': { textDocument: { uri }, options },
  'textDocument/rangeFormatting': { textDocument: { uri }, range, options },
  'textDocument/definition': at,
  'textDocument/references': { ...at, context: { includeDeclaration: true } },
  'workspace/textDocumentContent': { uri },
  'workspace/executeCommand': { command: 'aksBootstrap.openDecoded', arguments: [{ uri, steps: [''] }] },
  'aksBootstrap/ping': {},
  'aksBootstrap/render': { uri, what: 'cse' },
  'aksBootstrap/previews': { uri },
  'aksBootstrap/secrets': { uri },
  'aksBootstrap/reveal': { uri, pointer: '/version', revealed: true },
  'aksBootstrap/karpenterSettings': { uri },
  'aksBootstrap/compare': { before: uri, after: uri },
  'aksBootstrap/comparable': {},
  'aksBootstrap/nodeImages': {},
  'aksBootstrap/caseFile': { case: '1', name: 'a.log', content: '' },
  'aksBootstrap/caseReport': { case: '1', name: 'a' },
  'aksBootstrap/fleetFile': { fleet: '1', name: 'a.json', content: '' },
  'aksBootstrap/fixes': { uri: 'file:///a' },
  'aksBootstrap/fixEverywhere': { uri: 'file:///a', fix: 'a' },
  'aksBootstrap/fleetReport': { fleet: '1', name: 'a' },
  'aksBootstrap/decode': { uri, position, range },
  'aksBootstrap/layerText': { uri, steps: [''] },
  'aksBootstrap/extract': { uri },
  'aksBootstrap/tabs': { uris: [uri] },
  'aksBootstrap/nodeView': { uri },
  'aksBootstrap/trace': { uri, position, previews: [uri] },
  'aksBootstrap/payloadPlace': { uri, steps: [''], within: [], position },
  'aksBootstrap/replaceLayerText': { uri, steps: [''], text: '{}', version: 1 },
  'aksBootstrap/explain': { uri, failure: 0, position },
  'aksBootstrap/timeline': { sources: [uri], failure: 0, zoom: 1, divisions: 8 },
  'aksBootstrap/timelineExport': { sources: [uri], as: 'svg' },
  'aksBootstrap/failureTables': {},
  'aksBootstrap/setKind': { uri, kind: null },
  'aksBootstrap/kinds': {},
  'aksBootstrap/tool': { tool: 'validate', uri, file: 'a.json', text: '{}' },
  'aksBootstrap/karpenterSettingsFiles': { uri },
  'aksBootstrap/summary': { uri },
  'aksBootstrap/exampleValues': { uri },
  'aksBootstrap/redact': { uri, pseudonyms: true },
  'aksBootstrap/recognise': { uri, text: '{}' },
};

const notifications = [
  '$/cancelRequest',
  '$/progress',
  '$/setTrace',
  'exit',
  'initialized',
  'textDocument/didChange',
  'textDocument/didClose',
  'textDocument/didOpen',
  'window/workDoneProgress/cancel',
  'workspace/didChangeConfiguration',
  'workspace/didChangeWatchedFiles',
  'workspace/didChangeWorkspaceFolders',
];

/** Values of every type, and numbers that aren't positions. */
const wrongValues: readonly unknown[] = [null, true, -1, 0.5, 2 ** 31, 1e300, secret, [], [secret], {}, { secret }];

/** The same object with each of its members, at any depth, replaced by each wrong value or left out. */
function* variations(value: unknown): Generator {
  yield* wrongValues;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const other of variations(inner)) yield Array.isArray(value) ? [other] : { ...value, [name]: other };
    yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  }
}

describe('the life of the server', () => {
  let editor: RawEditor;
  beforeEach(() => {
    editor = new RawEditor();
  });

  it('refuses requests and ignores notifications before it is initialized', async () => {
    editor.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 1, text: '{}' } });
    for (const [method, params] of Object.entries(accepted)) {
      const { error, result } = await editor.ask(method, params);
      expect({ method, code: error?.code, result }).toEqual({ method, code: ErrorCodes.ServerNotInitialized });
    }
    expect((await editor.ask('shutdown')).error?.code).toBe(ErrorCodes.ServerNotInitialized);
    await editor.initialize();
    expect((await editor.ask('aksBootstrap/comparable', {})).result).toEqual([]);
  });

  it('is initialized once', async () => {
    expect((await editor.ask('initialize', { capabilities: 5 })).error?.code).toBe(ErrorCodes.InvalidParams);
    expect((await editor.initialize()).error).toBeUndefined();
    expect((await editor.initialize()).error).toEqual({
      code: ErrorCodes.InvalidRequest,
      message: 'initialize is refused: the server is initialized already.',
    });
    expect((await editor.ask('aksBootstrap/ping', {})).result).toBeNull();
  });

  it('refuses every request after shutdown', async () => {
    await editor.initialize();
    expect((await editor.ask('shutdown')).error).toBeUndefined();
    for (const [method, params] of Object.entries({ ...accepted, initialize: { capabilities: {} }, shutdown: null })) {
      const { error, result } = await editor.ask(method, params);
      expect({ method, code: error?.code, result }).toEqual({ method, code: ErrorCodes.InvalidRequest });
    }
  });

  it.each([[undefined], [null], [[]], [[null]], [{}]])(
    'ends with a shutdown that has the parameters %j',
    async (params) => {
      await editor.initialize();
      expect(await editor.ask('shutdown', params)).toMatchObject({ result: null });
    },
  );
});

describe('messages that are wrong', () => {
  let editor: RawEditor;
  beforeEach(async () => {
    editor = new RawEditor();
    await editor.initialize();
    editor.notify('initialized', {});
  });

  it('have a check for every method that the server handles', () => {
    const known = [...parameters.keys()].filter((method) => method !== 'initialize' && method !== 'shutdown');
    expect(known.filter((method) => !notifications.includes(method)).sort()).toEqual(Object.keys(accepted).sort());
  });

  it.each(Object.keys(accepted))('are answered without a word of their content: %s', async (method) => {
    const text = JSON.stringify({ version: 'v1', kubelet_config: { secret } });
    editor.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 1, text } });
    expect((await editor.ask(method, accepted[method])).error).toBeUndefined();
    for (const params of variations(accepted[method])) {
      const { error } = await editor.ask(method, params);
      if (error === undefined) continue;
      expect([ErrorCodes.InvalidParams, 'The parameters of']).toEqual([error.code, error.message.slice(0, 17)]);
      expect(error.message).not.toContain(secret);
    }
    // Nothing threw inside a handler.
    const logged = editor.received.filter((message) => message.method === 'window/logMessage');
    expect(logged.flatMap(({ params }) => params?.message ?? [])).toEqual([]);
  });

  it('are refused also if a number is one only in memory', () => {
    for (const line of [NaN, Infinity, -0.1])
      expect(
        parameters.get('textDocument/hover')?.({ textDocument: { uri }, position: { line, character: 0 } }),
      ).toEqual({
        path: ['position', 'line'],
        expected: 'an integer from 0 to 2147483647',
      });
  });

  it('can have positions after the end and documents that are not open', async () => {
    editor.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 1, text: '{}' } });
    const far = { line: 2 ** 31 - 1, character: 2 ** 31 - 1 };
    const elsewhere = JSON.stringify(accepted)
      .replaceAll(uri, 'x:%zz')
      .replaceAll(JSON.stringify(position), JSON.stringify(far));
    const after = JSON.stringify(accepted).replaceAll(JSON.stringify(position), JSON.stringify(far));
    for (const table of [elsewhere, after])
      for (const [method, params] of Object.entries(JSON.parse(table) as Record<string, object>))
        expect({ method, error: (await editor.ask(method, params)).error }).toEqual({ method });
  });

  it('are ignored if they are notifications, with a line in the log that names only the member', async () => {
    for (const method of notifications.filter((one) => one !== 'exit'))
      for (const params of [...wrongValues, undefined]) editor.notify(method, params);
    editor.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: secret, range: { start: { line: -1, character: 0 }, end: position } }],
    });
    expect((await editor.ask('aksBootstrap/ping', {})).result).toBeNull();
    const log = editor.received.flatMap(({ params }) => params?.message ?? []);
    expect(log).toContain(
      'A message was ignored. The parameters of textDocument/didChange are wrong: ' +
        'params.contentChanges.0.range.start.line must be an integer from 0 to 2147483647.',
    );
    expect(log.join('\n')).not.toContain(secret);
  });

  it.each([
    ['not JSON', `{ "secret": "${secret}"`, ErrorCodes.ParseError],
    ['not an object', JSON.stringify(secret), ErrorCodes.InvalidRequest],
    ['null', 'null', ErrorCodes.InvalidRequest],
    ['a batch', JSON.stringify([{ jsonrpc: '2.0', id: 1, method: secret }]), ErrorCodes.InvalidRequest],
    ['an object without members', '{}', ErrorCodes.InvalidRequest],
    ['an id that is an object', JSON.stringify({ id: { secret }, method: 'shutdown' }), ErrorCodes.InvalidRequest],
    ['an id that is null', JSON.stringify({ id: null, method: 'shutdown' }), ErrorCodes.InvalidRequest],
    ['a method that is a list', JSON.stringify({ id: 1, method: [secret] }), ErrorCodes.InvalidRequest],
    ['an answer without a result', JSON.stringify({ id: 5, secret }), ErrorCodes.InvalidRequest],
    ['nested deeply', '['.repeat(100_000), ErrorCodes.ParseError],
  ])('are answered without an id: %s', async (_, content, code) => {
    editor.sendText(content);
    const { error } = await editor.answerTo(null);
    expect(error?.code).toBe(code);
    expect((await editor.ask('aksBootstrap/ping', {})).result).toBeNull();
    expect(JSON.stringify(editor.received)).not.toContain(secret);
  });

  it('can answer requests that the server never sent', async () => {
    editor.send({ jsonrpc: '2.0', id: 999, result: secret });
    editor.send({ jsonrpc: '2.0', id: 998, error: secret });
    editor.send({ jsonrpc: '2.0', id: 997, error: {} });
    editor.send({ jsonrpc: '2.0', id: null, error: { code: 1, message: secret } });
    expect((await editor.ask('aksBootstrap/ping', {})).result).toBeNull();
    expect(JSON.stringify(editor.received)).not.toContain(secret);
  });
});

describe('the bytes of a connection', () => {
  /** What a reader makes of bytes, in pieces of a size. */
  function read(bytes: Buffer, size = bytes.length): { messages: unknown[]; errors: string[] } {
    const input = new PassThrough();
    const reader = new StdioReader(input);
    const [messages, errors]: [unknown[], string[]] = [[], []];
    reader.onError(({ message }) => errors.push(message));
    reader.listen((message) => messages.push(message));
    for (let from = 0; from < bytes.length; from += size) input.emit('data', bytes.subarray(from, from + size));
    return { messages, errors };
  }

  it.each([1, 2, 3, 7, 1000])('are messages however they are cut: every %i bytes', (size) => {
    const one = '{"id":1,"text":"ä€𝄞"}';
    const bytes = Buffer.from(
      `Content-Length: ${Buffer.byteLength(one)}\r\n\r\n${one}` +
        `content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:2\r\n\r\n{}` +
        `Content-Length: 0\r\n\r\nContent-Length: 4\r\n\r\nnull`,
    );
    expect(read(bytes, size)).toEqual({ messages: [{ id: 1, text: 'ä€𝄞' }, {}, undefined, null], errors: [] });
  });

  it.each([
    ['Content-Length: -5\r\n\r\n{}', 'a header has no Content-Length'],
    ['Content-Length: 1e3\r\n\r\n{}', 'a header has no Content-Length'],
    ['Content-Length:\r\n\r\n{}', 'a header has no Content-Length'],
    ['Content-Type: x\r\n\r\n{}', 'a header has no Content-Length'],
    ['\r\n\r\n{}', 'a header has no Content-Length'],
    ['GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', 'a header has no Content-Length'],
    [`Content-Length: ${'9'.repeat(400)}\r\n\r\n{}`, 'a header has no Content-Length'],
    ['Content-Length: 99999999999\r\n\r\n{}', 'a message of 99999999999 bytes is too long'],
    ['{}'.repeat(10_000), 'a header has no end'],
  ])('end with one error and are read no further: %s', (bytes, error) => {
    const next = 'Content-Length: 2\r\n\r\n{}';
    expect(read(Buffer.from(bytes + next))).toEqual({ messages: [], errors: [error] });
    expect(read(Buffer.from(bytes + next), 5)).toEqual({ messages: [], errors: [error] });
  });
});
