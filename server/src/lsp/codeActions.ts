import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionRequest,
  CodeActionResolveRequest,
  CodeActionTriggerKind,
  Range,
  type ServerCapabilities,
} from 'vscode-languageserver';
import {
  type Analysis,
  asObject,
  type FileProblem,
  type Fix,
  type FixableProblems,
  ignoringLine,
  type Masked,
  maskingOf,
  overlaps,
  type Payload,
  applySafeFixes,
  countSafeFixes,
  encodedChanges,
  quickFixes,
  type Refactoring,
  refactoringChanges,
  type RefactoringName,
  refactorings,
  replacementError,
  type Span,
  type TextChange,
} from '../core/index.js';
import { configRefactoringNames, refactoringNames } from '../core/names.js';
import { toSpan, toTextEdit } from './convert.js';
import { diagnosticOf, isReportedByHost, knownProblems, reportingOf } from './diagnostics.js';
import { decodedFileCommands } from './features/decodedFiles.js';
import { everywhereActions } from './features/fixes.js';
import { cancelled } from './scheduling.js';
import type { Session } from './session.js';
import { type Shown, shownBefore } from './shown.js';
import type { SyncedDocument } from './syncedDocument.js';

/** The code action kind that applies all safe fixes. */
const fixAllKind = `${CodeActionKind.SourceFixAll}.aksBootstrap`;

/** Every kind that the server offers. */
const codeActionKinds: string[] = [
  CodeActionKind.QuickFix,
  fixAllKind,
  ...refactoringNames.map((name) => kindOf({ name, scope: 'object' })),
  ...configRefactoringNames.map((name) => kindOf({ name, scope: 'file' })),
];

export function codeActionCapabilities(session: Session): ServerCapabilities {
  return {
    codeActionProvider: acceptsLiterals(session) ? { codeActionKinds, resolveProvider: resolvesEdits(session) } : true,
  };
}

/** Whether the editor accepts actions with kinds and edits, or only commands. Most that announce nothing about actions do. */
function acceptsLiterals({ client }: Session): boolean {
  const { codeAction } = client.textDocument ?? {};
  return codeAction === undefined || codeAction.codeActionLiteralSupport !== undefined;
}

/** A document with its problems. */
interface ActionSubject {
  readonly document: SyncedDocument;
  /** Includes problems that the editor itself reports; ours may have a fix. */
  readonly problems: readonly FileProblem[];
  /** Whether we report a problem, not the editor. */
  readonly isOurs: (found: FileProblem) => boolean;
  /** The problems that "Fix All" may fix. */
  readonly fixable: FixableProblems;
}

async function actionSubject(
  session: Session,
  document: SyncedDocument,
  token: CancellationToken,
): Promise<ActionSubject> {
  const reporting = await reportingOf(session, document);
  if ((await session.check(document, { token })) !== 'checked') throw cancelled('codeAction');
  const { uri, languageId } = document;
  const isOurs = (found: FileProblem, analysis = document.analysis): boolean =>
    !isReportedByHost(found, { languageId, analysis }, reporting.options);
  return {
    document,
    problems: knownProblems(document, reporting),
    isOurs,
    // If an editor reads a file as JSON with comments, comments aren't errors there, so they are removed on request only.
    fixable: (analysis) =>
      knownProblems({ analysis, uri }, reporting).filter((found) => languageId !== 'jsonc' || isOurs(found, analysis)),
  };
}

/** Answers with the fixes and refactorings of a document. */
export function registerCodeActions(session: Session): void {
  const { documents } = session;
  session.answer(CodeActionRequest.type, async (params, token) => {
    const document = documents.get(params.textDocument.uri);
    if (document === undefined) return [];
    const subject = await actionSubject(session, document, token);
    const commands = decodedFileCommands(session, params);
    if (!acceptsLiterals(session)) return commands;
    return [
      ...codeActions(subject, params, resolvesEdits(session)),
      ...(await everywhereActions(session, document, fixableAt(subject, params))),
      ...commands.map((command) => ({ title: command.title, command })),
    ];
  });
  session.answer(CodeActionResolveRequest.type, async (sent, token) => {
    const action = shownBefore(sent);
    const document = documents.get(orderOf(action.data)?.uri ?? '');
    return document === undefined ? action : resolvedAction(action, await actionSubject(session, document, token));
  });
}

/** The problems in a range, if the editor requests their fixes. */
function fixableAt({ document, problems }: ActionSubject, { range, context }: CodeActionParams): FileProblem[] {
  if (context.only !== undefined && !context.only.includes(CodeActionKind.QuickFix)) return [];
  const span = toSpan(document.analysis.lines, range);
  return problems.filter((found) => overlaps(found.span, span));
}

/** Whether the editor accepts actions without their edits and requests those later. */
function resolvesEdits({ client }: Session): boolean {
  const { dataSupport, resolveSupport } = client.textDocument?.codeAction ?? {};
  return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
}

/**
 * Up to this length of a document, in UTF-16 units, edits are computed with the list of actions. In longer ones that would
 * be noticeable, because editors request actions with every move of the cursor.
 */
const eagerLength = 200_000;

/** The fixes of the problems in a range and the refactorings of its file, of the kinds that the editor requests. */
function codeActions(subject: ActionSubject, params: CodeActionParams, resolves: boolean): Shown<CodeAction>[] {
  const { only } = params.context;
  const wanted = (kind: string): boolean =>
    only?.some((asked) => kind === asked || kind.startsWith(`${asked}.`)) ?? true;
  const short = subject.document.analysis.text.length <= eagerLength;
  const when: Timing = short || (!resolves && only !== undefined) ? 'now' : resolves ? 'later' : 'never';
  const range = toSpan(subject.document.analysis.lines, params.range);
  const fixes = wanted(CodeActionKind.QuickFix)
    ? [...fixesAt(subject, range), ...encodedFixesAt(subject, params.range, resolves ? 'later' : when)]
    : [];
  // A light bulb on each line of a faultless document would say nothing.
  const isAutomatic = params.context.triggerKind === CodeActionTriggerKind.Automatic;
  return [
    ...fixes,
    // Menus show quick fixes where source actions have to be searched for.
    ...(fixes.length > 0 ? fixAll(subject, params.range, when, CodeActionKind.QuickFix) : []),
    ...(wanted(CodeActionKind.QuickFix) ? ignoringAt(subject, range) : []),
    ...(wanted(fixAllKind) ? fixAll(subject, params.range, when) : []),
    ...(isAutomatic && only === undefined ? [] : refactorings(subject.document.analysis, range))
      .filter((candidate) => wanted(kindOf(candidate)))
      .flatMap(({ name, scope, title }) =>
        prepared(subject, title, kindOf({ name, scope }), { name, scope }, params.range, when),
      ),
  ];
}

/** When the edit of an action is computed: with the list, when the editor resolves it, or not at all. */
type Timing = 'now' | 'later' | 'never';

/** The data of an unresolved action, from which its edit is computed. */
interface ActionOrder {
  readonly uri: string;
  /** The version of the document that the edit is for. */
  readonly version: number;
  readonly what: typeof fixAllOrder | EncodedFix | Pick<Refactoring, 'name' | 'scope'>;
  readonly range: Range;
}

/** A fix inside of a payload in the range of an order, by its place among the fixes of all problems there. */
interface EncodedFix {
  readonly encodedFix: number;
}

const fixAllOrder = 'fixAll';

/** An action with its edit; without one if the document has changed since the action was offered. */
function resolvedAction(action: Shown<CodeAction>, subject: ActionSubject): Shown<CodeAction> {
  const order = orderOf(action.data);
  if (order?.version !== subject.document.version) return action;
  return { ...action, edit: editOf(subject, changesFor(subject, order)) };
}

function fixesAt({ document, problems, isOurs }: ActionSubject, range: Span): Shown<CodeAction>[] {
  const { uri, analysis } = document;
  return quickFixes(problems, range).map(({ problems: fixed, fix, preferred }) => ({
    title: titleOf(analysis, fix.title),
    kind: CodeActionKind.QuickFix,
    diagnostics: fixed.filter((found) => isOurs(found)).map((found) => diagnosticOf(document, found)),
    edit: { changes: { [uri]: fix.changes.map((change) => toTextEdit(analysis.lines, change)) } },
    ...(preferred ? { isPreferred: true } : {}),
  }));
}

/** The fixes inside of payloads in a range that have to be encoded again; those that can't be written back are left out. */
function encodedFixesAt(subject: ActionSubject, range: Range, when: Timing): Shown<CodeAction>[] {
  const { document, isOurs } = subject;
  const { analysis } = document;
  const writable = new Map<Payload, boolean>();
  const canWrite = (payload: Payload): boolean => {
    const known = writable.get(payload) ?? replacementError(analysis, payload.steps) === undefined;
    writable.set(payload, known);
    return known;
  };
  return encodedFixesIn(subject, range).flatMap(({ found, fix }, encodedFix) => {
    if (analysis.text.length <= eagerLength && !canWrite(found.document)) return [];
    const title = `${fix.title} in ${found.document.name}`;
    const diagnostics = isOurs(found) ? [diagnosticOf(document, found)] : [];
    return prepared(subject, title, CodeActionKind.QuickFix, { encodedFix }, range, when).map((action) => ({
      ...action,
      diagnostics,
    }));
  });
}

function encodedFixesIn(
  { document: { analysis }, problems }: ActionSubject,
  range: Range,
): { readonly found: FileProblem; readonly fix: Fix }[] {
  const span = toSpan(analysis.lines, range);
  return problems
    .filter((found) => overlaps(found.span, span))
    .flatMap((found) => (found.encodedFixes ?? []).map((fix) => ({ found, fix })));
}

/** Comments that ignore the problems in a range; they have no effect on what the editor itself reports. */
function ignoringAt({ document, problems, isOurs }: ActionSubject, range: Span): Shown<CodeAction>[] {
  const { uri, analysis } = document;
  return problems
    .filter((found) => isOurs(found) && overlaps(found.span, range))
    .flatMap((found) => {
      const change = ignoringLine(analysis, found);
      if (change === undefined) return [];
      return [
        {
          title: titleOf(analysis, `Ignore ${found.code} in this line`),
          kind: CodeActionKind.QuickFix,
          diagnostics: [diagnosticOf(document, found)],
          edit: { changes: { [uri]: [toTextEdit(analysis.lines, change)] } },
        },
      ];
    });
}

/** Applies all safe fixes; as a quick fix only if there are several. */
function fixAll(subject: ActionSubject, range: Range, when: Timing, kind = fixAllKind): Shown<CodeAction>[] {
  const number = countSafeFixes(subject.fixable(subject.document.analysis));
  if (number === 0 || (number === 1 && kind !== fixAllKind)) return [];
  return prepared(subject, `Apply all safe fixes (${number})`, kind, fixAllOrder, range, when);
}

/** An action with its edit or its order; none if the edit would change nothing. */
function prepared(
  subject: ActionSubject,
  words: string,
  kind: string,
  what: ActionOrder['what'],
  range: Range,
  when: Timing,
): Shown<CodeAction>[] {
  const { uri, version, analysis } = subject.document;
  const order: ActionOrder = { uri, version, what, range };
  const title = titleOf(analysis, words);
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

/** A fix may name the value that it replaces. */
function titleOf(analysis: Analysis, title: string): Masked {
  return maskingOf([analysis]).text(title);
}

function changesFor(subject: ActionSubject, { what, range }: ActionOrder): readonly TextChange[] {
  const { analysis } = subject.document;
  if (what === fixAllOrder) return applySafeFixes(analysis, subject.fixable).changes;
  if (!('encodedFix' in what)) return refactoringChanges(analysis, what, toSpan(analysis.lines, range));
  const chosen = encodedFixesIn(subject, range)[what.encodedFix];
  return chosen === undefined ? [] : encodedChanges(analysis, chosen.found.document, [chosen.fix]);
}

function editOf({ document }: ActionSubject, changes: readonly TextChange[]): NonNullable<Shown<CodeAction>['edit']> {
  return { changes: { [document.uri]: changes.map((change) => toTextEdit(document.analysis.lines, change)) } };
}

function kindOf({ name, scope }: Pick<Refactoring, 'name' | 'scope'>): string {
  const base = scope === 'file' ? CodeActionKind.Source : CodeActionKind.RefactorRewrite;
  return `${base}.${name}.aksBootstrap`;
}

/** Checks the data of an action that an editor sent back. */
function orderOf(data: unknown): ActionOrder | undefined {
  const order = asObject(data);
  const what = asObject(order.what);
  const name = refactoringNames.find((candidate): candidate is RefactoringName => candidate === what.name);
  const scope = (['file', 'object'] as const).find((candidate) => candidate === what.scope);
  const { encodedFix } = what;
  const read =
    order.what === fixAllOrder
      ? fixAllOrder
      : typeof encodedFix === 'number'
        ? { encodedFix }
        : name && scope && { name, scope };
  const { uri, version, range } = order;
  if (read === undefined || typeof uri !== 'string' || typeof version !== 'number' || !Range.is(range))
    return undefined;
  return { uri, version, what: read, range };
}
