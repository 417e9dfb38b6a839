import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecogniseParams, type RecogniseResult, requests } from '../../server/src/protocol.js';
import { TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
beforeEach(async () => {
  editor = await TestEditor.start();
});
afterEach(() => editor.stop());

const recognise = (params: RecogniseParams): Promise<RecogniseResult> =>
  editor.connection.sendRequest(requests.recognise, params);

const scaleSet = readFileSync('test/samples/vmss.json', 'utf8');

describe('what a text is, over the protocol', () => {
  it('is the same for an open document and for a text that is not open', async () => {
    const uri = await editor.open('machine.json', scaleSet);
    const found = await recognise({ uri });
    expect(found).toMatchObject({
      sentence: 'A scale set with 2 extensions; its custom data has a node config with 1 problem.',
      known: true,
      name: 'vmss.json',
      payloads: 7,
      machines: 1,
      cursor: { is: 'problem', line: 44 },
    });
    expect(await recognise({ uri: 'untitled:pasted', text: scaleSet })).toEqual(found);
  });

  it('has a path to the payload with the cursor, which opens at the problem', async () => {
    const uri = await editor.open('machine.json', scaleSet);
    const { steps = [], line = 0, character = 0 } = (await recognise({ uri }))?.cursor ?? {};
    const layer = await editor.connection.sendRequest<{ text: string }>(requests.layerText, { uri, steps });
    expect(layer.text.split('\n')[line]?.slice(character)).toBe('"kubelet_node_lables": {');
  });

  it('is linked with the failure or the config that was opened before', async () => {
    const text = 'ERR_K8S_API_SERVER_DNS_LOOKUP_FAIL';
    const failed = await recognise({ uri: 'untitled:pasted', text });
    expect(failed).toMatchObject({ cursor: { is: 'evidence' } });
    const uri = await editor.open('machine.json', scaleSet);
    const { fields = [] } = failed ?? {};
    expect(await recognise({ uri, fields })).toMatchObject({ cursor: { is: 'field', uri: null } });
    expect(await recognise({ uri: 'untitled:pasted', text })).toMatchObject({ cursor: { is: 'field', uri } });
    // A document without a tab isn't one that the user sees.
    await editor.connection.sendRequest(requests.tabs, { uris: [] });
    expect(await recognise({ uri: 'untitled:pasted', text })).toMatchObject({ cursor: { is: 'evidence' } });
  });

  it('counts the unsaved text, and is null for a document that is not open', async () => {
    const uri = await editor.open('a.json', '{}');
    expect(await recognise({ uri })).toMatchObject({ known: false });
    await editor.edit(uri, 0, 0, 2, scaleSet);
    expect(await recognise({ uri })).toMatchObject({ known: true });
    expect(await recognise({ uri: 'file:///gone.json' })).toBeNull();
  });
});
