import type { Explanation } from './explain.js';
import { codeTables } from './tables/index.js';

/**
 * A provisioning report in Markdown, to be read in an editor and pasted into a ticket: what failed, what it means, what
 * to look at, the boot, the last commands. `name` is what the text is called.
 */
export function provisioningReport(explanation: Explanation, name: string): string {
  const { silence, meaning, causes, nextSteps, notes, others, lastCommands, timeline, status } = explanation;
  const blocks = [
    `# Provisioning Report: ${inline(name)}`,
    `**${titleOf(explanation)}**`,
    prose(silence?.reason ?? meaning ?? ''),
    facts(explanation),
    explanation.detail === null ? '' : `What came with it:\n\n${fenced(explanation.detail, 'text')}`,
    list('Likely causes', causes.map(prose)),
    list('What to look at next', nextSteps.map(prose), true),
    timeline.length === 0 ? '' : `## Timeline\n\n${timelineTable(explanation)}`,
    lastCommands.length === 0 ? '' : `## Last commands\n\n${fenced(commandLines(explanation), 'text')}`,
    list('Good to know', [...notes.map(prose), ...othersNote(others)]),
    list('Why this table', explanation.familyReasons.map(prose)),
    status === null ? '' : `## Provision status\n\n${fenced(JSON.stringify(status, undefined, 2), 'json')}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** The gist of an explanation in Markdown, for hovering over a code. */
export function failureSummary(explanation: Explanation): string {
  const { silence, meaning, causes, nextSteps, table } = explanation;
  const [cause] = causes;
  const [next] = nextSteps;
  const blocks = [
    `**${titleOf(explanation)}**`,
    prose(silence?.reason ?? meaning ?? ''),
    cause === undefined ? '' : `Likely cause: ${prose(cause)}`,
    next === undefined ? '' : `Next: ${prose(next)}`,
    table === null ? '' : `Table: ${codeTables[table.family].title}, ${inline(table.source)}`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** `Exit code 50: ERR_OUTBOUND_CONN_FAIL`. */
export function titleOf({ exitCode, errorName }: Explanation): string {
  if (exitCode === null) return 'No exit code here';
  return errorName === null ? `Exit code ${exitCode}` : `Exit code ${exitCode}: ${inline(errorName)}`;
}

function facts({ phase, duration, outerExitCode, exitCode, truncated, table }: Explanation): string {
  const rows: string[] = [];
  if (phase !== null) rows.push(`| Phase | ${phase} |`);
  if (duration !== null) rows.push(`| The scripts ran for | ${duration} s |`);
  if (outerExitCode !== null && outerExitCode !== exitCode) rows.push(`| The extension reports | ${outerExitCode} |`);
  if (truncated) rows.push('| Provision status | incomplete: a part of it was cut off |');
  if (table !== null) rows.push(`| Table | ${codeTables[table.family].title}, ${inline(table.source)} |`);
  return rows.length === 0 ? '' : ['| | |', '|---|---|', ...rows].join('\n');
}

function list(title: string, items: readonly string[], numbered = false): string {
  if (items.length === 0) return '';
  return [`## ${title}\n`, ...items.map((item, index) => `${numbered ? `${index + 1}.` : '-'} ${item}`)].join('\n');
}

function timelineTable({ timeline }: Explanation): string {
  const rows = timeline.map(
    ({ name, at, sinceStart }) => `| ${name} | ${inline(at)} | ${sinceStart === null ? '' : `+${sinceStart} s`} |`,
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
    errorName === null ? String(exitCode) : `${exitCode} (${inline(errorName)})`,
  );
  return [`The text tells of other exit codes too: ${codes.join(', ')}.`];
}

/** A sentence of ours: its code spans are meant, all else that Markdown could take for markup is not. */
function prose(sentence: string): string {
  return sentence
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(/[\\*_[\]<>|]/g, '\\$&')))
    .join('');
}

/** A text of others as code: nothing in it is markup. */
function inline(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

function fenced(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}${language}\n${text}\n${ticks}`;
}
