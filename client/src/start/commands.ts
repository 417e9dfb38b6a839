import * as vscode from 'vscode';
import { requests } from '../../../server/src/protocol.js';
import type { Reports } from '../failures/reports.js';
import type { Log } from '../log.js';
import { type DocumentChoice, fileNameOf, ownCommands } from '../openDocuments.js';
import { registerCommands } from '../registerCommands.js';
import { sampleOf } from '../samples.js';
import type { Requester } from '../server.js';
import { sampleItems } from '../tasks.js';
import { textScheme, type TextFiles } from '../textFiles.js';
import { Opener } from './opening.js';
import { StartView } from './startView.js';

/** Registers the start page, and the commands that need a document when there is none. */
export function registerStart(
  log: Log,
  server: Requester,
  extension: vscode.Uri,
  texts: TextFiles,
  reports: Reports,
): vscode.Disposable {
  const opener = new Opener(server, texts, reports);
  const page = new StartView(log, extension, {
    opener,
    sample: (task) => sampleOf(extension, texts, task),
    async showWalkthrough() {
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
    },
  });
  const commands = registerCommands(log, {
    'aksBootstrap.getStarted': () => page.focus(),
    [ownCommands.openDropped]: (dropped) => page.openDropped(dropped as vscode.DataTransfer),
    [ownCommands.keepText]: (text) => keepText(server, texts, String(text)),
    [ownCommands.chooseDocument]: (choice) => chooseDocument(server, extension, texts, choice as DocumentChoice),
  });
  return vscode.Disposable.from(page, commands);
}

/** The identifier of our walkthrough: that of the extension, and its own. */
const walkthrough = 'aks-bootstrap.aks-bootstrap#start';

/** Keeps a text under the name that the server recognises for it. */
async function keepText(server: Requester, texts: TextFiles, text: string): Promise<vscode.Uri> {
  const found = await server.request(requests.recognise, { uri: `${textScheme}:/text`, text });
  return texts.addText(vscode.l10n.t('pasted'), found?.name ?? 'text.txt', text);
}

interface ChoiceItem extends vscode.QuickPickItem {
  readonly open?: () => Promise<vscode.Uri | undefined>;
}

/** Lets the user choose a document for a command. */
async function chooseDocument(
  server: Requester,
  extension: vscode.Uri,
  texts: TextFiles,
  { task, documents }: DocumentChoice,
): Promise<vscode.Uri | undefined> {
  const clipboard = await vscode.env.clipboard.readText();
  const sample = sampleItems().find((item) => item.task === task);
  const items: ChoiceItem[] = [
    ...documents.map(({ uri }): ChoiceItem => ({
      label: fileNameOf(uri),
      description: vscode.workspace.asRelativePath(uri),
      open: () => Promise.resolve(uri),
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('Open File…'), iconPath: new vscode.ThemeIcon('folder-opened'), open: chooseFile },
    ...(clipboard.trim() === ''
      ? []
      : [
          {
            label: vscode.l10n.t('From Clipboard'),
            iconPath: new vscode.ThemeIcon('clippy'),
            open: () => keepText(server, texts, clipboard),
          },
        ]),
    {
      label: vscode.l10n.t('Sample: {0}', sample?.label ?? ''),
      description: sample?.description ?? '',
      iconPath: new vscode.ThemeIcon('beaker'),
      open: () => sampleOf(extension, texts, task),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which document?') });
  const uri = await picked?.open?.();
  if (uri === undefined) return undefined;
  // In the first column, so that the result opens beside it.
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
  return uri;
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({ openLabel: vscode.l10n.t('Open') });
  return chosen?.[0];
}
