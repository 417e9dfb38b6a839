import * as vscode from 'vscode';
import {
  lensCommands,
  type PreviewEntry,
  type PreviewsParams,
  type PreviewsResult,
  type PreviewTarget,
  requests,
  type TextRange,
} from '../../../server/src/protocol.js';
import { type PreviewVirtualView, viewOfUri } from '../../../server/src/virtualDocuments.js';
import { customDataMeter } from '../customDataSize.js';
import type { Log } from '../log.js';
import { CommandError, registerCommands } from '../registerCommands.js';
import {
  activeView,
  capitalized,
  documentFor,
  grouped,
  isOpen,
  onTextChange,
  type OpenOptions,
  openVirtual,
  plainRange,
  showWhereOpen,
  toRange,
} from '../openDocuments.js';
import type { Requester } from '../server.js';
import { chooseNodeImage } from '../nodeImages.js';
import { markTried } from '../tasks.js';
import type { VirtualDocuments } from '../virtualDocuments.js';
import { PreviewPositions } from './editorPositions.js';
import { addKarpenterSettings, settingsFileItems, useSettingsFile } from './karpenterSettings.js';

/** Registers the commands of previews, and what follows their rendering. */
export function registerPreviews(log: Log, server: Requester, virtual: VirtualDocuments): vscode.Disposable {
  const commands = registerCommands(log, {
    [lensCommands.previewCustomData]: (uri) => preview(server, 'custom-data', uri),
    [lensCommands.previewCse]: (uri) => preview(server, 'cse', uri),
    'aksBootstrap.previewEnvironment': (uri) => preview(server, 'env', uri),
    'aksBootstrap.previewNodeFiles': (uri) => preview(server, 'node-files', uri),
    'aksBootstrap.previewVmssModel': (uri) => preview(server, 'vmss', uri),
    [lensCommands.openLivePreview]: (uri, target) => openLivePreview(server, uri, target),
    [lensCommands.showConfig]: (uri, range) => showConfig(uri, range),
    'aksBootstrap.addKarpenterSettings': (uri) => addKarpenterSettings(server, uri),
    [lensCommands.useKarpenterSettings]: useSettingsFile,
    'aksBootstrap.optionsFromResources': (uri) => optionsFromResources(server, uri),
    [lensCommands.revealSecret]: (uri) => revealSecret(server, virtual, uri),
    [lensCommands.hideSecrets]: (uri) => hideSecrets(server, virtual, uri),
    'aksBootstrap.copyPreviewWithSecrets': () => copyWithSecrets(server),
  });
  return vscode.Disposable.from(commands, new PreviewPositions(virtual.onDidRender), showRemarks(virtual));
}

/** Shows each remark about a setting once, and not again on every keystroke. */
function showRemarks(virtual: VirtualDocuments): vscode.Disposable {
  const shown = new Set<string>();
  return virtual.onDidRender(({ remarks }) => {
    for (const remark of remarks.filter((one) => !shown.has(one))) {
      shown.add(remark);
      void vscode.window.showWarningMessage(remark);
    }
  });
}

/** Opens a preview of a node config. Code lenses pass `uri`. */
async function preview(server: Requester, what: PreviewTarget['what'], uri: unknown): Promise<void> {
  const document = await documentFor(uri);
  await openPreview(server, document.uri.toString(), { what }, {});
}

/** Opens a preview of a config. If the config can't be rendered now, the preview says why and follows later changes. */
async function openPreview(
  server: Requester,
  source: string,
  target: PreviewTarget,
  options: OpenOptions,
): Promise<void> {
  const rendered = await server.request(requests.render, { uri: source, ...target });
  if (!rendered.ok && !temporary.has(rendered.code))
    throw new CommandError(vscode.l10n.t('There is no preview: {0}', rendered.message));
  await openVirtual({ source, view: 'preview', target }, [rendered.name], rendered.languageId, options);
  await markTried('preview');
}

/** Errors that disappear when the config is fixed. */
const temporary: ReadonlySet<string> = new Set([
  'render/refused-by-the-node',
  'render/unmarshalable-number',
  'render/no-such-part',
  'render/unreadable-options',
  'render/karpenter-panics',
  'render/unanswered',
]);

interface PreviewItem extends vscode.QuickPickItem {
  readonly run?: (() => Promise<void>) | undefined;
}

/**
 * Opens the preview that a lens names, or lets the user choose one. From the config, the preview opens beside it and leaves the
 * focus in the config; from a preview, it replaces that preview, unless a lens led there.
 */
async function openLivePreview(server: Requester, uri: unknown, target: unknown): Promise<void> {
  if (typeof uri === 'string' && isTarget(target)) {
    const viewColumn = activeView()?.view === 'preview' ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
    await openPreview(server, uri, target, { viewColumn });
    return;
  }
  const shown = activeView();
  const given = typeof uri === 'string' || (uri instanceof vscode.Uri && viewOfUri(uri) === undefined);
  const inPreview = !given && shown?.view === 'preview';
  const source = inPreview ? shown.source : (await documentFor(uri)).uri.toString();
  const options: OpenOptions = inPreview
    ? { viewColumn: vscode.ViewColumn.Active, preview: true }
    : { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true };
  const selection = inPreview ? undefined : selectionIn(source);
  const previews = await server.request(requests.previews, { uri: source, selection });
  const open = (target: PreviewTarget): Promise<void> => openPreview(server, source, target, options);
  const scripts = previews.ok ? previews.entries.filter(({ target }) => target.what.startsWith('karpenter-')) : [];
  const [only] = scripts;
  // Bootstrap options have one view, so there is nothing to choose.
  if (scripts.length === 1 && only !== undefined) return open(only.target);
  if (!previews.ok && (previews.code === 'render/unreadable-options' || previews.code === 'render/karpenter-panics'))
    return open({ what: 'karpenter-script' });
  if (scripts.length > 0) return pickEntry(scripts, open, await settingsItems(server, source));
  if (!previews.ok && previews.code !== 'render/refused-by-the-node' && previews.code !== 'render/unmarshalable-number')
    throw new CommandError(vscode.l10n.t('There is no preview: {0}', previews.message));
  const items = previews.ok ? itemsOf(server, previews, source, open) : withoutSizes(open);
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Open Live Preview'),
    placeHolder: previews.ok
      ? vscode.l10n.t('Choose what the config turns into')
      : vscode.l10n.t('The config cannot be rendered now; the preview says why'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  await picked?.run?.();
}

/** Whether it is what a lens of the server has as its argument. */
function isTarget(target: unknown): target is PreviewTarget {
  return typeof target === 'object' && target !== null && 'what' in target;
}

/**
 * Shows the config of a preview, where it is already open. Lenses and links pass `uri`, and the range that they lead to; without
 * them, it is what the cursor of the preview comes from. Go to Definition of VS Code opens another copy in the preview's group.
 */
async function showConfig(uri: unknown, range: unknown): Promise<void> {
  if (typeof uri !== 'string') return showOrigins();
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  await showWhereOpen(document, range === undefined ? undefined : toRange(range as TextRange));
}

/** Shows the fields from which the text at the cursor of the active preview comes; several are listed beside the first one. */
async function showOrigins(): Promise<void> {
  const { view } = previewAt(undefined);
  const editor = vscode.window.activeTextEditor;
  const found = editor && (await definitionsAt(editor.document.uri, editor.selection.active));
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(view.source, true));
  await showWhereOpen(document, found?.[0]?.range);
  if (found === undefined || found.length < 2) return;
  await vscode.commands.executeCommand(
    'editor.action.goToLocations',
    document.uri,
    found[0]?.range.start,
    found,
    'peek',
  );
}

async function definitionsAt(uri: vscode.Uri, position: vscode.Position): Promise<vscode.Location[]> {
  const found = await vscode.commands.executeCommand<(vscode.LocationLink | vscode.Location)[]>(
    'vscode.executeDefinitionProvider',
    uri,
    position,
  );
  return found.map((one) =>
    'targetUri' in one ? new vscode.Location(one.targetUri, one.targetSelectionRange ?? one.targetRange) : one,
  );
}

/** The selection in a document if the active editor shows it; it chooses among the node pools of a file. */
function selectionIn(source: string): PreviewsParams['selection'] {
  const active = vscode.window.activeTextEditor;
  return active?.document.uri.toString() === source ? plainRange(active.selection) : undefined;
}

/** Lets the user choose among the scripts and options of Karpenter's resources, or add settings that are missing. */
async function pickEntry(
  entries: readonly PreviewEntry[],
  open: Open,
  settings: readonly PreviewItem[] = [],
): Promise<void> {
  const items = entries.map(({ target, bytes }) => ({
    label: titleOf(target),
    description: target.pool ?? '',
    detail:
      bytes === 0
        ? vscode.l10n.t('Something is missing; the preview lists it')
        : vscode.l10n.t('{0} bytes', grouped(bytes)),
    run: () => open(target),
  }));
  const picked = await vscode.window.showQuickPick<PreviewItem>([...items, ...settings], {
    title: vscode.l10n.t('Open Live Preview'),
    placeHolder: vscode.l10n.t('Choose what the resources turn into'),
    matchOnDescription: true,
  });
  await picked?.run?.();
}

/** What the user can do about settings that are missing: use a file that has them, or write them. */
async function settingsItems(server: Requester, source: string): Promise<PreviewItem[]> {
  const uri = vscode.Uri.parse(source);
  const { files, isRestricted } = await server.request(requests.karpenterSettingsFiles, { uri: source });
  const trust: PreviewItem = {
    label: vscode.l10n.t('$(shield) Manage Workspace Trust…'),
    detail: vscode.l10n.t("In Restricted Mode, files with Karpenter's settings aren't read"),
    run: async () => {
      await vscode.commands.executeCommand('workbench.trust.manage');
    },
  };
  return [
    { label: vscode.l10n.t('Settings of Karpenter'), kind: vscode.QuickPickItemKind.Separator },
    ...(isRestricted ? [trust] : []),
    ...settingsFileItems(uri, files),
    { label: vscode.l10n.t('$(settings) Add missing settings…'), run: () => addKarpenterSettings(server, uri) },
  ];
}

/** Shows the bootstrap options that follow from the resources at the cursor or in the selection. */
async function optionsFromResources(server: Requester, uri: unknown): Promise<void> {
  const source = (await documentFor(uri)).uri.toString();
  const previews = await server.request(requests.previews, { uri: source, selection: selectionIn(source) });
  const found = previews.ok ? previews.entries.filter(({ target }) => target.what === 'karpenter-options') : [];
  const open = (target: PreviewTarget): Promise<void> => openPreview(server, source, target, {});
  const [only] = found;
  if (only === undefined)
    throw new CommandError(vscode.l10n.t('Open a YAML file with a NodePool or an AKSNodeClass first.'));
  await (found.length === 1 ? open(only.target) : pickEntry(found, open));
}

type Open = (target: PreviewTarget) => Promise<void>;

function itemsOf(
  server: Requester,
  previews: Extract<PreviewsResult, { ok: true }>,
  source: string,
  open: Open,
): PreviewItem[] {
  const { entries, size, containerdVersion, gpuComponents, nodeImage } = previews;
  const group = (label: string, wanted: (entry: PreviewEntry) => boolean): PreviewItem[] => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...entries.filter(wanted).map((entry) => itemOf(entry, open)),
  ];
  return [
    ...group(
      size === undefined ? vscode.l10n.t('Custom data') : capitalized(customDataMeter(size)),
      ({ target }) => target.what === 'custom-data',
    ),
    ...group(vscode.l10n.t('On the node'), ({ target }) => ['env', 'node-files', 'node-file'].includes(target.what)),
    ...group(vscode.l10n.t('Commands and scale set'), ({ target }) =>
      ['cse', 'boot-command', 'vmss'].includes(target.what),
    ),
    { label: vscode.l10n.t('Settings of previews'), kind: vscode.QuickPickItemKind.Separator },
    {
      label: vscode.l10n.t('$(settings) Node image…'),
      description: nodeImage ?? vscode.l10n.t('the newest one'),
      run: () => chooseNodeImage(server, vscode.Uri.parse(source)),
    },
    {
      label: vscode.l10n.t('$(settings) Containerd on the node…'),
      description: containerdVersion ?? vscode.l10n.t('any 1.x'),
      run: () => askContainerd(source, containerdVersion ?? ''),
    },
    {
      label: vscode.l10n.t('$(settings) GPU components of the node image…'),
      description: gpuComponents ?? vscode.l10n.t('none'),
      run: () => askGpuComponents(source),
    },
  ];
}

/** The previews that can be opened while the config can't be rendered. */
function withoutSizes(open: Open): PreviewItem[] {
  const targets: PreviewTarget[] = [
    { what: 'custom-data', dialect: 'cloud-init' },
    { what: 'custom-data', dialect: 'flatcar' },
    { what: 'custom-data', dialect: 'write-files' },
    { what: 'env' },
    { what: 'node-files' },
    { what: 'cse' },
    { what: 'boot-command' },
    { what: 'vmss' },
  ];
  return targets.map((target) => ({ label: titleOf(target), run: () => open(target) }));
}

function itemOf({ target, title, bytes }: PreviewEntry, open: Open): PreviewItem {
  return {
    label: title === undefined ? titleOf(target) : `\u2003${title}`,
    // Two files share one path, and the scripts choose which one is written, so the name of the file is shown too.
    description: [
      ...(target.file === undefined ? [] : [target.file]),
      bytes === 0 && target.file === undefined
        ? vscode.l10n.t('not possible now; the preview says why')
        : vscode.l10n.t('{0} bytes', grouped(bytes)),
    ].join(', '),
    run: () => open(target),
  };
}

function titleOf({ what, dialect, file }: PreviewTarget): string {
  switch (what) {
    case 'custom-data':
      return vscode.l10n.t(
        'Custom data as {0}',
        { 'cloud-init': 'cloud-init', flatcar: 'Ignition', 'write-files': 'write_files' }[dialect ?? 'cloud-init'],
      );
    case 'cse':
      return vscode.l10n.t('CSE command');
    case 'boot-command':
      return vscode.l10n.t('Boot command');
    case 'env':
      return vscode.l10n.t('Environment of the scripts');
    case 'node-files':
      return vscode.l10n.t('Node files');
    case 'node-file':
      return file ?? '';
    case 'vmss':
      return vscode.l10n.t('VMSS model');
    case 'karpenter-script':
      return vscode.l10n.t('Karpenter script');
    case 'karpenter-options':
      return vscode.l10n.t('Bootstrap options');
  }
}

async function askContainerd(source: string, value: string): Promise<void> {
  const version = await vscode.window.showInputBox({
    title: vscode.l10n.t('Containerd on the Node'),
    prompt: vscode.l10n.t('A version such as 1.7.22 or 2.0.0. Leave it empty for any 1.x'),
    value,
    validateInput: (text) =>
      text === '' || /^v?\d+\.\d+\.\d+/.test(text)
        ? undefined
        : vscode.l10n.t('A version has three numbers, such as 1.7.22.'),
  });
  if (version !== undefined) await setSetting(source, 'containerdVersion', version);
}

async function askGpuComponents(source: string): Promise<void> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('GPU Components of the Node Image'),
    openLabel: vscode.l10n.t('Use'),
    filters: { JSON: ['json'] },
  });
  if (picked?.[0] !== undefined) await setSetting(source, 'gpuComponents', picked[0].fsPath);
}

/** Updates a setting in the scope that has a value, else in the workspace, else for the user. */
async function setSetting(source: string, name: string, value: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration('aksBootstrap.preview', vscode.Uri.parse(source));
  const { workspaceFolderValue, globalValue } = settings.inspect(name) ?? {};
  const target =
    workspaceFolderValue !== undefined
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : globalValue !== undefined || vscode.workspace.workspaceFolders === undefined
        ? vscode.ConfigurationTarget.Global
        : vscode.ConfigurationTarget.Workspace;
  await settings.update(name, value === '' ? undefined : value, target);
}

/** Lets the user reveal one secret of a config in its previews, or hide it again, and shows where the preview has it. */
async function revealSecret(server: Requester, virtual: VirtualDocuments, uri: unknown): Promise<void> {
  const { address, view } = previewAt(uri);
  const { source, target } = view;
  const secrets = await server.request(requests.secrets, { uri: source });
  if (secrets.length === 0) throw new CommandError(vscode.l10n.t('The config contains no secrets.'));
  const picked = await vscode.window.showQuickPick(
    secrets.map((secret) => ({
      label: `${secret.revealed ? '$(eye)' : '$(eye-closed)'} ${secret.name}`,
      description: vscode.l10n.t('line {0}', secret.line + 1),
      detail: secret.revealed ? vscode.l10n.t('Shown; select it to hide it again') : '',
      secret,
    })),
    {
      title: vscode.l10n.t('Reveal a Secret in Previews'),
      placeHolder: vscode.l10n.t('It stays visible until it changes or the config is closed'),
    },
  );
  if (picked === undefined) return;
  const { pointer, revealed } = picked.secret;
  const range = await server.request(requests.reveal, { uri: source, pointer, revealed: !revealed, preview: target });
  if (revealed || range === null) {
    virtual.refresh(source);
    return;
  }
  const changed = nextChange(address);
  virtual.refresh(source);
  await changed;
  flash(address, toRange(range));
}

/** Resolves when the text of a document has changed, or when it isn't open any more. */
function nextChange(address: string): Promise<void> {
  return new Promise((resolve) => {
    const end = (uri: string): void => {
      if (uri !== address) return;
      subscriptions.dispose();
      resolve();
    };
    const subscriptions = vscode.Disposable.from(
      onTextChange(end),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        end(uri.toString());
      }),
    );
    if (!isOpen(address)) end(address);
  });
}

const flashMs = 1_500;

/** Selects a range of a visible document, scrolls to it, and highlights it for a moment. */
function flash(address: string, range: vscode.Range): void {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === address);
  if (editor === undefined) return;
  const highlight = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    borderColor: new vscode.ThemeColor('contrastActiveBorder'),
    borderStyle: 'solid',
    borderWidth: '1px',
  });
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  editor.setDecorations(highlight, [range]);
  setTimeout(() => {
    highlight.dispose();
  }, flashMs);
}

/** Masks all secrets of a config in its previews again. */
async function hideSecrets(server: Requester, virtual: VirtualDocuments, uri: unknown): Promise<void> {
  const { source } = previewAt(uri).view;
  const secrets = await server.request(requests.secrets, { uri: source });
  for (const { pointer } of secrets.filter(({ revealed }) => revealed))
    await server.request(requests.reveal, { uri: source, pointer, revealed: false });
  virtual.refresh(source);
}

/** Copies the active preview with its secrets; copying in the editor copies the masks. */
async function copyWithSecrets(server: Requester): Promise<void> {
  const { source, target } = previewAt(undefined).view;
  const rendered = await server.request(requests.render, { uri: source, ...target, showSecrets: true });
  if (!rendered.ok) throw new CommandError(vscode.l10n.t('There is no preview: {0}', rendered.message));
  await vscode.env.clipboard.writeText(rendered.text);
  void vscode.window.showInformationMessage(vscode.l10n.t('The preview was copied with its secrets.'));
}

/** The preview at an address that a lens passes, else the active one. */
function previewAt(uri: unknown): { readonly address: string; readonly view: PreviewVirtualView } {
  const shown = typeof uri === 'string' ? vscode.Uri.parse(uri, true) : vscode.window.activeTextEditor?.document.uri;
  const view = shown && viewOfUri(shown);
  if (shown === undefined || view?.view !== 'preview')
    throw new CommandError(vscode.l10n.t('Open a preview of a node config first.'));
  return { address: shown.toString(), view };
}
