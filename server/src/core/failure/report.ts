import type { Explanation } from './explain.js';
import { fencedCode, inlineCode, markdownList, markdownProse } from '../text/markdown.js';
import { codeTables } from './exitCodes/index.js';

/**
 * A provisioning report in Markdown for an editor or a ticket: what failed, what it means, what to check next, the
 * boot, the last commands. `name` is the name of the text.
 */
export function provisioningReport(explanation: Explanation, name: string): string {
  const { silence, meaning, causes, nextSteps, notes, others, lastCommands, timeline, status, evidence } = explanation;
  const blocks = [
    `# Provisioning Report: ${inlineCode(name)}`,
    `**${titleOf(explanation)}**`,
    markdownProse(silence?.reason ?? meaning ?? ''),
    facts(explanation),
    evidence === null ? '' : `The text shows:\n\n${fencedCode(evidence.text, 'text')}`,
    instanceTable(explanation),
    markdownList('What the code meant at different times', candidateSentences(explanation).map(markdownProse)),
    explanation.detail === null ? '' : `Message:\n\n${fencedCode(explanation.detail, 'text')}`,
    markdownList('Likely causes', causes.map(markdownProse)),
    markdownList('Next steps', nextSteps.map(markdownProse), true),
    timeline.length === 0 ? '' : `## Timeline\n\n${timelineTable(explanation)}`,
    lastCommands.length === 0 ? '' : `## Last commands\n\n${fencedCode(commandLines(explanation), 'text')}`,
    markdownList('Notes', [...notes.map(markdownProse), ...othersNote(others)]),
    markdownList('Why this table', explanation.familyReasons.map(markdownProse)),
    status === null ? '' : `## Provision status\n\n${fencedCode(JSON.stringify(status, undefined, 2), 'json')}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** A short explanation in Markdown, for hovers. */
export function failureSummary(explanation: Explanation): string {
  const { silence, meaning, causes, nextSteps, table } = explanation;
  const [cause] = causes;
  const [next] = nextSteps;
  const blocks = [
    `**${titleOf(explanation)}**`,
    markdownProse(silence?.reason ?? meaning ?? ''),
    cause === undefined ? '' : `Likely cause: ${markdownProse(cause)}`,
    next === undefined ? '' : `Next: ${markdownProse(next)}`,
    table === null ? '' : `Table: ${codeTables[table.family].title}, ${inlineCode(table.source)}`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** `Exit code 50: ERR_OUTBOUND_CONN_FAIL`, `Azure: QuotaExceeded`. */
function titleOf(explanation: Explanation): string {
  const { who, what } = failureTitle(explanation);
  const title = what === undefined ? who : `${who}: ${inlineCode(what)}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
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
        ? { who: 'provisioning broke off without an exit code', what: undefined }
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
  documentation,
}: Explanation): readonly (readonly [string, string])[] {
  return [
    ...(azureCode === null || failed === 'azure' ? [] : [['azure code', azureCode] as const]),
    ...(extension === null || failed === 'extension' || failed === 'extension-handler'
      ? []
      : [['extension', extension] as const]),
    ...(field === null ? [] : [['field', field] as const]),
    ...(documentation === null ? [] : [['more', documentation] as const]),
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
function instanceTable({ instances }: Explanation): string {
  if (instances.length === 0) return '';
  const rows = instances.map(
    ({ name, exitCode, errorName }) =>
      `| ${inlineCode(name)} | ${exitCode ?? ''} | ${errorName === null ? '' : inlineCode(errorName)} |`,
  );
  return ['| VM | Exit code | Error |', '|---|---:|---|', ...rows].join('\n');
}

function facts(explanation: Explanation): string {
  const { phase, duration, outerExitCode, exitCode, truncated, table } = explanation;
  const rows = failureFacts(explanation).map(
    ([name, value]) =>
      `| ${name.charAt(0).toUpperCase()}${name.slice(1)} | ${value.startsWith('https:') ? value : inlineCode(value)} |`,
  );
  if (phase !== null) rows.push(`| Phase | ${phase} |`);
  if (duration !== null) rows.push(`| Duration of the scripts | ${duration} s |`);
  if (outerExitCode !== null && outerExitCode !== exitCode) rows.push(`| The extension reports | ${outerExitCode} |`);
  if (truncated) rows.push('| Provision status | incomplete: a part was cut off |');
  if (table !== null) rows.push(`| Table | ${codeTables[table.family].title}, ${inlineCode(table.source)} |`);
  return rows.length === 0 ? '' : ['| | |', '|---|---|', ...rows].join('\n');
}

function timelineTable({ timeline }: Explanation): string {
  const rows = timeline.map(
    ({ name, at, sinceStart }) => `| ${name} | ${inlineCode(at)} | ${sinceStart === null ? '' : `+${sinceStart} s`} |`,
  );
  return ['| Step | Time | Since the first step |', '|---|---|---:|', ...rows].join('\n');
}

function commandLines({ lastCommands }: Explanation): string {
  return lastCommands
    .map(({ command, depth, failed }) => `${failed ? '>' : ' '} ${'+'.repeat(depth)} ${command}`)
    .join('\n');
}

function othersNote(others: Explanation['others']): string[] {
  if (others.length === 0) return [];
  const codes = others.map(({ exitCode, errorName }) =>
    errorName === null ? String(exitCode) : `${exitCode} (${inlineCode(errorName)})`,
  );
  return [`The text reports other exit codes too: ${codes.join(', ')}.`];
}
