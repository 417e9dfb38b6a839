import {
  type Explanation,
  explainFailure,
  explainFailures,
  explanationResult,
  isFailureFamily,
  provisioningReport,
  type Span,
} from '../core/index.js';
import type { ExplainParams, ExplainResult } from '../protocol.js';
import { lastPathSegment } from './fileName.js';
import type { SyncedDocument } from './syncedDocument.js';

/** Which failure is reported, and how. */
export type ReportTarget = Omit<ExplainParams, 'uri'>;

/** The report on a failure of a document, whatever kind the document is; on the first one where none is named. */
export function failureReport({ analysis, uri }: SyncedDocument, target: ReportTarget): NonNullable<ExplainResult> {
  const family = target.table !== undefined && isFailureFamily(target.table) ? target.table : undefined;
  const options = { family, showSecrets: target.showSecrets };
  const all = explainFailures(analysis.text, options);
  const offset = target.position && analysis.lines.offsetAt(target.position);
  const index = target.failure ?? (offset === undefined ? undefined : failureAt(all, offset));
  const chosen = index === undefined ? undefined : all[index];
  const explanation = chosen ?? explainFailure(analysis.text, options);
  const name = lastPathSegment(uri);
  return {
    explanation: explanationResult(explanation, analysis.lines),
    failure: chosen === undefined ? placeOf(all, explanation.span) : (index ?? null),
    report: provisioningReport(explanation, name),
    name: `${name.replace(/\.\w+$/, '')}.report.md`,
  };
}

/** The failure in whose message a place is. */
function failureAt(all: readonly Explanation[], offset: number): number | undefined {
  const within = (span: Span | undefined): boolean => span !== undefined && span.start <= offset && offset <= span.end;
  const found = all.findIndex(({ span, extent }) => within(span) || within(extent));
  return found < 0 ? undefined : found;
}

function placeOf(all: readonly Explanation[], span: Span | undefined): number | null {
  const found = all.findIndex((one) => one.span?.start === span?.start);
  return found < 0 ? null : found;
}
