import type { CodeLens } from 'vscode-languageserver';
import { exampleCount, exampleValues, type FileProblem, holdsExamples, type Span } from '../../core/index.js';
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
    return { ranges: problems.map(({ span }) => toRange(lines, innerSpan(text, span))) };
  });
}

/** The text of a value without its quotes. A value that isn't written yet begins behind a space. */
function innerSpan(text: string, { start, end }: Span): Span {
  if (/["']/.test(text.charAt(start))) return { start: start + 1, end: end - 1 };
  const isBehindColon = start === end && text.charAt(start) === ' ';
  return isBehindColon ? { start: start + 1, end: start + 1 } : { start, end };
}

/** The lens that counts the values that are still examples; none if there are none. */
export async function exampleLenses(session: Session, document: SyncedDocument): Promise<Shown<CodeLens>[]> {
  const { length } = await exampleProblems(session, document);
  if (length === 0) return [];
  return [
    {
      range: top,
      command: {
        title: maskedMessage(`$(arrow-down) Next Example (${exampleCount(length)})`),
        command: lensCommands.nextExample,
        arguments: [document.uri],
      },
    },
  ];
}

/** Those in the text of a node config or of Karpenter's settings or options itself, in their order, as the settings report them. */
async function exampleProblems(session: Session, document: SyncedDocument): Promise<readonly FileProblem[]> {
  if (!holdsExamples(document.analysis)) return [];
  const reporting = await reportingOf(session, document);
  if ((await session.check(document)) !== 'checked') return [];
  return exampleValues(document.analysis, knownProblems(document, reporting));
}
