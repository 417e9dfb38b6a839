import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionItem, Hover, Location } from 'vscode-languageserver/node';
import {
  type ComparableResult,
  type CompareResult,
  type KarpenterSettingsFilesResult,
  type KarpenterSettingsResult,
  type PreviewsResult,
  type RenderResult,
  requests,
  type SecretsResult,
} from '../../server/src/protocol.js';
import { viewOfUriText, viewToUriText } from '../../server/src/virtualDocuments.js';
import { codes, TestEditor } from '../support/lspConnection.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const sample = readFileSync('test/samples/shop.bootstrap-options.json', 'utf8');
const name = 'shop.bootstrap-options.json';

let editor: TestEditor;
afterEach(() => editor.stop());

/** The position of a needle, one character in. */
function positionOf(text: string, needle: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(needle)).split('\n');
  return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}

describe('resources of Karpenter over the protocol', () => {
  const { path: folder, file } = temporaryFolder();
  const pools = readFileSync('test/samples/shop.node-pools.yaml', 'utf8');
  const settings = readFileSync('test/samples/shop.karpenter-settings.yaml', 'utf8');

  it('are validated and explained at their positions', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('pools.yaml', pools.replace('maxPods: 60', 'maxPods: 600'));
    expect(codes(await editor.diagnostics(uri))).toContain('karpenter/value-out-of-range');
    const hoverAt = (needle: string): Promise<Hover | null> =>
      editor.connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri },
        position: positionOf(pools, needle),
      });
    expect(JSON.stringify((await hoverAt('podPidsLimit'))?.contents)).toContain('spec.kubelet.podPidsLimit');
    expect(JSON.stringify((await hoverAt('imageFamily'))?.contents)).toContain('Operating system.');
    const list = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: positionOf(pools, 'spot, on-demand]'),
    });
    expect(list.map(({ label }) => label)).toEqual(['on-demand', 'spot']);
    const formatted = await editor.connection.sendRequest('textDocument/formatting', {
      textDocument: { uri },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(formatted).toEqual([]);
  });

  it('have a preview for each pool, with links between variables and resources', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const text = `${settings}---\n${pools}`;
    const uri = await editor.open('pools.yaml', text);
    const targetsOf = async (selection?: unknown): Promise<unknown[]> => {
      const found = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri, selection });
      return found.ok ? found.entries.map(({ target }) => target) : [];
    };
    const ofPool = (pool: string): unknown[] => [
      { what: 'karpenter-script', pool },
      { what: 'karpenter-options', pool },
    ];
    expect(await targetsOf()).toEqual(['general', 'gpu', 'arm'].flatMap(ofPool));
    const at = positionOf(text, 'startupTaints');
    expect(await targetsOf({ start: at, end: at })).toEqual(ofPool('gpu'));
    const target = { what: 'karpenter-script', pool: 'gpu' } as const;
    const rendered = await editor.connection.sendRequest<RenderResult>(requests.render, { uri, ...target });
    expect(rendered).toMatchObject({ ok: true, name: 'karpenter.sh', size: { level: 'fine' } });
    const virtual = viewToUriText({ source: uri, view: 'preview', target }, 'karpenter.sh');
    const placesOf = async (needle: string): Promise<string[]> => {
      const position = positionOf(rendered.text, needle);
      const found = await editor.connection.sendRequest<Location[]>('textDocument/definition', {
        textDocument: { uri: virtual },
        position,
      });
      return found.map(({ range }) => text.split('\n')[range.start.line]?.trim() ?? '');
    };
    expect(await placesOf('60 --node-status')).toEqual(['maxPods: 60']);
    expect(await placesOf('sku=gpu:')).toEqual(['- key: sku']);
    expect(await placesOf('LOCATION=')).toEqual(['LOCATION: westeurope']);
    expect(await placesOf('karpenter.sh/capacity-type=spot')).toEqual(['values: [spot, on-demand]']);
    const hoverAt = async (needle: string): Promise<string> => {
      const found = await editor.connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri: virtual },
        position: positionOf(rendered.text, needle),
      });
      return JSON.stringify(found?.contents);
    };
    expect(await hoverAt('60 --node-status')).toContain('spec.maxPods of AKSNodeClass gpu, line');
    expect(await hoverAt('cpu=340m')).toContain('Computed from 24 vCPUs and 225280 MiB of memory');
    const references = await editor.connection.sendRequest<Location[]>('textDocument/references', {
      textDocument: { uri },
      position: positionOf(text, 'maxPods: 60'),
      context: { includeDeclaration: false },
    });
    expect(references.map((reference) => reference.uri)).toEqual([
      virtual,
      viewToUriText(
        { source: uri, view: 'preview', target: { what: 'karpenter-options', pool: 'gpu' } },
        'bootstrap-options.json',
      ),
    ]);
  });

  it('use the settings file, and mark what is missing without it', async () => {
    const karpenter = { settings: '' };
    editor = await TestEditor.start({
      initializationOptions: { commands: true },
      settings: { karpenter },
    });
    const uri = await editor.open('pools.yaml', pools);
    const render = (): Promise<RenderResult> =>
      editor.connection.sendRequest(requests.render, { uri, what: 'karpenter-script', pool: 'arm' });
    const open = await render();
    expect(open.text).toContain(
      "# - AZURE_TENANT_ID\n#     Entra tenant of the cluster's subscription. Karpenter's settings have it.\n#     az account show",
    );
    expect(open.text).toContain('\nTENANT_ID=<AZURE_TENANT_ID>\n');
    karpenter.settings = file('settings.yaml', settings);
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect((await render()).text).toContain('LOCATION=westeurope');
    karpenter.settings = join(folder, 'none.yaml');
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect((await render()).text).toContain('TENANT_ID=<AZURE_TENANT_ID>');
    const unchosen = await editor.connection.sendRequest<RenderResult>(requests.render, {
      uri,
      what: 'karpenter-script',
    });
    expect(unchosen).toMatchObject({ ok: false, code: 'render/unanswered' });
    expect(unchosen.text).toContain('#     kubectl get nodepools');
  });

  it('offer the files with settings beside them and above, until the setting names one', async () => {
    const workspace = temporaryFolder();
    mkdirSync(join(workspace.path, 'pools'));
    workspace.file('pools/node-pools.yaml', pools);
    workspace.file('settings.yaml', settings);
    workspace.file('pools/own.yaml', settings);
    workspace.file('pools/other.yaml', 'kind: ConfigMap\n');
    const karpenter = { settings: '', codeLenses: true };
    const lenses = async (): Promise<(string | undefined)[]> => {
      const found = await editor.lenses(uri);
      return found.map(({ command }) => command?.title);
    };
    editor = await TestEditor.start({
      initializationOptions: { commands: true },
      settings: { karpenter },
      folder: pathToFileURL(workspace.path).href,
    });
    const uri = await editor.open(pathToFileURL(join(workspace.path, 'pools/node-pools.yaml')).href, pools);
    const { files } = await editor.connection.sendRequest<KarpenterSettingsFilesResult>(
      requests.karpenterSettingsFiles,
      { uri },
    );
    expect(files.map(({ path }) => path)).toEqual(['pools/own.yaml', 'settings.yaml']);
    expect(await lenses()).toEqual([
      '$(settings) Use pools/own.yaml',
      '$(settings) Use settings.yaml',
      'Live preview…',
    ]);
    karpenter.settings = 'pools/own.yaml';
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect(await lenses()).toEqual(['Live preview…']);
    expect(await editor.connection.sendRequest(requests.summary, { uri })).toMatchObject({
      karpenterSettings: 'pools/own.yaml',
    });
    Object.assign(karpenter, { settings: '', codeLenses: false });
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect(await lenses()).toEqual([]);
  });

  it('name Restricted Mode as the reason why settings are missing', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true }, settings: { isTrusted: false } });
    const uri = await editor.open('pools.yaml', pools);
    const found = await editor.lenses(uri);
    expect(found.map(({ command }) => [command?.title, command?.command])).toEqual([
      ["$(shield) Restricted Mode: Karpenter's settings aren't read", 'workbench.trust.manage'],
      ['Live preview…', 'aksBootstrap.openLivePreview'],
    ]);
  });

  it('list their pools, of which two can be compared', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('pools.yaml', pools);
    const other = await editor.open(name, sample);
    const comparable = await editor.connection.sendRequest<ComparableResult>(requests.comparable, {});
    expect(comparable.map((entry) => [entry.kind, entry.pools])).toEqual([
      ['Karpenter resources', ['general', 'gpu', 'arm']],
      ['Karpenter bootstrap options', []],
    ]);
    const compared = await editor.connection.sendRequest<CompareResult>(requests.compare, {
      before: uri,
      after: uri,
      pools: { before: 'general', after: 'gpu' },
    });
    if (!compared.ok) throw new Error(compared.message);
    expect(compared.equal).toBe(false);
    expect([compared.before.includes('max-pods=250'), compared.after.includes('max-pods=60')]).toEqual([true, true]);
    const view = {
      source: uri,
      view: 'comparison',
      after: uri,
      side: 'after',
      pools: { before: 'arm', after: 'gpu' },
    } as const;
    expect(viewOfUriText(viewToUriText(view, 'gpu.txt'))).toEqual(view);
    const summary = await editor.connection.sendRequest(requests.summary, { uri: other });
    expect(summary).toMatchObject({ title: 'Karpenter bootstrap options' });
  });

  it('have a snippet with the settings that are missing', async () => {
    const karpenter = { settings: '' };
    editor = await TestEditor.start({ initializationOptions: { commands: true }, settings: { karpenter } });
    const uri = await editor.open('pools.yaml', pools);
    const ask = (): Promise<KarpenterSettingsResult> =>
      editor.connection.sendRequest(requests.karpenterSettings, { uri, pool: 'gpu' });
    const snippet = (await ask())?.insertText ?? '';
    expect(snippet).toMatch(/^apiVersion: aks-bootstrap\/v1\nkind: KarpenterSettings\nenvironment:\n {2}# /);
    expect(snippet).toContain('  KUBELET_BOOTSTRAP_TOKEN: ${6}\n');
    expect(snippet).toContain("[?name=='<CLUSTER_NAME>']");
    karpenter.settings = file('settings.yaml', settings);
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    expect(await ask()).toBeNull();
  });

  it('reveal one secret without the others', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const [secret] = await editor.connection.sendRequest<SecretsResult>(requests.secrets, { uri });
    expect(secret).toMatchObject({ name: 'kubeletClientTLSBootstrapToken', revealed: false });
    const order = { uri, pointer: secret?.pointer, revealed: true };
    await editor.connection.sendRequest(requests.reveal, order);
    const rendered = await editor.connection.sendRequest<RenderResult>(requests.render, {
      uri,
      what: 'karpenter-script',
    });
    expect(rendered.text).toContain('TLS_BOOTSTRAP_TOKEN="07401b.');
  });
});

describe('bootstrap options over the protocol', () => {
  it('are validated, explained and completed', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open(name, sample.replace('"1.34.1"', '"v1.34.1"'));
    expect(codes(await editor.diagnostics(uri))).toContain('karpenter/version-panics');
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri },
      position: positionOf(sample, '"location"'),
    });
    expect(JSON.stringify(hover.contents)).toContain('its own environment');
    const half = await editor.open('half.bootstrap-options.json', '{"arch":""}');
    const list = await editor.connection.sendRequest<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri: half },
      position: { line: 0, character: 9 },
    });
    expect(list.map(({ label }) => label)).toEqual(['amd64', 'arm64']);
  });

  it('explain the variables of a script in custom data', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const script = readFileSync('test/golden/karpenter/shop.sh', 'utf8');
    const customData = Buffer.from(script).toString('base64');
    const uri = await editor.open('vm.json', JSON.stringify({ properties: { osProfile: { customData } } }));
    const steps = ['/properties/osProfile/customData', 'base64'];
    const hoverAt = (needle: string): Promise<Hover | null> =>
      editor.connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri: viewToUriText({ source: uri, view: 'layer', steps }, 'custom-data.sh') },
        position: positionOf(script, needle),
      });
    expect(JSON.stringify(await hoverAt('LOCATION='))).toContain('its own environment (`LOCATION`)');
    expect(await hoverAt('grep -Fq')).toBeNull();
  });

  it('have a preview of their script, with links back', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const target = { what: 'karpenter-script' } as const;
    const previews = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri });
    expect(previews).toMatchObject({ ok: true, entries: [{ target }], size: { limit: 87_380, level: 'fine' } });
    const render = (): Promise<RenderResult> => editor.connection.sendRequest(requests.render, { uri, ...target });
    const rendered = await render();
    expect(rendered).toMatchObject({ ok: true, languageId: 'shellscript', name: 'karpenter.sh' });
    expect(rendered.text).toContain('TLS_BOOTSTRAP_TOKEN="********"');
    const virtual = viewToUriText({ source: uri, view: 'preview', target }, 'karpenter.sh');
    const at = { textDocument: { uri: virtual }, position: positionOf(rendered.text, 'LOCATION=') };
    const [place] = await editor.connection.sendRequest<Location[]>('textDocument/definition', at);
    expect(place).toMatchObject({ uri, range: { start: { line: 5 } } });
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', at);
    expect(JSON.stringify(hover.contents)).toContain('**LOCATION**');
    const references = await editor.connection.sendRequest<Location[]>('textDocument/references', {
      textDocument: { uri },
      position: positionOf(sample, '"maxPods"'),
      context: { includeDeclaration: false },
    });
    expect(references.map((reference) => reference.uri)).toEqual([virtual]);
    await editor.edit(uri, 13, 24, 24, 'v');
    expect(await render()).toMatchObject({ ok: false, code: 'render/karpenter-panics' });
    expect((await render()).text).toMatch(/^# There is no preview[^]*# - line 14: kubernetesVersion/);
  });
});
