import type { CancellationToken } from 'vscode-languageserver';
import { comparisonRole, inflatingOn, kinds, sideBySide } from '../../core/index.js';
import { type ComparableResult, type CompareParams, type CompareResult, requests } from '../../protocol.js';
import { type ComparisonView, viewOfUriText } from '../../virtualDocuments.js';
import { guarded } from '../scheduling.js';
import type { Session } from '../session.js';

/** Answers requests for comparing two open documents by what they mean. */
export function registerComparing(session: Session): void {
  const { connection, documents, log } = session;

  connection.onRequest(requests.compare, (params: CompareParams, token: CancellationToken) =>
    guarded(log, requests.compare, token, () => compared(session, params)),
  );

  connection.onRequest(requests.comparable, (_: object, token: CancellationToken) =>
    guarded(log, requests.comparable, token, (): ComparableResult =>
      documents
        .all()
        .filter(({ uri }) => viewOfUriText(uri) === undefined)
        .map(({ uri, analysis }) => ({ uri, kind: kinds[analysis.kind].title, role: comparisonRole(analysis) })),
    ),
  );
}

/** The text of one side of a comparison; a comment where there is none. */
export async function comparisonText(
  session: Pick<Session, 'documents' | 'renderingContext'>,
  { source, after, side }: ComparisonView,
): Promise<string> {
  const result = await compared(session, { before: source, after });
  return result.ok ? result[side] : `# ${result.message}\n`;
}

/** Both sides meet the node that the settings of the later document tell of. */
async function compared(
  { documents, renderingContext }: Pick<Session, 'documents' | 'renderingContext'>,
  { before, after }: CompareParams,
): Promise<CompareResult> {
  const { options: environment } = await renderingContext(after);
  const [old, now] = [documents.get(before), documents.get(after)];
  if (old === undefined || now === undefined)
    return { ok: false, message: 'There is no comparison: one of the two documents is not open in the editor.' };
  const options = { environment, showSecrets: false, inflate: inflatingOn(now.analysis.platform) };
  return { ok: true, ...sideBySide(old.analysis, now.analysis, options) };
}
