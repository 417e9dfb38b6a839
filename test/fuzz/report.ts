import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import packageJson from '../../package.json';
import { entries } from './entries/index.js';
import { allRequests } from './lspRequests.js';
import type { RunFigures, SeedRange } from './run.js';

const page = 'docs/reliability.md';
const begin = '<!-- fuzzing: start -->';
const end = '<!-- fuzzing: end -->';

/** The figures of two runs together. */
export function added(a: RunFigures, b: RunFigures): RunFigures {
  return {
    seeds: joined([...a.seeds, ...b.seeds]),
    inputs: a.inputs + b.inputs,
    documents: a.documents + b.documents,
    characters: a.characters + b.characters,
    fixes: a.fixes + b.fixes,
    edits: a.edits + b.edits,
    requests: a.requests + b.requests,
    sessions: a.sessions + b.sessions,
    slowest: a.slowest.milliseconds >= b.slowest.milliseconds ? a.slowest : b.slowest,
    megabytes: Math.max(a.megabytes, b.megabytes),
    failures: a.failures + b.failures,
  };
}

/** Ranges in order; those that touch are one. */
function joined(ranges: readonly SeedRange[]): readonly SeedRange[] {
  const result: SeedRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last?.end === range.start) result[result.length - 1] = { start: last.start, end: range.end };
    else result.push(range);
  }
  return result;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

export function figuresText(figures: RunFigures): string {
  const { inputs, documents, fixes, edits, sessions, requests, failures, slowest, megabytes } = figures;
  return [
    `${whole(inputs)} inputs with ${whole(documents)} documents`,
    `${whole(fixes)} fixes applied, ${whole(edits)} payloads written back`,
    `${whole(sessions)} sessions with ${whole(requests)} requests`,
    `slowest input ${whole(slowest.milliseconds)} ms of processor time (seed ${slowest.seed})`,
    `peak memory ${whole(megabytes)} MB`,
    `${whole(failures)} failures`,
  ].join('\n');
}

/** Writes the figures of a run into the page about reliability; everything outside of the marks stays. */
export function writeReport(figures: RunFigures): void {
  const section = `${begin}\n\n${reportText(figures)}\n${end}`;
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '# Reliability\n';
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  writeFileSync(
    page,
    from < 0 || to < 0
      ? `${text.trimEnd()}\n\n${introduction}\n\n${section}\n`
      : text.slice(0, from) + section + text.slice(to + end.length),
  );
}

const introduction = `## Fuzzing

\`npm run fuzz\` mutates documents of every kind and calls every function that a front end may call with them. Most
mutations know the structure: they rename, duplicate, move and deepen members, change lines, headers and parts, and change
documents inside base64, gzip, MIME and JSON strings. Others change bytes. Random sessions of an editor open, edit, ask,
cancel, configure, close and reopen documents in the language server.

For each input it is checked that nothing throws, that every range is in the file, that the same input has the same result,
that applied fixes and formatting leave a readable document, that an edited payload is read back as edited and no other
changes, that no secret is in masked or redacted output, that a document has no differences from itself, and that
diagnostics after edits are those of a new document. A shorter run with other seeds is part of the tests. The table
below is written by \`npm run fuzz -- --report\`.`;

function reportText(figures: RunFigures): string {
  const { seeds, inputs, documents, characters, fixes, edits, sessions, requests, failures, slowest, megabytes } =
    figures;
  const date = execFileSync('git', ['log', '-1', '--format=%cs'], { encoding: 'utf8' }).trim();
  const functions = new Set(entries.flatMap(({ covers }) => covers)).size;
  const rows: readonly (readonly [string, string])[] = [
    ['version', `${packageJson.version}, commit of ${date}`],
    ['seeds', seeds.map(({ start, end }) => `${whole(start)} to ${whole(end - 1)}`).join('; ')],
    ['inputs', whole(inputs)],
    ['documents opened', `${whole(documents)}, ${whole(characters / 1e6)} million characters`],
    ['functions called', whole(functions)],
    ['fixes applied', whole(fixes)],
    ['payloads written back', whole(edits)],
    ['sessions of an editor', whole(sessions)],
    ['requests', `${whole(requests)} of ${whole(allRequests.length)} kinds`],
    ['slowest input', `${whole(slowest.milliseconds)} ms of processor time`],
    ['peak memory', `${whole(megabytes)} MB`],
    ['failures', whole(failures)],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const [head = ['', ''] as const, ...rest] = rows;
  return row(head) + row(widths.map((width) => '-'.repeat(width))) + rest.map(row).join('');
}
