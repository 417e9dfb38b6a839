import {
  type CodeLens,
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Hover,
  type InlayHint as LspInlayHint,
  InsertTextFormat,
  InsertTextMode,
  type MarkupContent,
  MarkupKind,
  type Position,
  type Range,
  type SelectionRange,
  type SymbolInformation,
  SymbolKind,
  SymbolTag,
  type TextEdit,
} from 'vscode-languageserver';
import {
  type Completion,
  type FileLink,
  type FileProblem,
  type HoverInfo,
  type InlayHint,
  type Folding,
  type Lens,
  type LineIndex,
  type Link,
  type Markdown,
  type Masked,
  type Masking,
  type OutlineEntry,
  plainText,
  problemHref,
  type Severity,
  type Span,
  type TextChange,
} from '../core/index.js';
import { lensCommands } from '../protocol.js';
import type { Shown } from './shown.js';

/** The name that all our diagnostics carry. */
export const diagnosticSource = 'aks-bootstrap';

/** The start of a document. */
export const top: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function toRange(lines: LineIndex, span: Span): Range {
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}

export function toSpan(lines: LineIndex, { start, end }: Range): Span {
  return { start: lines.offsetAt(start), end: lines.offsetAt(end) };
}

/** `formats` are those that the editor accepts in hovers. */
export function toHover(
  lines: LineIndex,
  found: HoverInfo | undefined,
  masking: Masking,
  formats: readonly MarkupKind[] | undefined,
): Shown<Hover> | null {
  if (found === undefined) return null;
  return { contents: toMarkup(found.markdown, masking, formats), range: toRange(lines, found.span) };
}

/**
 * A text in the format that the editor prefers, the first one of those that it accepts. One that announces none gets
 * Markdown: most of these render it.
 */
function toMarkup(markdown: Markdown, masking: Masking, formats: readonly MarkupKind[] = []): Shown<MarkupContent> {
  return formats[0] === MarkupKind.PlainText
    ? { kind: MarkupKind.PlainText, value: masking.text(plainText(markdown)) }
    : { kind: MarkupKind.Markdown, value: masking.markdown(markdown) };
}

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** `inside` is the position in the decoded document, if there is one; `names` lead to the problem. */
export function toDiagnostic(
  uri: string,
  lines: LineIndex,
  found: FileProblem,
  inside: InsidePlace | undefined,
  names: readonly string[],
  masking: Masking,
): Shown<Diagnostic> {
  const related = [
    ...(inside === undefined ? [] : [relatedTo(inside.uri ?? uri, inside.range, masking.text(inside.message))]),
    ...(found.related ?? []).map(({ span, message }) => relatedTo(uri, toRange(lines, span), masking.text(message))),
  ];
  const where = names.length === 0 ? '' : ` (inside ${names.join(' › ')})`;
  return {
    range: toRange(lines, found.span),
    severity: severities[found.severity],
    code: found.code,
    codeDescription: { href: problemHref(found.code) },
    source: diagnosticSource,
    message: masking.text(`${found.message}${where}`),
    ...tagsOf(found),
    ...(related.length > 0 && { relatedInformation: related }),
  };
}

function relatedTo(uri: string, range: Range, message: Masked): Shown<DiagnosticRelatedInformation> {
  return { location: { uri, range }, message };
}

/** A payload isn't struck through as a whole because of a value inside it. */
function tagsOf({ deprecated, unnecessary, inner, document }: FileProblem): Pick<Diagnostic, 'tags'> {
  if (inner !== undefined && !document.map.exact) return {};
  if (deprecated === true) return { tags: [DiagnosticTag.Deprecated] };
  return unnecessary === true ? { tags: [DiagnosticTag.Unnecessary] } : {};
}

/** A position in a decoded document, with its URI if the editor can open it. */
export interface InsidePlace {
  readonly uri: string | undefined;
  readonly range: Range;
  readonly message: string;
}

/** A change that begins or ends inside of a CRLF, where no position of the protocol is, replaces the whole line ending. */
export function toTextEdit(lines: LineIndex, { span, newText }: TextChange): TextEdit {
  const { start, end } = toRange(lines, span);
  const [isCut, leavesRest] = [isInsideCrlf(lines, start), isInsideCrlf(lines, end)];
  return {
    range: {
      start: isCut ? { line: start.line, character: start.character - 1 } : start,
      end: leavesRest ? { line: end.line + 1, character: 0 } : end,
    },
    newText: `${isCut ? '\r' : ''}${newText}${leavesRest ? '\n' : ''}`,
  };
}

function isInsideCrlf(lines: LineIndex, { line, character }: Position): boolean {
  return character > lines.lineText(line).length;
}

const completionKinds: Record<Completion['kind'], CompletionItemKind> = {
  template: CompletionItemKind.Snippet,
  field: CompletionItemKind.Property,
  key: CompletionItemKind.Property,
  'enum-value': CompletionItemKind.EnumMember,
  value: CompletionItemKind.Value,
};

export function toInlayHint(
  lines: LineIndex,
  { offset, label, tooltip }: InlayHint,
  masking: Masking,
): Shown<LspInlayHint> {
  return {
    position: lines.positionAt(offset),
    label: masking.text(label),
    paddingLeft: true,
    ...(tooltip === undefined ? {} : { tooltip: toMarkup(tooltip, masking) }),
  };
}

/** What an editor can do with completions. */
export interface CompletionAbilities {
  readonly snippets: boolean;
  /** Whether the user can choose if the rest of a word is replaced. */
  readonly insertReplace: boolean;
  /** Whether it shows details beside labels. */
  readonly labelDetails: boolean;
  /** The editor's command that shows completions again, if it has one. */
  readonly suggestCommand: string | undefined;
}

/** A completion without its documentation, which may be requested later. */
export function toCompletionItem(
  lines: LineIndex,
  completion: Completion,
  { snippets, insertReplace, labelDetails, suggestCommand }: CompletionAbilities,
  masking: Masking,
): Shown<CompletionItem> {
  const newText = snippets ? completion.snippet : completion.plainText;
  const replace = toRange(lines, completion.span);
  const insert = toRange(lines, completion.insertSpan);
  const detail = masking.text(completion.detail);
  return {
    label: masking.text(completion.label),
    ...(labelDetails ? { labelDetails: { description: detail } } : {}),
    kind: completionKinds[completion.kind],
    detail,
    filterText: completion.filterText,
    sortText: completion.sortText,
    insertTextFormat:
      snippets && newText !== completion.plainText ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.adjustIndentation,
    textEdit: insertReplace ? { newText, insert, replace } : { newText, range: replace },
    ...(completion.comma === undefined ? {} : { additionalTextEdits: [toTextEdit(lines, completion.comma)] }),
    ...(completion.deprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
    ...(completion.preselect ? { preselect: true } : {}),
    ...(completion.goesOn && snippets && suggestCommand !== undefined
      ? { command: { title: masking.text('Suggest'), command: suggestCommand } }
      : {}),
  };
}

/** The documentation of a completion, as its item carries it; `formats` are those that the editor accepts there. */
export function toDocumentation(
  { documentation }: Completion,
  masking: Masking,
  formats: readonly MarkupKind[] | undefined,
): Pick<Shown<CompletionItem>, 'documentation'> {
  return { documentation: toMarkup(documentation, masking, formats) };
}

const symbolKinds: Record<OutlineEntry['kind'], SymbolKind> = {
  object: SymbolKind.Object,
  array: SymbolKind.Array,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
  file: SymbolKind.File,
  module: SymbolKind.Module,
};

export function toSymbol(lines: LineIndex, entry: OutlineEntry): Shown<DocumentSymbol> {
  const symbol: Shown<DocumentSymbol> = {
    name: entry.name,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: toRange(lines, entry.span),
    selectionRange: toRange(lines, entry.nameSpan),
  };
  if (entry.deprecated) symbol.tags = [SymbolTag.Deprecated];
  if (entry.children.length > 0) symbol.children = entry.children.map((child) => toSymbol(lines, child));
  return symbol;
}

/** The same symbols as one list, for editors that don't show them as a tree. */
export function toFlatSymbols(
  uri: string,
  symbols: readonly Shown<DocumentSymbol>[],
  container?: Shown<DocumentSymbol>,
): Shown<SymbolInformation>[] {
  return symbols.flatMap((symbol) => {
    const { name, kind, range, tags, children = [] } = symbol;
    const flat: Shown<SymbolInformation> = {
      name,
      kind,
      location: { uri, range },
      ...(tags === undefined ? {} : { tags }),
      ...(container === undefined ? {} : { containerName: container.name }),
    };
    return [flat, ...toFlatSymbols(uri, children, symbol)];
  });
}

/** If `wholeLines` is set, the editor ignores columns. */
export function toFoldingRange(lines: LineIndex, { span, kind }: Folding, wholeLines: boolean): Shown<FoldingRange> {
  const { start, end } = toRange(lines, span);
  return {
    startLine: start.line,
    endLine: end.line,
    ...(wholeLines ? {} : { startCharacter: start.character, endCharacter: end.character }),
    ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
  };
}

/** Spans that contain each other, from the innermost to the outermost. */
export function toSelectionRange(lines: LineIndex, spans: readonly Span[]): SelectionRange {
  const nested = spans.reduceRight<SelectionRange | undefined>(
    (parent, span) => ({ range: toRange(lines, span), ...(parent === undefined ? {} : { parent }) }),
    undefined,
  );
  return nested ?? { range: toRange(lines, { start: 0, end: 0 }) };
}

export function toDocumentLink(lines: LineIndex, { span, url }: Link): Shown<DocumentLink> {
  return { range: toRange(lines, span), target: url };
}

/** A link into the same document. Editors read lines and columns in links from 1. */
export function toFileLink(
  lines: LineIndex,
  uri: string,
  { span, target }: FileLink,
  masking: Masking,
): Shown<DocumentLink> {
  const { line, character } = lines.positionAt(target.start);
  return {
    range: toRange(lines, span),
    target: `${uri}#L${line + 1},${character + 1}`,
    tooltip: masking.text('Go to where the file is written'),
  };
}

export function toCodeLens(uri: string, lines: LineIndex, lens: Lens, masking: Masking): Shown<CodeLens> {
  const { action } = lens;
  const command = {
    'live-preview': lensCommands.openLivePreview,
    'as-node-sees': lensCommands.toggleNodeView,
    format: lensCommands.formatDocument,
    'preview-custom-data': lensCommands.previewCustomData,
    'preview-cse': lensCommands.previewCse,
    decode: lensCommands.decodePayloads,
    explain: lensCommands.explainFailure,
    timeline: lensCommands.showTimeline,
  }[action.is];
  const failure = 'failure' in action ? [action.failure] : [];
  const more = action.is === 'decode' ? [action.steps] : failure;
  const title = masking.text(lens.title);
  return { range: toRange(lines, lens.span), command: { title, command, arguments: [uri, ...more] } };
}
