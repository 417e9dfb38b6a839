import type { DocumentKind } from '../document/kinds.js';
import { type Explanation, explainFailure, explainFailures } from './explain.js';

/** Kinds of documents in which a failure may be told. Node configs and cloud-configs come before any failure. */
const tellingKinds: ReadonlySet<DocumentKind> = new Set<DocumentKind>([
  'cse-status',
  'provision-log',
  'vmss-json',
  'vm-json',
  'activity-log',
]);

/**
 * The failures that a document tells of, in the order of their places, each with secrets masked. A document that is all
 * about a failure and states no code gives the reason for that.
 */
export function failuresOfDocument(kind: DocumentKind, text: string): readonly Explanation[] {
  if (!tellingKinds.has(kind) || !maybeStated.test(text)) return kind === 'cse-status' ? [explainFailure(text)] : [];
  const found = explainFailures(text);
  return found.length === 0 && kind === 'cse-status' ? [explainFailure(text)] : found;
}

/** Words without which no text states an exit code; most documents are done with after looking for them. */
const maybeStated = /exit(?:code|\s{1,4}(?:status|code))|ExecDuration|BootDatapoints/i;
