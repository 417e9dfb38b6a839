import {
  DocumentFormattingRequest,
  type DocumentLink,
  DocumentLinkRequest,
  DocumentRangeFormattingRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  type FormattingOptions,
  InlayHintRequest,
  type Range,
  SelectionRangeRequest,
  type ServerCapabilities,
  type SymbolInformation,
  type TextEdit,
} from 'vscode-languageserver';
import {
  type Analysis,
  createLineIndex,
  fileLinks,
  foldings,
  formatChanges,
  type FormattingStyle,
  inlayHints,
  isKnown,
  links,
  maskingOf,
  outline,
  previewFoldings,
  previewOutline,
  selectionSpans,
} from '../../core/index.js';
import {
  toDocumentLink,
  toFileLink,
  toFlatSymbols,
  toFoldingRange,
  toInlayHint,
  toSelectionRange,
  toSpan,
  toSymbol,
  toTextEdit,
} from '../convert.js';
import type { Session } from '../session.js';
import type { SyncedDocument } from '../syncedDocument.js';
import type { Shown } from '../shown.js';
import { linksInPreview, previewAt } from './previews.js';

/** Outline, folding, growing selections, links and inlay hints. */
export const structureCapabilities = {
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentLinkProvider: { resolveProvider: false },
  inlayHintProvider: true,
} satisfies ServerCapabilities;

/**
 * Addresses in values, paths in commands that lead to the position where their file is written, and paths of files that the
 * document reads.
 */
function documentLinks({ analysis, uri, files }: SyncedDocument): Shown<DocumentLink>[] {
  const { lines, namedFiles } = analysis;
  const masking = maskingOf([analysis]);
  return [
    ...links(analysis, masking).map((link) => toDocumentLink(lines, link)),
    ...fileLinks(analysis).map((link) => toFileLink(lines, uri, link, masking)),
    ...namedFiles.flatMap(({ path, span }) => {
      const file = files.get(path);
      if (file?.uri === undefined || !file.content.ok) return [];
      const inQuotes = /['"]/.test(analysis.text.charAt(span.start)) ? 1 : 0;
      const inside = { start: span.start + inQuotes, end: span.end - inQuotes };
      return [toDocumentLink(lines, { span: inside, url: file.uri })];
    }),
  ];
}

export function symbolsOf(analysis: Analysis): Shown<DocumentSymbol[]> {
  return outline(analysis).map((entry) => toSymbol(analysis.lines, entry));
}

/**
 * Answers requests about the structure of documents. For other documents the answer is null, so that the editor uses other
 * means such as indentation.
 */
export function registerStructure(session: Session): void {
  const { documents } = session;
  const ours = (uri: string): Analysis | undefined => {
    const document = documents.get(uri);
    return document !== undefined && isKnown(document.analysis) ? document.analysis : undefined;
  };
  const structured = (uri: string): Analysis | undefined => {
    const document = documents.get(uri);
    return document === undefined || session.isStructuredByHost(document) ? undefined : ours(uri);
  };

  const inOutline = (uri: string, symbols: Shown<DocumentSymbol[]>): Shown<DocumentSymbol[] | SymbolInformation[]> => {
    const isTree = session.client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
    return isTree ? symbols : toFlatSymbols(uri, symbols);
  };
  session.answer(DocumentSymbolRequest.type, async ({ textDocument: { uri } }) => {
    const shown = await previewAt(session, uri);
    const named = shown?.preview && previewOutline(shown.preview, maskingOf([shown.analysis]));
    if (shown?.preview !== undefined && named !== undefined) {
      const lines = createLineIndex(shown.preview.text);
      const symbols = named.map((entry) => toSymbol(lines, entry));
      return inOutline(uri, symbols);
    }
    const document = await session.configured(uri);
    if (document === undefined || session.isStructuredByHost(document) || session.isOutlinedByHost(document)) return [];
    return inOutline(uri, document.analysis.made(symbolsOf));
  });

  session.answer(FoldingRangeRequest.type, async ({ textDocument: { uri } }) => {
    const { lineFoldingOnly: wholeLines = false, rangeLimit: most = Infinity } =
      session.client.textDocument?.foldingRange ?? {};
    const { preview } = (await previewAt(session, uri)) ?? {};
    const sections = preview && previewFoldings(preview);
    if (preview !== undefined && sections !== undefined) {
      const lines = createLineIndex(preview.text);
      return sections.slice(0, most).map((one) => toFoldingRange(lines, one, wholeLines));
    }
    const analysis = structured(uri);
    if (analysis === undefined) return null;
    const found = foldings(analysis, { wholeLines, most });
    return found.length === 0 ? null : found.map((one) => toFoldingRange(analysis.lines, one, wholeLines));
  });

  session.answer(SelectionRangeRequest.type, ({ textDocument, positions }) => {
    const analysis = structured(textDocument.uri);
    if (analysis === undefined) return null;
    const { lines } = analysis;
    return positions.map((at) => toSelectionRange(lines, selectionSpans(analysis, lines.offsetAt(at))));
  });

  session.answer(DocumentLinkRequest.type, ({ textDocument: { uri } }) => {
    const reasons = linksInPreview(session, uri);
    if (reasons.length > 0) return reasons;
    const document = documents.get(uri);
    return document !== undefined && isKnown(document.analysis) ? documentLinks(document) : null;
  });

  session.answer(InlayHintRequest.type, async ({ textDocument: { uri }, range }) => {
    const settings = await session.settingsFor(uri);
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return [];
    const { lines } = analysis;
    const masking = maskingOf([analysis]);
    // Lenses are only for editors that have our commands.
    const payloadLenses = settings.shown.payloadLenses && session.options.commands === true;
    const shown = { ...settings.shown, payloadLenses };
    return inlayHints(analysis, toSpan(lines, range), shown).map((hint) => toInlayHint(lines, hint, masking));
  });

  const edits = (uri: string, options: FormattingOptions, range?: Range): TextEdit[] => {
    const analysis = documents.get(uri)?.analysis;
    if (analysis === undefined) return [];
    const { lines } = analysis;
    const span = range && toSpan(lines, range);
    return formatChanges(analysis, styleOf(options), span).map((change) => toTextEdit(lines, change));
  };
  session.answer(DocumentFormattingRequest.type, ({ textDocument, options }) => edits(textDocument.uri, options));
  session.answer(DocumentRangeFormattingRequest.type, ({ textDocument, options, range }) =>
    edits(textDocument.uri, options, range),
  );
}

/** The documents that we format: an editor with several formatters asks the user which one to use. */
const documentSelector = [{ language: 'json' }, { language: 'jsonc' }, { pattern: '**/*.{json,jsonc}' }];

/** Announced to a client in which formatting can't be registered later for some documents only. */
export function formattingCapabilities({ client }: Session): ServerCapabilities {
  return canRegister(client) ? {} : { documentFormattingProvider: true, documentRangeFormattingProvider: true };
}

/** Registers formatting in a client that supports that. */
export async function announceFormatting(session: Session): Promise<void> {
  if (!canRegister(session.client)) return;
  await session.registry.register(DocumentFormattingRequest.type, { documentSelector });
  await session.registry.register(DocumentRangeFormattingRequest.type, { documentSelector });
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
