import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, openSample, replace } from './editor.js';

const extension = vscode.extensions.getExtension('aks-bootstrap.aks-bootstrap');

/** The result of a tool, as an assistant receives it. */
async function invoke(name: string, input: object): Promise<unknown> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const [part] = result.content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value);
}

/** The JSON that the command line prints in the workspace. */
function printed(...args: string[]): unknown {
  const cli = join(extension?.extensionPath ?? '', 'dist', 'cli.js');
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return JSON.parse(spawnSync(process.execPath, [cli, ...args, '--format', 'json'], { cwd, encoding: 'utf8' }).stdout);
}

describe('tools for assistants', () => {
  afterEach(closeAll);

  it('are registered as the manifest describes them', () => {
    const { contributes } = extension?.packageJSON as { contributes: { languageModelTools: { name: string }[] } };
    const names = contributes.languageModelTools.map(({ name }) => name);
    assert.equal(names.length, 4);
    for (const name of names)
      assert.ok(
        vscode.lm.tools.some((tool) => tool.name === name),
        name,
      );
  });

  for (const [name, input, args] of [
    ['aks_bootstrap_validate', { file: 'faulty.node-config.json' }, ['validate', 'faulty.node-config.json']],
    ['aks_bootstrap_decode', { file: 'vmss.json', withText: true }, ['decode', '--text', 'vmss.json']],
    [
      'aks_bootstrap_preview',
      { file: 'aks-node-controller-config.json', what: 'env' },
      ['render', 'env', 'aks-node-controller-config.json'],
    ],
    ['aks_bootstrap_explain', { file: 'provisioning-error.txt' }, ['explain', 'provisioning-error.txt']],
  ] as const)
    it(`${name} returns what the command line prints`, async () => {
      assert.deepEqual(await invoke(name, input), printed(...args));
    });

  it('read the unsaved content of open files', async () => {
    const document = await openSample('aks-node-controller-config.json');
    await replace(document, '"cse_timeout": 900', '"cse_timeout": "soon"');
    const answer = await invoke('aks_bootstrap_validate', { file: 'aks-node-controller-config.json' });
    assert.match(JSON.stringify(answer), /cse_timeout/);
  });

  it('accept text instead of a file', async () => {
    const answer = await invoke('aks_bootstrap_validate', { text: '#cloud-config\nruncmds: [reboot]\n' });
    assert.match(JSON.stringify(answer), /cloud-config\/unknown-key/);
  });

  it('reject closed files outside the workspace', async () => {
    await assert.rejects(
      invoke('aks_bootstrap_decode', { file: '/etc/hostname' }),
      /neither in the workspace nor open/,
    );
  });
});
