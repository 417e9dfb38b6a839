import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  InlayHintRequest,
  type Location,
  type LocationLink,
} from 'vscode-languageserver/node';
import {
  lensCommands,
  type NodeViewResult,
  type PreviewsResult,
  type PreviewTarget,
  type RenderResult,
  requests,
  type SecretsResult,
  type SummaryResult,
  type TraceResult,
} from '../../server/src/protocol.js';
import { viewOfUriText, viewToUriText } from '../../server/src/virtualDocuments.js';
import { codes, TestEditor } from '../support/lspConnection.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const sample = readFileSync('test/samples/aks-node-controller-config.json', 'utf8');
const name = 'aks-node-controller-config.json';

let editor: TestEditor;
afterEach(() => editor.stop());

const render = (uri: string, target: PreviewTarget): Promise<RenderResult> =>
  editor.connection.sendRequest<RenderResult>(requests.render, { uri, ...target });

async function textOf(uri: string, target: PreviewTarget): Promise<string> {
  return (await render(uri, target)).text;
}

/** The position of a needle, one character in. */
function positionOf(text: string, needle: string): { line: number; character: number } {
  const at = text.indexOf(needle);
  expect(at, `${needle} is not in the text`).toBeGreaterThanOrEqual(0);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}

function textAt(text: string, { start, end }: Location['range']): string {
  return (text.split('\n')[start.line] ?? '').slice(
    start.character,
    start.line === end.line ? end.character : undefined,
  );
}

describe('previews over the protocol', () => {
  it.each<[PreviewTarget, string, RegExp]>([
    [{ what: 'env' }, 'aks-bootstrap-view', /^ADMINUSER=azureuser\n[^]*\nTLS_BOOTSTRAP_TOKEN=\*{8}\n/],
    [{ what: 'node-files' }, 'aks-bootstrap-view', /^=== \/etc\/sysctl\.d\/999-sysctl-aks\.conf \(SYSCTL_CONTENT\)\n/],
    [{ what: 'node-file', file: 'containerd.toml' }, 'toml', /^version = 2\n/],
    [{ what: 'node-file', file: 'kubeletconfig.json' }, 'jsonc', /^\{/],
    [{ what: 'vmss' }, 'jsonc', /"customData": "[A-Za-z0-9+/=]+"/],
    [{ what: 'custom-data', dialect: 'flatcar' }, 'jsonc', /"ignition"/],
    [{ what: 'custom-data' }, 'aks-bootstrap-view', /^MIME-Version/],
    [{ what: 'boot-command' }, 'shellscript', /^\/bin\/bash\n/],
  ])('%j', async (target, languageId, text) => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const rendered = await render(uri, target);
    expect(rendered).toMatchObject({ ok: true, languageId, text: expect.stringMatching(text) as string });
    expect(rendered.ok && rendered.size).toMatchObject({ limit: 87_380, level: 'fine' });
  });

  it('are listed with the sizes that they have with real secrets, and can be requested', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const previews = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri });
    if (!previews.ok) throw new Error(previews.message);
    const whats = previews.entries.map(({ target }) => target.what);
    expect(new Set(whats)).toEqual(
      new Set(['custom-data', 'cse', 'boot-command', 'env', 'node-files', 'node-file', 'vmss']),
    );
    for (const { target, bytes } of previews.entries) {
      const rendered = await editor.connection.sendRequest<RenderResult>(requests.render, {
        uri,
        ...target,
        showSecrets: true,
      });
      expect(rendered.ok && Buffer.byteLength(rendered.text), JSON.stringify(target)).toBe(bytes);
    }
    expect(previews.entries.filter(({ target }) => target.part !== undefined).map(({ title }) => title)).toContain(
      'text/cloud-boothook',
    );
    const size = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri: 'file:///not/open' });
    expect(size).toMatchObject({ ok: false, code: 'document/not-open' });
  });

  it('have the size of custom data with real secrets', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open(name, sample);
    const rendered = await render(uri, { what: 'env' });
    const real = await editor.connection.sendRequest<RenderResult>(requests.render, {
      uri,
      what: 'custom-data',
      showSecrets: true,
    });
    expect(rendered.ok && rendered.size?.bytes).toBe(Buffer.byteLength(real.text));
    expect(rendered.ok && rendered.size?.characters).toBe(Buffer.from(real.text).toString('base64').length);
  });

  it('follow unsaved text, and list the errors with lines if there is no preview', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('a.node-config.json', '{\n  "version": "v1",\n  "is_vhd": true\n}');
    expect(await textOf(uri, { what: 'env' })).toContain('\nIS_VHD=true\n');
    await editor.edit(uri, 2, 12, 16, 'false');
    expect(await textOf(uri, { what: 'env' })).toContain('\nIS_VHD=false\n');
    await editor.edit(uri, 2, 12, 17, '"no"');
    for (const [target, sign] of [
      [{ what: 'cse' }, '#'],
      [{ what: 'vmss' }, '//'],
      [{ what: 'custom-data', dialect: 'write-files' }, '#'],
    ] as const) {
      const missing = await render(uri, target);
      expect(missing).toMatchObject({ ok: false, code: 'render/refused-by-the-node' });
      const lines = missing.text.trimEnd().split('\n');
      for (const line of lines) expect(line.startsWith(sign), line).toBe(true);
      expect(lines[2]).toMatch(/- line 3: .*is_vhd/);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(64);
    }
  });

  it('have no diagnostics', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('a.node-config.json', '{ "version": "v9" }');
    const virtual = await openPreview(uri, { what: 'vmss' });
    expect(codes(await editor.diagnostics(uri))).toContain('contract/unsupported-version');
    expect(await editor.diagnostics(virtual)).toEqual([]);
  });
});

/** Opens a preview as an editor does, and returns its URI. */
async function openPreview(uri: string, target: PreviewTarget): Promise<string> {
  const { name: fileName, text, languageId } = await render(uri, target);
  const virtual = viewToUriText({ source: uri, view: 'preview', target }, fileName);
  return editor.open(virtual, text, languageId);
}

describe('lenses above a preview', () => {
  const lensesOf = async (uri: string): Promise<readonly (readonly [line: number, title: string])[]> => {
    const lenses = await editor.lenses(uri);
    return lenses.map(({ range, command }) => [range.start.line, command?.title ?? '']);
  };

  it.each<[PreviewTarget, readonly string[]]>([
    [
      { what: 'custom-data', dialect: 'cloud-init' },
      ['1 secret masked: reveal…', `Custom data of ${name} for cloud-init, image 202605.27.0, 5.5 of 87.4 KB`],
    ],
    [{ what: 'env' }, ['1 secret masked: reveal…', `Environment of ${name}, image 202605.27.0, containerd 1.7.22`]],
    [{ what: 'node-files' }, [`Node files of ${name}, image 202605.27.0, containerd 1.7.22`]],
    [{ what: 'cse' }, [`CSE command of ${name}, image 202605.27.0`]],
  ])('name its source, dialect, image and masks: %j', async (target, titles) => {
    const settings = { nodeImage: '202605.27.0', preview: { containerdVersion: '1.7.22' } };
    editor = await TestEditor.start({ initializationOptions: { commands: true }, settings });
    const uri = await editor.open(name, sample);
    const lenses = await lensesOf(await openPreview(uri, target));
    expect(lenses.filter(([line]) => line === 0).map(([, title]) => title)).toEqual(titles);
  });

  it.each<[PreviewTarget, PreviewTarget, RegExp]>([
    [
      { what: 'custom-data', dialect: 'cloud-init' },
      { what: 'custom-data', dialect: 'cloud-init' },
      /"api_server_name"/,
    ],
    [{ what: 'custom-data', dialect: 'flatcar' }, { what: 'custom-data', dialect: 'flatcar' }, /"api_server_name"/],
    [
      { what: 'custom-data', dialect: 'write-files' },
      { what: 'custom-data', dialect: 'write-files' },
      /"api_server_name"/,
    ],
    [{ what: 'vmss' }, { what: 'custom-data', dialect: 'cloud-init' }, /^MIME-Version/],
    [{ what: 'env' }, { what: 'node-file' }, /^version = 2/],
  ])('open what is encoded in it: %j', async (target, opened, content) => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const virtual = await openPreview(uri, target);
    const lenses = await editor.lenses(virtual);
    const opening = lenses.find(({ command }) => command?.title.startsWith('Open '));
    const [source, shown] = (opening?.command?.arguments ?? []) as [string, PreviewTarget];
    expect(source).toBe(uri);
    expect(shown).toMatchObject(opened);
    expect(await textOf(uri, shown)).toMatch(content);
  });

  it('say where the node stops reading, and lead there', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('a.node-config.json', '{\n  "version": "v1",\n  "cse_timeout": "soon"\n}');
    const virtual = await openPreview(uri, { what: 'env' });
    const [first] = await editor.lenses(virtual);
    expect(first?.command).toMatchObject({
      title: '$(warning) The node stops reading in line 3',
      arguments: [uri, { start: { line: 2 } }],
    });
  });

  it('are only for editors with their commands', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open(name, sample);
    expect(await lensesOf(await openPreview(uri, { what: 'env' }))).toEqual([]);
  });
});

describe('the structure of a preview', () => {
  const request = <T>(method: string, uri: string): Promise<T> =>
    editor.connection.sendRequest<T>(method, { textDocument: { uri } });

  it('has its variables, files or parts as an outline', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const names = async (target: PreviewTarget): Promise<string[]> => {
      const symbols = await request<DocumentSymbol[]>('textDocument/documentSymbol', await openPreview(uri, target));
      return symbols.map((symbol) => symbol.name);
    };
    expect((await names({ what: 'env' })).slice(0, 2)).toEqual([
      'ADMINUSER',
      'AKS_CUSTOM_CLOUD_CONTAINER_REGISTRY_DNS_SUFFIX',
    ]);
    expect(await names({ what: 'node-files' })).toContain(
      '/etc/containerd/config.toml (CONTAINERD_CONFIG_NO_GPU_CONTENT)',
    );
    expect(await names({ what: 'custom-data', dialect: 'cloud-init' })).toEqual([
      'text/cloud-boothook',
      'text/cloud-config',
    ]);
  });

  it('folds files and what is indented in them', async () => {
    editor = await TestEditor.start({
      initializationOptions: { commands: true },
      textDocument: { foldingRange: { lineFoldingOnly: true } },
    });
    const uri = await editor.open(name, sample);
    const virtual = await openPreview(uri, { what: 'node-files' });
    const lines = (await textOf(uri, { what: 'node-files' })).split('\n');
    const folded = await request<FoldingRange[]>('textDocument/foldingRange', virtual);
    const shown = folded.map(({ startLine, endLine }) => [lines[startLine], lines[endLine]]);
    expect(shown).toContainEqual([
      '=== /etc/containerd/config.toml (CONTAINERD_CONFIG_CONTENT)',
      '  address = "0.0.0.0:10257"',
    ]);
    expect(shown).toContainEqual(['[metrics]', '  address = "0.0.0.0:10257"']);
  });

  it('links the reasons why there is none with their lines', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('a.node-config.json', '{\n  "version": "v1",\n  "cse_timeout": "soon"\n}');
    const [link, ...others] = await request<DocumentLink[]>(
      'textDocument/documentLink',
      await openPreview(uri, { what: 'vmss' }),
    );
    expect(others).toEqual([]);
    expect(decodeURIComponent(link?.target ?? '')).toBe(
      `command:aksBootstrap.showConfig?["${uri}",{"start":{"line":2,"character":0},"end":{"line":2,"character":0}}]`,
    );
  });
});

describe('secrets in previews', () => {
  const text = `{
  "version": "v1",
  "bootstrapping_config": { "tls_bootstrapping_token": "abcdef.0123456789abcdef" },
  "kubelet_config": { "kubelet_client_key": "LS0tCmtleQotLS0K" }
}`;

  it('are revealed one at a time until they change, and all only on request', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open('a.node-config.json', text);
    const secrets = (): Promise<SecretsResult> => editor.connection.sendRequest(requests.secrets, { uri });
    const listed = await secrets();
    expect(listed.map(({ name: field, line, revealed }) => [field, line, revealed])).toEqual([
      ['bootstrapping_config.tls_bootstrapping_token', 2, false],
      ['kubelet_config.kubelet_client_key', 3, false],
    ]);
    expect(JSON.stringify(listed)).not.toContain('abcdef');
    const pointer = listed[1]?.pointer ?? '';
    const range = await editor.connection.sendRequest<Location['range']>(requests.reveal, {
      uri,
      pointer,
      revealed: true,
      preview: { what: 'env' },
    });
    expect(textAt(await textOf(uri, { what: 'env' }), range)).toContain('LS0tCmtleQotLS0K');
    expect((await secrets()).map(({ revealed }) => revealed)).toEqual([false, true]);
    const env = await textOf(uri, { what: 'env' });
    expect(env).toContain('\nKUBELET_CLIENT_CONTENT=LS0tCmtleQotLS0K\n');
    expect(env).toContain('\nTLS_BOOTSTRAP_TOKEN=********\n');

    // A file that is longer now: places behind it still lead to the right field.
    const files = await textOf(uri, { what: 'node-files' });
    expect(files).toContain('\nkey\n');
    const found = await editor.connection.sendRequest<Location[]>('textDocument/definition', {
      textDocument: {
        uri: viewToUriText({ source: uri, view: 'preview', target: { what: 'node-files' } }, 'node-files.txt'),
      },
      position: positionOf(files, 'key\n'),
    });
    expect(found.map(({ range }) => textAt(text, range))).toEqual(['"kubelet_client_key"']);

    await editor.edit(uri, 3, 45, 46, 'M');
    expect(await textOf(uri, { what: 'env' })).toContain('\nKUBELET_CLIENT_CONTENT=********#2\n');
    await editor.edit(uri, 3, 45, 46, 'L');
    await editor.connection.sendRequest(requests.reveal, { uri, pointer, revealed: false });
    expect(await textOf(uri, { what: 'env' })).toContain('\nKUBELET_CLIENT_CONTENT=********#2\n');
    const all = await editor.connection.sendRequest<RenderResult>(requests.render, {
      uri,
      what: 'env',
      showSecrets: true,
    });
    expect(all.text).toContain('\nTLS_BOOTSTRAP_TOKEN=abcdef.0123456789abcdef\n');
  });
});

describe('settings about the node', () => {
  const { path: folder } = temporaryFolder();
  afterEach(() => {
    rmSync(join(folder, 'components.json'), { force: true });
  });
  const gpuNode = '{ "version": "v1", "vm_size": "Standard_NC24ads_A100_v4" }';

  it('decide the format of containerd’s config', async () => {
    editor = await TestEditor.start({ settings: { preview: { containerdVersion: '2.0.0' } } });
    const uri = await editor.open(name, sample);
    expect(await textOf(uri, { what: 'node-file', file: 'containerd.toml' })).toContain('io.containerd.cri.v1.runtime');
    const previews = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri });
    expect(previews).toMatchObject({ containerdVersion: '2.0.0', gpuComponents: null });
  });

  it('say which node image previews are of', async () => {
    const settings = { nodeImage: '202605.27.0' };
    editor = await TestEditor.start({ settings });
    const uri = await editor.open(name, sample);
    const previews = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri });
    expect(previews).toMatchObject({ nodeImage: '202605.27.0' });
    settings.nodeImage = '202603.30.0';
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    const summary = await editor.connection.sendRequest<SummaryResult>(requests.summary, { uri });
    expect(summary).toMatchObject({ image: '202603.30.0' });
  });

  it('give driver versions from the current file', async () => {
    const path = join(folder, 'components.json');
    writeFileSync(path, '{"aks-gpu-cuda-lts":"580.1.2-20260101"}');
    editor = await TestEditor.start({ settings: { preview: { gpuComponents: path } } });
    const uri = await editor.open('gpu.node-config.json', gpuNode);
    expect(await textOf(uri, { what: 'env' })).toContain('\nGPU_DRIVER_VERSION=580.1.2\n');
    writeFileSync(path, '{"aks-gpu-cuda-lts":"580.1.3-20260101"}');
    utimesSync(path, 1, 1);
    expect(await textOf(uri, { what: 'env' })).toContain('\nGPU_DRIVER_VERSION=580.1.3\n');
  });

  it.each([
    ['missing.json', undefined, /There is no such file/],
    ['components.json', '[]', /has to be a JSON object/],
  ])("are reported if they can't be applied: %s", async (file, content, remark) => {
    const path = join(folder, file);
    if (content !== undefined) writeFileSync(path, content);
    editor = await TestEditor.start({ settings: { preview: { gpuComponents: path } } });
    const uri = await editor.open('gpu.node-config.json', gpuNode);
    const rendered = await render(uri, { what: 'env' });
    expect(rendered.ok && rendered.remarks).toEqual([expect.stringMatching(remark)]);
    expect(rendered.text).toContain('\nGPU_DRIVER_VERSION=\n');
  });

  it('are not read for documents of other file systems', async () => {
    const path = join(folder, 'components.json');
    writeFileSync(path, '{"aks-gpu-cuda-lts":"580.1.2-20260101"}');
    editor = await TestEditor.start({ settings: { preview: { gpuComponents: path } } });
    const uri = 'vscode-vfs://github/o/r/gpu.node-config.json';
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'json', version: 1, text: gpuNode },
    });
    const rendered = await render(uri, { what: 'env' });
    expect(rendered).toMatchObject({ ok: true, remarks: [] });
    expect(rendered.text).toContain('\nGPU_DRIVER_VERSION=\n');
  });
});

describe('tracing over the protocol', () => {
  const env = (uri: string): string =>
    viewToUriText({ source: uri, view: 'preview', target: { what: 'env' } }, 'bootstrap.env');

  it.each([true, false])('leads from a preview to the config, with links: %s', async (linkSupport) => {
    editor = await TestEditor.start({
      initializationOptions: { commands: true },
      textDocument: { definition: { linkSupport } },
    });
    const uri = await editor.open(name, sample);
    const position = positionOf(await textOf(uri, { what: 'env' }), '--max-pods');
    const found = await editor.connection.sendRequest<(LocationLink & Location)[]>('textDocument/definition', {
      textDocument: { uri: env(uri) },
      position,
    });
    expect(found).toHaveLength(1);
    const [{ targetUri, targetSelectionRange, uri: plainUri, range } = {} as LocationLink & Location] = found;
    expect(linkSupport ? targetUri : plainUri).toBe(uri);
    expect(textAt(sample, linkSupport ? targetSelectionRange : range)).toBe('"--max-pods"');
  });

  it('explains a variable on hover', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const position = positionOf(await textOf(uri, { what: 'env' }), 'KUBELET_FLAGS');
    const hover = await editor.connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri: env(uri) },
      position,
    });
    expect(JSON.stringify(hover.contents)).toContain('`kubelet_config.kubelet_flags`, line 39');
  });

  it('lists the uses of a field in previews that can be opened', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const found = await editor.connection.sendRequest<Location[]>('textDocument/references', {
      textDocument: { uri },
      position: positionOf(sample, '"net_core_somaxconn"'),
      context: { includeDeclaration: false },
    });
    const shown = await Promise.all(
      found.map(async (location) => {
        const view = viewOfUriText(location.uri);
        if (view?.view !== 'preview') throw new Error(location.uri);
        return textAt(await textOf(view.source, view.target), location.range);
      }),
    );
    expect(shown).toEqual(['SYSCTL_CONTENT', 'net.core.somaxconn=16384', '"net_core_somaxconn": 16384']);
    expect(found[0]?.uri).toBe(env(uri));
  });

  it('has no definition for a field of the config', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const position = positionOf(sample, '"vm_size"');
    expect(
      await editor.connection.sendRequest('textDocument/definition', { textDocument: { uri }, position }),
    ).toBeNull();
  });

  it('is not offered to editors that cannot open previews', async () => {
    editor = await TestEditor.start();
    expect(editor.initialized.capabilities.workspace?.textDocumentContent).toBeUndefined();
    const uri = await editor.open(name, sample);
    const at = { textDocument: { uri }, position: positionOf(sample, '"vm_size"') };
    const context = { includeDeclaration: true };
    expect(await editor.connection.sendRequest('textDocument/references', { ...at, context })).toBeNull();
  });

  it('is offered to those that open them by the protocol', async () => {
    editor = await TestEditor.start({ workspace: { textDocumentContent: {} } });
    expect(editor.initialized.capabilities).toMatchObject({
      definitionProvider: true,
      workspace: { textDocumentContent: { schemes: ['aks-bootstrap', 'aks-bootstrap-payload'] } },
    });
    const uri = await editor.open(name, sample);
    expect(await editor.connection.sendRequest('workspace/textDocumentContent', { uri: env(uri) })).toEqual({
      text: await textOf(uri, { what: 'env' }),
    });
  });
});

describe('tracing between a config and its previews', () => {
  const preview = (uri: string, target: PreviewTarget): string =>
    viewToUriText({ source: uri, view: 'preview', target }, 'shown.txt');
  const trace = (uri: string, text: string, needle: string, previews: readonly string[]): Promise<TraceResult> =>
    editor.connection.sendRequest<TraceResult>(requests.trace, { uri, position: positionOf(text, needle), previews });

  it('finds what a field determines in the previews that are asked for', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const env = preview(uri, { what: 'env' });
    const files = preview(uri, { what: 'node-files' });
    const other = preview('file:///other.json', { what: 'env' });
    const traced = await trace(uri, sample, '"net_core_somaxconn"', [env, files, other, 'file:///a.txt']);
    expect(traced.map((one) => one.uri)).toEqual([env, files]);
    const texts = await Promise.all(
      [{ what: 'env' } as const, { what: 'node-files' } as const].map((one) => textOf(uri, one)),
    );
    expect(traced.map(({ ranges }, index) => ranges.map((range) => textAt(texts[index] ?? '', range)))).toEqual([
      ['SYSCTL_CONTENT'],
      ['net.core.somaxconn=16384'],
    ]);
    expect(await trace(uri, sample, '"kubelet_config"', [])).toEqual([]);
  });

  it('finds the fields that a position in a preview comes from', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const text = await textOf(uri, { what: 'env' });
    const traced = await trace(preview(uri, { what: 'env' }), text, 'KUBELET_NODE_LABELS', []);
    expect(traced.map((one) => [one.uri, one.ranges.map((range) => textAt(sample, range))])).toEqual([
      [uri, ['"kubelet_node_labels"']],
    ]);
  });

  it('goes between options of Karpenter and the script', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const options = readFileSync('test/samples/shop.bootstrap-options.json', 'utf8');
    const uri = await editor.open('bootstrap-options.json', options);
    const script = preview(uri, { what: 'karpenter-script' });
    const [found] = await trace(uri, options, '"tenantID"', [script]);
    expect(found?.uri).toBe(script);
    const text = await textOf(uri, { what: 'karpenter-script' });
    const [range] = found?.ranges ?? [];
    const at = range && textAt(text, range);
    expect(at).toBeTruthy();
    const back = await trace(script, text, at ?? '', []);
    expect(back[0]?.uri).toBe(uri);
  });

  it('is nothing for a config with which the node fails, and other documents', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const text = '{"is_vhd":1}';
    const uri = await editor.open('a.node-config.json', text);
    expect(await trace(uri, text, '"is_vhd"', [preview(uri, { what: 'env' })])).toEqual([]);
    const other = await editor.open('b.txt', 'nothing');
    expect(await trace(other, 'nothing', 'not', [preview(other, { what: 'env' })])).toEqual([]);
  });
});

describe('a config as the node sees it, over the protocol', () => {
  const seen = (uri: string): Promise<NodeViewResult> =>
    editor.connection.sendRequest<NodeViewResult>(requests.nodeView, { uri });

  it('has what is lost and what is filled in, with a sum that is also a lens', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const text = [
      '{',
      '  "version": "v1",',
      '  "tenant": "x",',
      '  "cse_timeout": null,',
      '  "cluster_config": { "cluster_network_config": { "subnet": "a" } }',
      '}',
    ].join('\n');
    const uri = await editor.open('a.node-config.json', text);
    const found = await seen(uri);
    expect(found?.summary).toBe('The node starts with 2 of 4 fields: 2 dropped.');
    expect(found?.lost.map(({ range, message }) => [textAt(text, range), message])).toEqual([
      ['"tenant": "x"', "Dropped: the node doesn't know this field."],
      ['"cse_timeout": null', 'Dropped: null is the same as no value.'],
    ]);
    expect(found?.filled.map(({ position, label }) => [position.line, label])).toEqual([
      [3, "unset: 900 (node's default)"],
      [4, "unset: core_dns_service_ip 10.0.0.10 (node's default)"],
      [5, "unset: linux_admin_username azureuser, is_vhd true +1 (node's defaults)"],
    ]);
    expect(found?.filled[2]?.message).toMatch(/^linux_admin_username: azureuser .*\n.*\nenable_ssh: true/);
    const lenses = await editor.lenses(uri);
    expect(lenses[0]?.command).toMatchObject({ title: found?.summary, command: lensCommands.toggleNodeView });
  });

  it('has the lines of what is lost one by one', async () => {
    editor = await TestEditor.start();
    const text = '{\n  "version": "v1",\n  "weird": {\n    "a": 1\n  }\n}';
    const found = await seen(await editor.open('a.node-config.json', text));
    expect(found?.lost.map(({ range }) => textAt(text, range))).toEqual(['"weird": {', '"a": 1', '}']);
  });

  it('is that of the node image in the settings', async () => {
    editor = await TestEditor.start({ settings: { nodeImage: '202605.27.0' } });
    const uri = await editor.open('a.node-config.json', '{"version":"v1","enabled_features":{"A":"b"}}');
    expect((await seen(uri))?.summary).toBe('The node (image 202605.27.0) starts with 1 of 2 fields: 1 dropped.');
  });

  it('is unknown for other documents', async () => {
    editor = await TestEditor.start();
    expect(await seen(await editor.open('package.json', '{"name":"a"}'))).toBeNull();
    expect(await seen('file:///not/open')).toBeNull();
  });
});

it.each([
  [{}, ['→ config file only', 'the node uses 900']],
  [{ fieldNotes: false }, ['the node uses 900']],
  // Without a hint on its value, the line has room for a note.
  [{ valueHints: false }, ['→ config file only', '→ CSE_TIMEOUT']],
  [{ fieldNotes: false, valueHints: false }, []],
])('hints in a node config follow their settings: %j', async (nodeConfig, expected) => {
  editor = await TestEditor.start({ settings: { nodeConfig } });
  const uri = await editor.open('a.node-config.json', '{\n  "version": "v1",\n  "cse_timeout": 0\n}');
  const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 1 } };
  const hints = await editor.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
  expect(hints?.map(({ label }) => label)).toEqual(expected);
});
