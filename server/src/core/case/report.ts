import { bootChart } from '../failure/bootLog/chart.js';
import {
  blocks,
  bulleted,
  fencedCode,
  inlineCode,
  lineLink,
  type Markdown,
  markdownTable,
  markup,
  prose,
  sequence,
} from '../text/markdown.js';
import { chartLines } from '../failure/bootLog/chartText.js';
import type { Case, CaseEvidence, CaseFailure, CaseGap, CaseTimeline } from './case.js';
import type { CaseConfig, CaseField, CasePosition } from './configs.js';
import { capitalized, counted, grouped } from '../text/strings.js';

export interface CaseReportOptions {
  /** The name of the case. */
  readonly name: string;
  /** The path of a file from the folder of the report; undefined for a file that can't be opened, as in an archive. */
  readonly pathOf: (file: string) => string | undefined;
}

/** The report on a case in Markdown for an editor or a ticket: the verdict, the VMs, then each failure with its evidence. */
export function caseReport(found: Case, options: CaseReportOptions): Markdown {
  const report = blocks([
    markup`# Case: ${inlineCode(options.name)}`,
    markup`**${prose(found.verdict)}**`,
    prose(caseSummary(found)),
    instanceTable(found),
    ...found.failures.map((failure) => failureSection(failure, found, options)),
    ...found.configs.map((config) => configSection(config, options)),
    ...found.timelines.map((one) => timelineSection(one, options)),
    gapSection(found.notUnderstood),
  ]);
  return markup`${report}\n`;
}

/** How much was read, as a sentence. */
export function caseSummary({ files, notUnderstood }: Case): string {
  const left = new Set(notUnderstood.map(({ file }) => file)).size;
  const read = `${counted(files, 'file')} read`;
  return left === 0 ? `${read}.` : `${read}; ${grouped(left)} not understood, see the end.`;
}

/** Files that weren't understood by the reason, those of most files first. */
export function gapsByReason(gaps: readonly CaseGap[]): readonly (readonly [string, readonly string[]])[] {
  const byReason = new Map<string, string[]>();
  for (const { file, reason } of gaps) {
    const files = byReason.get(reason);
    if (files === undefined) byReason.set(reason, [file]);
    else files.push(file);
  }
  return [...byReason].sort(([, a], [, b]) => b.length - a.length);
}

/** A position that a report names, zero-based. */
interface NamedPosition {
  readonly file: string;
  readonly line: number;
  readonly inside?: CasePosition['inside'];
}

/** `cluster-provision.log:12`, and the position in the payload if the file only has it encoded. */
export function positionTitle({ file, line, inside }: NamedPosition): string {
  const outer = `${file}:${line + 1}`;
  return inside === null || inside === undefined ? outer : `${outer}, line ${inside.line + 1} of ${inside.name} in it`;
}

function linked(position: NamedPosition, { pathOf }: CaseReportOptions): Markdown {
  const path = pathOf(position.file);
  const title = positionTitle(position);
  return path === undefined ? inlineCode(title) : lineLink(title, path, position.line);
}

function instanceTable({ instances }: Case): Markdown | '' {
  if (instances.length < 2) return '';
  const rows = instances.map(({ name, outcome, exitCode, errorName, at }): readonly (Markdown | number | '')[] => [
    inlineCode(name ?? ''),
    prose(outcome),
    exitCode ?? '',
    errorName === null ? '' : inlineCode(errorName),
    at === null ? '' : inlineCode(at),
  ]);
  return markup`## Instances\n\n${markdownTable('| VM | Result | Exit code | Error | Time |\n|---|---|---:|---|---|', rows)}`;
}

function failureSection(failure: CaseFailure, found: Case, options: CaseReportOptions): Markdown {
  const { title, meaning, causes, nextSteps, evidence, fields, instances } = failure;
  const several = found.instances.length > 1 && instances.length > 0;
  const heading = prose(capitalized(title));
  const names = instances.flatMap((name) => (name === null ? [] : [inlineCode(name)]));
  return blocks([
    markup`## ${heading}`,
    several ? markup`${instances.length} of ${found.instances.length} instances: ${sequence(names, ', ')}` : '',
    prose(meaning ?? ''),
    evidence.length === 0 ? '' : markup`### Evidence\n\n${bulleted(evidence.map((one) => evidenceItem(one, options)))}`,
    fields.length === 0
      ? ''
      : markup`### In the node config\n\n${bulleted(fields.map((one) => fieldItem(one, options)))}`,
    causes.length === 0 ? '' : markup`### Likely causes\n\n${bulleted(causes.map(prose))}`,
    nextSteps.length === 0 ? '' : markup`### Next steps\n\n${bulleted(nextSteps.map(prose), { numbered: true })}`,
  ]);
}

function evidenceItem(one: CaseEvidence, options: CaseReportOptions): Markdown {
  const repeated = one.repeated === 0 ? '' : markup` (and in ${prose(counted(one.repeated, 'other place'))})`;
  return markup`${linked(one, options)}: ${inlineCode(one.text)}${repeated}`;
}

function fieldItem(one: CaseField, options: CaseReportOptions): Markdown {
  return markup`${inlineCode(one.field)} at ${linked(one, options)}: ${inlineCode(one.text)}`;
}

function configSection(config: CaseConfig, options: CaseReportOptions): Markdown | '' {
  const { errors, errorCount, others } = config;
  if (errorCount === 0) return '';
  const same =
    others.length === 0 ? '' : markup` The same config is in ${prose(counted(others.length, 'other file'))}.`;
  const items = errors.map((one) => markup`${linked(one, options)}: ${prose(one.message)}`);
  return blocks([
    markup`## Node config with ${prose(counted(errorCount, 'error'))}`,
    markup`${linked(config, options)}.${same}`,
    bulleted(items),
  ]);
}

function timelineSection({ instance, timeline }: CaseTimeline, options: CaseReportOptions): Markdown {
  const chart = bootChart(timeline, [options.name]);
  const lines = chartLines(chart).map((segments) =>
    segments
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
  const failed = timeline.steps.filter((step) => step.failed);
  return blocks([
    instance === null ? markup`## Timeline` : markup`## Timeline of ${inlineCode(instance)}`,
    failed.length === 0
      ? ''
      : markup`Failed steps:\n\n${bulleted(
          failed.map(
            ({ name, at, ...place }) => markup`${inlineCode(at)} ${inlineCode(name)}: ${linked(place, options)}`,
          ),
        )}`,
    fencedCode(lines.join('\n'), 'text'),
    bulleted(chart.remarks.map(prose)),
  ]);
}

/** Files that are named for one reason. */
export const namedGaps = 20;

function gapSection(gaps: readonly CaseGap[]): Markdown | '' {
  if (gaps.length === 0) return '';
  const items = gapsByReason(gaps).map(([reason, files]) => {
    const names = sequence(files.slice(0, namedGaps).map(inlineCode), ', ');
    const more = files.length > namedGaps ? markup` and ${files.length - namedGaps} more` : '';
    return markup`${prose(reason)} ${names}${more}`;
  });
  return markup`## Not understood\n\n${bulleted(items)}`;
}
