import { type CodeAction, CodeActionKind } from 'vscode-languageserver';
import {
  addToList,
  type FileProblem,
  fixEverywhere,
  type Masking,
  isKnown,
  limits,
  maskingOf,
  preferredFixes,
  type RepeatedFix,
  repeatedFixes,
  validating,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { lensCommands, requests } from '../../protocol.js';
import { toTextEdit } from '../convert.js';
import { knownProblems, reportingOf } from '../diagnostics.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Answers the requests that make one fix wherever it is possible. */
export function registerFixes(session: Session): void {
  session.answer(requests.fixes, async ({ uri }) => {
    const document = session.documents.get(uri);
    if (document === undefined) return [];
    const masking = maskingOf([document.analysis]);
    return repeatedFixes(await problemsOf(session, document)).map(({ key, title, code, problems, documents }) => {
      return { fix: idOf(session, key), title: masking.text(title), code, problems, documents };
    });
  });
  session.answer(requests.fixEverywhere, async ({ uri, fix: id }) => {
    const document = session.documents.get(uri);
    if (document === undefined) return null;
    const { analysis, version } = document;
    const masking = maskingOf([analysis]);
    const problems = await problemsOf(session, document);
    const key = repeatedFixes(problems).find((fix) => idOf(session, fix.key) === id)?.key;
    const { changes, documents, unfixed } = fixEverywhere(analysis, problems, key ?? '');
    return {
      version,
      edits: changes.map((change) => ({
        label: labelOf(change, masking),
        edits: change.changes.map((one) => toTextEdit(analysis.lines, one)),
      })),
      documents,
      unfixed: unfixed.map((one) => ({ label: labelOf(one, masking), reason: masking.text(one.reason) })),
    };
  });
}

/** The actions that make the fixes of some problems in all documents that the user sees, for fixes of more than one problem. */
export async function everywhereActions(
  session: Session,
  document: SyncedDocument,
  problems: readonly FileProblem[],
): Promise<Shown<CodeAction>[]> {
  if (session.options.commands !== true) return [];
  const keys = new Set([...preferredFixes(problems)].slice(0, limits.fixesEverywhere));
  if (keys.size === 0) return [];
  const found = new Map<string, RepeatedFix[]>();
  for (const open of session.documents.all()) {
    if (session.tabs?.has(open.uri) === false) continue;
    // Others are counted when they have been checked.
    if (!isKnown(open.analysis) || validating(open.analysis).next().done !== true) continue;
    for (const fix of repeatedFixes(await problemsOf(session, open)))
      if (keys.has(fix.key)) addToList(found, fix.key, fix);
  }
  const masking = maskingOf([document.analysis]);
  return [...found.values()].flatMap((fixes) => {
    const [first] = fixes;
    if (first === undefined || sum(fixes, 'problems') < 2) return [];
    const where = `${counted(sum(fixes, 'documents'), 'text')} of ${counted(fixes.length, 'file')}`;
    const title = masking.text(`${first.title}, everywhere (in ${where})`);
    const args = [document.uri, idOf(session, first.key), masking.text(first.title)];
    const command = { title, command: lensCommands.fixEverywhere, arguments: args };
    return [{ title, kind: CodeActionKind.QuickFix, command }];
  });
}

function sum(fixes: readonly RepeatedFix[], of: 'problems' | 'documents'): number {
  return fixes.reduce((total, fix) => total + fix[of], 0);
}

async function problemsOf(session: Session, document: SyncedDocument): Promise<readonly FileProblem[]> {
  return knownProblems(document, await reportingOf(session, document));
}

/** A name of a fix for editors. Its own key may contain a secret. */
export function idOf({ host }: Session, key: string): string {
  return host.platform.sha256(new TextEncoder().encode(key));
}

function labelOf({ trail }: { readonly trail: readonly string[] }, masking: Masking): Shown<string> {
  return trail.length === 0 ? maskedMessage('') : masking.text(trail.join(' › '));
}
