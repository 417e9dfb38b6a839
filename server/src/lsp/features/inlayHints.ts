import type { ServerCapabilities } from 'vscode-languageserver';
import { inlayHints } from '../../core/index.js';
import { toInlayHint } from '../convert.js';
import { guarded } from '../guard.js';
import type { Session } from '../session.js';

export const inlayHintCapabilities = { inlayHintProvider: true } satisfies ServerCapabilities;

/** Answers with what values come to, beside them. */
export function registerInlayHints({ connection, documents, log }: Session): void {
  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    guarded(log, 'inlayHint', token, () => {
      const analysis = documents.get(textDocument.uri)?.analysis;
      if (analysis === undefined) return [];
      const { lines } = analysis;
      const span = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
      return inlayHints(analysis, span).map((hint) => toInlayHint(lines, hint));
    }),
  );
}
