import { afterEach, describe, expect, it } from 'vitest';
import { type CodeAction, CodeActionRequest, type Command, type Range } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type FixesResult, type FixEverywhereResult, requests } from '../../server/src/protocol.js';
import { config, scaleSet } from '../core/fleet/support.js';
import { TestEditor } from '../support/lspConnection.js';

let editor: TestEditor;
afterEach(() => editor.stop());

const misspelt = { version: 'v1', kubelet_config: { kubelet_node_lables: { a: 'b' } } };
const list = JSON.stringify([scaleSet('pool1', misspelt), scaleSet('pool2', misspelt), scaleSet('pool3', config())]);
const alone = JSON.stringify(misspelt);

async function started(commands: boolean): Promise<{ fleet: string; plain: string }> {
  editor = await TestEditor.start({ initializationOptions: { commands } });
  const fleet = await editor.open('fleet.json', list);
  const plain = await editor.open('aks-node-controller-config.json', alone);
  return { fleet, plain };
}

async function actionsAt(uri: string, range: Range): Promise<(CodeAction | Command)[]> {
  const context = { diagnostics: [], only: ['quickfix'] };
  return (await editor.connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range, context })) ?? [];
}

async function renaming(uri: string): Promise<FixesResult[number] | undefined> {
  const fixes = await editor.connection.sendRequest<FixesResult>(requests.fixes, { uri });
  return fixes.find(({ title }) => title.includes('kubelet_node_labels'));
}

function everywhere(uri: string, fix = ''): Promise<FixEverywhereResult> {
  return editor.connection.sendRequest(requests.fixEverywhere, { uri, fix });
}

/** The range of the first misspelt name in the config on its own. */
const at = TextDocument.create('', 'json', 1, alone).positionAt(alone.indexOf('kubelet_node_lables'));

describe('one fix for many documents', () => {
  it('is offered with the number of texts and files, and answers with the edits of each document', async () => {
    const { fleet, plain } = await started(true);
    const fix = await renaming(fleet);
    expect(fix).toMatchObject({ code: 'contract/unknown-field', problems: 2, documents: 2 });
    const offered = (await actionsAt(plain, { start: at, end: at })).find(({ title }) => title.includes('everywhere'));
    expect(offered?.title).toMatch(/kubelet_node_labels, everywhere \(in 3 texts of 2 files\)$/);
    expect(offered?.command).toMatchObject({
      command: 'aksBootstrap.fixEverywhere',
      arguments: [plain, fix?.fix, fix?.title],
    });
    const found = await everywhere(fleet, fix?.fix);
    expect(found?.edits.map(({ label }) => label)).toEqual([
      'pool1 › customData › aks-node-controller-config.json',
      'pool2 › customData › aks-node-controller-config.json',
    ]);
    expect(found).toMatchObject({ version: 1, documents: 2, unfixed: [] });
    const edits = found?.edits.flatMap((one) => one.edits).map((edit) => ({ ...edit })) ?? [];
    const text = TextDocument.applyEdits(TextDocument.create('', 'json', 1, list), edits);
    expect(await renaming(await editor.open('fixed.json', text))).toBeUndefined();
    const own = await everywhere(plain, fix?.fix);
    expect(own?.edits).toMatchObject([
      { label: '', edits: [{ newText: expect.stringContaining('labels') as string }] },
    ]);
  });

  it('counts only documents that the user sees, if the editor reports them', async () => {
    const { fleet, plain } = await started(true);
    // Only documents that were checked are counted.
    await renaming(fleet);
    const titles = async (): Promise<string[]> =>
      (await actionsAt(plain, { start: at, end: at })).flatMap(({ title }) => /\(in .*\)$/.exec(title) ?? []);
    expect(await titles()).toEqual(['(in 3 texts of 2 files)']);
    await editor.connection.sendRequest(requests.tabs, { uris: [plain] });
    expect(await titles()).toEqual([]);
    await editor.connection.sendRequest(requests.tabs, { uris: [fleet, plain] });
    expect(await titles()).toEqual(['(in 3 texts of 2 files)']);
  });

  it('has no edits for an unknown fix, and none for a document that is not open', async () => {
    const { fleet } = await started(true);
    expect(await everywhere(fleet, 'unknown')).toMatchObject({ edits: [], documents: 0 });
    expect(await everywhere('file:///absent.json')).toBeNull();
  });

  it('is not offered to an editor without its command, and not for a single problem', async () => {
    const { plain } = await started(false);
    const titles = (await actionsAt(plain, { start: at, end: at })).map(({ title }) => title);
    expect(titles).toContainEqual(expect.stringContaining('kubelet_node_labels'));
    expect(titles).not.toContainEqual(expect.stringContaining('everywhere'));
    await editor.stop();
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const single = await editor.open('aks-node-controller-config.json', alone);
    expect((await actionsAt(single, { start: at, end: at })).map(({ title }) => title)).not.toContainEqual(
      expect.stringContaining('everywhere'),
    );
  });
});
