import * as vscode from 'vscode';
import { lensCommands } from '../../server/src/protocol.js';
import { registerAssistantTools } from './assistantTools.js';
import { compareSelected, compareWithCommitted, compareWithConfig, compareWithDeployed } from './commands/compare.js';
import {
  copyPayload,
  decodeClipboard,
  decodeFurther,
  decodePayloads,
  decodeSelection,
  documentOf,
  payloadOf,
  savePayload,
  showPayloadPlace,
} from './commands/payloads.js';
import {
  chooseFailureTable,
  explainClipboard,
  explainFailure,
  showTimeline,
  showTimelineOfEditors,
} from './commands/failures.js';
import { copyWithSecrets, openLivePreview, optionsFromResources, preview, revealSecret } from './commands/preview.js';
import { newCloudConfig, newNodeConfig, openSample, sampleWorkspace } from './commands/samples.js';
import { setKind } from './commands/documents.js';
import { DocumentStatus } from './documentStatus.js';
import { DecodedTexts } from './decodedTexts.js';
import type { Connect } from './connection.js';
import { runCommand } from './errors.js';
import { createServerHandle } from './languageClient.js';
import { Timelines } from './timeline/timelines.js';
import { BootstrapExplorer } from './explorer/bootstrapExplorer.js';
import { payloadUri } from './explorer/payloadTree.js';
import { KeptPlaces } from './virtualDocuments/keptPlaces.js';
import { PayloadFiles, PayloadStatus } from './virtualDocuments/payloadFiles.js';
import { VirtualDocuments } from './virtualDocuments/provider.js';
import { leaveCloudConfigsToUs } from './yamlExtension.js';

/** Starts the server and registers the commands; everything that knows the field is in the server. */
export function start(context: vscode.ExtensionContext, loadConnection: () => Promise<Connect>): void {
  const log = vscode.window.createOutputChannel('AKS Bootstrap', { log: true });
  const server = createServerHandle(loadConnection, log);
  const virtual = new VirtualDocuments(server);
  const status = new DocumentStatus(server);
  const timelines = new Timelines(context.extensionUri, server);
  const explorer = new BootstrapExplorer(server, context.workspaceState);
  const payloads = new PayloadFiles(server, log);
  const told = new Set<string>();
  const command = (id: string, work: (...args: unknown[]) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => runCommand(id, log, () => work(...args)));
  context.subscriptions.push(
    log,
    server,
    virtual,
    status,
    timelines,
    new KeptPlaces(virtual.onDidRender),
    registerAssistantTools(server),
    new DecodedTexts(),
    explorer,
    payloads,
    new PayloadStatus(payloads),
    // A setting that cannot be followed is told once, not with every letter that is typed.
    virtual.onDidRender(({ remarks }) => {
      for (const remark of remarks.filter((one) => !told.has(one))) {
        told.add(remark);
        void vscode.window.showWarningMessage(remark);
      }
    }),
    command(lensCommands.previewCustomData, (uri) => preview(server, 'custom-data', uri)),
    command(lensCommands.previewCse, (uri) => preview(server, 'cse', uri)),
    command('aksBootstrap.previewEnvironment', (uri) => preview(server, 'env', uri)),
    command('aksBootstrap.previewNodeFiles', (uri) => preview(server, 'node-files', uri)),
    command('aksBootstrap.previewVmssModel', (uri) => preview(server, 'vmss', uri)),
    command(lensCommands.openLivePreview, (uri) => openLivePreview(server, uri)),
    command('aksBootstrap.optionsFromResources', (uri) => optionsFromResources(server, uri)),
    command('aksBootstrap.revealSecret', () => revealSecret(server, virtual)),
    command('aksBootstrap.copyPreviewWithSecrets', () => copyWithSecrets(server)),
    command('aksBootstrap.compareWithConfig', (uri) => compareWithConfig(server, uri)),
    command('aksBootstrap.compareWithDeployed', (uri) => compareWithDeployed(server, virtual.kept, uri)),
    command('aksBootstrap.compareWithCommitted', (uri) => compareWithCommitted(server, uri)),
    command('aksBootstrap.compareSelected', (_, selected) => compareSelected(server, selected)),
    command(lensCommands.decodePayloads, (uri, steps) => decodePayloads(server, uri, steps)),
    command('aksBootstrap.decodeSelection', () => decodeSelection(server, virtual.kept)),
    command('aksBootstrap.decodeAtCursor', () => decodeSelection(server, virtual.kept)),
    command('aksBootstrap.decodeClipboard', () => decodeClipboard(server, virtual.kept)),
    command(lensCommands.showPayloadPlace, (uri, steps, within) => showPayloadPlace(server, uri, steps, within)),
    command('aksBootstrap.openPayload', (node) => {
      const { source, entry } = payloadOf(node);
      return decodePayloads(server, source, entry.steps);
    }),
    command('aksBootstrap.revealPayload', (node) => {
      const { source, entry } = payloadOf(node);
      return showPayloadPlace(server, source, entry.steps, []);
    }),
    command('aksBootstrap.copyPayload', (node) => copyPayload(server, payloadOf(node ?? explorer.selected))),
    command('aksBootstrap.savePayload', (node) => savePayload(server, payloadOf(node))),
    command('aksBootstrap.comparePayload', (node) => {
      const { source, entry } = payloadOf(node);
      return compareWithConfig(server, payloadUri(source, entry));
    }),
    command('aksBootstrap.decodeFurther', (node) => {
      const { source, entry } = payloadOf(node);
      return decodeFurther(server, virtual.kept, source, entry);
    }),
    command('aksBootstrap.pinDocument', (node) => explorer.documents.pin(documentOf(node))),
    command('aksBootstrap.unpinDocument', (node) => explorer.documents.unpin(documentOf(node))),
    command('aksBootstrap.followEditor', () => explorer.documents.setFollows(true)),
    command('aksBootstrap.stopFollowingEditor', () => explorer.documents.setFollows(false)),
    command(lensCommands.explainFailure, (uri, failure) => explainFailure(server, uri, failure)),
    command('aksBootstrap.explainClipboard', () => explainClipboard(server)),
    command('aksBootstrap.chooseFailureTable', () => chooseFailureTable(server)),
    command(lensCommands.showTimeline, (uri, more) => showTimeline(server, timelines, uri, more)),
    command('aksBootstrap.showTimelineOfEditors', () => showTimelineOfEditors(server, timelines)),
    command('aksBootstrap.exportTimelineImage', (target) => timelines.export('svg', target)),
    command('aksBootstrap.exportTimelineReport', (target) => timelines.export('markdown', target)),
    command('aksBootstrap.newNodeConfig', () => newNodeConfig(server)),
    command('aksBootstrap.newCloudConfig', () => newCloudConfig()),
    command('aksBootstrap.openSampleWorkspace', (folder) => sampleWorkspace(context.extensionUri, folder)),
    command('aksBootstrap.openSample', (job) => openSample(context.extensionUri, job)),
    command('aksBootstrap.setKind', async () => {
      await setKind(server);
      status.refresh();
    }),
    command('aksBootstrap.restartServer', () => server.restart()),
    command('aksBootstrap.showLog', () => {
      log.show();
      return Promise.resolve();
    }),
  );
  // Nobody waits for another extension.
  void leaveCloudConfigsToUs(log);
  server.start();
}
