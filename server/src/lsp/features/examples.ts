import type { CodeLens } from 'vscode-languageserver';
import type { FileProblem } from '../../core/index.js';
import { lensCommands, requests } from '../../protocol.js';
import { top, toRange } from '../convert.js';
import { knownProblems, reportingOf } from '../diagnostics.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Answers requests for the values of a document that are still examples. */
export function registerExamples(session: Session): void {
  session.answer(requests.exampleValues, async ({ uri }) => {
    const document = session.documents.get(uri);
    if (document === undefined) return { ranges: [] };
    const { lines, text } = document.analysis;
    const problems = await exampleProblems(session, document);
    const isQuoted = (at: number): boolean => text.charAt(at) === '"';
    return {
      ranges: problems.map(({ span: { start, end } }) =>
        toRange(lines, isQuoted(start) ? { start: start + 1, end: end - 1 } : { start, end }),
      ),
    };
  });
}

/** The lens that counts the values that are still examples; none if there are none. */
export async function exampleLenses(session: Session, document: SyncedDocument): Promise<Shown<CodeLens>[]> {
  const { length } = await exampleProblems(session, document);
  if (length === 0) return [];
  const title = length === 1 ? '1 value is still an example' : `${length} values are still examples`;
  return [
    {
      range: top,
      command: {
        title: maskedMessage(`$(arrow-down) ${title}`),
        command: lensCommands.nextExample,
        arguments: [document.uri],
      },
    },
  ];
}

/** Those in the text of a node config itself, in their order, as the settings report them. */
async function exampleProblems(session: Session, document: SyncedDocument): Promise<readonly FileProblem[]> {
  if (document.analysis.root.kind !== 'node-config') return [];
  const reporting = await reportingOf(session, document);
  if ((await session.check(document)) !== 'checked') return [];
  return knownProblems(document, reporting).filter(
    ({ code, layers }) => code === 'contract/example-value' && layers.length === 0,
  );
}
