import { afterAll, describe, expect, it } from 'vitest';
import { type DecodeResult, type PayloadEntry, requests, type TimelineResult } from '../../server/src/protocol.js';
import { viewToUriText } from '../../server/src/virtualDocuments.js';
import { TestEditor } from '../support/lspConnection.js';

const editor = await TestEditor.start({ initializationOptions: { commands: true } });
afterAll(() => editor.stop());

/** Reverses text, controls a terminal, and writes a line of its own. */
const hostile = 'a\u202e\u009b2J\u200b\u2028FAKE';
const shown = 'a\\u202e\\u009b2J\\u200b\\u2028FAKE';
const raw = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const inDocument = (uri: string, method: string, params: object = {}): Promise<unknown> =>
  editor.connection.sendRequest(method, { textDocument: { uri }, ...params });
const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

function expectVisible(text: string): void {
  expect(text).toContain(shown);
  expect(text).not.toMatch(raw);
}

/** Written as in JSON and YAML, which doesn't allow some of the characters in another way. */
const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The strings under these names, at any depth. */
function texts(answer: unknown, ...names: readonly string[]): string {
  const found: string[] = [];
  JSON.stringify(answer, (name, value: unknown) => {
    if (names.includes(name) && typeof value === 'string') found.push(value);
    return value;
  });
  return found.join('\n');
}

const config = JSON.stringify(
  { version: 'v1', [hostile]: { [hostile]: 1 }, kubelet_config: { [hostile]: true } },
  null,
  2,
);
const cloudConfig = `#cloud-config
write_files:
- path: ${escaped(`/etc/${hostile}`)}
  encoding: b64
  content: ${Buffer.from('#!/bin/sh\necho a\n').toString('base64')}
${escaped(hostile)}: 1
runcmd: 1
`;

describe('in an editor, invisible characters of documents are shown as escapes', () => {
  it('in messages of diagnostics and what is related to them', async () => {
    const uri = await editor.open('aks-node-controller-config.json', config);
    expectVisible(texts(await editor.diagnostics(uri), 'message'));
  });

  it('in diagnostics that are pushed', async () => {
    const pushed = await TestEditor.start({ pull: false });
    const uri = await pushed.open('aks-node-controller-config.json', config);
    expectVisible(texts(await pushed.pushed(uri, (found) => found.length > 0), 'message'));
    await pushed.stop();
  });

  it('in names and details of symbols, on one line', async () => {
    const uri = await editor.open('symbols/aks-node-controller-config.json', config.replaceAll('FAKE', '\\nFAKE'));
    const symbols = texts(await inDocument(uri, 'textDocument/documentSymbol'), 'name', 'detail');
    expect(symbols).toContain('a\\u202e\\u009b2J\\u200b\\u2028\\nFAKE');
    expect(symbols).not.toMatch(raw);
  });

  it('in titles of code actions and lenses, and in inlay hints', async () => {
    const uri = await editor.open('actions/user-data.yaml', cloudConfig);
    const lenses = await inDocument(uri, 'textDocument/codeLens');
    expectVisible(texts(lenses, 'title'));
    const { items: diagnostics } = (await inDocument(uri, 'textDocument/diagnostic')) as { items: object[] };
    const actions = await inDocument(uri, 'textDocument/codeAction', { range: all, context: { diagnostics } });
    const hints = await inDocument(uri, 'textDocument/inlayHint', { range: all });
    expect(texts([actions, hints], 'title', 'label', 'message')).not.toMatch(raw);
  });

  it('in payloads, whose paths stay exact', async () => {
    const uri = await editor.open('payloads/user-data.yaml', cloudConfig);
    const { payloads } = await editor.connection.sendRequest<DecodeResult>(requests.decode, { uri });
    expectVisible(texts(payloads, 'title', 'label', 'name', 'summary'));
    const entry: PayloadEntry | undefined = payloads[0];
    expect(entry?.steps.join('/')).toContain(hostile);
    expect(entry?.name).toBe('a__2J__FAKE');
    const layer = viewToUriText({ source: uri, view: 'layer', steps: entry?.steps ?? [] }, entry?.name ?? '');
    expect(await editor.connection.sendRequest('workspace/textDocumentContent', { uri: layer })).toEqual({
      text: '#!/bin/sh\necho a\n',
    });
  });

  it('but not in decoded texts, which are documents themselves', async () => {
    const content = `#!/bin/sh\necho '${hostile}'\n`;
    const text = `#cloud-config\nwrite_files:\n- path: /a\n  content: !!binary ${Buffer.from(content).toString('base64')}\n`;
    const uri = await editor.open('exact/user-data.yaml', text);
    const { payloads } = await editor.connection.sendRequest<DecodeResult>(requests.decode, { uri });
    const params = { uri, steps: payloads[0]?.steps };
    expect(await editor.connection.sendRequest(requests.layerText, params)).toMatchObject({ text: content });
  });

  it('in completions, which insert the exact text', async () => {
    const text = `#cloud-config\nbootcmd:\n- echo\n${escaped(hostile)}: {}\n`;
    const uri = await editor.open('completions/user-data.yaml', text);
    const answer = await inDocument(uri, 'textDocument/completion', { position: { line: 4, character: 0 } });
    expect(texts(answer, 'label', 'detail', 'description')).not.toMatch(raw);
  });

  it('in timelines and their images', async () => {
    const log = ['systemd[1]: Starting', 'systemd[1]: Finished']
      .map((line, second) => `Nov 23 03:00:0${second} node ${line} a\u202e<script>\u009b2J&.service - x"\u2066y.`)
      .join('\n');
    const uri = await editor.open('boot.log', `${log}\n`, 'log');
    const chart = await editor.connection.sendRequest<TimelineResult>(requests.timeline, { sources: [uri] });
    expect(JSON.stringify(chart)).not.toMatch(raw);
    const { text } = await editor.connection.sendRequest<{ text: string }>(requests.timelineExport, {
      sources: [uri],
      as: 'svg',
    });
    expect(text).not.toMatch(raw);
    expect(text).not.toContain('<script');
  });

  it('in what the server logs and in errors', async () => {
    const uri = `file:///project/${hostile}.json`;
    const answer = await editor.connection.sendRequest(requests.compare, { before: uri, after: uri });
    expect(JSON.stringify(answer)).not.toMatch(raw);
    expect(editor.log.join('\n')).not.toMatch(raw);
  });
});
