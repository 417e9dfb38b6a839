import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationTokenSource, LSPErrorCodes, type ProgressToken } from 'vscode-languageserver/node';
import { createNodeHost } from '../../server/src/adapters/nodeHost.js';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { type DecodeResult, requests } from '../../server/src/protocol.js';
import { config } from '../support/analyse.js';
import { codes, TestEditor } from '../support/lspConnection.js';

const uri = 'file:///project/many.json';
const other = 'file:///project/cloud-config.yaml';
const machine = (): object => ({
  virtualMachineProfile: { osProfile: { customData: Buffer.from('#cloud-config\nhostnme: x\n').toString('base64') } },
});
const count = 40;
const many = JSON.stringify(Array.from({ length: count }, machine));

/** Every look at the clock finds this much time gone; with several for each document, each takes longer than a slice. */
function slowClock(stepMs: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += stepMs));
}

interface Shown {
  readonly token: ProgressToken;
  readonly value: { readonly kind: string; readonly title?: string; readonly percentage?: number };
}

function progressOf(editor: TestEditor, onEach: (shown: Shown) => void = () => undefined): Shown[] {
  const all: Shown[] = [];
  editor.connection.onNotification('$/progress', (shown: Shown) => {
    all.push(shown);
    onEach(shown);
  });
  return all;
}

describe('a file that takes long', () => {
  let editor: TestEditor;
  beforeEach(async () => {
    editor = await TestEditor.start({ initializationOptions: { commands: true }, window: { workDoneProgress: true } });
    await editor.open('many.json', many);
    await editor.open('cloud-config.yaml', '#cloud-config\nhostname: x\n');
    slowClock(5);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await editor.stop();
  });

  it('does not block other requests', async () => {
    const order: string[] = [];
    const long = editor.connection.sendRequest<DecodeResult>(requests.decode, { uri }).then((result) => {
      order.push('decode');
      return result;
    });
    const short = editor.connection
      .sendRequest('textDocument/hover', { textDocument: { uri: other }, position: { line: 1, character: 2 } })
      .then(() => order.push('hover'));
    const [result] = await Promise.all([long, short]);
    expect(order).toEqual(['hover', 'decode']);
    expect(result.payloads).toHaveLength(count);
    expect(result.payloads[0]?.errors).toBe(1);
  });

  it('reports the progress that the request asked for', async () => {
    const shown = progressOf(editor);
    await editor.connection.sendRequest(requests.decode, { uri, workDoneToken: 'mine' });
    expect(shown.every(({ token }) => token === 'mine')).toBe(true);
    expect(shown[0]?.value).toMatchObject({ kind: 'begin', title: 'Decoding many.json', cancellable: true });
    expect(shown.at(-1)?.value).toEqual({ kind: 'end' });
    const percentages = shown.flatMap(({ value }) => (value.kind === 'report' ? (value.percentage ?? []) : []));
    expect(percentages.length).toBeGreaterThan(1);
    expect(percentages.at(-1)).toBeGreaterThan(60);
  });

  it('stops when the request is cancelled, and continues from there', async () => {
    const source = new CancellationTokenSource();
    const shown = progressOf(editor, ({ value }) => {
      if (value.kind === 'report') source.cancel();
    });
    await expect(
      editor.connection.sendRequest(requests.decode, { uri, workDoneToken: 'mine' }, source.token),
    ).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    expect(shown.at(-1)?.value).toEqual({ kind: 'end' });
    expect(codes(await editor.diagnostics(uri))).toEqual(Array(count).fill('cloud-config/unknown-key'));
    expect(editor.log).toEqual([]);
  });

  it('stops when its text changes', async () => {
    let changed: Promise<void> | undefined;
    progressOf(editor, ({ value }) => {
      if (value.kind === 'begin') changed = editor.edit(uri, 0, 0, many.length, '{}');
    });
    await expect(editor.connection.sendRequest(requests.decode, { uri, workDoneToken: 'mine' })).rejects.toMatchObject({
      code: LSPErrorCodes.RequestCancelled,
    });
    await changed;
    expect(await editor.diagnostics(uri)).toEqual([]);
  });

  it('starts again if its kind is changed in the meantime', async () => {
    let chosen: Promise<unknown> | undefined;
    progressOf(editor, ({ value }) => {
      if (value.kind === 'begin') chosen = editor.connection.sendRequest(requests.setKind, { uri, kind: null });
    });
    editor.connection.onRequest('window/workDoneProgress/create', () => null);
    expect(await editor.diagnostics(uri)).toHaveLength(count);
    expect(chosen).toBeDefined();
    await chosen;
  });

  it('shows progress of its diagnostics, which the user can cancel', async () => {
    let created = 0;
    editor.connection.onRequest('window/workDoneProgress/create', () => {
      created++;
      return null;
    });
    const shown = progressOf(editor, ({ token, value }) => {
      if (value.kind === 'begin') void editor.connection.sendNotification('window/workDoneProgress/cancel', { token });
    });
    await expect(editor.diagnostics(uri)).rejects.toMatchObject({
      code: LSPErrorCodes.ServerCancelled,
      data: { retriggerRequest: false },
    });
    expect(created).toBe(1);
    expect(shown.at(-1)?.value).toEqual({ kind: 'end' });
    expect(editor.log).toEqual([]);
  });

  it('shows one progress for all requests that wait for it', async () => {
    let created = 0;
    editor.connection.onRequest('window/workDoneProgress/create', () => {
      created++;
      return null;
    });
    const shown = progressOf(editor);
    const [decoded, problems] = await Promise.all([
      editor.connection.sendRequest<DecodeResult>(requests.decode, { uri }),
      editor.diagnostics(uri),
      editor.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } }),
    ]);
    expect(decoded.payloads).toHaveLength(count);
    expect(problems).toHaveLength(count);
    expect(created).toBe(1);
    expect(shown.map(({ value }) => value.kind).filter((kind) => kind !== 'report')).toEqual(['begin', 'end']);
  });

  it('is also checked if the editor refuses to show progress', async () => {
    editor.connection.onRequest('window/workDoneProgress/create', () => {
      throw new Error('no');
    });
    expect(await editor.diagnostics(uri)).toHaveLength(count);
    expect(editor.log).toEqual([]);
  });
});

describe('one document that takes long', () => {
  const one = 'file:///project/aks-node-config.json';
  // Longer than what is searched for secrets without a pause, at several levels of escapes.
  const text = config(
    `"kubelet_config":{"kubelet_flags":{${Array.from({ length: 6_000 }, (_, i) => `"--x${i}":"a %2525252541 b"`).join(',')}}}`,
  );
  const atStart = { textDocument: { uri: one }, position: { line: 0, character: 3 } };
  let editor: TestEditor;
  beforeEach(async () => {
    editor = await TestEditor.start({
      initializationOptions: { commands: true },
      window: { workDoneProgress: true },
      // The time limits of the core are measured by another clock.
      host: { ...createNodeHost(), platform: { ...nodePlatform, now: () => 0 } },
    });
    await editor.open('aks-node-config.json', text);
    await editor.open('cloud-config.yaml', '#cloud-config\nhostname: x\n');
    editor.connection.onRequest('window/workDoneProgress/create', () => null);
    slowClock(60);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await editor.stop();
  });

  it('does not block other requests', async () => {
    const order: string[] = [];
    const long = editor.diagnostics(one).then(() => order.push('diagnostics'));
    const short = editor.connection
      .sendRequest('textDocument/hover', { textDocument: { uri: other }, position: { line: 1, character: 2 } })
      .then(() => order.push('hover'));
    await Promise.all([long, short]);
    expect(order).toEqual(['hover', 'diagnostics']);
  });

  const requestsOfOne: readonly (readonly [method: string, params: object])[] = [
    ['textDocument/diagnostic', { textDocument: { uri: one } }],
    ['textDocument/hover', atStart],
    ['textDocument/completion', atStart],
    ['textDocument/documentSymbol', { textDocument: { uri: one } }],
    ['textDocument/documentLink', { textDocument: { uri: one } }],
    [
      'textDocument/codeAction',
      { ...atStart, range: { start: atStart.position, end: atStart.position }, context: { diagnostics: [] } },
    ],
    [requests.decode, { uri: one }],
    [requests.render, { uri: one, what: 'custom-data' }],
    [requests.explain, { uri: one }],
    [requests.compare, { before: one, after: other }],
    [requests.redact, { uri: one, pseudonyms: true }],
  ];

  it.each(requestsOfOne)('ends %s when it is cancelled', async (method, params) => {
    const source = new CancellationTokenSource();
    progressOf(editor, ({ value }) => {
      if (value.kind === 'begin') source.cancel();
    });
    await expect(editor.connection.sendRequest(method, params, source.token)).rejects.toMatchObject({
      code: LSPErrorCodes.RequestCancelled,
    });
    expect(editor.log).toEqual([]);
  });

  it('is answered about after the work that another request began', async () => {
    const hover = editor.connection.sendRequest('textDocument/hover', atStart);
    const found = await editor.diagnostics(one);
    expect(codes(found)).toContain('contract/unknown-kubelet-flag');
    await expect(hover).resolves.toBeDefined();
  });

  it('ends its check when it is edited', async () => {
    let changed: Promise<void> | undefined;
    progressOf(editor, ({ value }) => {
      if (value.kind === 'begin') changed ??= editor.edit(one, 0, 0, text.length, '{}');
    });
    await expect(editor.diagnostics(one)).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    await changed;
  });

  it('is answered about as it is after an edit', async () => {
    let changed: Promise<void> | undefined;
    progressOf(editor, ({ value }) => {
      if (value.kind === 'begin') changed ??= editor.edit(one, 0, 0, text.length, '{}');
    });
    const symbols = editor.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri: one } });
    await expect(symbols).resolves.toEqual([]);
    expect(changed).toBeDefined();
    await changed;
  });
});

describe('a file that is read at once', () => {
  it('shows no progress', async () => {
    const editor = await TestEditor.start({ window: { workDoneProgress: true } });
    const shown = progressOf(editor);
    vi.spyOn(performance, 'now').mockReturnValue(0);
    await editor.open('many.json', many);
    expect(await editor.diagnostics(uri)).toHaveLength(count);
    expect(shown).toEqual([]);
    vi.restoreAllMocks();
    await editor.stop();
  });
});

describe('an editor that gets diagnostics pushed', () => {
  it('gets them for long files too, but not for a closed document', async () => {
    const editor = await TestEditor.start({ pull: false });
    slowClock(5);
    await editor.open('many.json', many);
    await editor.edit(uri, 0, 0, many.length, JSON.stringify([machine()]));
    expect(await editor.pushed(uri, (found) => found.length > 0)).toHaveLength(1);
    vi.restoreAllMocks();
    await editor.stop();
  });
});
