import {
  Analysis,
  fleetDocuments,
  FleetFixes,
  FleetGrouping,
  FleetRecorder,
  type FoundDocument,
  foundValues,
  groupsHeading,
  groupsReport,
  maskingOf,
  parseFleetConditions,
  parsePathPattern,
  preferredFixes,
  repeatedFixes,
  safeFileName,
  unrecognisedIn,
  validate,
  ValueCounts,
  valuesReport,
} from '../../core/index.js';
import { type FleetFileParams, type FleetReportParams, type FleetReportResult, requests } from '../../protocol.js';
import type { Session } from '../session.js';
import type { Shown } from '../shown.js';
import { openById } from './cases.js';
import { idOf } from './fixes.js';

/** A fleet whose files an editor is sending. */
class OpenFleet {
  readonly #recorder = new FleetRecorder({ withPlaces: true });
  readonly #grouping = new FleetGrouping();
  readonly #counts = new ValueCounts();
  readonly #fixes = new FleetFixes();
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
    const masking = maskingOf([analysis]);
    const documents = fleetDocuments(analysis, masking);
    if (field === undefined) {
      for (const document of documents) this.#grouping.add(name, this.#recorder.record(document));
      const { problems } = validate(analysis);
      const preferred = preferredFixes(problems);
      const fixes = repeatedFixes(problems).filter(({ key }) => preferred.has(key));
      this.#fixes.add(
        name,
        fixes.map((fix) => ({ ...fix, title: masking.text(fix.title) })),
      );
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

  report({ name, field }: FleetReportParams, session: Session): NonNullable<Shown<FleetReportResult>> {
    const masking = maskingOf([]);
    const grouped = this.#grouping.groups();
    const fixes = this.#fixes.common;
    const report =
      field === undefined ? groupsReport(grouped, fixes) : valuesReport(field, this.#counts.counts, this.#found);
    const kind = field === undefined ? 'groups' : 'values';
    return {
      report: masking.markdown(report),
      heading: masking.text(groupsHeading(grouped)),
      name: masking.text(safeFileName(`${name}.${kind}.md`)),
      unread: this.#unread.map((file) => masking.text(file)),
      fixes: fixes.map(({ key, title, file }) => ({ file, fix: idOf(session, key), title: masking.text(title) })),
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
    return found === undefined ? null : found.report(params, session);
  });
}
