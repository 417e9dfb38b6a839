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
  MarkupKind,
  type Range,
  type SelectionRange,
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
  type OutlineEntry,
  problemHref,
  type Severity,
  type Span,
  type TextChange,
} from '../core/index.js';
import { lensCommands } from '../protocol.js';

/** The name that all our diagnostics carry. */
export const diagnosticSource = 'aks-bootstrap';

export function toRange(lines: LineIndex, span: Span): Range {
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}

export function toSpan(lines: LineIndex, { start, end }: Range): Span {
  return { start: lines.offsetAt(start), end: lines.offsetAt(end) };
}

export function toHover(lines: LineIndex, found: HoverInfo | undefined): Hover | null {
  if (found === undefined) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: toRange(lines, found.span) };
}

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** `inside` is the position in the decoded document, if there is one. */
export function toDiagnostic(
  uri: string,
  lines: LineIndex,
  found: FileProblem,
  inside: InsidePlace | undefined,
): Diagnostic {
  const related = [
    ...(inside === undefined ? [] : [relatedTo(inside.uri ?? uri, inside.range, inside.message)]),
    ...(found.related ?? []).map(({ span, message }) => relatedTo(uri, toRange(lines, span), message)),
  ];
  const where = found.layers.length === 0 ? '' : ` (inside ${found.layers.at(-1) ?? ''}${found.pointer})`;
  return {
    range: toRange(lines, found.span),
    severity: severities[found.severity],
    code: found.code,
    codeDescription: { href: problemHref(found.code) },
    source: diagnosticSource,
    message: `${found.message}${where}`,
    ...tagsOf(found),
    ...(related.length > 0 && { relatedInformation: related }),
  };
}

function relatedTo(uri: string, range: Range, message: string): DiagnosticRelatedInformation {
  return { location: { uri, range }, message };
}

function tagsOf({ deprecated, unnecessary }: FileProblem): Pick<Diagnostic, 'tags'> {
  if (deprecated === true) return { tags: [DiagnosticTag.Deprecated] };
  return unnecessary === true ? { tags: [DiagnosticTag.Unnecessary] } : {};
}

/** A position in a decoded document, with its URI if the editor can open it. */
export interface InsidePlace {
  readonly uri: string | undefined;
  readonly range: Range;
  readonly message: string;
}

export function toTextEdit(lines: LineIndex, change: TextChange): TextEdit {
  return { range: toRange(lines, change.span), newText: change.newText };
}

const completionKinds: Record<Completion['kind'], CompletionItemKind> = {
  template: CompletionItemKind.Snippet,
  field: CompletionItemKind.Property,
  key: CompletionItemKind.Property,
  'enum-value': CompletionItemKind.EnumMember,
  value: CompletionItemKind.Value,
};

export function toInlayHint(lines: LineIndex, { offset, label, tooltip }: InlayHint): LspInlayHint {
  return {
    position: lines.positionAt(offset),
    label,
    paddingLeft: true,
    ...(tooltip === undefined ? {} : { tooltip: { kind: MarkupKind.Markdown, value: tooltip } }),
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
): CompletionItem {
  const newText = snippets ? completion.snippet : completion.plainText;
  const replace = toRange(lines, completion.span);
  const insert = toRange(lines, completion.insertSpan);
  return {
    label: completion.label,
    ...(labelDetails ? { labelDetails: { description: completion.detail } } : {}),
    kind: completionKinds[completion.kind],
    detail: completion.detail,
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
      ? { command: { title: 'Suggest', command: suggestCommand } }
      : {}),
  };
}

/** The documentation of a completion, as its item carries it. */
export function toDocumentation({ documentation }: Completion): Pick<CompletionItem, 'documentation'> {
  return { documentation: { kind: MarkupKind.Markdown, value: documentation } };
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

export function toSymbol(lines: LineIndex, entry: OutlineEntry): DocumentSymbol {
  return {
    name: entry.name,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: toRange(lines, entry.span),
    selectionRange: toRange(lines, entry.nameSpan),
    ...(entry.deprecated ? { tags: [SymbolTag.Deprecated] } : {}),
    children: entry.children.map((child) => toSymbol(lines, child)),
  };
}

/** If `wholeLines` is set, the editor ignores columns. */
export function toFoldingRange(lines: LineIndex, { span, kind }: Folding, wholeLines: boolean): FoldingRange {
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

export function toDocumentLink(lines: LineIndex, { span, url }: Link): DocumentLink {
  return { range: toRange(lines, span), target: url };
}

/** A link into the same document. Editors read lines and columns in links from 1. */
export function toFileLink(lines: LineIndex, uri: string, { span, target }: FileLink): DocumentLink {
  const { line, character } = lines.positionAt(target.start);
  return {
    range: toRange(lines, span),
    target: `${uri}#L${line + 1},${character + 1}`,
    tooltip: 'Go to where the file is written',
  };
}

export function toCodeLens(uri: string, lines: LineIndex, lens: Lens): CodeLens {
  const { action } = lens;
  const command = {
    'live-preview': lensCommands.openLivePreview,
    'preview-custom-data': lensCommands.previewCustomData,
    'preview-cse': lensCommands.previewCse,
    decode: lensCommands.decodePayloads,
    explain: lensCommands.explainFailure,
    timeline: lensCommands.showTimeline,
  }[action.is];
  const failure = 'failure' in action ? [action.failure] : [];
  const more = action.is === 'decode' ? [action.steps] : failure;
  return { range: toRange(lines, lens.span), command: { title: lens.title, command, arguments: [uri, ...more] } };
}
