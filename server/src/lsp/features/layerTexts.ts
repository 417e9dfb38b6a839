import type { CancellationToken } from 'vscode-languageserver';
import {
  Analysis,
  inflatingOn,
  keepingLineEnds,
  maskForEditing,
  type Payload,
  payloadAt,
  type Position,
  replacementError,
  replacePayload,
  restoreSecrets,
  wayTo,
} from '../../core/index.js';
import {
  type LayerTextParams,
  type LayerTextResult,
  type PayloadPlaceResult,
  type ReplaceLayerTextParams,
  type ReplaceLayerTextResult,
  requests,
} from '../../protocol.js';
import { viewOfUriText, viewToUriText } from '../../virtualDocuments.js';
import { toRange } from '../convert.js';
import { fileName, languageOf, layerText } from '../payloadEntries.js';
import { guarded } from '../scheduling.js';
import type { Session } from '../session.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Answers requests for the texts of payloads, and for what has to be done so that they have other ones. */
export function registerLayerTexts({ connection, documents, log }: Session): void {
  connection.onRequest(requests.layerText, (params: LayerTextParams, token: CancellationToken) =>
    guarded(log, requests.layerText, token, (): LayerTextResult => {
      const document = documents.get(params.uri);
      const layer = document && layerText(document.analysis, params.steps, params.showSecrets === true);
      if (document === undefined || layer === undefined || layer === null) return null;
      const readOnly = params.forEditing === true ? replacementError(document.analysis, params.steps) : undefined;
      return readOnly === undefined ? layer : { ...layer, readOnly };
    }),
  );

  connection.onRequest(requests.replaceLayerText, (params: ReplaceLayerTextParams, token: CancellationToken) =>
    guarded(log, requests.replaceLayerText, token, (): ReplaceLayerTextResult => {
      const document = documents.get(params.uri);
      if (document === undefined)
        return { ok: false, why: 'gone', message: 'The document that it comes from is not open.' };
      return replacement(document, params);
    }),
  );
}

function replacement(document: SyncedDocument, params: ReplaceLayerTextParams): ReplaceLayerTextResult {
  const { analysis, version } = document;
  const payload = payloadAt(analysis.root, params.steps);
  if (payload?.text === undefined)
    return { ok: false, why: 'gone', message: 'The document that it comes from holds no such text any more.' };
  const shown = maskForEditing(payload.text, inflatingOn(analysis.platform));
  const isOther = params.base !== undefined && params.base !== shown.text;
  if (isOther || (params.version !== undefined && params.version !== version))
    return { ok: false, why: 'conflict', message: 'The document that it comes from was changed meanwhile.' };
  const restored = restoreSecrets(keepingLineEnds(shown.text, params.text), shown);
  if (!restored.ok) return { ok: false, why: 'impossible', message: restored.error };
  const replaced = replacePayload(analysis, params.steps, restored.value);
  if (!replaced.ok) return { ok: false, why: 'impossible', message: replaced.error };
  const edits = replaced.value.map(({ span, newText }) => ({ range: toRange(analysis.lines, span), newText }));
  return { ok: true, edits, version };
}

/** A decoded text that is open, or could be, with where it comes from. */
export interface Layer {
  /** The document that it was decoded from. */
  readonly source: SyncedDocument;
  readonly steps: readonly string[];
  readonly payload: Payload;
}

/** What a document was decoded from; undefined for documents that are no decoded text, and where the source is gone. */
export function layerAt({ documents }: Pick<Session, 'documents'>, uri: string): Layer | undefined {
  const view = viewOfUriText(uri);
  const source = view?.view === 'layer' ? documents.get(view.source) : undefined;
  if (view?.view !== 'layer' || source === undefined) return undefined;
  const { steps } = view;
  const payload = payloadAt(source.analysis.root, steps);
  return payload && { source, steps, payload };
}

/** The address under which the client shows a decoded text. */
export function layerUri(uri: string, payload: Payload): string {
  return viewToUriText({ source: uri, view: 'layer', steps: payload.steps }, fileName(payload.name) || 'payload');
}

/**
 * A decoded text as it is shown, with its secrets masked, read as the kind that its surroundings made of it. Places in
 * it are those that a reader sees; undefined where it is no text.
 */
export function shownLayer(source: SyncedDocument, payload: Payload): Analysis | undefined {
  return source.shown(payload, ({ steps, kind, name }) => {
    const { analysis } = source;
    const shown = layerText(analysis, steps, false);
    return shown === null ? undefined : new Analysis({ name, content: shown.text, kind }, analysis.platform);
  });
}

/**
 * The steps from the source of a document to a payload that was found in its shown text; undefined where masking has
 * made another payload of it than the one in the source.
 */
export function stepsInSource(layer: Layer, shown: Payload, payload: Payload): readonly string[] | undefined {
  const steps = [...layer.steps, ...payload.steps.slice(shown.steps.length)];
  return payloadAt(layer.payload, steps) === undefined ? undefined : steps;
}

/** What place is asked for. */
interface PlaceQuestion {
  readonly steps: readonly string[];
  /** The document around it; the file itself where it is absent. */
  readonly within?: readonly string[] | undefined;
  /** A place in the shown text of the payload. */
  readonly position?: Position | undefined;
}

/** Where a payload stands in a document around it. */
export function placeOfPayload(source: SyncedDocument, question: PlaceQuestion): PayloadPlaceResult {
  const { analysis, uri } = source;
  const { steps, within, position } = question;
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
  return { uri: layerUri(uri, around), languageId: languageOf(around), range: toRange(shown.lines, span) };
}

/** The place in the file that a place in a decoded text comes from, where the encoding keeps places. */
function placeThrough(
  analysis: Analysis,
  payload: Payload,
  position: Position,
): { start: number; end: number } | undefined {
  if (payload.text === undefined || !payload.map.exact) return undefined;
  const shown = layerText(analysis, payload.steps, false);
  // Masking has moved what stands behind a secret.
  if (shown?.text !== payload.text) return undefined;
  const offset = analysis.linesOf(payload).offsetAt(position);
  return payload.map.toOuter({ start: offset, end: offset });
}
