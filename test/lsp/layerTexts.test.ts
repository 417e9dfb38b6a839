import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type LayerTextResult,
  type ReplaceLayerTextParams,
  type ReplaceLayerTextResult,
  requests,
} from '../../server/src/protocol.js';
import { createLineIndex } from '../../server/src/core/index.js';
import { TestEditor } from '../support/lspConnection.js';
import { b64, configPath, hereDocument, mime, vmss, wrap } from '../core/payload/writeBackCases.js';

const config =
  '{\n  "version": "v1",\n  "bootstrapping_config": { "tls_bootstrapping_token": "abcdef.0123456789abcdef" }\n}\n';
const shownConfig = config.replace('abcdef.0123456789abcdef', '********#1#');
const around = (text: string): string => vmss(b64(mime(hereDocument(`${wrap(b64(text), 76)}\n`, '| base64 -d '))));
const steps = [
  '/properties/virtualMachineProfile/osProfile/customData',
  'base64',
  'mime-multipart',
  'part:0',
  `heredoc:${configPath}`,
];

describe('edited payloads', () => {
  let editor: TestEditor;
  beforeEach(async () => {
    editor = await TestEditor.start();
  });
  afterEach(() => editor.stop());

  const layerOf = (uri: string, way = steps): Promise<LayerTextResult> =>
    editor.connection.sendRequest<LayerTextResult>(requests.layerText, { uri, steps: way, forEditing: true });
  const replaced = (
    uri: string,
    text: string,
    more: Partial<ReplaceLayerTextParams> = {},
  ): Promise<ReplaceLayerTextResult> =>
    editor.connection.sendRequest<ReplaceLayerTextResult>(requests.replaceLayerText, { uri, steps, text, ...more });
  /** A document after the edits of an answer. */
  const applied = (document: string, result: ReplaceLayerTextResult): string => {
    if (!result.ok) throw new Error(result.message);
    const lines = createLineIndex(document);
    return result.edits.reduce(
      (text, { range, newText }) =>
        text.slice(0, lines.offsetAt(range.start)) + newText + text.slice(lines.offsetAt(range.end)),
      document,
    );
  };

  /** Turns a document into another one of as many lines, as typing does. */
  const change = async (uri: string, before: string, after: string): Promise<void> => {
    const lines = after.split('\n');
    for (const [line, text] of before.split('\n').entries())
      if (text !== lines[line]) await editor.edit(uri, line, 0, text.length, lines[line] ?? '');
  };

  it('have numbered placeholders for secrets, and are not read-only', async () => {
    const uri = await editor.open('pool.vmss.json', around(config));
    expect(await layerOf(uri)).toEqual({
      text: shownConfig,
      languageId: 'json',
      name: 'aks-node-controller-config.json',
      outer: ['customData'],
      secrets: 1,
    });
  });

  it('are written back through all layers, with secrets for their placeholders', async () => {
    const uri = await editor.open('pool.vmss.json', around(config));
    const result = await replaced(uri, shownConfig.replace('"v1"', '"v1", "vm_size": "Standard_D4s_v5"'), {
      base: shownConfig,
      version: 1,
    });
    expect(result).toMatchObject({ ok: true, version: 1 });
    expect(result.ok && result.edits).toHaveLength(1);
    expect(applied(around(config), result)).toBe(around(config.replace('"v1"', '"v1", "vm_size": "Standard_D4s_v5"')));
  });

  it('keep each secret when digits follow a placeholder', async () => {
    const tokens = Array.from({ length: 14 }, (_, number) => `# abcdef.${String(number).padStart(16, '0')}\n`).join('');
    const packed = gzipSync('password=hunter2 and some more text to be longer').toString('base64');
    const text = `${config}${tokens}# ${packed}3D\n# end\n`;
    const uri = await editor.open('pool.vmss.json', around(text));
    const shown = (await layerOf(uri))?.text ?? '';
    expect(shown).toMatch(/^# \*{8}#\d+#3D$/m);
    for (const edit of [
      (before: string) => before.replace('# end', '# changed'),
      (before: string) => `\n${before}# added\n`,
    ])
      expect(applied(around(text), await replaced(uri, edit(shown), { base: shown }))).toBe(around(edit(text)));
  });

  it('give no edits if only the line endings have changed', async () => {
    const uri = await editor.open('pool.vmss.json', around(config.replace('\n', '\r\n')));
    expect(await replaced(uri, shownConfig)).toEqual({ ok: true, edits: [], version: 1 });
  });

  it('are a conflict if the payload has changed in the meantime, but not if other text has', async () => {
    const uri = await editor.open('pool.vmss.json', around(config));
    const changed = around(config.replace('v1', 'v2'));
    await change(uri, around(config), changed);
    const next = shownConfig.replace('v1', 'v3');
    const conflict = { ok: false, why: 'conflict', message: 'The document that it comes from was changed meanwhile.' };
    expect(await replaced(uri, next, { base: shownConfig })).toEqual(conflict);
    expect(await replaced(uri, next, { version: 1 })).toEqual(conflict);
    const elsewhere = around(config).replace('"name": "pool"', '"name": "another"');
    await change(uri, changed, elsewhere);
    expect(applied(elsewhere, await replaced(uri, next, { base: shownConfig }))).toBe(
      around(config.replace('v1', 'v3')).replace('"name": "pool"', '"name": "another"'),
    );
  });

  it('are rejected with a reason', async () => {
    const plain = vmss(b64(mime(hereDocument(config))));
    const uri = await editor.open('pool.vmss.json', plain);
    expect(await replaced(uri, shownConfig.replace('#1#', ''))).toMatchObject({
      ok: false,
      why: 'impossible',
      message:
        'The text contains a mask such as ******** that belongs to no secret of this payload. Write the secret itself, or undo the change to its placeholder.',
    });
    expect(await replaced(uri, `${shownConfig}EOF\n`)).toMatchObject({
      ok: false,
      why: 'impossible',
      message: 'A line is just EOF, which would end the here-document.',
    });
    const template = `{"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#", "resources": [{"customData": "[concat('${b64('#cloud-config\nruncmd: [ls]\n')}')]"}]}`;
    expect(
      await layerOf(await editor.open('template.json', template), ['/resources/0/customData', 'base64']),
    ).toMatchObject({
      text: '#cloud-config\nruncmd: [ls]\n',
      readOnly: 'This text is computed by an expression of the template; change the expression.',
    });
  });

  it('are gone if their document is closed', async () => {
    const gone = { ok: false, why: 'gone' };
    expect(await replaced('file:///none.json', 'a')).toMatchObject(gone);
    expect(await replaced(await editor.open('other.vmss.json', '{}'), 'a')).toMatchObject(gone);
    expect(await layerOf('file:///none.json')).toBeNull();
  });
});
