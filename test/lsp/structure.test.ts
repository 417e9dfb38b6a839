import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  CancellationTokenSource,
  type CompletionItem,
  CompletionItemKind,
  CompletionRequest,
  CompletionResolveRequest,
  DocumentFormattingRequest,
  DocumentLinkRequest,
  DocumentRangeFormattingRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  InlayHintRequest,
  type FormattingOptions,
  type InsertReplaceEdit,
  LSPErrorCodes,
  type MarkupContent,
  type MarkupKind,
  SelectionRangeRequest,
  type SymbolInformation,
  SymbolKind,
  SymbolTag,
  type TextDocumentClientCapabilities,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { SyncedDocument } from '../../server/src/lsp/syncedDocument.js';
import { requests } from '../../server/src/protocol.js';
import { expandSnippet } from '../support/snippet.js';
import { codes, type EditorTraits, TestEditor } from '../support/lspConnection.js';

const sample = (name: string): string => readFileSync(`test/samples/${name}`, 'utf8');

let editors: TestEditor[] = [];
async function start(traits: EditorTraits = {}): Promise<TestEditor> {
  const editor = await TestEditor.start(traits);
  editors.push(editor);
  return editor;
}
afterEach(async () => {
  for (const editor of editors) await editor.stop();
  editors = [];
});

const servedJson = { initializationOptions: { hostServes: { json: true } } };

describe('folding over the protocol', () => {
  const text = '{\n  "cluster_config": {\n    "location": "a"\n  }\n}\n';
  const ask = async (editor: TestEditor, uri: string) =>
    editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });

  it('returns columns, or whole lines for editors that ignore columns', async () => {
    const byColumn = await start();
    expect(await ask(byColumn, await byColumn.open('a.node-config.json', text))).toEqual([
      { startLine: 0, startCharacter: 1, endLine: 4, endCharacter: 0 },
      { startLine: 1, startCharacter: 21, endLine: 3, endCharacter: 2 },
    ]);
    const byLine = await start({ textDocument: { foldingRange: { lineFoldingOnly: true } } });
    expect(await ask(byLine, await byLine.open('a.node-config.json', text))).toEqual([
      { startLine: 0, endLine: 3 },
      { startLine: 1, endLine: 2 },
    ]);
  });

  it('returns no more ranges than the editor accepts, and marks comments', async () => {
    const editor = await start({ textDocument: { foldingRange: { lineFoldingOnly: true, rangeLimit: 1 } } });
    expect(await ask(editor, await editor.open('a.node-config.json', text))).toEqual([{ startLine: 0, endLine: 3 }]);
    expect(await ask(editor, await editor.open('a.yaml', '#cloud-config\n# a\n# b\n'))).toEqual([
      { startLine: 0, endLine: 2, kind: 'comment' },
    ]);
  });

  it('leaves JSON to an editor that folds it, and skips unsupported documents', async () => {
    const editor = await start(servedJson);
    expect(await ask(editor, await editor.open('a.node-config.json', text))).toBeNull();
    expect(await ask(editor, await editor.open('b.yaml', '#cloud-config\nruncmd:\n  - a\n'))).toHaveLength(1);
    expect(await ask(editor, await editor.open('c.yaml', 'a:\n  b: 1\n'))).toBeNull();
    expect(await ask(editor, 'file:///not/open')).toBeNull();
  });
});

describe('growing selections over the protocol', () => {
  it('returns nested ranges for each position', async () => {
    const editor = await start();
    const uri = await editor.open('a.node-config.json', '{\n  "vm_size": "Standard_D4s_v5"\n}\n');
    const found = await editor.connection.sendRequest(SelectionRangeRequest.type, {
      textDocument: { uri },
      positions: [
        { line: 1, character: 20 },
        { line: 2, character: 1 },
      ],
    });
    expect(found).toHaveLength(2);
    const columns: string[] = [];
    for (let at = found?.[0]; at !== undefined; at = at.parent)
      columns.push(`${at.range.start.line}:${at.range.start.character}-${at.range.end.line}:${at.range.end.character}`);
    expect(columns).toEqual(['1:14-1:29', '1:13-1:30', '1:2-1:30', '0:1-2:0', '0:0-2:1', '0:0-3:0']);
    expect(found?.[1]?.range).toEqual({ start: { line: 0, character: 0 }, end: { line: 2, character: 1 } });
  });

  it('leaves JSON to an editor that supports it', async () => {
    const editor = await start(servedJson);
    const ask = async (uri: string) =>
      editor.connection.sendRequest(SelectionRangeRequest.type, {
        textDocument: { uri },
        positions: [{ line: 0, character: 0 }],
      });
    expect(await ask(await editor.open('a.node-config.json', '{}'))).toBeNull();
    expect(await ask(await editor.open('a.yaml', '#cloud-config\n'))).toHaveLength(1);
  });
});

describe('formatting over the protocol', () => {
  const options: FormattingOptions = { tabSize: 2, insertSpaces: true };
  const apply = (text: string, edits: TextEdit[] | null): string =>
    TextDocument.applyEdits(TextDocument.create('file:///a', 'json', 1, text), edits ?? []);

  it("formats a document or a range with the editor's options", async () => {
    const editor = await start();
    const text = '{"version":"v1",\r\n"is_vhd":true}';
    const uri = await editor.open('a.node-config.json', text);
    const whole = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri },
      options: { ...options, insertFinalNewline: true },
    });
    expect(apply(text, whole)).toBe('{\r\n  "version": "v1",\r\n  "is_vhd": true\r\n}\r\n');
    const part = await editor.connection.sendRequest(DocumentRangeFormattingRequest.type, {
      textDocument: { uri },
      options: { tabSize: 4, insertSpaces: false },
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 13 } },
    });
    expect(apply(text, part)).toBe('{"version":"v1",\r\n"is_vhd": true}');
    for (const name of ['faulty.node-config.json', 'vmss.json']) {
      const opened = await editor.open(name, sample(name));
      const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
        textDocument: { uri: opened },
        options,
      });
      expect(apply(sample(name), edits).replace(/\s/g, '')).toBe(sample(name).replace(/\s/g, ''));
    }
  });

  it.each([
    ['{\n"version": "v1"\r\n}', '{\n  "version": "v1"\n}'],
    ['{\r"version": "v1"\r\n}', '{\r  "version": "v1"\r}'],
    ['{\r\n"version": "v1"\n}', '{\r\n  "version": "v1"\r\n}'],
  ])('gives the lines of %j the same endings', async (text, formatted) => {
    const editor = await start();
    const uri = await editor.open('a.node-config.json', text);
    const params = { textDocument: { uri }, options };
    expect(apply(text, await editor.connection.sendRequest(DocumentFormattingRequest.type, params))).toBe(formatted);
  });

  it('skips unsupported documents', async () => {
    const editor = await start();
    for (const uri of [await editor.open('package.json', '{"a":1}'), 'file:///not/open'])
      expect(
        await editor.connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options }),
      ).toEqual([]);
  });

  it('is registered for JSON only if possible, and not beside another formatter', async () => {
    const dynamic = { formatting: { dynamicRegistration: true }, rangeFormatting: { dynamicRegistration: true } };
    const registering = await start({ textDocument: dynamic });
    expect(registering.initialized.capabilities.documentFormattingProvider).toBeUndefined();
    await expect
      .poll(() => registering.registrations.map(({ method }) => method))
      .toContain('textDocument/rangeFormatting');
    const formatting = registering.registrations.find(({ method }) => method === 'textDocument/formatting');
    expect(JSON.stringify(formatting?.registerOptions)).toContain('"language":"json"');
    expect(JSON.stringify(formatting?.registerOptions)).not.toContain('yaml');

    for (const textDocument of [{}, dynamic]) {
      const beside = await start({ ...servedJson, textDocument });
      await beside.diagnostics(await beside.open('a.node-config.json', '{}'));
      expect(beside.initialized.capabilities).not.toHaveProperty('documentFormattingProvider');
      expect(beside.initialized.capabilities).not.toHaveProperty('documentRangeFormattingProvider');
      expect(beside.registrations.filter(({ method }) => /formatting/i.test(method))).toEqual([]);
    }
  });
});

describe('links over the protocol', () => {
  it('covers the address inside the quotes', async () => {
    const editor = await start();
    const uri = await editor.open('a.node-config.json', '{\n  "kube_proxy_url": "https:\\/\\/a.example\\/x"\n}');
    expect(await editor.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } })).toEqual([
      {
        range: { start: { line: 1, character: 21 }, end: { line: 1, character: 43 } },
        target: 'https://a.example/x',
      },
    ]);
    const other = await editor.open('package.json', '{"a":"https://a.example"}');
    expect(await editor.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri: other } })).toBeNull();
  });
});

describe('outline over the protocol', () => {
  it('shows values with secrets masked, and marks deprecated fields', async () => {
    const editor = await start();
    const uri = await editor.open(
      'a.node-config.json',
      '{"vm_size":"a","auth_config":{"service_principal_secret":"hunter2"},"kubelet_config":{"kubelet_config_file_config":{"streaming_connection_idle_timeout":"4h"}}}',
    );
    const symbols = (await editor.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri },
    })) as DocumentSymbol[];
    expect(symbols[0]).toMatchObject({ name: 'vm_size', detail: 'string "a"' });
    expect(symbols[0]?.tags).toBeUndefined();
    expect(symbols[1]?.children?.[0]?.detail).toBe('string ********');
    expect(JSON.stringify(symbols)).not.toContain('hunter2');
    expect(symbols[2]?.children?.[0]?.children?.[0]?.tags).toEqual([SymbolTag.Deprecated]);
  });

  it('is one list for an editor that shows no tree', async () => {
    const editor = await start({ textDocument: { documentSymbol: {} } });
    const uri = await editor.open(
      'a.yaml',
      '#cloud-config\nwrite_files:\n  - path: /a\n    content: password=hunter2\n',
    );
    const symbols = (await editor.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri },
    })) as SymbolInformation[];
    expect(symbols.map(({ name, containerName = '' }) => `${containerName} > ${name}`)).toEqual([
      ' > write_files',
      'write_files > /a',
      '/a > path',
      '/a > content',
    ]);
    expect(symbols[3]).toEqual({
      name: 'content',
      kind: SymbolKind.String,
      location: { uri, range: { start: { line: 3, character: 4 }, end: { line: 3, character: 29 } } },
      containerName: '/a',
    });
  });
});

describe('completion over the protocol', () => {
  const able: TextDocumentClientCapabilities = {
    completion: {
      completionItem: {
        snippetSupport: true,
        insertReplaceSupport: true,
        labelDetailsSupport: true,
        resolveSupport: { properties: ['documentation'] },
      },
    },
  };
  const list = async (editor: TestEditor, uri: string, line: number, character: number): Promise<CompletionItem[]> =>
    (await editor.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line, character },
    })) as CompletionItem[];
  const resolve = (editor: TestEditor, item: CompletionItem): Promise<CompletionItem> =>
    editor.connection.sendRequest(CompletionResolveRequest.type, item);
  const named = (items: CompletionItem[], label: string): CompletionItem => {
    const item = items.find((candidate) => candidate.label === label);
    if (item === undefined) throw new Error(`${label} is not offered`);
    return item;
  };

  it('sends documentation on resolve', async () => {
    const editor = await start({ textDocument: able });
    const uri = await editor.open('a.node-config.json', '{ "cluster_config": { } }');
    const items = await list(editor, uri, 0, 22);
    expect(items.length).toBeGreaterThan(5);
    for (const item of items) expect(item.documentation).toBeUndefined();
    const location = named(items, 'location');
    expect(location.labelDetails).toEqual({ description: 'required string' });
    const resolved = await resolve(editor, location);
    expect((resolved.documentation as MarkupContent).value).toContain('Azure region');
    expect({ ...resolved, documentation: undefined }).toEqual({ ...location, documentation: undefined });
    for (const item of items) {
      const { documentation } = await resolve(editor, item);
      expect((documentation as MarkupContent).value).toContain(item.label);
    }
  });

  it("doesn't change stale items or items of other servers", async () => {
    const editor = await start({ textDocument: able });
    const uri = await editor.open('a.node-config.json', '{ "cluster_config": { } }');
    const location = named(await list(editor, uri, 0, 22), 'location');
    await editor.edit(uri, 0, 22, 22, '"vm_type": 1 ');
    expect(await resolve(editor, location)).toEqual(location);
    const again = named(await list(editor, uri, 0, 22), 'location');
    expect((await resolve(editor, again)).documentation).toBeDefined();
    for (const data of [undefined, null, 7, 'x', {}, { uri, version: 2, offset: 1e9, index: -1 }]) {
      const item: CompletionItem = { label: 'location', ...(data === undefined ? {} : { data }) };
      expect(await resolve(editor, item)).toEqual(item);
    }
    await editor.connection.sendRequest(requests.setKind, { uri, kind: 'cloud-config' });
    expect(await resolve(editor, again)).toEqual(again);
    await editor.close(uri);
    expect(await resolve(editor, again)).toEqual(again);
  });

  it("sends documentation at once to editors that don't resolve it", async () => {
    const editor = await start();
    const uri = await editor.open('a.node-config.json', '{ "cluster_config": { } }');
    const location = named(await list(editor, uri, 0, 22), 'location');
    expect((location.documentation as MarkupContent).value).toContain('Azure region');
    expect(location.data).toBeUndefined();
    expect(location.labelDetails).toBeUndefined();
  });

  it.each<[MarkupKind[] | undefined, MarkupContent]>([
    [undefined, { kind: 'markdown', value: '**location**: `string`' }],
    [['markdown', 'plaintext'], { kind: 'markdown', value: '**location**: `string`' }],
    [['plaintext', 'markdown'], { kind: 'plaintext', value: 'location: `string`' }],
    [['plaintext'], { kind: 'plaintext', value: 'location: `string`' }],
  ])('and hovers are in the format that the editor prefers: %j', async (formats, { kind, value }) => {
    const accepting = (properties: string[]): TextDocumentClientCapabilities => ({
      ...(formats && { hover: { contentFormat: formats } }),
      completion: {
        completionItem: { resolveSupport: { properties }, ...(formats && { documentationFormat: formats }) },
      },
    });
    const expected = { kind, value: expect.stringContaining(value) as string };
    for (const properties of [[], ['documentation']]) {
      const editor = await start({ textDocument: accepting(properties) });
      const uri = await editor.open('a.node-config.json', '{ "cluster_config": { "location": "" } }');
      const position = { line: 0, character: 25 };
      const hover = await editor.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
      expect(hover).toMatchObject({ contents: expected });
      const empty = await editor.open('b.node-config.json', '{ "cluster_config": { } }');
      const item = await resolve(editor, named(await list(editor, empty, 0, 22), 'location'));
      expect(item.documentation).toEqual(expected);
    }
  });

  it('lets the user keep the rest of the word', async () => {
    const text = '{ "vm_size": "Standard" }';
    const editor = await start({ textDocument: able });
    const uri = await editor.open('a.node-config.json', text);
    const edit = named(await list(editor, uri, 0, 6), 'vm_size').textEdit as InsertReplaceEdit;
    expect(edit).toEqual({
      newText: 'vm_size',
      insert: { start: { line: 0, character: 3 }, end: { line: 0, character: 6 } },
      replace: { start: { line: 0, character: 3 }, end: { line: 0, character: 10 } },
    });
    const plain = await start();
    const item = named(await list(plain, await plain.open('a.node-config.json', text), 0, 6), 'vm_size');
    expect(item.textEdit).toEqual({ newText: 'vm_size', range: edit.replace });
  });

  it('marks snippets and the preselected item', async () => {
    const editor = await start();
    const uri = await editor.open('a.node-config.json', '{ "cluster_config": { }, "is_vhd": }');
    const items = await list(editor, uri, 0, 22);
    expect(named(items, 'location')).toMatchObject({ insertTextFormat: 2 });
    expect(items.filter(({ preselect }) => preselect).map(({ label }) => label)).toEqual(['resource_group']);
    for (const value of await list(editor, uri, 0, 35)) expect(value.insertTextFormat).toBe(1);
  });

  it('adds a missing comma before the member', async () => {
    const editor = await start({ textDocument: able });
    const uri = await editor.open('a.node-config.json', '{ "version": "v1"\n\n}');
    const at = { line: 0, character: 17 };
    expect(named(await list(editor, uri, 1, 0), 'vm_size').additionalTextEdits).toEqual([
      { range: { start: at, end: at }, newText: ',' },
    ]);
  });

  it('offers templates in an empty file, by name or by chosen kind', async () => {
    const editor = await start({ textDocument: able });
    const uri = await editor.open('aks-node-controller-config.json', '');
    const items = await list(editor, uri, 0, 0);
    expect(items.length).toBeGreaterThan(6);
    for (const item of items) expect(item.kind).toBe(CompletionItemKind.Snippet);
    const ubuntu = named(items, 'Ubuntu node');
    expect(ubuntu).toMatchObject({ insertTextFormat: 2, insertTextMode: 2 });
    expect((await resolve(editor, ubuntu)).documentation).toMatchObject({
      value: expect.stringContaining('`api_server_config.api_server_name`') as string,
    });
    const { text } = expandSnippet((ubuntu.textEdit as InsertReplaceEdit).newText);
    await editor.edit(uri, 0, 0, 0, text);
    expect(new Set(codes(await editor.diagnostics(uri)))).toEqual(new Set(['contract/example-value']));

    const untitled = await editor.open('untitled.json', '{ }');
    expect(await list(editor, untitled, 0, 1)).toEqual([]);
    await editor.connection.sendRequest(requests.setKind, { uri: untitled, kind: 'node-config' });
    expect((await list(editor, untitled, 0, 1)).map(({ label }) => label)).toContain('Flatcar node');
  });
});

describe('every structural request', () => {
  const asks = (uri: string): [string, object][] => {
    const textDocument = { uri };
    const position = { line: 0, character: 1 };
    const range = { start: position, end: { line: 2, character: 0 } };
    const options = { tabSize: 2, insertSpaces: true };
    return [
      ['textDocument/foldingRange', { textDocument }],
      ['textDocument/selectionRange', { textDocument, positions: [position, { line: 9_999, character: 9_999 }] }],
      ['textDocument/documentLink', { textDocument }],
      ['textDocument/documentSymbol', { textDocument }],
      ['textDocument/formatting', { textDocument, options }],
      ['textDocument/rangeFormatting', { textDocument, options, range }],
      ['textDocument/completion', { textDocument, position }],
      ['completionItem/resolve', { label: 'a', data: { uri, version: 1, offset: 1, index: 0 } }],
    ];
  };

  it('handles unfinished and hostile documents', async () => {
    const editor = await start();
    const texts = [
      '',
      '{',
      '{"a',
      '{"a":',
      '[{"',
      '\ufeff',
      '// x',
      '{"a":[1,',
      '#cloud-config\n\t- [',
      '['.repeat(9_000),
    ];
    for (const [index, text] of texts.entries()) {
      for (const name of [`${index}.node-config.json`, `${index}.cloud-config.yaml`, `${index}.vmss.json`]) {
        const uri = await editor.open(name, text);
        for (const [method, params] of asks(uri)) await editor.connection.sendRequest(method, params);
      }
    }
    expect(editor.log).toEqual([]);
  });

  it('stops when it is cancelled, and logs its failure without affecting others', async () => {
    const editor = await start();
    const uri = await editor.open('a.node-config.json', '{}');
    for (const [method, params] of asks(uri)) {
      const source = new CancellationTokenSource();
      const asked = editor.connection.sendRequest(method, params, source.token);
      source.cancel();
      await expect(asked, method).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
      if (method === 'completionItem/resolve') continue;
      const analysis = vi.spyOn(SyncedDocument.prototype, 'analysis', 'get').mockImplementation(() => {
        throw new Error('a fault of the server');
      });
      await expect(editor.connection.sendRequest(method, params), method).rejects.toThrow(/failed inside the server/);
      analysis.mockRestore();
    }
    expect(editor.log).toHaveLength(asks(uri).length - 1);
    expect(await editor.diagnostics(uri)).not.toEqual([]);
  });
});

describe('inlay hints over the protocol', () => {
  it('cover the visible range', async () => {
    const editor = await start();
    const uri = await editor.open(
      'a.node-config.json',
      '{\n  "cse_timeout": 0,\n  "message_of_the_day": "SGVsbG8K"\n}',
    );
    const hints = await editor.connection.sendRequest(InlayHintRequest.type, {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 30 } },
    });
    expect(hints).toMatchObject([
      { position: { line: 1, character: 18 }, label: 'the node uses 900', paddingLeft: true },
    ]);
  });
});

describe('a completion that is followed by another choice', () => {
  it('opens the list again if the editor has a command for that', async () => {
    for (const suggestCommand of [undefined, 'editor.suggest']) {
      const editor = await start({
        initializationOptions: suggestCommand === undefined ? {} : { suggestCommand },
      });
      const uri = await editor.open('a.node-config.json', '{ "gpu_config": {  } }');
      const items = await editor.connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri },
        position: { line: 0, character: 18 },
      });
      const found = (items as CompletionItem[]).find(({ label }) => label === 'mig_strategy');
      expect(found?.command?.command).toBe(suggestCommand);
    }
  });
});
