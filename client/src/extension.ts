import * as vscode from 'vscode';
import { registerAssistantTools } from './assistantTools.js';
import { registerCommands } from './registerCommands.js';
import { registerComparisons } from './compare/commands.js';
import { registerFleets } from './compare/fleets.js';
import { registerDecoding } from './decode/commands.js';
import { registerPayloadFiles } from './decode/payloadFiles.js';
import { registerDocumentStatus } from './documentStatus.js';
import { registerExamples } from './examples.js';
import { registerExplorer } from './explorer/commands.js';
import { registerFixing } from './fixing/commands.js';
import { registerUnreported } from './fixing/unreported.js';
import { registerFailures } from './failures/commands.js';
import { Reports } from './failures/reports.js';
import { Log } from './log.js';
import { registerNodeView } from './nodeView.js';
import { registerPreviews } from './preview/commands.js';
import { FieldTracing } from './preview/tracing.js';
import { registerRedaction } from './redaction/commands.js';
import { registerSamples } from './samples.js';
import { type Connect, createServerHandle } from './server.js';
import { registerStart } from './start/commands.js';
import { reportTabs } from './tabs.js';
import { TextFiles } from './textFiles.js';
import { VirtualDocuments } from './virtualDocuments.js';
import { disableSchemaForCloudConfigs } from './yamlExtension.js';

/** Registers all features and starts the server. The domain logic is in the server. */
export function start(context: vscode.ExtensionContext, loadConnection: () => Promise<Connect>): void {
  const log = new Log(vscode.window.createOutputChannel('AKS Bootstrap', { log: true }));
  const server = createServerHandle(loadConnection, log);
  const virtual = new VirtualDocuments(server);
  const { texts } = virtual;
  const files = new TextFiles();
  const reports = new Reports(context.extensionUri, server, texts);
  context.subscriptions.push(
    log,
    server,
    virtual,
    reportTabs(log, server),
    registerPreviews(log, server, virtual),
    new FieldTracing(server),
    registerNodeView(log, server),
    registerComparisons(log, server, texts),
    reports,
    registerFleets(log, reports),
    registerFixing(log, server, texts),
    registerUnreported(log),
    registerDecoding(log, server, texts),
    registerPayloadFiles(log, server),
    registerExplorer(log, server, texts, context.workspaceState),
    registerFailures(log, server, context.extensionUri, reports),
    registerRedaction(log, server),
    files,
    registerSamples(log, server, context.extensionUri, files),
    registerStart(log, server, context.extensionUri, files, reports),
    registerExamples(log, server),
    registerDocumentStatus(log, server),
    registerAssistantTools(server),
    registerCommands(log, {
      'aksBootstrap.restartServer': () => server.restart(),
      'aksBootstrap.showLog'() {
        log.show();
        return Promise.resolve();
      },
    }),
  );
  // Not awaited: activation doesn't wait for another extension.
  void disableSchemaForCloudConfigs(log);
  server.start();
}
