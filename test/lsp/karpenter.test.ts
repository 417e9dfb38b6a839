import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { CompletionItem, Hover, Location } from 'vscode-languageserver/node';
import { requests, type PreviewsResult, type RenderResult } from '../../server/src/protocol.js';
import { viewOfTarget, viewToUriText } from '../../server/src/virtualDocuments.js';
import { codes, TestEditor } from '../support/lspConnection.js';

const sample = readFileSync('test/samples/shop.bootstrap-options.json', 'utf8');
const name = 'shop.bootstrap-options.json';

let editor: TestEditor;
afterEach(() => editor.stop());

/** The position of a needle, one character in. */
function positionOf(text: string, needle: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(needle)).split('\n');
  return { line: before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}

describe('bootstrap options over the protocol', () => {
  it('are judged, explained and completed', async () => {
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

  it('are behind the variables of a script in custom data', async () => {
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

  it('are previewed as the script that follows them, with the way back', async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true } });
    const uri = await editor.open(name, sample);
    const target = { what: 'karpenter-script' } as const;
    const previews = await editor.connection.sendRequest<PreviewsResult>(requests.previews, { uri });
    expect(previews).toMatchObject({ ok: true, entries: [{ target }], size: { limit: 87_380, level: 'fine' } });
    const render = (): Promise<RenderResult> => editor.connection.sendRequest(requests.render, { uri, ...target });
    const rendered = await render();
    expect(rendered).toMatchObject({ ok: true, languageId: 'shellscript', name: 'karpenter.sh' });
    expect(rendered.text).toContain('TLS_BOOTSTRAP_TOKEN="********"');
    const virtual = viewToUriText(viewOfTarget(uri, target), 'karpenter.sh');
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
