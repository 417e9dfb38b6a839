import {
  DocumentFormattingRequest,
  type DocumentLink,
  DocumentRangeFormattingRequest,
  type FormattingOptions,
  type Range,
  type ServerCapabilities,
  type TextEdit,
} from 'vscode-languageserver';
import {
  type Analysis,
  fileLinks,
  foldings,
  formatChanges,
  type FormattingStyle,
  inlayHints,
  isKnown,
  links,
  outline,
  selectionSpans,
} from '../../core/index.js';
import {
  toDocumentLink,
  toFileLink,
  toFoldingRange,
  toInlayHint,
  toSelectionRange,
  toSymbol,
  toTextEdit,
} from '../convert.js';
import { guarded } from '../scheduling.js';
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
    return document !== undefined && isKnown(document.analysis) ? document : undefined;
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

/** The documents that we format: an editor with several formatters asks its user which one to take. */
const documentSelector = [{ language: 'json' }, { language: 'jsonc' }, { pattern: '**/*.{json,jsonc}' }];

/** What is announced to a client that cannot be told later which documents formatting is for. */
export function formattingCapabilities({ client }: Pick<Session, 'client'>): ServerCapabilities {
  return canRegister(client) ? {} : { documentFormattingProvider: true, documentRangeFormattingProvider: true };
}

/** Announces formatting to a client that can be told so after the start. */
export async function announceFormatting({
  connection,
  client,
}: Pick<Session, 'connection' | 'client'>): Promise<void> {
  if (!canRegister(client)) return;
  await connection.client.register(DocumentFormattingRequest.type, { documentSelector });
  await connection.client.register(DocumentRangeFormattingRequest.type, { documentSelector });
}

function canRegister(client: Session['client']): boolean {
  const { formatting, rangeFormatting } = client().textDocument ?? {};
  return formatting?.dynamicRegistration === true && rangeFormatting?.dynamicRegistration === true;
}

/** Answers with the edits that lay a document out. */
export function registerFormatting({ connection, documents, log }: Session): void {
  const edits = (uri: string, options: FormattingOptions, range?: Range): TextEdit[] => {
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return [];
    const { lines } = analysis;
    const span = range && { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
    return formatChanges(analysis, styleOf(options), span).map((change) => toTextEdit(lines, change));
  };
  connection.onDocumentFormatting((params, token) =>
    guarded(log, 'formatting', token, () => edits(params.textDocument.uri, params.options)),
  );
  connection.onDocumentRangeFormatting((params, token) =>
    guarded(log, 'rangeFormatting', token, () => edits(params.textDocument.uri, params.options, params.range)),
  );
}

function styleOf(options: FormattingOptions): FormattingStyle {
  const { tabSize, insertSpaces, insertFinalNewline, trimFinalNewlines, trimTrailingWhitespace } = options;
  return {
    tabSize,
    insertSpaces,
    insertFinalNewline: insertFinalNewline === true,
    trimFinalNewlines: trimFinalNewlines === true,
    trimTrailingWhitespace: trimTrailingWhitespace === true,
  };
}

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
