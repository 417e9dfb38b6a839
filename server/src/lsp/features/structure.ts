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
  toSpan,
  toSymbol,
  toTextEdit,
} from '../convert.js';
import type { Session } from '../session.js';

/** Outline, folding, growing selections, links and inlay hints. */
export const structureCapabilities = {
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentLinkProvider: { resolveProvider: false },
  inlayHintProvider: true,
} satisfies ServerCapabilities;

/** Addresses in values, and paths in commands that lead to the position where their file is written. */
function documentLinks(analysis: Analysis, uri: string): DocumentLink[] {
  const { lines } = analysis;
  return [
    ...links(analysis).map((link) => toDocumentLink(lines, link)),
    ...fileLinks(analysis).map((link) => toFileLink(lines, uri, link)),
  ];
}

/**
 * Answers requests about the structure of documents. For other documents the answer is null, so that the editor uses other
 * means such as indentation.
 */
export function registerStructure(session: Session): void {
  const { connection, documents } = session;
  const ours = (uri: string): Analysis | undefined => {
    const document = documents.get(uri);
    return document !== undefined && isKnown(document.analysis) ? document.analysis : undefined;
  };
  const structured = (uri: string): Analysis | undefined => {
    const document = documents.get(uri);
    return document === undefined || session.isStructuredByHost(document) ? undefined : ours(uri);
  };

  connection.onDocumentSymbol(
    session.handler('documentSymbol', async ({ textDocument }) => {
      const document = await session.configured(textDocument.uri);
      if (document === undefined || session.isStructuredByHost(document) || session.isOutlinedByHost(document))
        return [];
      return outline(document.analysis).map((entry) => toSymbol(document.analysis.lines, entry));
    }),
  );

  connection.onFoldingRanges(
    session.handler('foldingRange', ({ textDocument }) => {
      const analysis = structured(textDocument.uri);
      if (analysis === undefined) return null;
      const { lineFoldingOnly: wholeLines = false, rangeLimit: most = Infinity } =
        session.client.textDocument?.foldingRange ?? {};
      const found = foldings(analysis, { wholeLines, most });
      return found.length === 0 ? null : found.map((one) => toFoldingRange(analysis.lines, one, wholeLines));
    }),
  );

  connection.onSelectionRanges(
    session.handler('selectionRange', ({ textDocument, positions }) => {
      const analysis = structured(textDocument.uri);
      if (analysis === undefined) return null;
      const { lines } = analysis;
      return positions.map((at) => toSelectionRange(lines, selectionSpans(analysis, lines.offsetAt(at))));
    }),
  );

  connection.onDocumentLinks(
    session.handler('documentLink', ({ textDocument: { uri } }) => {
      const analysis = ours(uri);
      return analysis === undefined ? null : documentLinks(analysis, uri);
    }),
  );

  connection.languages.inlayHint.on(
    session.handler('inlayHint', ({ textDocument, range }) => {
      const analysis = documents.get(textDocument.uri)?.analysis;
      if (analysis === undefined) return [];
      const { lines } = analysis;
      return inlayHints(analysis, toSpan(lines, range)).map((hint) => toInlayHint(lines, hint));
    }),
  );

  const edits = (uri: string, options: FormattingOptions, range?: Range): TextEdit[] => {
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return [];
    const { lines } = analysis;
    const span = range && toSpan(lines, range);
    return formatChanges(analysis, styleOf(options), span).map((change) => toTextEdit(lines, change));
  };
  connection.onDocumentFormatting(
    session.handler('formatting', ({ textDocument, options }) => edits(textDocument.uri, options)),
  );
  connection.onDocumentRangeFormatting(
    session.handler('rangeFormatting', ({ textDocument, options, range }) => edits(textDocument.uri, options, range)),
  );
}

/** The documents that we format: an editor with several formatters asks the user which one to use. */
const documentSelector = [{ language: 'json' }, { language: 'jsonc' }, { pattern: '**/*.{json,jsonc}' }];

/** Announced to a client in which formatting can't be registered later for some documents only. */
export function formattingCapabilities({ client }: Session): ServerCapabilities {
  return canRegister(client) ? {} : { documentFormattingProvider: true, documentRangeFormattingProvider: true };
}

/** Registers formatting in a client that supports that. */
export async function announceFormatting({ connection, client }: Session): Promise<void> {
  if (!canRegister(client)) return;
  await connection.client.register(DocumentFormattingRequest.type, { documentSelector });
  await connection.client.register(DocumentRangeFormattingRequest.type, { documentSelector });
}

function canRegister(client: Session['client']): boolean {
  const { formatting, rangeFormatting } = client.textDocument ?? {};
  return formatting?.dynamicRegistration === true && rangeFormatting?.dynamicRegistration === true;
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
