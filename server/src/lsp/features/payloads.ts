import {
  type CodeLens,
  type CodeLensParams,
  CodeLensRequest,
  type Definition,
  type DefinitionLink,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import {
  childAround,
  childLabel,
  codeLenses,
  isKnown,
  machinesIn,
  maskingOf,
  payloadAt,
  type Span,
  textToDecode,
  wayTo,
} from '../../core/index.js';
import { type ChosenPayload, type DecodeParams, type DecodeResult, lensCommands, requests } from '../../protocol.js';
import { repeatsSources, viewOfUriText } from '../../virtualDocuments.js';
import { toCodeLens, top, toRange, toSpan } from '../convert.js';
import { knownProblems, reportingOf } from '../diagnostics.js';
import { documentEntries } from '../documentEntries.js';
import { exampleLenses } from './examples.js';
import { settingsLenses } from './karpenterSettings.js';
import { fileName } from '../payloadEntries.js';
import { imagesOf, sizeOf, usualDialect } from '../renderings.js';
import { cancelled } from '../scheduling.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';
import { lensesOfPreview } from './previews.js';
import {
  fileOfPayload,
  type Layer,
  layerAt,
  layerUri,
  measurable,
  placeOfPayload,
  stepsInSource,
} from './layerTexts.js';

/** Answers requests about payloads: what a document contains, their positions, and the lenses that open them. */
export function registerPayloads(session: Session): void {
  const { documents } = session;

  session.answer(requests.decode, async (params, token, progress) => {
    const document = layerAt(session, params.uri)?.source ?? documents.get(params.uri);
    if (document !== undefined) {
      await session.configure(document);
      if ((await session.check(document, { token, progress })) !== 'checked') throw cancelled(requests.decode);
    }
    return decoded(session, params);
  });

  session.answer(requests.payloadPlace, (params) => {
    const document = documents.get(params.uri);
    return document === undefined ? null : placeOfPayload(document, params);
  });

  session.answer(CodeLensRequest.type, (params) => lensesOf(session, params));

  session.answer(requests.summary, async ({ uri }) => {
    // The settings may have changed since the document was checked.
    const document = documents.get(uri);
    if (document === undefined) return null;
    const settings = await session.configure(document);
    const { analysis } = document;
    if (!isKnown(analysis)) return null;
    const size = sizeOf(measurable(session, document), analysis.context.dialect ?? usualDialect);
    const image = imagesOf(analysis);
    const { kind, title, reason = '' } = analysis;
    const file = session.configurationOf(uri);
    const machines = machinesIn(analysis.root).length;
    return {
      kind,
      title: maskedMessage(title),
      reason: maskingOf([]).text(reason),
      size,
      ...(image === undefined ? {} : { image }),
      ...(machines === 0 ? {} : { machines }),
      ...(analysis.karpenter?.hasResources !== true || settings.karpenterSettings === undefined
        ? {}
        : { karpenterSettings: maskingOf([]).text(settings.karpenterSettings.path) }),
      ...(file === undefined ? {} : { configuration: maskingOf([]).text(file.name) }),
    };
  });
}

async function decoded(session: Session, { uri, range, position }: DecodeParams): Promise<Shown<DecodeResult>> {
  const document = session.documents.get(uri);
  if (document === undefined)
    return { kind: '', source: uri, payloads: [], resources: [], errors: 0, warnings: 0, codes: [] };
  const layer = layerAt(session, uri);
  const source = layer?.source ?? document;
  const problems = knownProblems(source, await reportingOf(session, source));
  const masking = maskingOf([source.analysis]);
  const entries = documentEntries(source, masking, problems, layer?.payload);
  const found = { kind: document.analysis.title, source: source.uri, ...entries };
  if (range === undefined && position === undefined) return found;
  const { lines } = document.analysis;
  const chosen = range
    ? selected(document, layer, toSpan(lines, range))
    : position && atOffset(document, layer, lines.offsetAt(position));
  return { ...found, chosen: chosen ?? null };
}

/** The span of the payload at an offset, and its path from the source of the document. */
export function payloadAtOffset(
  { analysis }: SyncedDocument,
  layer: Layer | undefined,
  offset: number,
): (Span & { readonly steps: readonly string[] }) | undefined {
  const { root } = analysis;
  const isWhole = root.text !== analysis.text;
  const child = childAround(root, offset);
  const payload = child?.payload ?? (isWhole ? root : undefined);
  if (payload?.text === undefined) return undefined;
  const steps = layer === undefined ? payload.steps : stepsInSource(layer, root, payload);
  return steps && { steps, ...(child?.span ?? { start: 0, end: analysis.text.length }) };
}

function atOffset(
  document: SyncedDocument,
  layer: Layer | undefined,
  offset: number,
): Shown<ChosenPayload> | undefined {
  const payload = payloadAtOffset(document, layer, offset);
  if (payload !== undefined) return { is: 'payload', steps: payload.steps };
  const text = textToDecode(document.analysis, offset);
  return text && { is: 'text', content: text.text, verbatim: text.verbatim };
}

/** A selection of the whole string of a payload refers to the payload; any other refers to the selected text. */
function selected(
  document: SyncedDocument,
  layer: Layer | undefined,
  { start, end }: Span,
): Shown<ChosenPayload> | undefined {
  const { text } = document.analysis;
  const chosen = text.slice(start, end);
  if (chosen.trim() === '') return undefined;
  const payload = payloadAtOffset(document, layer, start);
  const isBlank = (from: number, to: number): boolean => /^[\s"']*$/.test(text.slice(from, to));
  const isSame =
    payload !== undefined &&
    isBlank(Math.min(start, payload.start), Math.max(start, payload.start)) &&
    isBlank(Math.min(end, payload.end), Math.max(end, payload.end));
  return isSame ? { is: 'payload', steps: payload.steps } : { is: 'text', content: chosen, verbatim: true };
}

/** Lenses of a document; a decoded text also has lenses that lead back. */
async function lensesOf(session: Session, { textDocument: { uri } }: CodeLensParams): Promise<Shown<CodeLens>[]> {
  const document = session.documents.get(uri);
  if (viewOfUriText(uri)?.view === 'preview') return lensesOfPreview(session, uri);
  if (document === undefined || repeatsSources(uri)) return [];
  const layer = layerAt(session, uri);
  const { shown } = await session.settingsFor(layer?.source.uri ?? uri);
  const { analysis } = document;
  const masking = maskingOf([analysis]);
  const wanted = codeLenses(analysis, shown);
  const isShown = analysis.karpenter === undefined ? shown.nodeConfigLenses : shown.karpenterLenses;
  const examples = isShown ? await exampleLenses(session, document) : [];
  if (layer === undefined) {
    // Payload paths in a decoded text lead nowhere if its source isn't open.
    const isOrphan = viewOfUriText(uri)?.view === 'layer';
    if (isOrphan) return [];
    const settings = shown.karpenterLenses ? await settingsLenses(session, uri) : [];
    return [...examples, ...settings, ...wanted.map((lens) => toCodeLens(uri, analysis.lines, lens, masking))];
  }
  const own = wanted.filter(({ action }) => action.is !== 'decode');
  const inside = wanted.flatMap((lens) => {
    if (lens.action.is !== 'decode') return [];
    const payload = payloadAt(analysis.root, lens.action.steps);
    const steps = payload && stepsInSource(layer, analysis.root, payload);
    if (steps === undefined) return [];
    return [toCodeLens(layer.source.uri, analysis.lines, { ...lens, action: { is: 'decode', steps } }, masking)];
  });
  const ownLenses = own.map((lens) => toCodeLens(uri, analysis.lines, lens, masking));
  return [...[...examples, ...ownLenses].slice(0, lensesBesideBack), ...inside, backLens(layer)];
}

/** More than three lenses in a row are cut; the menu of the editor has the others. */
const lensesBesideBack = 2;

/** A lens to the outer document of a decoded text; a command leads to its file. */
function backLens({ source, steps }: Layer): Shown<CodeLens> {
  const around = wayTo(source.analysis.root, steps)?.at(-2);
  const [name, within] =
    around?.payload.text === undefined
      ? [fileName(source.analysis.name), []]
      : [childLabel(around), around.payload.steps];
  return {
    range: top,
    command: {
      title: maskingOf([source.analysis]).text(`Back to ${name}`),
      command: lensCommands.showPayloadPlace,
      arguments: [source.uri, steps, within],
    },
  };
}

/** The decoded text of the payload at a position, as its definition; null if there is none. */
export function payloadDefinition(
  session: Session,
  { textDocument: { uri }, position }: TextDocumentPositionParams,
): Definition | DefinitionLink[] | null {
  const document = session.documents.get(uri);
  if (document === undefined || repeatsSources(uri)) return null;
  const layer = layerAt(session, uri);
  const { lines } = document.analysis;
  const found = payloadAtOffset(document, layer, lines.offsetAt(position));
  const source = layer?.source ?? document;
  const payload = found && payloadAt(source.analysis.root, found.steps);
  if (found === undefined || payload === undefined) return null;
  // Without virtual documents, only the command makes a file; a definition may be requested unasked.
  const decodedUri = session.opensVirtual
    ? layerUri(source, payload)
    : session.decodedFiles.of(source.uri, payload.steps)?.uri;
  const target = fileOfPayload(source, payload)?.uri ?? decodedUri;
  if (target === undefined) return null;
  if (session.client.textDocument?.definition?.linkSupport !== true) return { uri: target, range: top };
  const originSelectionRange = toRange(lines, found);
  return [{ originSelectionRange, targetUri: target, targetRange: top, targetSelectionRange: top }];
}
