import {
  type CodeActionParams,
  type Command,
  type ExecuteCommandParams,
  ExecuteCommandRequest,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { limits, type Masked, maskingOf, overlaps, type Payload, payloadAt, trailTo } from '../../core/index.js';
import { type CommandTarget, serverCommands, type TextPosition } from '../../protocol.js';
import { repeatsSources } from '../../virtualDocuments.js';
import { fileName, lastPathSegment, layerText } from '../payloadEntries.js';
import type { DecodedFile } from '../decodedFiles.js';
import type { Session } from '../session.js';
import { decoded, isSameUri } from '../settings.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';
import { fileOfPayload, type Layer, layerAt, replacement } from './layerTexts.js';
import { payloadAtOffset } from './payloads.js';

/** Whether decoded texts are opened in files: VS Code's client has virtual documents that it can write. */
function opensFiles({ options, host }: Session): boolean {
  return options.commands !== true && host.decodedFiles !== undefined;
}

export function decodedFileCapabilities(session: Session): ServerCapabilities {
  return opensFiles(session) ? { executeCommandProvider: { commands: Object.values(serverCommands) } } : {};
}

/** Executes the commands that open decoded texts in files and write them back. What goes wrong is shown as a message. */
export function registerDecodedFiles(session: Session): void {
  session.answer(ExecuteCommandRequest.type, async ({ command, arguments: args }: ExecuteCommandParams) => {
    const [target] = args as [CommandTarget];
    const message =
      command === serverCommands.openDecoded ? await openDecoded(session, target) : await writeBack(session, target);
    if (message !== undefined) session.showMessage('Info', message);
    return null;
  });
}

/** Returns what the user has to know, if anything. */
async function openDecoded(session: Session, { uri, steps = [] }: CommandTarget): Promise<Masked | undefined> {
  const document = await session.configured(uri);
  const store = session.host.decodedFiles;
  const payload = document && payloadAt(document.analysis.root, steps);
  if (document === undefined || payload === undefined || store === undefined) return gone();
  // The document itself isn't decoded.
  if (payload.text === document.text) return gone();
  const masking = maskingOf([document.analysis]);
  const layer = layerText(document.analysis, steps, masking);
  if (layer === null) return gone();
  const name = fileName(layer.name);
  const view = { view: 'layer', source: uri, steps } as const;
  const opened = (): string =>
    session.decodedFiles.open(store, view, { name, text: layer.text }, (file) => openAs(session, file) !== undefined)
      .uri;
  try {
    const target = fileOfPayload(document, payload)?.uri ?? opened();
    const message = masking.text(`The decoded text is in ${decoded(target).replace(/^file:\/\//, '')}`);
    // Not awaited: an editor may wait for the command before it answers requests, or never answer this one.
    const shown = session.showDocument(target);
    session.background(shown.then((isShown) => (isShown ? undefined : session.showMessage('Info', message))));
    return undefined;
  } catch (error) {
    return masking.text(`The decoded text can't be written to a temporary file: ${String(error)}`);
  }
}

const gone = (): Masked =>
  maskedMessage('The document that contains this text is no longer open, or has changed. Try again.');

/** Returns what the user has to know, if anything. */
async function writeBack(session: Session, { uri }: CommandTarget): Promise<Masked | undefined> {
  const file = session.decodedFiles.at(uri);
  const document = file && (await session.configured(file.view.source));
  if (file === undefined || document === undefined) return gone();
  const masking = maskingOf([document.analysis]);
  const open = openAs(session, file);
  const content =
    open === undefined ? session.host.decodedFiles?.read(file.uri) : { ok: true as const, value: open.text };
  if (content?.ok !== true) return masking.text(`The decoded file can't be read: ${content?.error ?? ''}`);
  const source = lastPathSegment(document.uri);
  const { steps } = file.view;
  const params = { uri: document.uri, steps, text: content.value };
  let result = replacement(document, { ...params, base: file.base });
  if (!result.ok && result.why === 'conflict') {
    const question = `${source} has changed since this text was decoded. Overwrite the text there?`;
    if (!(await session.confirms(masking.text(question), 'Overwrite')))
      return masking.text(`Not written back: ${source} has changed since. Open the decoded text again.`);
    result = replacement(document, params);
  }
  if (!result.ok) return masking.text(`Not written back: ${result.message}`);
  const { edits } = result;
  if (edits.length === 0) return masking.text(`${source} has this text already.`);
  const current = TextDocument.create(document.uri, '', document.version, document.text);
  const after = document.analysis.withText(TextDocument.applyEdits(current, [...edits]));
  const applied = await session.applyEdit(document, [...edits], `Write back to ${source}`);
  if (!applied.ok) return masking.text(`Not written back: ${applied.error}`);
  // Secrets that were typed are masked in the text from now on.
  file.base = layerText(after, steps, maskingOf([after]))?.text ?? content.value;
  return undefined;
}

/** The document of a decoded file, if the editor has opened it. */
function openAs({ documents }: Session, { uri }: DecodedFile): SyncedDocument | undefined {
  return documents.all().find((one) => isSameUri(one.uri, uri));
}

/** The commands that open the payloads at a position in files, and those that write such files back. */
export function decodedFileCommands(
  session: Session,
  { textDocument, range, context }: CodeActionParams,
): Shown<Command>[] {
  const { uri } = textDocument;
  const document = session.documents.get(uri);
  if (document === undefined || !opensFiles(session) || repeatsSources(uri) || (context.only ?? []).length > 0)
    return [];
  const layer = layerAt(session, uri);
  const source = layer?.source ?? document;
  const { analysis } = source;
  const masking = maskingOf([analysis]);
  const commandOn = (title: string, command: string, target: CommandTarget): Shown<Command> => ({
    title: masking.text(title),
    command,
    arguments: [target],
  });
  const steps = stepsAt(document, layer, range.start);
  const payload = steps && payloadAt(analysis.root, steps);
  const offered = payload === undefined ? [] : readableIn(payload).slice(0, limits.offeredPayloads);
  const nameOf = (one: Payload): string => trailTo(analysis, one).join(' > ') || fileName(one.name);
  return [
    ...[...(layer === undefined ? [] : [{ steps: layer.steps }]), ...offered].flatMap(({ steps }) => {
      const file = session.decodedFiles.of(source.uri, steps);
      if (file === undefined) return [];
      const name = lastPathSegment(file.uri);
      return [
        commandOn(`Write ${name} back to ${lastPathSegment(source.uri)}`, serverCommands.writeBack, { uri: file.uri }),
      ];
    }),
    ...offered.map((one) => {
      const { uri: from } = source;
      return commandOn(`Open decoded ${nameOf(one)}`, serverCommands.openDecoded, { uri: from, steps: one.steps });
    }),
  ];
}

/** The path of the payload at a position, or else of the first one whose string is in that line. */
function stepsAt(
  document: SyncedDocument,
  layer: Layer | undefined,
  position: TextPosition,
): readonly string[] | undefined {
  const { lines, root } = document.analysis;
  const offset = lines.offsetAt(position);
  const [start, end] = [0, 1].map((below) => lines.offsetAt({ line: position.line + below, character: 0 }));
  const line = { start: start ?? offset, end: end ?? offset };
  const inLine = root.map.exact ? root.children.find(({ span }) => overlaps(line, span)) : undefined;
  const found = [offset, inLine?.span.start].flatMap((at) =>
    at === undefined ? [] : (payloadAtOffset(document, layer, at) ?? []),
  );
  return found[0]?.steps;
}

/** A payload and those in it that are text, outer ones first. */
function readableIn(payload: Payload): Payload[] {
  const inside = payload.children.flatMap((child) => readableIn(child.payload));
  return payload.text === undefined ? inside : [payload, ...inside];
}
