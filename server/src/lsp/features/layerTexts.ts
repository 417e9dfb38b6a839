import {
  Analysis,
  encodeBase64,
  extractedDocuments,
  ExtractedNames,
  keepingLineEnds,
  type Masking,
  maskingOf,
  type Payload,
  payloadAt,
  replacementError,
  replacePayload,
  restoreSecrets,
  type Span,
  utf8Bytes,
  wayTo,
} from '../../core/index.js';
import {
  type ExtractParams,
  type ExtractResult,
  type PayloadPlaceParams,
  type PayloadPlaceResult,
  type ReplaceLayerTextParams,
  type ReplaceLayerTextResult,
  requests,
  type TextPosition,
} from '../../protocol.js';
import { viewToUriText } from '../../virtualDocuments.js';
import { toRange, toTextEdit } from '../convert.js';
import { fileName, languageOf, layerText, outerNames } from '../payloadEntries.js';
import type { HostFile } from '../host.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Answers requests for the texts of payloads, and for the edits that change them. */
export function registerLayerTexts(session: Session): void {
  const { documents } = session;
  session.answer(requests.layerText, ({ uri, steps, showSecrets, forEditing }) => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    const { analysis } = document;
    const masking = maskingOf([analysis], { showSecrets: showSecrets === true });
    const text = layerText(analysis, steps, masking);
    const payload = payloadAt(analysis.root, steps);
    if (text === null || payload === undefined) return null;
    const layer = { ...text, file: fileOfPayload(document, payload)?.uri };
    if (forEditing !== true) return layer;
    const reason = replacementError(analysis, steps);
    return { ...layer, readOnly: reason === undefined ? undefined : masking.text(reason) };
  });
  session.answer(requests.extract, ({ uri, payloads, showSecrets }) => {
    const document = documents.get(uri);
    return document === undefined ? null : extracted(document, payloads, showSecrets === true);
  });
  session.answer(requests.replaceLayerText, (params) => {
    const document = documents.get(params.uri);
    return document === undefined
      ? notReplaced('gone', 'The document that it comes from is not open.')
      : replacement(document, params);
  });
}

function extracted(
  { analysis }: SyncedDocument,
  payloads: ExtractParams['payloads'],
  showSecrets: boolean,
): Shown<ExtractResult> {
  const masking = maskingOf([analysis], { showSecrets });
  const names = new ExtractedNames();
  const documents = [...extractedDocuments(fileName(analysis.name), analysis, masking, payloads)];
  return {
    files: documents.map(({ segments, content }) => ({
      path: names.unique(segments).map((name) => masking.text(name)),
      content: encodeBase64(typeof content === 'string' ? utf8Bytes(content) : content),
    })),
    masked: documents.filter(({ masked }) => masked).length,
  };
}

/** The edits that give a payload another text, or why there are none. */
export function replacement(document: SyncedDocument, params: ReplaceLayerTextParams): Shown<ReplaceLayerTextResult> {
  const { analysis, version } = document;
  const payload = payloadAt(analysis.root, params.steps);
  const masking = maskingOf([analysis]);
  if (payload?.text === undefined)
    return notReplaced('gone', 'The document that it comes from no longer contains this text.', masking);
  const shown = masking.forEditing(payload.text);
  const isOther = params.base !== undefined && params.base !== shown.text;
  if (isOther || (params.version !== undefined && params.version !== version))
    return notReplaced('conflict', 'The document that it comes from was changed meanwhile.', masking);
  const restored = restoreSecrets(keepingLineEnds(shown.text, params.text), shown);
  if (!restored.ok) return notReplaced('impossible', restored.error, masking);
  const replaced = replacePayload(analysis, params.steps, restored.value);
  if (!replaced.ok) return notReplaced('impossible', replaced.error, masking);
  const edits = replaced.value.map((change) => toTextEdit(analysis.lines, change));
  return { ok: true, edits, version };
}

function notReplaced(
  why: (ReplaceLayerTextResult & { readonly ok: false })['why'],
  message: string,
  masking?: Masking,
): Shown<ReplaceLayerTextResult> {
  return { ok: false, why, message: masking?.text(message) ?? maskedMessage(message) };
}

/** A decoded text and its origin. */
export interface Layer {
  readonly source: SyncedDocument;
  readonly steps: readonly string[];
  readonly payload: Payload;
}

/** The origin of a decoded text; undefined for other documents, and if the source isn't open. */
export function layerAt(session: Session, uri: string): Layer | undefined {
  const view = session.viewOf(uri);
  if (view?.view !== 'layer') return undefined;
  const { steps } = view;
  const source = session.documents.get(view.source);
  const payload = source && payloadAt(source.analysis.root, steps);
  return payload && { source, steps, payload };
}

/**
 * The file that a payload of a document is read from; undefined for other payloads, and if that file is encoded: its decoded text
 * says more than the file itself.
 */
export function fileOfPayload({ analysis, files }: SyncedDocument, payload: Payload): HostFile | undefined {
  const path = wayTo(analysis.root, payload.steps)?.at(-1)?.file;
  return path === undefined || payload.encodings.at(-1) !== 'file' ? undefined : files.get(path);
}

/**
 * The analysis of a document by which sizes are measured: of a decoded text, that with its secrets instead of their
 * placeholders, which have another length.
 */
export function measurable(session: Session, { uri, analysis, text }: SyncedDocument): Analysis {
  const layer = layerAt(session, uri);
  if (layer?.payload.text === undefined) return analysis;
  const shown = maskingOf([layer.source.analysis]).forEditing(layer.payload.text);
  const restored = restoreSecrets(keepingLineEnds(shown.text, text), shown);
  return restored.ok ? new Analysis({ ...analysis.source, content: restored.value }, analysis.platform) : analysis;
}

/** The URI of a decoded text. */
export function layerUri({ uri, analysis }: SyncedDocument, payload: Payload): string {
  const masking = maskingOf([analysis]);
  const names = [...outerNames(analysis, payload, masking), masking.text(fileName(payload.name))];
  return viewToUriText({ source: uri, view: 'layer', steps: payload.steps }, ...names);
}

/**
 * A decoded text as it is shown, with its secrets masked, so that positions are those that the user sees. Undefined if it
 * isn't text.
 */
export function shownLayer(source: SyncedDocument, payload: Payload): Analysis | undefined {
  return source.shown(payload, ({ steps, kind, name }) => {
    const { analysis } = source;
    const shown = layerText(analysis, steps, maskingOf([analysis]));
    const { contract, oldestNodeImage } = analysis.context;
    const context = { contract, oldestNodeImage, nodeImage: analysis.imageOf(payload) };
    return shown === null ? undefined : new Analysis({ name, content: shown.text, kind, context }, analysis.platform);
  });
}

/**
 * The payload path in the source of a payload that was found in a shown text; undefined if the source has no such payload
 * because secrets are masked in the shown text.
 */
export function stepsInSource(layer: Layer, shown: Payload, payload: Payload): readonly string[] | undefined {
  const steps = [...layer.steps, ...payload.steps.slice(shown.steps.length)];
  return payloadAt(layer.payload, steps) === undefined ? undefined : steps;
}

/** The position of a payload in a document around it. */
export function placeOfPayload(
  source: SyncedDocument,
  { steps, within, position }: Omit<PayloadPlaceParams, 'uri'>,
): PayloadPlaceResult {
  const { analysis, uri } = source;
  const way = wayTo(analysis.root, steps);
  if (way === undefined) return null;
  const around = within && payloadAt(analysis.root, within);
  if (around === undefined || around === analysis.root) {
    const payload = way.at(-1)?.payload ?? analysis.root;
    const followed = position && placeThrough(analysis, payload, position);
    const span = followed ?? way.at(-1)?.span ?? { start: 0, end: 0 };
    return { uri, languageId: null, range: toRange(analysis.lines, span) };
  }
  const shown = shownLayer(source, around);
  if (shown === undefined) return null;
  const inner = [...shown.root.steps, ...steps.slice(around.steps.length)];
  const span = wayTo(shown.root, inner)?.at(-1)?.span ?? { start: 0, end: 0 };
  return { uri: layerUri(source, around), languageId: languageOf(around), range: toRange(shown.lines, span) };
}

/** The span in the file of a position in a decoded text, if its encoding preserves positions. */
function placeThrough(analysis: Analysis, payload: Payload, position: TextPosition): Span | undefined {
  if (payload.text === undefined || !payload.map.exact) return undefined;
  const shown = layerText(analysis, payload.steps, maskingOf([analysis]));
  // Masking moves the text after a secret.
  if (shown?.text !== payload.text) return undefined;
  const offset = analysis.linesOf(payload).offsetAt(position);
  return payload.map.toOuter({ start: offset, end: offset });
}
