import { capitalized } from '../text/strings.js';
import type { Explanation } from './explain.js';
import {
  blocks,
  fencedCode,
  inlineCode,
  lineLink,
  type Markdown,
  markup,
  markdownLink,
  markdownList,
  markdownTable,
  prose,
  sequence,
} from '../text/markdown.js';
import type { LineIndex, Span } from '../text/span.js';
import { codeTables } from './exitCodes/index.js';

/**
 * A provisioning report in Markdown for an editor or a ticket: what failed, what it means, what to check next, the
 * boot, the last commands. `name` is the name of the text, to whose `lines` the report links.
 */
export function provisioningReport(explanation: Explanation, name: string, lines: LineIndex): Markdown {
  const { silence, meaning, causes, nextSteps, notes, others, lastCommands, timeline, status, evidence } = explanation;
  const report = blocks([
    markup`# Provisioning Report: ${inlineCode(name)}`,
    markup`**${titleOf(explanation)}**`,
    prose(silence?.reason ?? meaning ?? ''),
    facts(explanation, name, lines),
    evidence === null
      ? ''
      : markup`${linkTo(evidence.span, name, lines)} shows:\n\n${fencedCode(evidence.text, 'text')}`,
    instanceTable(explanation),
    markdownList('What the code meant at different times', candidateSentences(explanation).map(prose)),
    explanation.detail === null ? '' : markup`Message:\n\n${fencedCode(explanation.detail, 'text')}`,
    markdownList('Likely causes', causes.map(prose)),
    markdownList('Next steps', nextSteps.map(prose), true),
    timeline.length === 0 ? '' : markup`## Timeline\n\n${timelineTable(explanation)}`,
    lastCommands.length === 0 ? '' : markup`## Last commands\n\n${fencedCode(commandLines(explanation), 'text')}`,
    markdownList('Notes', [...notes.map(prose), ...othersNote(others)]),
    markdownList('Why this table', explanation.familyReasons.map(prose)),
    status === null ? '' : markup`## Provision status\n\n${fencedCode(JSON.stringify(status, undefined, 2), 'json')}`,
  ]);
  return markup`${report}\n`;
}

function linkTo({ start }: Span, name: string, lines: LineIndex): Markdown {
  const { line } = lines.positionAt(start);
  return lineLink(`${name}:${line + 1}`, name, line);
}

/** A short explanation in Markdown, for hovers. */
export function failureSummary(explanation: Explanation): Markdown {
  const { silence, meaning, causes, nextSteps, table } = explanation;
  const [cause] = causes;
  const [next] = nextSteps;
  return blocks([
    markup`**${titleOf(explanation)}**`,
    prose(silence?.reason ?? meaning ?? ''),
    cause === undefined ? '' : markup`Likely cause: ${prose(cause)}`,
    next === undefined ? '' : markup`Next: ${prose(next)}`,
    table === null ? '' : markup`Table: ${tableTitle(table)}`,
  ]);
}

/** `Exit code 50: ERR_OUTBOUND_CONN_FAIL`, `Azure: QuotaExceeded`. */
function titleOf(explanation: Explanation): Markdown {
  const { who, what } = failureTitle(explanation);
  const title = prose(capitalized(who));
  return what === undefined ? title : markup`${title}: ${inlineCode(what)}`;
}

/** Who failed, in a few words, and the name of the error or the extension. */
export function failureTitle({ failed, exitCode, errorName, azureCode, extension }: Explanation): {
  readonly who: string;
  readonly what: string | undefined;
} {
  const code = exitCode === null ? '' : `, exit code ${exitCode}`;
  switch (failed) {
    case 'azure':
      return { who: 'Azure', what: azureCode ?? undefined };
    case 'cluster':
      return { who: 'the cluster waits for a node', what: azureCode ?? undefined };
    case 'extension':
      return { who: `another extension failed${code}`, what: extension ?? undefined };
    case 'extension-handler':
      return { who: `the custom script extension itself failed${code}`, what: extension ?? undefined };
    case 'node-scripts':
      return exitCode === null
        ? { who: 'provisioning failed, without an exit code', what: undefined }
        : { who: `exit code ${exitCode}`, what: errorName ?? undefined };
    case null:
      return { who: exitCode === null ? 'no exit code' : `exit code ${exitCode}`, what: errorName ?? undefined };
  }
}

/** What the text says beside the code, as names and values. */
export function failureFacts({
  failed,
  azureCode,
  extension,
  field,
}: Explanation): readonly (readonly [string, string])[] {
  return [
    ...(azureCode === null || failed === 'azure' ? [] : [['azure code', azureCode] as const]),
    ...(extension === null || failed === 'extension' || failed === 'extension-handler'
      ? []
      : [['extension', extension] as const]),
    ...(field === null ? [] : [['field', field] as const]),
  ];
}

/** The names that the code had at different times, as sentences. */
export function candidateSentences({ candidates }: Explanation): readonly string[] {
  return candidates.map(({ errorName, since, until }) =>
    until === null
      ? `${errorName}${since === null ? '' : ` since ${since}`}`
      : `${errorName}${since === null ? '' : ` from ${since}`} until ${until}`,
  );
}

/** The VMs of a text about several of them. */
function instanceTable({ instances }: Explanation): Markdown | '' {
  if (instances.length === 0) return '';
  const rows = instances.map(({ name, exitCode, errorName }): readonly (Markdown | number | '')[] => [
    inlineCode(name),
    exitCode ?? '',
    errorName === null ? '' : inlineCode(errorName),
  ]);
  return markdownTable('| VM | Exit code | Error |\n|---|---:|---|', rows);
}

function tableTitle({ family, source }: NonNullable<Explanation['table']>): Markdown {
  return markup`${prose(codeTables[family].title)}, ${inlineCode(source)}`;
}

function facts(explanation: Explanation, name: string, lines: LineIndex): Markdown | '' {
  const { phase, duration, outerExitCode, exitCode, truncated, table, documentation } = explanation;
  const rows: [Markdown, Markdown | number][] = failureFacts(explanation).map(([name, value]) => [
    prose(capitalized(name)),
    inlineCode(value),
  ]);
  if (explanation.span !== undefined) rows.push([markup`Reported at`, linkTo(explanation.span, name, lines)]);
  if (phase !== null) rows.push([markup`Phase`, prose(phase)]);
  if (duration !== null) rows.push([markup`Duration of the scripts`, markup`${duration} s`]);
  if (outerExitCode !== null && outerExitCode !== exitCode) rows.push([markup`The extension reports`, outerExitCode]);
  if (truncated) rows.push([markup`Provision status`, markup`incomplete: a part was cut off`]);
  if (table !== null) rows.push([markup`Table`, tableTitle(table)]);
  if (documentation !== null) rows.push([markup`Documentation`, markdownLink('Microsoft', documentation)]);
  return rows.length === 0 ? '' : markdownTable('| | |\n|---|---|', rows);
}

function timelineTable({ timeline }: Explanation): Markdown {
  const rows = timeline.map(({ name, at, sinceStart }): readonly (Markdown | '')[] => {
    const since = sinceStart === null ? '' : markup`+${sinceStart} s`;
    return [prose(name), inlineCode(at), since];
  });
  return markdownTable('| Step | Time | Since the first step |\n|---|---|---:|', rows);
}

function commandLines({ lastCommands }: Explanation): string {
  return lastCommands
    .map(({ command, depth, failed }) => `${failed ? '>' : ' '} ${'+'.repeat(depth)} ${command}`)
    .join('\n');
}

function othersNote(others: Explanation['others']): Markdown[] {
  if (others.length === 0) return [];
  const codes = others.map(({ exitCode, errorName }) =>
    errorName === null ? markup`${exitCode}` : markup`${exitCode} (${inlineCode(errorName)})`,
  );
  return [markup`The text reports other exit codes too: ${sequence(codes, ', ')}.`];
}
