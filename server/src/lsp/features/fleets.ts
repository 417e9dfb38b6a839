import {
  Analysis,
  fleetDocuments,
  FleetGrouping,
  FleetRecorder,
  type FoundDocument,
  foundValues,
  groupsHeading,
  groupsReport,
  maskingOf,
  parseFleetConditions,
  parsePathPattern,
  safeFileName,
  unrecognisedIn,
  ValueCounts,
  valuesReport,
} from '../../core/index.js';
import { type FleetFileParams, type FleetReportParams, type FleetReportResult, requests } from '../../protocol.js';
import type { Session } from '../session.js';
import type { Shown } from '../shown.js';
import { openById } from './cases.js';

/** A fleet whose files an editor is sending. */
class OpenFleet {
  readonly #recorder = new FleetRecorder({ withPlaces: true });
  readonly #grouping = new FleetGrouping();
  readonly #counts = new ValueCounts();
  readonly #found: FoundDocument[] = [];
  readonly #unread: string[] = [];

  add({ name, content, field, where }: FleetFileParams, { host }: Session): void {
    const bytes = content === undefined ? undefined : host.platform.base64(content);
    if (bytes === undefined) {
      this.#unread.push(name);
      return;
    }
    const analysis = new Analysis({ name, content: bytes }, host.platform);
    // Folders contain other files, too.
    if (unrecognisedIn(analysis).includes(analysis.root)) return;
    const documents = fleetDocuments(analysis, maskingOf([analysis]));
    if (field === undefined) {
      for (const document of documents) this.#grouping.add(name, this.#recorder.record(document));
      return;
    }
    const isWanted = parsePathPattern(field) ?? (() => false);
    const holds = parseFleetConditions(where ?? '**') ?? (() => false);
    for (const document of documents) {
      const values = holds(document) ? foundValues(document, isWanted) : [];
      if (values.length === 0) continue;
      this.#counts.add(values);
      const { machine, line } = document;
      this.#found.push({ file: name, ...(machine !== undefined && { machine }), line, values });
    }
  }

  report({ name, field }: FleetReportParams): NonNullable<Shown<FleetReportResult>> {
    const masking = maskingOf([]);
    const grouped = this.#grouping.groups();
    const report = field === undefined ? groupsReport(grouped) : valuesReport(field, this.#counts.counts, this.#found);
    const kind = field === undefined ? 'groups' : 'values';
    return {
      report: masking.markdown(report),
      heading: masking.text(groupsHeading(grouped)),
      name: masking.text(safeFileName(`${name}.${kind}.md`)),
      unread: this.#unread.map((file) => masking.text(file)),
      groups: grouped.groups.flatMap(({ members: [first] }) =>
        first === undefined ? [] : [{ file: first.file, machine: first.selector }],
      ),
    };
  }
}

/** Answers the requests about what many files mean together. */
export function registerFleets(session: Session): void {
  const fleets = new Map<string, OpenFleet>();
  session.answer(requests.fleetFile, (params) => {
    openById(fleets, params.fleet, () => new OpenFleet()).add(params, session);
    return null;
  });
  session.answer(requests.fleetReport, (params) => {
    const found = fleets.get(params.fleet);
    fleets.delete(params.fleet);
    return found === undefined ? null : found.report(params);
  });
}
