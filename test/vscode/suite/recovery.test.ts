import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { closeAll, codeOf, diagnosticsOf, eventually, openFile, openSample, ours, replace } from './editor.js';

/** The process of our language server, among those that this extension host has started. */
function serverProcess(): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => {
      try {
        const parent = /^\d+ \(.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('aks-bootstrap.aks-bootstrap')
        );
      } catch {
        // No process, or one that has ended meanwhile.
        return false;
      }
    });
}

/** Opens a file of its own that has the problems of a sample, because VS Code in a browser saves what is typed. */
async function openFaulty(name: string): Promise<vscode.TextDocument> {
  const sample = (await openSample('faulty.node-config.json')).getText();
  const document = await openFile(name, sample);
  await diagnosticsOf(document, 12);
  return document;
}

/** Mends a problem of a document, and waits until the server has noticed. */
async function mend(document: vscode.TextDocument): Promise<void> {
  await replace(document, '"maxPodz": 110, ', '');
  await diagnosticsOf(document, 11);
  assert.ok(!ours(document).some((found) => found.message.includes('maxPodz')), ours(document).map(codeOf).join());
}

describe('the language server', () => {
  afterEach(closeAll);

  it('is restarted when it ends unexpectedly, and has the current text', async () => {
    const document = await openFaulty('ended.node-config.json');
    const before = await eventually('a server', serverProcess);
    process.kill(before, 'SIGKILL');
    await eventually('another server', () => {
      const now = serverProcess();
      return now === before ? undefined : now;
    });
    await mend(document);
    await openFaulty('opened-later.node-config.json');
  });

  it('is restarted on request', async () => {
    const document = await openFaulty('restarted.node-config.json');
    const before = await eventually('a server', serverProcess);
    await vscode.commands.executeCommand('aksBootstrap.restartServer');
    assert.notEqual(serverProcess(), before);
    await mend(document);
  });
});
