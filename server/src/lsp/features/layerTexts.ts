import type { CancellationToken } from 'vscode-languageserver';
import { inflatingOn, keepingLineEnds, maskForEditing, payloadAt, restoreSecrets } from '../../core/index.js';
import {
  type LayerTextParams,
  type LayerTextResult,
  type ReplaceLayerTextParams,
  type ReplaceLayerTextResult,
  requests,
} from '../../protocol.js';
import { toRange } from '../convert.js';
import { guarded } from '../guard.js';
import { layerText } from '../payloadEntries.js';
import type { Session } from '../session.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Answers requests for the texts of payloads, and for what has to be done so that they have other ones. */
export function registerLayerTexts({ connection, documents, log }: Session): void {
  connection.onRequest(requests.layerText, (params: LayerTextParams, token: CancellationToken) =>
    guarded(log, requests.layerText, token, (): LayerTextResult => {
      const document = documents.get(params.uri);
      const layer = document && layerText(document.analysis, params.steps, params.showSecrets === true);
      if (document === undefined || layer === undefined || layer === null) return null;
      const readOnly = params.forEditing === true ? document.analysis.replacementObstacle(params.steps) : undefined;
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
  const restored = restoreSecrets(keepingLineEnds(shown.text, params.text), shown, payload.text);
  const replaced = restored.ok ? analysis.replaceText(params.steps, restored.text) : restored;
  if (!replaced.ok) return { ok: false, why: 'impossible', message: replaced.reason };
  const edits = replaced.edits.map(({ span, text }) => ({ range: toRange(analysis.lines, span), newText: text }));
  return { ok: true, edits, version };
}
