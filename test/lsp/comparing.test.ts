import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ComparableResult,
  type CompareResult,
  type NodeImagesResult,
  requests,
} from '../../server/src/protocol.js';
import { viewToUriText } from '../../server/src/virtualDocuments.js';
import { config, scaleSet } from '../core/fleet/support.js';
import { TestEditor } from '../support/lspConnection.js';

const sample = readFileSync('test/samples/aks-node-controller-config.json', 'utf8');
const vmss = readFileSync('test/samples/vmss.json', 'utf8');

let editor: TestEditor;
afterEach(() => editor.stop());

async function compared(before: string, after: string) {
  const result = await editor.connection.sendRequest<CompareResult>(requests.compare, { before, after });
  if (!result.ok) throw new Error(result.message);
  return result;
}

describe('comparing over the protocol', () => {
  it('returns both sides of the unsaved documents, with secrets masked', async () => {
    editor = await TestEditor.start();
    const before = await editor.open('vmss.json', vmss);
    const after = await editor.open('a.node-config.json', sample);
    const result = await compared(before, after);
    expect(result).toMatchObject({ equal: false, summary: 'These differ: 1 field, 1 variable on the node.' });
    expect(result.before + result.after).not.toContain('0123456789abcdef');
    const line = sample.split('\n').findIndex((text) => text.includes('"kubernetes_version"'));
    const column = sample.split('\n')[line]?.indexOf('1.33.2') ?? 0;
    await editor.edit(after, line, column, column + 6, '1.34.1');
    expect((await compared(before, after)).after).toContain('\nKUBERNETES_VERSION=1.34.1\n');
  });

  it('renders both configs for the node of the settings', async () => {
    editor = await TestEditor.start({ settings: { preview: { containerdVersion: '2.0.0' } } });
    const uri = await editor.open('a.node-config.json', sample);
    const { equal, before, after } = await compared(uri, uri);
    expect([equal, before]).toEqual([true, after]);
    expect(before).toContain('io.containerd.cri.v1.runtime');
  });

  it('compares what two node images make of one config', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('a.node-config.json', sample);
    const images = { before: '202607.14.0', after: '202608.20.0' };
    const params = { before: uri, after: uri, images };
    const result = await editor.connection.sendRequest<CompareResult>(requests.compare, params);
    expect(result).toMatchObject({ ok: true, equal: false });
    expect(result.ok && result.before).not.toContain('\nINIT_AKS_CLOUD_FILEPATH=');
    expect(result.ok && result.after).toContain('\nINIT_AKS_CLOUD_FILEPATH=');
  });

  it('compares two scale sets of one document by the names that it lists', async () => {
    editor = await TestEditor.start({ workspace: { textDocumentContent: {} } });
    const machines = [
      scaleSet('aks-a-1-vmss', config({ '--max-pods': '30' })),
      scaleSet('aks-b-1-vmss', config({ '--max-pods': '110' })),
      scaleSet('aks-b-1-vmss', config({ '--max-pods': '250' })),
    ];
    const uri = await editor.open('fleet.json', JSON.stringify(machines));
    const [listed] = await editor.connection.sendRequest<ComparableResult>(requests.comparable, {});
    expect(listed?.machines).toEqual(['aks-a-1-vmss', '/1', '/2']);
    const params = { before: uri, after: uri, machines: { before: 'aks-a-1-vmss', after: '/2' } };
    const result = await editor.connection.sendRequest<CompareResult>(requests.compare, params);
    if (!result.ok) throw new Error(result.message);
    expect(result.before).toContain('\n====== aks-a-1-vmss ↔ /2\n');
    expect(result.before).toContain('"--max-pods": "30"');
    expect(result.after).toContain('"--max-pods": "250"');
    const view = { source: uri, view: 'comparison', after: uri, side: 'after', machines: params.machines } as const;
    const text = { uri: viewToUriText(view, 'a.txt') };
    expect(await editor.connection.sendRequest('workspace/textDocumentContent', text)).toEqual({ text: result.after });
    const unknown = { ...params, machines: { before: 'green', after: '/1' } };
    expect(await editor.connection.sendRequest(requests.compare, unknown)).toMatchObject({
      ok: true,
      equal: false,
      before: expect.stringContaining('called green here. There are aks-a-1-vmss, /1 and /2.') as string,
    });
  });

  it('lists node images, and says which one a config is for', async () => {
    editor = await TestEditor.start({ settings: { nodeImage: '202603.30.0..202608.20.0' } });
    const known = await editor.connection.sendRequest<NodeImagesResult>(requests.nodeImages, {});
    expect(known.at(-1)).toEqual({ version: '202608.21.0', release: 'v0.20260821.0' });
    const uri = await editor.open('a.node-config.json', sample);
    await editor.connection.sendRequest(requests.previews, { uri });
    expect(await editor.connection.sendRequest(requests.summary, { uri })).toMatchObject({
      image: '202603.30.0..202608.20.0',
    });
  });

  it('reports that a document is not open', async () => {
    editor = await TestEditor.start();
    const uri = await editor.open('a.node-config.json', sample);
    const params = { before: 'file:///project/closed.json', after: uri };
    expect(await editor.connection.sendRequest(requests.compare, params)).toEqual({
      ok: false,
      message: 'There is no comparison: one of the two documents is not open in the editor.',
    });
  });

  it('lists open documents with their role in a comparison, without virtual ones', async () => {
    editor = await TestEditor.start();
    const uris = [
      await editor.open('a.node-config.json', sample),
      await editor.open('vmss.json', vmss),
      await editor.open('cloud-config.yaml', '#cloud-config\nhostname: a\n'),
    ];
    const [source = ''] = uris;
    const side = viewToUriText({ source, view: 'comparison', after: source, side: 'after' }, 'a.txt');
    await editor.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: side, languageId: 'plaintext', version: 1, text: '#cloud-config\nx: 1\n' },
    });
    const listed = await editor.connection.sendRequest<ComparableResult>(requests.comparable, {});
    expect(listed).toEqual([
      { uri: uris[0], kind: 'AKS node config', role: 'config', pools: [], machines: [] },
      { uri: uris[1], kind: 'VMSS JSON', role: 'deployed', pools: [], machines: ['aks-pool1-40871234-vmss'] },
      { uri: uris[2], kind: 'cloud-config', role: 'other', pools: [], machines: [] },
    ]);
    expect(await editor.diagnostics(side), 'a comparison has no problems of its own').toEqual([]);
  });

  it('supports editors that open virtual documents through the protocol', async () => {
    editor = await TestEditor.start({ workspace: { textDocumentContent: {} } });
    const [before, after] = [await editor.open('vmss.json', vmss), await editor.open('a.node-config.json', sample)];
    const result = await compared(before, after);
    for (const side of ['before', 'after'] as const) {
      const uri = viewToUriText({ source: before, view: 'comparison', after, side }, 'a.txt');
      expect(await editor.connection.sendRequest('workspace/textDocumentContent', { uri })).toEqual({
        text: result[side],
      });
    }
  });
});
