import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CodeLens, Definition, Diagnostic, DocumentLink } from 'vscode-languageserver';
import { browserHost } from '../../server/src/adapters/browser.js';
import {
  type DecodeResult,
  type LayerTextResult,
  type ReplaceLayerTextResult,
  requests,
} from '../../server/src/protocol.js';
import { codes, TestEditor } from '../support/lspConnection.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const { path: root } = temporaryFolder();
const folder = join(root, 'work');
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;

function write(name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const good = '#cloud-config\nhostname: a\n';
const bad = '#cloud-config\nruncdm: [ls]\n';
const bicep = (path: string): string => `param customData string = loadFileAsBase64('${path}')\n`;
const watching = { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } };

let editor: TestEditor | undefined;
afterEach(async () => {
  await editor?.stop();
  editor = undefined;
});

async function start(traits: Parameters<typeof TestEditor.start>[0] = {}): Promise<TestEditor> {
  return (editor = await TestEditor.start({
    folder: pathToFileURL(folder).href,
    initializationOptions: { commands: true },
    workspace: watching,
    ...traits,
  }));
}

/** Opens Bicep source in the folder. */
async function open(name: string, text: string): Promise<string> {
  return (await editor?.open(uriOf(name), text, 'bicep')) ?? '';
}

async function ask<T>(method: string, params: object): Promise<T> {
  if (editor === undefined) throw new Error('no editor');
  return editor.connection.sendRequest<T>(method, params);
}

const summary = (found: readonly Diagnostic[] | undefined): string[] =>
  (found ?? []).map(({ code, message }) => `${String(code)}: ${JSON.stringify(message).slice(1, -1)}`);

describe('a file that an open document reads', () => {
  it('is checked where it is named, and the problem leads into the file', async () => {
    write('boot/a.yaml', bad);
    await start();
    const uri = await open('infra/main.bicep', bicep('../boot/a.yaml'));
    const [found, ...more] = (await editor?.diagnostics(uri)) ?? [];
    expect(more).toEqual([]);
    expect([found?.code, found?.range]).toEqual([
      'cloud-config/unknown-key',
      { start: { line: 0, character: 43 }, end: { line: 0, character: 59 } },
    ]);
    expect(found?.relatedInformation?.at(-1)).toEqual({
      message: 'In the file that is read: line 2, column 1 of a.yaml',
      location: {
        uri: uriOf('boot/a.yaml'),
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 6 } },
      },
    });
  });

  it('has its changes on disk, which the editor is asked to report', async () => {
    write('b.yaml', bad);
    await start();
    const uri = await open('b.bicep', bicep('b.yaml'));
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual(['cloud-config/unknown-key']);
    const watched = editor?.registrations.map(({ registerOptions }) => JSON.stringify(registerOptions)).join();
    expect(watched).toContain(`{"baseUri":"${pathToFileURL(folder).href}","pattern":"b.yaml"}`);
    write('b.yaml', `${good}# changed\n`);
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual([]);
    rmSync(join(folder, 'b.yaml'));
    expect(summary(await editor?.diagnostics(uri))).toEqual([
      "payload/file-not-read: b.yaml can't be read: there is no such file.",
    ]);
    write('b.yaml', bad);
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual(['cloud-config/unknown-key']);
  });

  it('counts as it is in the editor, and each change asks for diagnostics again', async () => {
    write('c (1).yaml', good);
    await start();
    let refreshed = (): void => undefined;
    editor?.connection.onRequest('workspace/diagnostic/refresh', () => {
      refreshed();
      return null;
    });
    const refresh = (): Promise<void> => new Promise<void>((resolve) => (refreshed = resolve));
    const uri = await open('c.bicep', bicep('c (1).yaml'));
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual([]);
    // As VS Code writes it.
    const file = uriOf('c (1).yaml').replace('(', '%28').replace(')', '%29');
    let next = refresh();
    await editor?.open(file, bad, 'yaml');
    await next;
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual(['cloud-config/unknown-key']);
    next = refresh();
    await editor?.edit(file, 1, 0, 6, 'runcmd');
    // Also before diagnostics are requested.
    const { payloads } = await ask<DecodeResult>(requests.decode, { uri });
    expect(payloads[0]?.errors).toBe(0);
    await next;
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual([]);
    await editor?.edit(file, 1, 0, 6, 'runcdm');
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual(['cloud-config/unknown-key']);
    next = refresh();
    await editor?.close(file);
    await next;
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual([]);
  });

  it('has its changes pushed to an editor that does not request diagnostics', async () => {
    write('d.yaml', good);
    await start({ pull: false });
    const uri = await open('d.bicep', bicep('d.yaml'));
    await editor?.pushed(uri, (found) => found.length === 0);
    const file = await editor?.open(uriOf('d.yaml'), bad, 'yaml');
    await editor?.pushed(uri, (found) => codes(found).join() === 'cloud-config/unknown-key');
    await editor?.edit(file ?? '', 1, 0, 6, 'hstname');
    await editor?.pushed(uri, (found) => summary(found).join().includes('hstname'));
  });

  it('is a link, the definition, and what opens in place of its decoded text', async () => {
    write('e.yaml', good);
    await start({ workspace: { ...watching, textDocumentContent: {} } });
    const uri = await open('e.bicep', `${bicep('e.yaml')}${bicep('none.yaml')}`);
    const file = uriOf('e.yaml');
    await editor?.diagnostics(uri);
    expect(await ask<DocumentLink[]>('textDocument/documentLink', { textDocument: { uri } })).toEqual([
      { range: { start: { line: 0, character: 44 }, end: { line: 0, character: 50 } }, target: file },
    ]);
    const { payloads } = await ask<DecodeResult>(requests.decode, { uri });
    expect(payloads.map((entry) => [entry.title, entry.layers, entry.file])).toEqual([
      ['customData (e.yaml)', ['base64', 'file', 'cloud-config'], file],
      ['customData', ['bicep'], undefined],
    ]);
    const steps = payloads[0]?.steps ?? [];
    const reason = 'This text is read from e.yaml. Edit that file.';
    expect(await ask<LayerTextResult>(requests.layerText, { uri, steps, forEditing: true })).toMatchObject({
      text: good,
      file,
      readOnly: reason,
    });
    expect(
      await ask<ReplaceLayerTextResult>(requests.replaceLayerText, {
        uri,
        steps,
        text: '#cloud-config\nhostname: b\n',
      }),
    ).toEqual({ ok: false, why: 'impossible', message: reason });
    const lenses = await ask<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses[0]?.command?.title).toContain('customData (e.yaml)');
    const position = { line: 0, character: 46 };
    expect(await ask<Definition>('textDocument/definition', { textDocument: { uri }, position })).toMatchObject({
      uri: file,
    });
  });

  it('is shown decoded if it is encoded, and still not written', async () => {
    writeFileSync(join(folder, 'e.yaml.gz'), gzipSync(good));
    await start();
    const uri = await open('e.bicep', bicep('e.yaml.gz'));
    const { payloads } = await ask<DecodeResult>(requests.decode, { uri });
    const [entry] = payloads;
    const steps = entry?.steps ?? [];
    expect(entry?.layers.join(' ')).toBe('base64 file gzip cloud-config');
    const layer = await ask<LayerTextResult>(requests.layerText, { uri, steps, forEditing: true });
    expect(layer).toMatchObject({ text: good, readOnly: 'This text is read from e.yaml.gz. Edit that file.' });
    expect(layer?.file).toBeUndefined();
  });

  it.each([
    ['../outside.yaml', 'it is outside of the folder, and only files in it are read.'],
    ['link.yaml', 'it is a link.'],
    ['up/outside.yaml', 'it is outside of the folder.'],
  ])('is only one in the workspace folder: %s', async (path, reason) => {
    writeFileSync(join(root, 'outside.yaml'), bad);
    for (const [target, name] of [
      ['../outside.yaml', 'link.yaml'],
      ['..', 'up'],
    ] as const) {
      rmSync(join(folder, name), { force: true });
      symlinkSync(target, join(folder, name));
    }
    await start();
    const uri = await open('f.bicep', bicep(path));
    // The editor's own text of it doesn't count either.
    await editor?.open(pathToFileURL(join(root, 'outside.yaml')).href, bad, 'yaml');
    await editor?.open(uriOf('link.yaml'), bad, 'yaml');
    expect(summary(await editor?.diagnostics(uri))).toEqual([
      `payload/file-not-read: ${path} can't be read: ${reason}`,
    ]);
    expect(await ask<DocumentLink[]>('textDocument/documentLink', { textDocument: { uri } })).toEqual([]);
  });

  it.each(['untitled:main.bicep', 'vscode-vfs://github/a/main.bicep'])('stays unknown in %s', async (uri) => {
    await start();
    await editor?.open(uri.replace('untitled:', 'untitled://'), bicep('a.yaml'), 'bicep');
    const at = uri.replace('untitled:', 'untitled://');
    expect(await editor?.diagnostics(at)).toEqual([]);
    expect((await ask<DecodeResult>(requests.decode, { uri: at })).payloads[0]?.layers).toEqual(['bicep']);
  });

  it('stays unknown in a browser', async () => {
    await start({ host: browserHost });
    const uri = await open('g.bicep', bicep('e.yaml'));
    expect(await editor?.diagnostics(uri)).toEqual([]);
    expect((await ask<DecodeResult>(requests.decode, { uri })).payloads[0]?.layers).toEqual(['bicep']);
  });

  it('may be beside a document that is in no workspace folder', async () => {
    write('h/a.yaml', bad);
    writeFileSync(join(folder, 'b.yaml'), bad);
    await start({ folder: pathToFileURL(join(root, 'elsewhere')).href });
    const uri = await open('h/main.bicep', `${bicep('a.yaml')}${bicep('../b.yaml')}`);
    expect(codes((await editor?.diagnostics(uri)) ?? [])).toEqual([
      'cloud-config/unknown-key',
      'payload/file-not-read',
    ]);
  });
});
