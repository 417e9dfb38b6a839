import { type CodeAction, CodeActionKind, type CodeActionParams, Range } from 'vscode-languageserver';
import {
  type FileProblem,
  ignoringLine,
  overlaps,
  applySafeFixes,
  quickFixes,
  type Refactoring,
  refactoringChanges,
  type RefactoringName,
  refactorings,
  safeFixes,
  type Span,
  type TextChange,
} from '../core/index.js';
import { configRefactoringNames, refactoringNames } from '../core/names.js';
import { toDiagnostic, toTextEdit } from './convert.js';
import { knownProblems, type Reporting, saidByHost } from './diagnostics.js';
import type { SyncedDocument } from './syncedDocument.js';

/** The code action kind that applies all safe fixes. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.aksBootstrap`;

/** Every kind that the server offers. */
export const codeActionKinds: string[] = [
  CodeActionKind.QuickFix,
  fixAllKind,
  ...refactoringNames.map((name) => kindOf({ name, scope: 'object' })),
  ...configRefactoringNames.map((name) => kindOf({ name, scope: 'file' })),
];

/** A document with what is wrong in it. */
export interface ActionSubject {
  readonly document: SyncedDocument;
  /** Problems with a fix may be among them that the editor itself reports. */
  readonly problems: readonly FileProblem[];
  /** Whether the editor shows a problem as ours. */
  readonly isOurs: (found: FileProblem) => boolean;
  /** The problems that may be mended unasked, in any text that the document might have. */
  readonly mendable: (document: SyncedDocument) => readonly FileProblem[];
}

/** Gathers what is wrong in a document under its settings. */
export function actionSubject(document: SyncedDocument, reporting: Reporting): ActionSubject {
  const { options } = reporting;
  return {
    document,
    problems: knownProblems(document, reporting),
    isOurs: (found) => !saidByHost(found, document, options),
    mendable: (any) =>
      // An editor that takes a file for JSON with comments shows none of them as wrong: they go on request only.
      knownProblems(any, reporting).filter((found) => any.languageId !== 'jsonc' || !saidByHost(found, any, options)),
  };
}

/**
 * Texts up to this length, in UTF-16 units, have their edits computed with the list of actions. In longer
 * ones that would be felt, as editors ask with every move of the cursor.
 */
const eagerLength = 200_000;

/** The fixes of the problems around a place and the refactorings of its file, as far as the editor asks for them. */
export function codeActions(subject: ActionSubject, params: CodeActionParams, resolves: boolean): CodeAction[] {
  const { only } = params.context;
  const wanted = (kind: string): boolean =>
    only?.some((asked) => kind === asked || kind.startsWith(`${asked}.`)) ?? true;
  const short = subject.document.analysis.text.length <= eagerLength;
  const when: Timing = short || (!resolves && only !== undefined) ? 'now' : resolves ? 'later' : 'never';
  const range = spanOf(subject.document, params.range);
  return [
    ...(wanted(CodeActionKind.QuickFix) ? [...fixesAt(subject, range), ...ignoringAt(subject, range)] : []),
    ...(wanted(fixAllKind) ? fixAll(subject, params.range, when) : []),
    ...refactorings(subject.document.analysis, range)
      .filter((candidate) => wanted(kindOf(candidate)))
      .flatMap((candidate) => refactoringAction(subject, candidate, params.range, when)),
  ];
}

/** When an action's edit is computed: with the list, when the editor resolves it, or not at all. */
type Timing = 'now' | 'later' | 'never';

/** What an unresolved action carries, so that its edit can be computed. */
interface ActionOrder {
  readonly uri: string;
  /** The edit is right for this version alone. */
  readonly version: number;
  readonly what: typeof fixAllOrder | Pick<Refactoring, 'name' | 'scope'>;
  readonly range: Range;
}

const fixAllOrder = 'fixAll';

/** The document that an unresolved action belongs to; undefined for what is none of ours. */
export function documentOfAction({ data }: CodeAction): string | undefined {
  return orderOf(data)?.uri;
}

/** An action with its edit; without one where the document is not as it was when the action was offered. */
export function resolvedAction(action: CodeAction, subject: ActionSubject): CodeAction {
  const order = orderOf(action.data);
  if (order?.version !== subject.document.version) return action;
  return { ...action, edit: editOf(subject, changesFor(subject, order)) };
}

function fixesAt({ document, problems, isOurs }: ActionSubject, range: Span): CodeAction[] {
  const { uri, analysis } = document;
  return quickFixes(problems, range).map(({ problems: mended, fix, preferred }) => ({
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: mended.filter(isOurs).map((found) => toDiagnostic(uri, analysis.lines, found, undefined)),
    edit: { changes: { [uri]: fix.changes.map((change) => toTextEdit(analysis.lines, change)) } },
    ...(preferred ? { isPreferred: true } : {}),
  }));
}

/** Comments that leave out the problems at a place; what the editor says itself no comment of ours keeps back. */
function ignoringAt({ document, problems, isOurs }: ActionSubject, range: Span): CodeAction[] {
  const { uri, analysis } = document;
  return problems
    .filter((found) => isOurs(found) && overlaps(found.span, range))
    .flatMap((found) => ignoringLine(analysis, found) ?? [])
    .map(({ code, problem, change }) => ({
      title: `Ignore ${code} in this line`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(uri, analysis.lines, problem, undefined)],
      edit: { changes: { [uri]: [toTextEdit(analysis.lines, change)] } },
    }));
}

function fixAll(subject: ActionSubject, range: Range, when: Timing): CodeAction[] {
  const { length } = safeFixes(subject.mendable(subject.document));
  if (length === 0) return [];
  return prepared(subject, `Apply all safe fixes (${length})`, fixAllKind, fixAllOrder, range, when);
}

function refactoringAction(
  subject: ActionSubject,
  { name, scope, title }: Refactoring,
  range: Range,
  when: Timing,
): CodeAction[] {
  return prepared(subject, title, kindOf({ name, scope }), { name, scope }, range, when);
}

/** An action with its edit or its order; none where the edit would change nothing. */
function prepared(
  subject: ActionSubject,
  title: string,
  kind: string,
  what: ActionOrder['what'],
  range: Range,
  when: Timing,
): CodeAction[] {
  const { uri, version } = subject.document;
  const order: ActionOrder = { uri, version, what, range };
  switch (when) {
    case 'now': {
      const changes = changesFor(subject, order);
      return changes.length === 0 ? [] : [{ title, kind, edit: editOf(subject, changes) }];
    }
    case 'later':
      return [{ title, kind, data: order }];
    case 'never':
      return [];
  }
}

function changesFor({ document, mendable }: ActionSubject, { what, range }: ActionOrder): readonly TextChange[] {
  const { analysis } = document;
  if (what !== fixAllOrder) return refactoringChanges(analysis, what, spanOf(document, range));
  return applySafeFixes(analysis.text, (text) => mendable(text === analysis.text ? document : document.withText(text)))
    .changes;
}

function editOf({ document }: ActionSubject, changes: readonly TextChange[]): NonNullable<CodeAction['edit']> {
  return { changes: { [document.uri]: changes.map((change) => toTextEdit(document.analysis.lines, change)) } };
}

function spanOf({ analysis }: SyncedDocument, { start, end }: Range): Span {
  return { start: analysis.lines.offsetAt(start), end: analysis.lines.offsetAt(end) };
}

function kindOf({ name, scope }: Pick<Refactoring, 'name' | 'scope'>): string {
  const base = scope === 'file' ? CodeActionKind.Source : CodeActionKind.RefactorRewrite;
  return `${base}.${name}.aksBootstrap`;
}

/** Reads what an editor gave back; editors must not change it, but nothing else is known about it. */
function orderOf(data: unknown): ActionOrder | undefined {
  const order = asObject(data);
  const what = asObject(order.what);
  const name = refactoringNames.find((candidate): candidate is RefactoringName => candidate === what.name);
  const scope = (['file', 'object'] as const).find((candidate) => candidate === what.scope);
  const read = order.what === fixAllOrder ? fixAllOrder : name && scope && { name, scope };
  const { uri, version, range } = order;
  if (read === undefined || typeof uri !== 'string' || typeof version !== 'number' || !Range.is(range))
    return undefined;
  return { uri, version, what: read, range };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
