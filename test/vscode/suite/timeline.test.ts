import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeWebview, closeAll, eventually, openSample } from './editor.js';

/** URIs of files in the folder `boot`, which contains the logs of a boot. */
function bootFiles(...names: string[]): vscode.Uri[] {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'the tests need a workspace folder');
  return names.map((name) => vscode.Uri.joinPath(folder.uri, 'boot', name));
}

/** Waits until a timeline with this tab title is open. */
async function timelineTab(title: string): Promise<void> {
  await eventually(`a timeline called ${title}`, () =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(
        ({ label, input }) =>
          label === title &&
          input instanceof vscode.TabInputWebview &&
          input.viewType.endsWith('aksBootstrap.timeline'),
      ),
  );
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

describe('timelines', () => {
  afterEach(closeAll);

  it('open for files selected in the Explorer, and are exported to a chosen file', async () => {
    const files = bootFiles('waagent.log', 'events.json', 'cluster-provision.log');
    await vscode.commands.executeCommand('aksBootstrap.showTimeline', files[0], files);
    await timelineTab('Boot of 3 documents');
    const [image, report] = bootFiles('out.svg', 'out.md');
    assert.ok(image && report);
    await vscode.commands.executeCommand('aksBootstrap.exportTimelineImage', image);
    assert.match(await textOf(image), /^<\?xml [^]*AKS\.CSE\.ensureKubelet[^]*<\/svg>\n$/);
    await vscode.commands.executeCommand('aksBootstrap.exportTimelineReport', report);
    assert.match(
      await textOf(report),
      /^# Boot timeline from 3 sources\n[^]*\*\*failed:\*\* `AKS\.CSE\.ensureKubelet`/,
    );
  });

  it('open from the report of a failure', async () => {
    const document = await openSample('provisioning-error.txt');
    await vscode.commands.executeCommand('aksBootstrap.explainFailure', document.uri.toString(), 0);
    await activeWebview(/aksBootstrap\.report$/, /provisioning-error\.report\.md$/);
    await vscode.commands.executeCommand('aksBootstrap.showTimeline');
    await timelineTab('Boot: provisioning-error.txt');
  });
});
