import {
  bootChart,
  capitalized,
  type Case,
  type CaseFailure,
  caseSummary,
  gapsByReason,
  namedGaps,
  positionTitle,
  visibleLine,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { chartText, quoted, section, wrapped } from './explanation.js';
import { joined, type Style, terminalLine, type TerminalText } from './terminal.js';

type Lines = (TerminalText | string)[];

/** A case as text: the verdict, the VMs, each failure with its evidence and next steps, and what wasn't understood. */
export function caseText(name: string, found: Case, style: Style): TerminalText {
  const { verdict, failures } = found;
  const shown = failures.length === 0 ? verdict : style.severity('error', verdict);
  const lines = [
    terminalLine`${style.bold(name)}: ${shown}`,
    terminalLine`  ${style.dim(caseSummary(found))}`,
    ...instanceRows(found, style),
    ...failures.flatMap((failure) => failureRows(failure, found, style)),
    ...configRows(found, style),
    ...timelineRows(found, style),
    ...gapRows(found, style),
  ];
  return terminalLine`${joined(lines, '\n')}\n`;
}

/** Rows of the table, so that what failed is on the first screen. JSON and the report in Markdown have all. */
const shownInstances = 25;

/** Lines of evidence for one failure. */
const shownEvidence = 5;

function instanceRows({ instances }: Case, style: Style): Lines {
  if (instances.length < 2) return [];
  const names = instances.reduce((most, { name }) => Math.max(most, visibleLine(name ?? '').length), 0);
  const errors = instances.reduce((most, { errorName }) => Math.max(most, (errorName ?? '').length), 0);
  const rows = instances.slice(0, shownInstances).map(({ name, outcome, exitCode, errorName, at }) => {
    const result = outcome === 'failed' ? style.severity('error', 'failed   ') : outcome.padEnd(9);
    const code = String(exitCode ?? '-').padStart(4);
    return terminalLine`  ${visibleLine(name ?? '').padEnd(names)}  ${result}  ${code}  ${(errorName ?? '').padEnd(errors)}  ${style.dim(at ?? '')}`;
  });
  const more = instances.length - rows.length;
  return ['', style.bold('Instances'), ...rows, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function failureRows(failure: CaseFailure, { instances: all }: Case, style: Style): Lines {
  const { title, meaning, causes, nextSteps, evidence, fields, instances, documentation } = failure;
  const heading = capitalized(title);
  const of = all.length > 1 && instances.length > 0 ? `, ${counted(instances.length, 'instance')}` : '';
  return [
    '',
    terminalLine`${style.severity('error', heading)}${of}`,
    ...wrapped(meaning ?? '', '  '),
    ...(documentation === null ? [] : [terminalLine`  ${style.dim(documentation)}`]),
    ...(evidence.length === 0 ? [] : ['', style.bold('Evidence')]),
    ...evidence.slice(0, shownEvidence).flatMap((one) => {
      const more = one.repeated === 0 ? '' : `, and in ${counted(one.repeated, 'other place')}`;
      return [terminalLine`  ${positionTitle(one)}${style.dim(more)}`, ...quoted(one.text, style)];
    }),
    ...(evidence.length > shownEvidence ? [`  and ${evidence.length - shownEvidence} more`] : []),
    ...(fields.length === 0 ? [] : ['', style.bold('In the node config')]),
    ...fields.flatMap((one) => [terminalLine`  ${one.field} at ${positionTitle(one)}`, ...quoted(one.text, style)]),
    ...section('Likely causes', causes, style),
    ...section('Next steps', nextSteps, style),
  ];
}

function configRows({ configs }: Case, style: Style): Lines {
  return configs
    .filter(({ errorCount }) => errorCount > 0)
    .flatMap((config) => [
      '',
      terminalLine`${style.bold('Node config')} ${positionTitle(config)}: ${counted(config.errorCount, 'error')}`,
      ...config.errors.flatMap((one) => [terminalLine`  ${positionTitle(one)}`, ...wrapped(one.message, '    ')]),
    ]);
}

/** The first timeline; the others are in the report and in JSON. */
function timelineRows({ timelines: [first] }: Case, style: Style): Lines {
  if (first === undefined) return [];
  const { instance, timeline } = first;
  const title = instance === null ? 'Timeline' : `Timeline of ${instance}`;
  return ['', style.bold(title), chartText(bootChart(timeline, []), style)];
}

function gapRows({ notUnderstood }: Case, style: Style): Lines {
  if (notUnderstood.length === 0) return [];
  const rows = gapsByReason(notUnderstood).flatMap(([reason, files]) => {
    const more = files.length > namedGaps ? ` and ${files.length - namedGaps} more` : '';
    return [...wrapped(reason, '  '), ...wrapped(`${files.slice(0, namedGaps).join(', ')}${more}`, '    ')];
  });
  return ['', style.bold('Not understood'), ...rows];
}
