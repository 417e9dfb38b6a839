import type { CancellationToken } from 'vscode-languageserver';
import {
  type BootChart,
  bootChart,
  bootTimeline,
  chartReport,
  chartSvg,
  type ChartWindow,
  codeTables,
  explainFailure,
  explainFailures,
  type Explanation,
  explanationResult,
  isFailureFamily,
  limits,
  provisioningReport,
  type Span,
} from '../../core/index.js';
import {
  type ExplainParams,
  type ExplainResult,
  requests,
  type TablesResult,
  type TimelineExportParams,
  type TimelineExportResult,
  type TimelineParams,
  type TimelineResult,
  type TimelineSources,
} from '../../protocol.js';
import { lastPathSegment } from '../payloadEntries.js';
import { guarded } from '../scheduling.js';
import type { Session } from '../session.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** Which failure is reported, and how. */
type ReportTarget = Omit<ExplainParams, 'uri'>;

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

/** Finds an open document. */
type Documents = (uri: string) => SyncedDocument | undefined;

/** The boot as documents tell it, laid out, with the places in them. */
function timelineOf(params: TimelineParams, documents: Documents): TimelineResult {
  const { chart, uris, missing } = chartOf(params, documents, params);
  const { title, rows, ticks, gap, facts, remarks, empty, zoom, mostZoom } = chart;
  return {
    ...{ title, ticks, gap, facts, remarks, empty, zoom, mostZoom, missing },
    rows: rows.map(({ places, ...row }) => ({
      ...row,
      places: places.map(({ file, ...place }) => ({ ...place, uri: uris.get(file) ?? '' })),
    })),
  };
}

/** The same as an image or as Markdown. */
function timelineExport(params: TimelineExportParams, documents: Documents): TimelineExportResult {
  const { chart, uris } = chartOf(params, documents);
  const [only = 'boot'] = uris.keys();
  const name = uris.size === 1 ? only.replace(/\.\w+$/, '') : 'boot';
  return params.as === 'svg'
    ? { text: chartSvg(chart), name: `${name}.timeline.svg` }
    : { text: chartReport(chart), name: `${name}.timeline.md` };
}

interface Drawn {
  readonly chart: BootChart;
  /** URIs of the documents by the names that the chart has for them. */
  readonly uris: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
}

function chartOf({ sources, failure }: TimelineSources, documents: Documents, window: ChartWindow = {}): Drawn {
  const wanted = [...new Set(sources)].slice(0, limits.timelineTexts);
  const found = wanted.flatMap((uri) => documents(uri) ?? []);
  const uris = namesOf(found.map(({ uri }) => uri));
  const texts = [...uris].map(([name, uri]) => ({
    name,
    text: documents(uri)?.analysis.text ?? '',
    failure: found.length === 1 ? failure : undefined,
  }));
  return {
    chart: bootChart(bootTimeline(texts), [...uris.keys()], window),
    uris,
    missing: wanted.filter((uri) => documents(uri) === undefined),
  };
}

/** Names for documents: of their files, with a number where two are called alike. */
function namesOf(uris: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const uri of uris) {
    const name = lastPathSegment(uri);
    let number = 1;
    while (names.has(number === 1 ? name : `${name} (${number})`)) number++;
    names.set(number === 1 ? name : `${name} (${number})`, uri);
  }
  return names;
}

/** Answers requests about failures of provisioning. */
export function registerFailures({ connection, documents, log }: Session): void {
  connection.onRequest(requests.explain, (params: ExplainParams, token: CancellationToken) =>
    guarded(log, requests.explain, token, (): ExplainResult => {
      const document = documents.get(params.uri);
      return document === undefined ? null : failureReport(document, params);
    }),
  );

  const open = (uri: string) => documents.get(uri);
  connection.onRequest(requests.timeline, (params: TimelineParams, token: CancellationToken) =>
    guarded(log, requests.timeline, token, (): TimelineResult => timelineOf(params, open)),
  );
  connection.onRequest(requests.timelineExport, (params: TimelineExportParams, token: CancellationToken) =>
    guarded(log, requests.timelineExport, token, (): TimelineExportResult => timelineExport(params, open)),
  );

  connection.onRequest(requests.failureTables, (): TablesResult =>
    Object.values(codeTables).map(({ family, title, source }) => ({ family, title, source })),
  );
}
