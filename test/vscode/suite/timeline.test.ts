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
    await timelineTab('Boot timeline: 3 documents');
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

  it('open for a folder, of its files with boot steps', async () => {
    const [folder] = bootFiles('.');
    await vscode.commands.executeCommand('aksBootstrap.showTimeline', folder, [folder]);
    await timelineTab('Boot timeline: 12 documents');
  });

  it('are shown in the open report on their failure, and are exported from there', async () => {
    const document = await openSample('provisioning-error.txt');
    await vscode.commands.executeCommand('aksBootstrap.explainFailure', document.uri.toString(), 0);
    await activeWebview(/aksBootstrap\.report$/, /provisioning-error\.report\.md$/);
    await vscode.commands.executeCommand('aksBootstrap.showTimeline', document.uri.toString(), 0);
    await activeWebview(/aksBootstrap\.report$/, /provisioning-error\.report\.md$/);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 2);
    const [report] = bootFiles('failure.md');
    assert.ok(report);
    await vscode.commands.executeCommand('aksBootstrap.exportTimelineReport', report);
    assert.match(await textOf(report), /^# Boot timeline from provisioning-error\.txt\n/);
  });

  it('open in the group of a report, not in a third one', async () => {
    const document = await openSample('provisioning-error.txt');
    await vscode.commands.executeCommand('aksBootstrap.explainFailure', document.uri.toString(), 0);
    await activeWebview(/aksBootstrap\.report$/, /provisioning-error\.report\.md$/);
    const files = bootFiles('waagent.log', 'events.json');
    await vscode.commands.executeCommand('aksBootstrap.showTimeline', files[0], files);
    await timelineTab('Boot timeline: 2 documents');
    assert.equal(vscode.window.tabGroups.all.length, 2);
  });
});
