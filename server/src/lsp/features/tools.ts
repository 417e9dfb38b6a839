import type { CancellationToken } from 'vscode-languageserver';
import { type Analysis, answerTool, isKnown, kindFor, recognise } from '../../core/index.js';
import { requests } from '../../protocol.js';
import { knownProblems, reportingOf } from '../diagnostics.js';
import { cancelled } from '../scheduling.js';
import type { Session } from '../session.js';

/** Answers the questions of assistants, and what a text is. */
export function registerTools(session: Session): void {
  session.answer(requests.tool, async ({ uri, text, ...question }, token) => {
    const document = await session.unsynced(uri, text);
    const kind = kindFor(question, document.analysis);
    if (kind !== undefined) document.setKind(kind);
    if ((await session.check(document, { token })) !== 'checked') throw cancelled(requests.tool);
    const settings = await session.configure(document);
    const { dialect, options } = await session.renderingContext(uri);
    const { containerdVersion, gpuComponents } = options;
    // Without the secrets that the user revealed in the editor.
    const accepted = await session.acceptedIn(settings, uri);
    return answerTool(question, document.analysis, { settings, accepted, dialect, containerdVersion, gpuComponents });
  });

  session.answer(requests.recognise, async ({ uri, text, fields }, token, progress) => {
    const document = text === undefined ? await session.configured(uri) : await session.unsynced(uri, text);
    if (document === undefined) return null;
    if ((await session.check(document, { token, progress })) !== 'checked') throw cancelled(requests.recognise);
    const problems = knownProblems(document, await reportingOf(session, document));
    const open = await shownBeside(session, uri, token);
    return recognise(document.analysis, problems, { fields: fields ?? [], open });
  });
}

/** The other documents that the user sees, the last opened first: the config of a failure may be one of them. */
async function shownBeside(
  session: Session,
  uri: string,
  token: CancellationToken,
): Promise<ReadonlyMap<string, Analysis>> {
  const found = new Map<string, Analysis>();
  for (const document of session.documents.all().toReversed()) {
    if (document.uri === uri || session.tabs?.has(document.uri) === false || !isKnown(document.analysis)) continue;
    if ((await session.check(document, { token })) === 'checked') found.set(document.uri, document.analysis);
  }
  return found;
}
