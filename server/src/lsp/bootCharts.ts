import {
  type BootChart,
  bootChart,
  type ChartWindow,
  bootTimeline,
  chartReport,
  chartSvg,
  limits,
} from '../core/index.js';
import type {
  TimelineExportParams,
  TimelineExportResult,
  TimelineParams,
  TimelineResult,
  TimelineSources,
} from '../protocol.js';
import { lastPathSegment } from './fileName.js';
import type { SyncedDocument } from './syncedDocument.js';

/** Finds an open document. */
export type Documents = (uri: string) => SyncedDocument | undefined;

/** The boot as documents tell it, laid out, with the places in them. */
export function timelineOf(params: TimelineParams, documents: Documents): TimelineResult {
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
export function timelineExport(params: TimelineExportParams, documents: Documents): TimelineExportResult {
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
