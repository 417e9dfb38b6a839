import assert from 'node:assert/strict';
import { closeAll, codeOf, diagnosticsOf, eventually, openFile, openSample, ours, underSetting } from './editor.js';
import type * as vscode from 'vscode';

describe('settings', () => {
  afterEach(closeAll);

  const codesOf = (document: vscode.TextDocument): string[] => ours(document).map(codeOf);

  it('problems.severity turns a problem off', async () => {
    const document = await openSample('faulty.node-config.json');
    await diagnosticsOf(document, 12);
    await underSetting('aksBootstrap.problems.severity', { 'contract/deprecated-version': 'off' }, async () => {
      await diagnosticsOf(document, 11);
      assert.ok(!codesOf(document).includes('contract/deprecated-version'));
    });
    await diagnosticsOf(document, 12);
  });

  it('problems.ignore hides problems only in files that match a glob', async () => {
    const faulty = await openSample('faulty.node-config.json');
    await diagnosticsOf(faulty, 12);
    await underSetting('aksBootstrap.problems.ignore', { 'faulty*.json': ['contract/*'] }, async () => {
      await diagnosticsOf(faulty, 0);
      // VS Code requests diagnostics of visible documents.
      await diagnosticsOf(await openFile('other.node-config.json', faulty.getText()), 12);
    });
    await diagnosticsOf(await openSample('faulty.node-config.json'), 12);
  });

  it('nodeImage reports fields that are too new for the chosen image', async () => {
    const document = await openSample('aks-node-controller-config.json');
    const isTooNew = (code: string): boolean => code === 'contract/newer-than-node-image';
    await underSetting('aksBootstrap.nodeImage', 'AKSUbuntu-2204gen2containerd-202508.20.0', async () => {
      const found = await eventually('the problem', () => ours(document).find((problem) => isTooNew(codeOf(problem))));
      assert.equal(document.getText(found.range), '"cse_timeout"');
    });
    await eventually('the problem is gone', () => (codesOf(document).some(isTooNew) ? undefined : true));
    await underSetting('aksBootstrap.nodeImage', '202608.20.0', async () => {
      const faulty = await openSample('faulty.node-config.json');
      await diagnosticsOf(faulty, 12);
      assert.deepEqual(codesOf(document), [], 'a newer image knows every field');
    });
  });
});
