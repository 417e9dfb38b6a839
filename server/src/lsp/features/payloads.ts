import type {
  CancellationToken,
  CodeLens,
  CodeLensParams,
  Definition,
  DefinitionLink,
  TextDocumentPositionParams,
  WorkDoneProgressParams,
} from 'vscode-languageserver';
import {
  childAround,
  childLabel,
  codeLenses,
  isKnown,
  kinds,
  payloadAt,
  textToDecode,
  wayTo,
} from '../../core/index.js';
import {
  type ChosenPayload,
  type DecodeParams,
  type DecodeResult,
  type DocumentParams,
  lensCommands,
  type PayloadPlaceParams,
  requests,
  type SummaryResult,
} from '../../protocol.js';
import { repeatsSources, viewOfUriText } from '../../virtualDocuments.js';
import { toCodeLens, toRange } from '../convert.js';
import { fileName, payloadEntries } from '../payloadEntries.js';
import { sizeOf } from '../renderings.js';
import { checkInSlices, guarded, leftOff } from '../scheduling.js';
import type { Session } from '../session.js';
import type { SyncedDocument } from '../syncedDocument.js';
import { type Layer, layerAt, layerUri, placeOfPayload, stepsInSource } from './layerTexts.js';

/** Answers requests about payloads: what there is, their places, and the lenses that open them. */
export function registerPayloads(session: Session): void {
  const { connection, documents, log } = session;

  connection.onRequest(requests.decode, (params: DecodeParams & WorkDoneProgressParams, token: CancellationToken) =>
    guarded(log, requests.decode, token, async () => {
      const document = layerAt(session, params.uri)?.source ?? documents.get(params.uri);
      const progress = connection.window.attachWorkDoneProgress(params.workDoneToken);
      if (document !== undefined && (await checkInSlices(document, connection, { token, progress })) !== 'checked')
        throw leftOff(requests.decode);
      return decoded(session, params);
    }),
  );

  connection.onRequest(requests.payloadPlace, (params: PayloadPlaceParams, token: CancellationToken) =>
    guarded(log, requests.payloadPlace, token, () => {
      const document = documents.get(params.uri);
      return document === undefined ? null : placeOfPayload(document, params);
    }),
  );

  connection.onCodeLens((params, token) => guarded(log, 'codeLens', token, () => lensesOf(session, params)));
}

function decoded(session: Session, { uri, range, position }: DecodeParams): DecodeResult {
  const document = session.documents.get(uri);
  if (document === undefined) return { kind: '', source: uri, payloads: [] };
  const layer = layerAt(session, uri);
  const source = layer?.source ?? document;
  const payloads = payloadEntries(source.analysis, layer?.payload);
  const found = { kind: kinds[document.analysis.kind].title, source: source.uri, payloads };
  if (range === undefined && position === undefined) return found;
  const { lines, text } = document.analysis;
  const chosen =
    range === undefined
      ? position && atOffset(document, layer, lines.offsetAt(position))
      : selected(document, layer, lines.offsetAt(range.start), lines.offsetAt(range.end), text);
  return { ...found, chosen: chosen ?? null };
}

/** The payload whose string is at an offset, as steps from the source of its document. */
function payloadAtOffset(
  { analysis }: SyncedDocument,
  layer: Layer | undefined,
  offset: number,
): { readonly steps: readonly string[]; readonly start: number; readonly end: number } | undefined {
  const { root } = analysis;
  const isWhole = root.text !== analysis.text;
  const child = childAround(root, offset);
  const payload = child?.payload ?? (isWhole ? root : undefined);
  if (payload?.text === undefined) return undefined;
  const steps = layer === undefined ? payload.steps : stepsInSource(layer, root, payload);
  return steps && { steps, ...(child?.span ?? { start: 0, end: analysis.text.length }) };
}

function atOffset(document: SyncedDocument, layer: Layer | undefined, offset: number): ChosenPayload | undefined {
  const payload = payloadAtOffset(document, layer, offset);
  if (payload !== undefined) return { is: 'payload', steps: payload.steps };
  const text = textToDecode(document.analysis, offset);
  return text && { is: 'text', ...text };
}

/** A selection of a payload's whole string means the payload; any other means what is selected. */
function selected(
  document: SyncedDocument,
  layer: Layer | undefined,
  start: number,
  end: number,
  text: string,
): ChosenPayload | undefined {
  const chosen = text.slice(start, end);
  if (chosen.trim() === '') return undefined;
  const payload = payloadAtOffset(document, layer, start);
  const isBlank = (from: number, to: number): boolean => /^[\s"']*$/.test(text.slice(from, to));
  const isSame =
    payload !== undefined &&
    isBlank(Math.min(start, payload.start), Math.max(start, payload.start)) &&
    isBlank(Math.min(end, payload.end), Math.max(end, payload.end));
  return isSame ? { is: 'payload', steps: payload.steps } : { is: 'text', text: chosen, verbatim: true };
}

/** Lenses of a document; on a decoded text those that lead back, and on into what is inside. */
async function lensesOf(session: Session, { textDocument: { uri } }: CodeLensParams): Promise<CodeLens[]> {
  const document = session.documents.get(uri);
  if (document === undefined || repeatsSources(uri)) return [];
  const layer = layerAt(session, uri);
  const { payloadLenses } = await session.settingsOf(layer?.source.uri ?? uri);
  const { analysis } = document;
  const wanted = codeLenses(analysis).filter(({ action }) => payloadLenses || action.is !== 'decode');
  if (layer === undefined) {
    // Steps in a decoded text whose source is gone lead nowhere.
    const isOrphan = viewOfUriText(uri)?.view === 'layer';
    return isOrphan ? [] : wanted.map((lens) => toCodeLens(uri, analysis.lines, lens));
  }
  const inside = wanted.flatMap((lens) => {
    if (lens.action.is !== 'decode') return [toCodeLens(uri, analysis.lines, lens)];
    const payload = payloadAt(analysis.root, lens.action.steps);
    const steps = payload && stepsInSource(layer, analysis.root, payload);
    if (steps === undefined) return [];
    return [toCodeLens(layer.source.uri, analysis.lines, { ...lens, action: { is: 'decode', steps } })];
  });
  return [...backLenses(layer), ...inside];
}

/** One to the document next around a decoded text, one to the file where that is another. */
function backLenses({ source, steps }: Layer): CodeLens[] {
  const start = { line: 0, character: 0 };
  const back = (title: string, within: readonly string[]): CodeLens => ({
    range: { start, end: start },
    command: {
      title: `Back to ${title}`,
      command: lensCommands.showPayloadPlace,
      arguments: [source.uri, steps, within],
    },
  });
  const around = wayTo(source.analysis.root, steps)?.at(-2);
  const file = back(fileName(source.analysis.name), []);
  return around?.payload.text === undefined ? [file] : [back(childLabel(around), around.payload.steps), file];
}

/** The decoded text of the payload at a position, as the place where its string is defined; null where there is none. */
export function payloadDefinition(
  session: Session,
  { textDocument: { uri }, position }: TextDocumentPositionParams,
): Definition | DefinitionLink[] | null {
  const document = session.documents.get(uri);
  if (document === undefined || !session.opensVirtual() || repeatsSources(uri)) return null;
  const layer = layerAt(session, uri);
  const { lines } = document.analysis;
  const found = payloadAtOffset(document, layer, lines.offsetAt(position));
  const source = layer?.source ?? document;
  const payload = found && payloadAt(source.analysis.root, found.steps);
  if (found === undefined || payload === undefined) return null;
  const target = layerUri(source.uri, payload);
  const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  if (session.client().textDocument?.definition?.linkSupport !== true) return { uri: target, range: top };
  const originSelectionRange = toRange(lines, found);
  return [{ originSelectionRange, targetUri: target, targetRange: top, targetSelectionRange: top }];
}

/** Tells in short what an open document is. */
export function registerSummary({ connection, documents, log, settingsOf }: Session): void {
  connection.onRequest(requests.summary, (params: DocumentParams, token: CancellationToken) =>
    guarded(log, requests.summary, token, async (): Promise<SummaryResult> => {
      const analysis = documents.get(params.uri)?.analysis;
      if (analysis === undefined || !isKnown(analysis)) return null;
      const { dialect } = await settingsOf(params.uri);
      const size = sizeOf(analysis, dialect);
      return { kind: kinds[analysis.kind].title, ...(size === undefined ? {} : { size }) };
    }),
  );
}
