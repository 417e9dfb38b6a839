import type { DocumentLink, ServerCapabilities } from 'vscode-languageserver';
import { type Analysis, fileLinks, foldings, links, outline, selectionSpans } from '../../core/index.js';
import { toDocumentLink, toFileLink, toFoldingRange, toSelectionRange, toSymbol } from '../convert.js';
import { guarded } from '../guard.js';
import type { Session } from '../session.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Outline, folding, growing selections and links. */
export const structureCapabilities = {
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentLinkProvider: { resolveProvider: false },
} satisfies ServerCapabilities;

/** Addresses in values, and paths in commands that lead to where their file is written. */
function documentLinks(analysis: Analysis, uri: string): DocumentLink[] {
  const { lines } = analysis;
  return [
    ...links(analysis).map((link) => toDocumentLink(lines, link)),
    ...fileLinks(analysis).map((link) => toFileLink(lines, uri, link)),
  ];
}

/**
 * Answers requests about the structure of documents. The answer about a document that is none of ours is
 * null: an editor then goes on with its own means, such as indentation.
 */
export function registerStructure({
  connection,
  documents,
  judged,
  log,
  client,
  structuredByHost,
  outlinedByHost,
}: Session): void {
  const ours = (uri: string): SyncedDocument | undefined => {
    const document = documents.get(uri);
    return document?.analysis.kind === 'unknown' ? undefined : document;
  };
  const structured = (uri: string): SyncedDocument | undefined => {
    const document = ours(uri);
    return document === undefined || structuredByHost(document) ? undefined : document;
  };

  connection.onDocumentSymbol((params, token) =>
    guarded(log, 'documentSymbol', token, async () => {
      const document = await judged(params.textDocument.uri);
      if (document === undefined || structuredByHost(document) || outlinedByHost(document)) return [];
      return outline(document.analysis).map((entry) => toSymbol(document.analysis.lines, entry));
    }),
  );

  connection.onFoldingRanges((params, token) =>
    guarded(log, 'foldingRange', token, () => {
      const analysis = structured(params.textDocument.uri)?.analysis;
      if (analysis === undefined) return null;
      const { lineFoldingOnly: wholeLines = false, rangeLimit: most = Infinity } =
        client().textDocument?.foldingRange ?? {};
      const found = foldings(analysis, { wholeLines, most });
      return found.length === 0 ? null : found.map((one) => toFoldingRange(analysis.lines, one, wholeLines));
    }),
  );

  connection.onSelectionRanges((params, token) =>
    guarded(log, 'selectionRange', token, () => {
      const analysis = structured(params.textDocument.uri)?.analysis;
      if (analysis === undefined) return null;
      const { lines } = analysis;
      return params.positions.map((at) => toSelectionRange(lines, selectionSpans(analysis, lines.offsetAt(at))));
    }),
  );

  connection.onDocumentLinks((params, token) =>
    guarded(log, 'documentLink', token, () => {
      const analysis = ours(params.textDocument.uri)?.analysis;
      return analysis === undefined ? null : documentLinks(analysis, params.textDocument.uri);
    }),
  );
}
