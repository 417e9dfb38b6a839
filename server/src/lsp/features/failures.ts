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
  type Masking,
  maskingOf,
  provisioningReport,
  safeFileName,
  type Span,
} from '../../core/index.js';
import {
  type ExplainParams,
  type ExplainResult,
  requests,
  type TimelineExportParams,
  type TimelineExportResult,
  type TimelineParams,
  type TimelineResult,
  type TimelineSources,
} from '../../protocol.js';
import { lastPathSegment } from '../payloadEntries.js';
import type { Session } from '../session.js';
import { maskedMessage, type Shown } from '../shown.js';
import type { SyncedDocument } from '../syncedDocument.js';

/** The report on a failure of a document of any kind; by default on the first one. */
export function failureReport(
  { analysis, uri }: SyncedDocument,
  target: Omit<ExplainParams, 'uri'>,
): NonNullable<Shown<ExplainResult>> {
  const family = target.table !== undefined && isFailureFamily(target.table) ? target.table : undefined;
  const masking = maskingOf([analysis], { showSecrets: target.showSecrets === true });
  const options = { family, masking, exitCodes: analysis.context.exitCodes, budget: analysis.newBudget() };
  const all = explainFailures(analysis.failureText, options);
  const index = target.failure ?? (target.position && failureAt(all, analysis.lines.offsetAt(target.position)));
  const chosen = index === undefined ? undefined : all[index];
  const explanation = chosen ?? explainFailure(analysis.failureText, options);
  const name = lastPathSegment(uri);
  return {
    explanation: masking.strings(explanationResult(explanation, analysis.lines)),
    failure: chosen === undefined ? indexOf(all, explanation.span) : (index ?? null),
    report: masking.markdown(provisioningReport(explanation, name, analysis.lines)),
    name: masking.text(safeFileName(`${name.replace(/\.\w+$/, '')}.report.md`)),
  };
}

/** The index of the failure with a message at this offset. */
function failureAt(all: readonly Explanation[], offset: number): number | undefined {
  const within = (span: Span | undefined): boolean => span !== undefined && span.start <= offset && offset <= span.end;
  const found = all.findIndex(({ span, extent }) => within(span) || within(extent));
  return found < 0 ? undefined : found;
}

function indexOf(all: readonly Explanation[], span: Span | undefined): number | null {
  const found = all.findIndex((one) => one.span?.start === span?.start);
  return found < 0 ? null : found;
}

/** The layout of the boot that documents report, with the positions in them. */
function timelineOf(params: TimelineParams, documents: Session['documents']): Shown<TimelineResult> {
  const { chart, uris, missing, masking } = chartOf(params, documents, params);
  const { rows, seconds: _, ...shown } = chart;
  return {
    ...masking.strings(shown),
    missing,
    rows: rows.map(({ places, ...row }) => ({
      ...masking.strings(row),
      places: places.map(({ file, ...place }) => ({ ...masking.strings(place), uri: uris.get(file) ?? '' })),
    })),
  };
}

/** The same as an image or as Markdown. */
function timelineExport(params: TimelineExportParams, documents: Session['documents']): Shown<TimelineExportResult> {
  const { chart, uris, masking } = chartOf(params, documents);
  const [only = 'boot'] = uris.keys();
  const name = uris.size === 1 ? only.replace(/\.\w+$/, '') : 'boot';
  const isImage = params.as === 'svg';
  const text = isImage ? masking.text(chartSvg(chart)) : masking.markdown(chartReport(chart));
  const extension = isImage ? 'svg' : 'md';
  return { text, name: masking.text(safeFileName(`${name}.timeline.${extension}`)) };
}

interface NamedChart {
  readonly chart: BootChart;
  /** URIs of the documents by their names in the chart. */
  readonly uris: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
  readonly masking: Masking;
}

function chartOf(
  { sources, failure }: TimelineSources,
  documents: Session['documents'],
  window: ChartWindow = {},
): NamedChart {
  const wanted = [...new Set(sources)].slice(0, limits.timelineTexts);
  const found = wanted.flatMap((uri) => documents.get(uri) ?? []);
  const uris = namesOf(found.map(({ uri }) => uri));
  const masking = maskingOf(found.map(({ analysis }) => analysis));
  const texts = [...uris].map(([name, uri]) => ({
    name,
    text: documents.get(uri)?.analysis.text ?? '',
    budget: documents.get(uri)?.analysis.newBudget(),
    failure: found.length === 1 ? failure : undefined,
  }));
  return {
    chart: bootChart(bootTimeline(texts, masking), [...uris.keys()], window),
    uris,
    missing: wanted.filter((uri) => documents.get(uri) === undefined),
    masking,
  };
}

/** The file names of documents, with numbers if several are equal. */
function namesOf(uris: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const uri of uris) {
    const name = lastPathSegment(uri);
    let unique = name;
    for (let number = 2; names.has(unique); number++) unique = `${name} (${number})`;
    names.set(unique, uri);
  }
  return names;
}

/** Answers requests about failures of provisioning. */
export function registerFailures(session: Session): void {
  const { documents } = session;
  session.answer(requests.explain, async (params) => {
    const document = await session.configured(params.uri);
    return document === undefined ? null : failureReport(document, params);
  });
  session.answer(requests.timeline, (params) => timelineOf(params, documents));
  session.answer(requests.timelineExport, (params) => timelineExport(params, documents));
  session.answer(requests.failureTables, () => {
    return Object.values(codeTables).map(({ family, title, source }) => ({
      family,
      title: maskedMessage(title),
      source,
    }));
  });
}
