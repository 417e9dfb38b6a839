import * as vscode from 'vscode';
import { type RecogniseResult, requests } from '../../../server/src/protocol.js';
import type { StartAction, StartButton, StartResult } from '../../webview/start/messages.js';
import { openLayer } from '../decode/commands.js';
import type { ExplainedCase } from '../failures/caseFiles.js';
import type { Reports } from '../failures/reports.js';
import { fileNameOf, isOpen, openDocument, urisInTabs } from '../openDocuments.js';
import { CommandError } from '../registerCommands.js';
import { type Requester, servedLanguages } from '../server.js';
import { type GivenFile, textScheme, type TextFiles } from '../textFiles.js';

type Recognised = NonNullable<RecogniseResult>;
type CasePosition = Pick<ExplainedCase['found']['configs'][number], 'file' | 'inside' | 'line' | 'character'>;

/** What was opened: what it is, and what else there is to open. */
export interface Opened extends Pick<StartResult, 'sentence' | 'actions'> {
  /** Runs one of the actions. */
  readonly run: (action: StartAction) => Promise<unknown>;
}

/** A failure that was opened: the text that is opened next may have the config behind it. */
interface OpenedFailure {
  readonly fields: readonly string[];
  /** Whether the user still has its text or report open. */
  readonly isOpen: () => boolean;
}

/** Opens texts, files and folders by what the server recognises in them: the text, the report, and the config linked together. */
export class Opener {
  readonly #server: Requester;
  readonly #texts: TextFiles;
  readonly #reports: Reports;
  #failure: OpenedFailure | undefined;

  constructor(server: Requester, texts: TextFiles, reports: Reports) {
    this.#server = server;
    this.#texts = texts;
    this.#reports = reports;
  }

  /** Opens a text without a file, such as a pasted one. An unknown one isn't opened. */
  async openText(text: string): Promise<Opened> {
    const found = await this.#recognise(`${textScheme}:/text`, text);
    if (!found.known) return opened(found.sentence, []);
    return this.#open(this.#texts.addText(vscode.l10n.t('pasted'), found.name, text), found);
  }

  /** Opens dropped files. */
  async openGiven(files: readonly GivenFile[]): Promise<Opened> {
    const folder = this.#texts.add(vscode.l10n.t('dropped'), files);
    const roots = new Set(files.map(({ path }) => path.split('/', 1)[0] ?? path));
    return this.openUris([...roots].map((name) => vscode.Uri.joinPath(folder, name)));
  }

  /** Opens what was dropped on a view of VS Code: by its addresses, or by its content if it has none, as in a browser. */
  async openDropped(dropped: vscode.DataTransfer): Promise<Opened> {
    const list = (await dropped.get('text/uri-list')?.asString()) ?? '';
    const files = [...dropped].flatMap(([, item]) => item.asFile() ?? []);
    const uris = list.trim() === '' ? files.flatMap(({ uri }) => uri ?? []) : parsedUris(list.split(/\r?\n/));
    if (uris.length > 0) return this.openUris(uris);
    return this.openGiven(await Promise.all(files.map(contentOf)));
  }

  /** Opens one file as a document. A folder, several files and a file that isn't text are explained or grouped together. */
  async openUris(uris: readonly vscode.Uri[]): Promise<Opened> {
    const [only, ...more] = uris;
    const document = only === undefined || more.length > 0 ? undefined : await textAt(only);
    if (document === undefined) return this.#openFiles(uris);
    // The server doesn't get documents in other languages.
    if (!servedLanguages.includes(document.languageId)) return this.openText(document.getText());
    const { uri } = document;
    return this.#open(uri, await this.#recognise(uri.toString(), document.getText()));
  }

  async #recognise(uri: string, text: string): Promise<Recognised> {
    const fields = this.#failure?.isOpen() === true ? this.#failure.fields : [];
    const found = await this.#server.request(requests.recognise, { uri, text, fields });
    // Only a document that isn't open has no answer.
    if (found === null) throw new vscode.CancellationError();
    return found;
  }

  async #open(uri: vscode.Uri, found: Recognised): Promise<Opened> {
    const address = uri.toString();
    await show(uri);
    if (found.hasFailure) {
      this.#failure = { fields: found.fields, isOpen: () => urisInTabs().has(address) };
      // The report is there later than the text, and must not take the focus from it.
      await this.#reports.showFailure({ uri: address }, { preserveFocus: true });
    } else if (found.hasTimeline) await vscode.commands.executeCommand('aksBootstrap.showTimeline', address);
    await this.#showCursor(uri, found.cursor);
    const source = vscode.window.activeTextEditor?.document.uri.toString() ?? address;
    const sentence = [found.sentence, cursorSentence(found)].filter((one) => one !== '').join(' ');
    return opened(sentence, offersFor(found, address, source));
  }

  /** Puts the cursor where users want to look first, in the text, in a payload of it, or in the config that was opened before. */
  async #showCursor(uri: vscode.Uri, cursor: Recognised['cursor']): Promise<void> {
    const { line, character, steps } = cursor ?? { line: 0, character: 0, steps: [] };
    const address = cursor?.uri ?? uri.toString();
    if (steps.length > 0) await openLayer(this.#server, address, steps, vscode.ViewColumn.One);
    const document = steps.length > 0 ? vscode.window.activeTextEditor?.document : openDocument(address);
    await show(document?.uri ?? uri, new vscode.Position(line, character));
  }

  async #openFiles(uris: readonly vscode.Uri[]): Promise<Opened> {
    const shown = await this.#reports.showFiles(uris);
    if (shown === undefined) throw new vscode.CancellationError();
    const groups: Offer = {
      action: 'groups',
      title: vscode.l10n.t('Groups'),
      run: () => this.#reports.showFleet(uris, {}),
    };
    if (!('found' in shown)) return opened(`${shown.heading}.`, [groups]);
    const { verdict, failures, configs, timelines } = shown.found;
    if (failures.length > 0) this.#failure = { fields: shown.fields, isOpen: () => this.#reports.hasCase(uris) };
    const [field] = failures.flatMap(({ fields }) => fields);
    const isShown = field !== undefined && (await this.#showPosition(shown, field));
    const [config] = configs;
    const encoded = config?.inside === null ? undefined : shown.files.get(config?.file ?? '');
    return opened(isShown ? `${verdict} ${fieldSentence(field.field)}` : verdict, [
      { action: 'report', title: vscode.l10n.t('Report'), run: () => this.#reports.showCase(uris) },
      timelines.length > 0 && {
        action: 'timeline',
        title: vscode.l10n.t('Timeline'),
        run: () => vscode.commands.executeCommand('aksBootstrap.showTimeline', uris[0], uris),
      },
      encoded !== undefined && {
        action: 'payloads',
        title: vscode.l10n.t('Payloads'),
        run: () => showPayloads(vscode.Uri.parse(encoded)),
      },
      config !== undefined &&
        shown.files.has(config.file) && {
          action: 'config',
          title: vscode.l10n.t('Config'),
          run: () => this.#showPosition(shown, field ?? config),
        },
      shown.machines > 1 && groups,
    ]);
  }

  /** Shows a position in a config beside the report of the case; false if its file can't be opened. */
  async #showPosition({ files }: ExplainedCase, { file, inside, line, character }: CasePosition): Promise<boolean> {
    const uri = files.get(file);
    if (uri === undefined) return false;
    await show(vscode.Uri.parse(uri), new vscode.Position(line, character), vscode.ViewColumn.Beside);
    if (inside === null || !isOpen(uri)) return true;
    await openLayer(this.#server, uri, inside.steps, vscode.ViewColumn.Active);
    const active = vscode.window.activeTextEditor;
    if (active !== undefined) await show(active.document.uri, new vscode.Position(inside.line, inside.character));
    return true;
  }
}

/** The addresses in a list, which may have comments. */
export function parsedUris(list: readonly string[]): readonly vscode.Uri[] {
  return list.filter((line) => line !== '' && !line.startsWith('#')).map((line) => vscode.Uri.parse(line, true));
}

async function contentOf(file: vscode.DataTransferFile): Promise<GivenFile> {
  try {
    return { path: file.name, bytes: await file.data() };
  } catch {
    throw new CommandError(vscode.l10n.t('{0} cannot be read here. Hold Shift and drop it on the box.', file.name));
  }
}

/** A file as a document; undefined for a folder, and for what VS Code can't show as text. */
async function textAt(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const { type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** Shows a document in the first column, or where it is shown already. */
async function show(uri: vscode.Uri, cursor?: vscode.Position, column = vscode.ViewColumn.One): Promise<void> {
  const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const selection = cursor && new vscode.Range(cursor, cursor);
  const editor = await vscode.window.showTextDocument(uri, {
    viewColumn: visible?.viewColumn ?? column,
    preview: false,
    ...(selection === undefined ? {} : { selection }),
  });
  if (selection !== undefined) editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A button of the start page, and what it does. */
interface Offer extends StartButton {
  readonly run: () => Thenable<unknown>;
}

/** The result with the buttons for what there is. */
function opened(sentence: string, offers: readonly (Offer | false)[]): Opened {
  const there = offers.filter((offer) => offer !== false);
  return {
    sentence,
    actions: there.map(({ action, title }) => ({ action, title })),
    run: async (action) => there.find((offer) => offer.action === action)?.run(),
  };
}

function cursorSentence({ cursor }: Recognised): string {
  switch (cursor?.is) {
    case 'field':
      return fieldSentence(cursor.field ?? '', cursor.uri);
    case 'problem':
      return vscode.l10n.t('The cursor is on the first problem.');
    case 'example':
      return vscode.l10n.t('The cursor is on the first example.');
    case 'evidence':
      return vscode.l10n.t('The cursor is on the line that shows the failure.');
    default:
      return '';
  }
}

/** `uri` is that of the document, if it isn't the one that was opened. */
function fieldSentence(field: string, uri: string | null = null): string {
  const name = uri === null ? '' : fileNameOf(vscode.Uri.parse(uri));
  if (name !== '') return vscode.l10n.t('The cursor is on {0} in {1}, which may have led to the failure.', field, name);
  return vscode.l10n.t('The cursor is on {0}, which may have led to the failure.', field);
}

/** What else there is to open in the text at `address`; `source` is the config in it. */
function offersFor(
  { hasFailure, hasTimeline, hasPreview, payloads, machines, examples }: Recognised,
  address: string,
  source: string,
): readonly (Offer | false)[] {
  const command = (name: string) => () => vscode.commands.executeCommand(name, address);
  return [
    hasFailure && {
      action: 'report',
      title: vscode.l10n.t('Report'),
      run: command('aksBootstrap.explainFailure'),
    },
    hasTimeline && {
      action: 'timeline',
      title: vscode.l10n.t('Timeline'),
      run: command('aksBootstrap.showTimeline'),
    },
    payloads > 0 && {
      action: 'payloads',
      title: vscode.l10n.t('Payloads'),
      run: () => showPayloads(vscode.Uri.parse(address)),
    },
    machines > 1 && {
      action: 'groups',
      title: vscode.l10n.t('Groups'),
      run: command('aksBootstrap.groupScaleSets'),
    },
    machines > 1 && {
      action: 'compare',
      title: vscode.l10n.t('Compare Scale Sets'),
      run: command('aksBootstrap.compareScaleSets'),
    },
    examples > 0 && {
      action: 'example',
      title: vscode.l10n.t('Next Example'),
      run: command('aksBootstrap.nextExample'),
    },
    hasPreview && {
      action: 'preview',
      title: vscode.l10n.t('Preview…'),
      async run() {
        await show(vscode.Uri.parse(source));
        await vscode.commands.executeCommand('aksBootstrap.openLivePreview', source);
      },
    },
  ];
}

async function showPayloads(uri: vscode.Uri): Promise<void> {
  await show(uri);
  await vscode.commands.executeCommand('aksBootstrap.explorer.focus');
}
