import { expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Opened, Opener } from '../../client/src/start/opening.js';
import type { PageUpdate, StartMessage } from '../../client/webview/start/messages.js';

/** The part of VS Code's API that the start page uses. */
const host = vi.hoisted(() => {
  class CancellationError extends Error {}
  const state: { provider?: vscode.WebviewViewProvider } = {};
  return {
    state,
    CancellationError,
    api: {
      CancellationError,
      Uri: { joinPath: () => ({}) },
      env: { language: 'en' },
      l10n: { t: (text: string) => text },
      window: {
        registerWebviewViewProvider: (_id: string, given: vscode.WebviewViewProvider) => (state.provider = given),
      },
    },
  };
});
vi.mock('vscode', () => host.api);
const { Log } = await import('../../client/src/log.js');
const { CommandError } = await import('../../client/src/registerCommands.js');
const { StartView } = await import('../../client/src/start/startView.js');

/** What the page shows if opening a text fails, and how many lines the log has then. */
async function shownFor(error: Error): Promise<{ readonly sentence: string; readonly logged: number }> {
  const lines: string[] = [];
  const log = new Log({ error: (line: string) => lines.push(line) } as unknown as vscode.LogOutputChannel);
  const opener = { openText: () => Promise.reject<Opened>(error) } as unknown as Opener;
  new StartView(log, undefined as never, {
    opener,
    sample: () => Promise.reject(new Error('unused')),
    showWalkthrough: () => Promise.resolve(),
  });
  const updates: PageUpdate[] = [];
  let send: (message: StartMessage) => Promise<void> = () => Promise.resolve();
  const webview = {
    asWebviewUri: () => '',
    onDidReceiveMessage: (listener: typeof send) => (send = listener),
    postMessage: (update: PageUpdate) => Promise.resolve(updates.push(update) > 0),
  };
  const view = { webview, onDidDispose: () => undefined, onDidChangeVisibility: () => undefined };
  const [given, context, token] = [view, {}, {}] as unknown as Parameters<
    vscode.WebviewViewProvider['resolveWebviewView']
  >;
  await host.state.provider?.resolveWebviewView(given, context, token);
  await send({ type: 'text', text: 'x' });
  const last = updates.at(-1);
  return { sentence: typeof last === 'object' ? last.sentence : '', logged: lines.length };
}

it.each<[what: string, error: Error, sentence: string, logged: number]>([
  ['a text of ours', new CommandError('There is nothing in it.'), 'There is nothing in it.', 0],
  [
    'the end of the server',
    Object.assign(new Error('rejected'), { code: -32_097 }),
    'AKS Bootstrap is not running, so nothing was read.',
    0,
  ],
  ['an error of a library', new Error('ENOENT: x'), 'It could not be read. See the log for details.', 1],
  ['a choice to stop', new host.CancellationError(), '', 0],
])('the start page has a sentence for %s', async (_, error, sentence, logged) => {
  expect(await shownFor(error)).toEqual({ sentence, logged });
});
