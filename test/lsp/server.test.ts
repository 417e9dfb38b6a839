import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  type CodeAction,
  type CompletionItem,
  type DocumentSymbol,
  type Hover,
  LSPErrorCodes,
} from 'vscode-languageserver/node';
import { createNodeHost } from '../../server/src/adapters/nodeHost.js';
import type { ServerHost } from '../../server/src/lsp/host.js';
import { type DecodeResult, type LayerTextResult, type RenderResult, requests } from '../../server/src/protocol.js';
import { type LayerView, viewOfUriText } from '../../server/src/virtualDocuments.js';
import { codes, TestEditor } from '../support/lspConnection.js';

const sample = (name: string): string => readFileSync(`test/samples/${name}`, 'utf8');

describe('language server', () => {
  let editor: TestEditor;
  beforeEach(async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
  });
  afterEach(() => editor.stop());

  it('announces its capabilities', () => {
    expect(editor.initialized.serverInfo?.name).toBe('aks-bootstrap');
    expect(Object.keys(editor.initialized.capabilities).sort()).toEqual([
      'codeActionProvider',
      'codeLensProvider',
      'completionProvider',
      'definitionProvider',
      'diagnosticProvider',
      'documentFormattingProvider',
      'documentLinkProvider',
      'documentRangeFormattingProvider',
      'documentSymbolProvider',
      'foldingRangeProvider',
      'hoverProvider',
      'inlayHintProvider',
      'referencesProvider',
      'selectionRangeProvider',
      'textDocumentSync',
      'workspace',
    ]);
  });

  it('returns diagnostics for the current text: opened, edited, closed', async () => {
    const uri = await editor.open('a.node-config.json', '{ "version": "v9", "kubelet_config": {} }');
    expect(codes(await editor.diagnostics(uri))).toContain('contract/unsupported-version');
    await editor.edit(uri, 0, 14, 16, 'v1'.slice(0, 2));
    await editor.edit(uri, 0, 14, 16, 'v1');
    expect(codes(await editor.diagnostics(uri))).not.toContain('contract/unsupported-version');
    await editor.close(uri);
    expect(await editor.diagnostics(uri)).toEqual([]);
  });

  it('gives each diagnostic a code, a link, a source and the narrowest range', async () => {
    const uri = await editor.open('a.node-config.json', '{\n  "version": "v1",\n  "enable_ssh": "yes"\n}');
    const found = (await editor.diagnostics(uri)).find(({ code }) => code === 'contract/wrong-type');
    expect(found).toMatchObject({
      source: 'aks-bootstrap',
      range: { start: { line: 2, character: 16 }, end: { line: 2, character: 21 } },
      codeDescription: { href: expect.stringContaining('docs/problems.md#contractwrong-type') as string },
    });
  });

  it.each([
    ['a.node-config.json', '{"message_of_the_day":"😀é"}', 'contract/invalid-base64', 23, 25],
    ['a.node-config.json', '{"auth_config":{"tenant_id":"3276😀8"}}', 'contract/invalid-uuid', 33, 35],
    ['a.yaml', '#cloud-config\na: &b😀 c', 'yaml/syntax', 3, 7],
    ['a.txt', '#cloud-config-archive\n😀: {}', 'user-data/archive-not-a-list', 0, 2],
  ])('has no range that ends inside of a character: in %s %j', async (name, text, code, start, end) => {
    const found = await editor.diagnostics(await editor.open(name, text));
    const range = found.find((one) => one.code === code)?.range;
    expect([range?.start.character, range?.end.character]).toEqual([start, end]);
    const customData = Buffer.from(text).toString('base64');
    const payload = await editor.diagnostics(
      await editor.open('vm.json', JSON.stringify({ osProfile: { customData } })),
    );
    expect(payload.find((one) => one.code === code)?.relatedInformation?.[0]?.location.range).toEqual(range);
  });

  it('shows a problem inside a payload on the outer string, with a link to the decoded payload', async () => {
    const uri = await editor.open('vmss.json', sample('vmss.json'));
    const [found] = await editor.diagnostics(uri);
    expect(found?.code).toBe('contract/unknown-field');
    expect(found?.message).toMatch(/ \(inside customData › aks-node-controller-config\.json\)$/);
    const [related] = found?.relatedInformation ?? [];
    expect(related?.location.uri).toMatch(
      /^aks-bootstrap-payload:\/vmss\.json\/customData\/aks-node-controller-config\.json\?/,
    );
    const view = viewOfUriText(related?.location.uri ?? '');
    expect(view).toMatchObject({ source: uri, view: 'layer' });
    const { steps } = view as LayerView;
    const layer = await editor.connection.sendRequest<LayerTextResult>(requests.layerText, { uri, steps });
    const line = layer?.text.split('\n')[related?.location.range.start.line ?? -1] ?? '';
    expect(line.slice(related?.location.range.start.character, related?.location.range.end.character)).toBe(
      '"kubelet_node_lables"',
    );
  });

  it('links a problem with the place in the scale set that it contradicts', async () => {
    const customData = Buffer.from('{"version":"v1","vm_size":"Standard_D4s_v5"}').toString('base64');
    const osProfile = { customData };
    const text = JSON.stringify({ sku: { name: 'Standard_D8s_v5' }, virtualMachineProfile: { osProfile } });
    const uri = await editor.open('sizes.vmss.json', text);
    const found = (await editor.diagnostics(uri)).find(({ code }) => code === 'vmss/other-vm-size');
    const start = { line: 0, character: text.indexOf('"Standard_D8s_v5"') };
    expect(found?.relatedInformation).toMatchObject([
      { location: { uri: expect.stringMatching(/^aks-bootstrap-payload:/) as string } },
      { location: { uri, range: { start } }, message: 'sku.name of the scale set: Standard_D8s_v5' },
    ]);
  });

  it('hovers, completes, outlines and fixes', async () => {
    const text =
      '{\n  "version": "v1",\n  "kubelet_config": { "kubelet_flag": {} },\n  "cluster_config": { "vm_type": "" }\n}';
    const uri = await editor.open('a.node-config.json', text);
    const at = (line: number, character: number) => ({ textDocument: { uri }, position: { line, character } });
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', at(3, 5));
    expect(JSON.stringify(hover.contents)).toContain('cluster_config');
    const items = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', at(3, 34));
    expect(items.map(({ label }) => label)).toContain('VM_TYPE_VMSS');
    const symbols = await editor.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(symbols.map(({ name }) => name)).toEqual(['version', 'kubelet_config', 'cluster_config']);
    const range = { start: { line: 2, character: 25 }, end: { line: 2, character: 25 } };
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [] },
    });
    expect(actions[0]).toMatchObject({
      title: 'Rename to kubelet_flags',
      kind: 'quickfix',
      diagnostics: [{ code: 'contract/unknown-field' }],
    });
    expect(actions[0]?.edit?.changes?.[uri]).toEqual([
      { range: { start: { line: 2, character: 22 }, end: { line: 2, character: 36 } }, newText: '"kubelet_flags"' },
    ]);
  });

  it('renders, decodes and opens layers of the unsaved text, with secrets masked', async () => {
    const uri = await editor.open('aks-node-controller-config.json', sample('aks-node-controller-config.json'));
    const cse = await editor.connection.sendRequest<RenderResult>(requests.render, { uri, what: 'cse' });
    expect(cse).toMatchObject({ ok: true, text: '/opt/azure/containers/aks-node-controller provision-wait\n' });
    const masked = await editor.connection.sendRequest<RenderResult>(requests.render, {
      uri,
      what: 'custom-data',
      dialect: 'write-files',
    });
    const shown = await editor.connection.sendRequest<RenderResult>(requests.render, {
      uri,
      what: 'custom-data',
      dialect: 'write-files',
      showSecrets: true,
    });
    const tokenOf = (rendered: RenderResult): unknown => {
      if (!rendered.ok) throw new Error(rendered.message);
      const blob = /\n {3}(\S+)$/.exec(rendered.text)?.[1] ?? '';
      return (
        JSON.parse(Buffer.from(blob, 'base64').toString()) as {
          bootstrapping_config: { tls_bootstrapping_token: unknown };
        }
      ).bootstrapping_config.tls_bootstrapping_token;
    };
    expect(tokenOf(masked)).toBe('********');
    expect(tokenOf(shown)).toBe('q7k2mz.4f8w1n6c3x9bd05h');

    const vmss = await editor.open('vmss.json', sample('vmss.json'));
    const decoded = await editor.connection.sendRequest<DecodeResult>(requests.decode, { uri: vmss });
    expect(decoded.payloads.map(({ title }) => title)).toEqual(['customData', 'commandToExecute', 'script']);
    expect(decoded.payloads[0]?.children.map(({ title }) => title)).toEqual([
      'text/cloud-boothook',
      'text/cloud-config',
    ]);
    expect(
      await editor.connection.sendRequest<LayerTextResult>(requests.layerText, { uri: vmss, steps: ['/nowhere'] }),
    ).toBeNull();
  });

  it('gives the reason if there is no rendering', async () => {
    const uri = await editor.open('a.node-config.json', '{ "version": 1 }');
    expect(await editor.connection.sendRequest<RenderResult>(requests.render, { uri, what: 'cse' })).toMatchObject({
      ok: false,
      code: 'render/refused-by-the-node',
    });
    expect(
      await editor.connection.sendRequest<RenderResult>(requests.render, { uri: 'file:///not/open', what: 'cse' }),
    ).toMatchObject({
      ok: false,
      code: 'document/not-open',
    });
  });

  it('uses the kind that the user chooses', async () => {
    const uri = await editor.open('anything.json', '{ "version": "v7" }');
    expect(await editor.diagnostics(uri)).toEqual([]);
    await editor.connection.sendRequest(requests.setKind, { uri, kind: 'node-config' });
    expect(codes(await editor.diagnostics(uri))).toContain('contract/unsupported-version');
    await editor.connection.sendRequest(requests.setKind, { uri, kind: null });
    expect(await editor.diagnostics(uri)).toEqual([]);
  });

  it('does no work for a cancelled request', async () => {
    const uri = await editor.open('a.node-config.json', '{}');
    const source = new CancellationTokenSource();
    const asked = editor.connection.sendRequest(
      'textDocument/hover',
      { textDocument: { uri }, position: { line: 0, character: 0 } },
      source.token,
    );
    source.cancel();
    await expect(asked).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
  });

  it('survives a request that fails', async () => {
    let fails = true;
    const host: ServerHost = {
      ...createNodeHost(),
      isTracked() {
        if (fails) throw new Error('the disk is gone');
        return false;
      },
    };
    const failing = await TestEditor.start({ host });
    const uri = await failing.open('a.node-config.json', '{ "version": "v1" }');
    const at = { textDocument: { uri }, position: { line: 0, character: 0 } };
    await expect(failing.connection.sendRequest('textDocument/hover', at)).rejects.toThrow(/hover failed/);
    expect(failing.log.join('\n')).toContain('hover failed: Error: the disk is gone');
    fails = false;
    expect(codes(await failing.diagnostics(uri))).toContain('contract/missing-required-field');
    await failing.stop();
  });

  it('reports nothing in documents of unknown kinds', async () => {
    const uri = await editor.open('package.json', '{ "name": "x", "version": "1.0.0", }');
    expect(await editor.diagnostics(uri)).toEqual([]);
  });
});

describe('language server beside other editors', () => {
  it("pushes diagnostics to clients that can't pull them, and clears them on close", async () => {
    const editor = await TestEditor.start({ pull: false });
    const uri = await editor.open('a.node-config.json', '{ "version": "v9" }');
    await editor.pushed(uri, (found) => codes(found).includes('contract/unsupported-version'));
    await editor.edit(uri, 0, 14, 16, 'v1');
    await editor.pushed(uri, (found) => found.length > 0 && !codes(found).includes('contract/unsupported-version'));
    await editor.close(uri);
    await editor.pushed(uri, (found) => found.length === 0);
    await editor.stop();
  });

  it('leaves syntax errors to an editor that reports them itself', async () => {
    const text = '{ "version": "v9", "kubelet_config": {} "x": 1 }';
    const alone = await TestEditor.start();
    const beside = await TestEditor.start({ initializationOptions: { hostServes: { json: true } } });
    expect(codes(await alone.diagnostics(await alone.open('a.node-config.json', text)))).toContain('json/syntax');
    const left = codes(await beside.diagnostics(await beside.open('a.node-config.json', text)));
    expect(left).not.toContain('json/syntax');
    expect(left).toContain('contract/unsupported-version');
    await alone.stop();
    await beside.stop();
  });

  it('continues if the editor rejects its requests', async () => {
    const editor = await TestEditor.start({ refuseRequests: true, workspace: { workspaceFolders: true } });
    await editor.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'file:///other', name: 'other' }], removed: [] },
    });
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    const uri = await editor.open('a.node-config.json', '{ "version": "v9" }');
    expect(codes(await editor.diagnostics(uri))).toContain('contract/unsupported-version');
    await expect.poll(() => editor.log.join('\n'), { timeout: 10_000 }).toContain('background work failed');
    expect(codes(await editor.diagnostics(uri))).toContain('contract/unsupported-version');
    await editor.stop();
  });

  it('applies all safe fixes at once, except for disabled problems', async () => {
    const editor = await TestEditor.start({
      settings: { problems: { severity: { 'contract/deprecated-version': 'off' } } },
    });
    const uri = await editor.open('a.node-config.json', '{ "version": "v0", "is_vhd": "true", "enable_ssh": "false" }');
    const actions = await editor.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 60 } },
      context: { diagnostics: [], only: ['source.fixAll'] },
    });
    expect(actions).toHaveLength(1);
    expect(actions[0]?.edit?.changes?.[uri]?.map(({ newText }) => newText)).toEqual(['true', 'false']);
    await editor.stop();
  });

  it('requests settings and applies them', async () => {
    const editor = await TestEditor.start({
      settings: {
        problems: { severity: { 'contract/unsupported-version': 'hint', 'contract/missing-required-field': 'off' } },
      },
    });
    const found = await editor.diagnostics(await editor.open('a.node-config.json', '{ "version": "v9" }'));
    expect(found.map(({ code, severity }) => [code, severity])).toEqual([['contract/unsupported-version', 4]]);
    await editor.stop();
  });

  it("inserts plain text if the editor doesn't support snippets", async () => {
    const editor = await TestEditor.start({ snippets: false });
    const uri = await editor.open('a.node-config.json', '{  }');
    const items = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character: 2 },
    });
    const version = items.find(({ label }) => label === 'version');
    expect(version).toMatchObject({ insertTextFormat: 1, textEdit: { newText: '"version": "v1"' } });
    await editor.stop();
  });

  it('offers no lenses to an editor without their commands', async () => {
    const editor = await TestEditor.start();
    expect(editor.initialized.capabilities.codeLensProvider).toBeUndefined();
    await editor.stop();
  });
});
