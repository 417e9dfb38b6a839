import {
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  type FormattingOptions,
  type Range,
  type ServerCapabilities,
  type TextEdit,
} from 'vscode-languageserver';
import { formatChanges, type FormattingStyle } from '../../core/index.js';
import { toTextEdit } from '../convert.js';
import { guarded } from '../guard.js';
import type { Session } from '../session.js';

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
