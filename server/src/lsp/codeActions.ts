import { type CodeAction, CodeActionKind, type CodeActionParams } from 'vscode-languageserver';
import { type FileProblem, type LineIndex, quickFixes, safeFixes } from '../core/index.js';
import { toDiagnostic, toTextEdit } from './convert.js';

/** The code action kind that mends everything that is safe to mend. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.aksBootstrap`;

/** The fixes of the problems that an editor shows, as far as it asks for them. */
export function codeActions(
  problems: readonly FileProblem[],
  lines: LineIndex,
  params: CodeActionParams,
): CodeAction[] {
  const { uri } = params.textDocument;
  const wanted = (kind: string): boolean =>
    params.context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
  const range = { start: lines.offsetAt(params.range.start), end: lines.offsetAt(params.range.end) };
  const actions = (wanted(CodeActionKind.QuickFix) ? quickFixes(problems, range) : []).map(
    ({ problem, fix }): CodeAction => ({
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(uri, lines, problem, undefined)],
      edit: { changes: { [uri]: fix.changes.map((change) => toTextEdit(lines, change)) } },
      isPreferred: true,
    }),
  );
  const safe = wanted(fixAllKind) ? safeFixes(problems) : [];
  if (safe.length > 0) {
    actions.push({
      title: `Mend everything that is safe to mend (${safe.length})`,
      kind: fixAllKind,
      edit: {
        changes: { [uri]: safe.flatMap(({ fix }) => fix.changes.map((change) => toTextEdit(lines, change))) },
      },
    });
  }
  return actions;
}
