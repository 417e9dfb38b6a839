import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { requests } from '../../server/src/protocol.js';
import { configPath, vmss } from '../core/payload/writeBackCases.js';
import { type EditorTraits, TestEditor } from '../support/lspConnection.js';

const sample = readFileSync('test/samples/vmss.json', 'utf8');
const customData = ['/properties/virtualMachineProfile/osProfile/customData', 'base64'];
const mime = [...customData, 'mime-multipart'];
const config = [...mime, 'part:0', `heredoc:${configPath}`];

describe('a mistake inside of a payload', () => {
  let editor: TestEditor;
  const start = async (traits?: EditorTraits): Promise<string> => {
    editor = await TestEditor.start(traits);
    return editor.open('vmss.json', sample);
  };
  afterEach(() => editor.stop());

  const severities = async (...uris: readonly string[]): Promise<unknown[]> =>
    Promise.all(
      uris.map(async (uri) =>
        (await editor.diagnostics(uri))
          .filter(({ code }) => code === 'contract/unknown-field')
          .map(({ severity }) => severity),
      ),
    );
  const { Error: error, Hint: hint } = DiagnosticSeverity;

  it('is an error in the innermost open text, and a hint around it', async () => {
    const outer = await start();
    expect(await severities(outer)).toEqual([[error]]);
    const { uri: message } = await editor.openLayer(outer, mime);
    expect(await severities(outer, message)).toEqual([[hint], [error]]);
    const { uri: inner } = await editor.openLayer(outer, config);
    expect(await severities(outer, message, inner)).toEqual([[hint], [hint], [error]]);
    await editor.close(message);
    expect(await severities(outer, inner)).toEqual([[hint], [error]]);
    await editor.close(inner);
    expect(await severities(outer)).toEqual([[error]]);
  });

  it('is an error again if it was fixed in the open text, which is not written back yet', async () => {
    const outer = await start();
    const { uri: inner, text } = await editor.openLayer(outer, config);
    const lines = text.split('\n');
    const line = lines.findIndex((one) => one.includes('kubelet_node_lables'));
    const at = lines[line]?.indexOf('lables') ?? -1;
    await editor.edit(inner, line, at, at + 'lables'.length, 'labels');
    expect(await severities(outer, inner)).toEqual([[error], []]);
  });

  it('is an error around an open text that has no tab', async () => {
    const outer = await start();
    const { uri: inner } = await editor.openLayer(outer, config);
    await editor.connection.sendRequest(requests.tabs, { uris: [] });
    expect(await severities(outer)).toEqual([[error]]);
    await editor.connection.sendRequest(requests.tabs, { uris: [inner] });
    expect(await severities(outer)).toEqual([[hint]]);
  });

  it('is an error around a text that does not show it, because it is one of the document around it', async () => {
    editor = await TestEditor.start();
    const inner = Buffer.from('{"version":"v1","vm_size":"Standard_D4s_v5"}').toString('base64');
    const outer = await editor.open(
      'sizes.vmss.json',
      vmss(inner).replace('{', '{ "sku": { "name": "Standard_D8s_v5" }, '),
    );
    const found = async (): Promise<unknown[]> =>
      (await editor.diagnostics(outer)).map(({ code, severity }) => [code, severity]);
    const field = 'contract/missing-required-field';
    const size = ['vmss/other-vm-size', DiagnosticSeverity.Warning];
    expect(await found()).toEqual([[field, error], size]);
    await editor.openLayer(outer, customData);
    expect(await found()).toEqual([[field, hint], size]);
  });

  it('is pushed as a hint to an editor that does not request diagnostics, until the text is closed', async () => {
    const outer = await start({ pull: false });
    const is = (severity: DiagnosticSeverity) => (found: readonly { severity?: number; code?: unknown }[]) =>
      found.some((one) => one.code === 'contract/unknown-field' && one.severity === severity);
    await editor.pushed(outer, is(error));
    const { uri: inner } = await editor.openLayer(outer, config);
    await editor.pushed(outer, is(hint));
    const pushes = editor.pushCount(outer);
    await editor.close(inner);
    await editor.pushed(outer, is(error), pushes);
  });
});
