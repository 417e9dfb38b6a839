import type { Explanation } from './explain.js';
import { fencedCode, inlineCode, markdownList, markdownProse } from '../text/markdown.js';
import { codeTables } from './exitCodes/index.js';

/**
 * A provisioning report in Markdown for an editor or a ticket: what failed, what it means, what to check next, the
 * boot, the last commands. `name` is the name of the text.
 */
export function provisioningReport(explanation: Explanation, name: string): string {
  const { silence, meaning, causes, nextSteps, notes, others, lastCommands, timeline, status } = explanation;
  const blocks = [
    `# Provisioning Report: ${inlineCode(name)}`,
    `**${titleOf(explanation)}**`,
    markdownProse(silence?.reason ?? meaning ?? ''),
    facts(explanation),
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

/** `Exit code 50: ERR_OUTBOUND_CONN_FAIL`. */
export function titleOf({ exitCode, errorName }: Explanation): string {
  if (exitCode === null) return 'No exit code';
  return errorName === null ? `Exit code ${exitCode}` : `Exit code ${exitCode}: ${inlineCode(errorName)}`;
}

function facts({ phase, duration, outerExitCode, exitCode, truncated, table }: Explanation): string {
  const rows: string[] = [];
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
