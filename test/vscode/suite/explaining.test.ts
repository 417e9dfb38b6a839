import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, configWith, eventually, hoversAt, openSample, openText } from './editor.js';

/** Relative to the bundle of this suite in `dist/test/vscode`. */
const fixtures = join(__dirname, '..', '..', '..', 'test', 'fixtures');

describe('explaining a node config', () => {
  afterEach(closeAll);

  /** The content of our hover once the server is ready; fails if there is another hover. */
  const hoverAt = (document: vscode.TextDocument, text: string): Promise<string> =>
    eventually(`a hover on ${text}`, async () => {
      const [found, ...others] = await hoversAt(document, text);
      assert.deepEqual(others, [], 'there is only one hover');
      return found;
    });

  it('shows on a field its accepted values, its default and its effect on the node', async () => {
    const document = await openSample('aks-node-controller-config.json');
    const timeout = await hoverAt(document, '"cse_ti');
    assert.match(timeout, /\*\*cse_timeout\*\*[^]*optional int32/);
    assert.match(timeout, /Accepts 1 to 21600 seconds/);
    assert.match(timeout, /Default: `900`/);
    assert.match(timeout, /On the node:[^]*`CSE_TIMEOUT` = `900`/);
  });

  it('shows on an enum value its effect on the node', async () => {
    const document = await openSample('aks-node-controller-config.json');
    const plugin = await hoverAt(document, '"NETWORK_PLUGIN_AZ');
    assert.match(plugin, /NETWORK_PLUGIN_AZURE[^]*`NETWORK_PLUGIN` = `azure`/);
  });

  it('shows on a base64 certificate its subject', async () => {
    const certificate = readFileSync(join(fixtures, 'certificates', 'root.pem')).toString('base64');
    const document = await openText(configWith({ kubernetes_ca_cert: certificate }), 'json');
    const found = await hoverAt(document, `"${certificate.slice(0, 20)}`);
    assert.match(found, /Base64 of a certificate[^]*CN=Contoso Root CA/);
  });

  it('shows inlay hints for enum numbers, encoded values, replaced values and fields', async () => {
    const members = { network_config: { network_plugin: 2 }, cse_timeout: 99_999, message_of_the_day: 'SGVsbG8K' };
    const document = await openText(configWith(members), 'json');
    const hints = await eventually('inlay hints', async () => {
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        whole,
      );
      return found.length === 0 ? undefined : found;
    });
    const seen = hints.map(({ label, position }) => {
      const text = typeof label === 'string' ? label : label.map((part) => part.value).join('');
      return `${document.lineAt(position).text.slice(0, position.character).trim()} ${text}`;
    });
    const isNote = (text: string): boolean => text.includes(' → ');
    assert.ok(
      seen.some((text) => /^"version": .* → config file only$/.test(text)),
      'fields have notes',
    );
    assert.deepEqual(
      seen.filter((text) => !isNote(text)),
      [
        '"network_plugin": 2 NETWORK_PLUGIN_AZURE',
        '"cse_timeout": 99999 the node uses 900',
        '"message_of_the_day": "SGVsbG8K" text, 6 bytes',
      ],
    );
  });
});
