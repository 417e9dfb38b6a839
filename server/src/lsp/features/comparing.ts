import {
  type Analysis,
  comparisonRole,
  knownReleases,
  machinesIn,
  type Masked,
  maskingOf,
  parseNodeImage,
  shownSelectors,
  sideBySide,
} from '../../core/index.js';
import { type CompareParams, type CompareResult, requests } from '../../protocol.js';
import { type ComparisonView, viewOfUriText } from '../../virtualDocuments.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';

/** Answers requests that compare two open documents by their meaning. */
export function registerComparing(session: Session): void {
  session.answer(requests.compare, (params) => compared(session, params));

  session.answer(requests.nodeImages, () =>
    knownReleases.map(({ version, tag }) => ({ version: maskedMessage(version), release: maskedMessage(tag) })),
  );

  session.answer(requests.comparable, () =>
    session.documents
      .all()
      .filter(({ uri }) => viewOfUriText(uri) === undefined)
      .map(({ uri, analysis }) => ({
        uri,
        kind: analysis.title,
        role: comparisonRole(analysis.root, analysis.kind),
        pools: analysis.karpenter?.resourcePools ?? [],
        machines: machineNames(analysis),
      })),
  );
}

/** What chooses each of the machines of a document. Only what can be chosen from is searched for secrets. */
function machineNames(analysis: Analysis): readonly Masked[] {
  const machines = machinesIn(analysis.root);
  return shownSelectors(machines, maskingOf(machines.length > 1 ? [analysis] : []));
}

/** The text of one side of a comparison; a comment if there is none. */
export async function comparisonText(
  session: Session,
  { source: before, after, side, images, pools, machines }: ComparisonView,
): Promise<Masked> {
  const result = await compared(session, { before, after, images, pools, machines });
  return result.ok ? result[side] : maskedMessage(`# ${result.message}\n`);
}

/** Both sides are rendered for the node that the settings of the later document describe. */
async function compared(
  session: Session,
  { before, after, images, pools, machines }: CompareParams,
): Promise<Shown<CompareResult>> {
  const { options: environment } = await session.renderingContext(after);
  const [old, now] = [session.documents.get(before), session.documents.get(after)];
  if (old === undefined || now === undefined) {
    const message = 'There is no comparison: one of the two documents is not open in the editor.';
    return { ok: false, message: maskedMessage(message) };
  }
  const masking = maskingOf([old.analysis, now.analysis]);
  const [left, right] = [forImage(old.analysis, images?.before), forImage(now.analysis, images?.after)];
  return { ok: true, ...masking.strings(sideBySide(left, right, { environment, masking, pools, machines })) };
}

function forImage(analysis: Analysis, version: string | undefined): Analysis {
  const image = version === undefined ? undefined : parseNodeImage(version);
  return image === undefined ? analysis : analysis.forImage(image);
}
