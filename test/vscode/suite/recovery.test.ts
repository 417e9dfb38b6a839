import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  activeVirtual,
  closeAll,
  codeOf,
  configPath,
  diagnosticsOf,
  eventually,
  openFile,
  openSample,
  ours,
  replace,
} from './editor.js';

/** The process ID of our language server among the child processes of this extension host. */
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
        // The process has ended, or the folder isn't a process.
        return false;
      }
    });
}

/** Opens a copy of a faulty sample: VS Code in a browser saves automatically, which would change the sample. */
async function openFaulty(name: string): Promise<vscode.TextDocument> {
  const sample = (await openSample('faulty.node-config.json')).getText();
  const document = await openFile(name, sample);
  await diagnosticsOf(document, 12);
  return document;
}

/** Fixes a problem of a document, and waits until the server no longer reports it. */
async function fixProblem(document: vscode.TextDocument): Promise<void> {
  await replace(document, '"maxPodz": 110, ', '');
  await diagnosticsOf(document, 11);
  assert.ok(!ours(document).some((found) => found.message.includes('maxPodz')), ours(document).map(codeOf).join());
}

describe('the language server', () => {
  afterEach(closeAll);

  it('is restarted when it ends unexpectedly, and validates open and new documents', async () => {
    const document = await openFaulty('ended.node-config.json');
    const before = await eventually('a server', serverProcess);
    process.kill(before, 'SIGKILL');
    await eventually('another server', () => {
      const now = serverProcess();
      return now === before ? undefined : now;
    });
    await fixProblem(document);
    await openFaulty('opened-later.node-config.json');
  });

  it('is restarted when it does not answer, and validates the open documents', async () => {
    const document = await openFaulty('stuck.node-config.json');
    const before = await eventually('a server', serverProcess);
    // A process that is stopped reads nothing and answers nothing, like one that computes without end.
    process.kill(before, 'SIGSTOP');
    // The editor requests diagnostics after the change.
    await replace(document, '"maxPodz": 110, ', '');
    await eventually(
      'another server',
      () => {
        const now = serverProcess();
        return now === before ? undefined : now;
      },
      60_000,
    );
    await diagnosticsOf(document, 11);
    assert.ok(!ours(document).some((found) => found.message.includes('maxPodz')), ours(document).map(codeOf).join());
  });

  it('stays ended when it keeps ending, until the user restarts it', async () => {
    const document = await openFaulty('keeps-ending.node-config.json');
    // The two tests before ended it, too.
    let ended = 0;
    for (let pid = await eventually('a server', serverProcess); ended < 5; ended++) {
      process.kill(pid, 'SIGKILL');
      const next = await eventually(
        'another server',
        () => (serverProcess() === pid ? undefined : serverProcess()),
        5_000,
      ).catch(() => undefined);
      if (next === undefined) break;
      pid = next;
    }
    assert.ok(ended < 5, 'the server was restarted each time');
    await vscode.commands.executeCommand('aksBootstrap.restartServer');
    await fixProblem(document);
  });

  it('can be restarted after it did not start', async () => {
    const document = await openFaulty('did-not-start.node-config.json');
    const extension = vscode.extensions.getExtension('aks-bootstrap.aks-bootstrap');
    assert.ok(extension);
    const file = join(extension.extensionPath, 'dist', 'server.js');
    renameSync(file, `${file}.away`);
    try {
      await vscode.commands.executeCommand('aksBootstrap.restartServer');
      await eventually('no server', () => (serverProcess() === undefined ? true : undefined));
    } finally {
      renameSync(`${file}.away`, file);
    }
    await vscode.commands.executeCommand('aksBootstrap.restartServer');
    await fixProblem(document);
  });

  it('is restarted by the command Restart Language Server', async () => {
    const document = await openFaulty('restarted.node-config.json');
    const before = await eventually('a server', serverProcess);
    await vscode.commands.executeCommand('aksBootstrap.restartServer');
    assert.notEqual(serverProcess(), before);
    await fixProblem(document);
  });

  it('knows after a restart that an open decoded text has no tab', async () => {
    const document = await openSample('vmss.json');
    const severity = (wanted: vscode.DiagnosticSeverity): Promise<true> =>
      eventually(`the mistake in the payload has the severity ${vscode.DiagnosticSeverity[wanted]}`, () => {
        const found = ours(document).find((one) => codeOf(one) === 'contract/unknown-field');
        return found?.severity === wanted ? true : undefined;
      });
    await severity(vscode.DiagnosticSeverity.Error);
    await vscode.commands.executeCommand('aksBootstrap.decodePayloads', document.uri.toString(), configPath);
    const decoded = await activeVirtual(/aks-node-controller-config\.json$/);
    await severity(vscode.DiagnosticSeverity.Hint);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await severity(vscode.DiagnosticSeverity.Error);
    await vscode.commands.executeCommand('aksBootstrap.restartServer');
    await severity(vscode.DiagnosticSeverity.Error);
    assert.ok(!decoded.isClosed, 'VS Code has closed the decoded text, so nothing was tested');
  });
});
