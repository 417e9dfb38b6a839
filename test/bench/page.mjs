/** Writes docs/performance.md and its chart from the results of all jobs. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { chartOf } from './chart.mjs';
import { nameOf, shown } from './ratios.mjs';
import { peers, versionOf } from './servers.mjs';

const page = 'docs/performance.md';
const chart = 'docs/images/performance.svg';

export async function writePage(results) {
  const goals = JSON.parse(await readFile(new URL('goals.json', import.meta.url), 'utf8'));
  const goalOf = (job, ratio) => goals[job.name]?.[nameOf(ratio)];
  const text = `${introduction}\n\n${await facts()}\n\n${sections(results, goalOf).join('\n\n')}\n`;
  await writeFile(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
  await writeFile(chart, chartOf(barsOf(results, goalOf)));
}

const introduction = `# Performance

How fast AKS Bootstrap is where people feel it, next to the language servers that an editor would use for the same files:
yaml-language-server for cloud-configs, and vscode-json-language-server for node configs. Those check a file against a
schema only; AKS Bootstrap applies all its rules. All figures are compared as ratios, ours to theirs: 0.5 is half of the
time, and a ratio above its goal is **bold**. \`npm run bench\` writes this page.

![Ratios at 100 KB, ours to theirs, on a logarithmic scale; all figures are in the tables below](images/performance.svg)

## Method

- All programs are measured in one run on the same documents, in turn, so that noise affects all alike. A figure is the
  median of three rounds, of eleven for starts. Absolute times are good only for comparison with each other.
- The documents are a cloud-config and a node config of 2 KB, 50 KB, 100 KB and 1 MB, which are always the same, with and without
  20 mistakes. The cloud-config writes settings, scripts and compressed data, and in one case compressed scripts, which only we
  decode and check; the node config has many labels, features, hosts and certificates. Documents in editors have the mistakes, so that each server has problems to report.
- An editor is a client of the protocol over standard input and output. It starts the server, opens a document and waits for
  problems, types characters in a value and waits for problems after each, and then requests the outline, the same outline
  again, a hover and a completion after further characters. Servers send problems by themselves; yaml-language-server waits
  200 ms before that, vscode-json-language-server 500 ms. The server is idle for 400 ms before a document is opened, except in
  "start and open", where the document is opened at once. Our server was used for some seconds before, in a process that
  ended as editors end it, so that the code that it keeps for the next start is there.
- Wall is the time until the answer is there. CPU is user and system time of all threads of the server's process. Memory is
  resident: that of the process after typing, and the highest in process.
- In process, the language services are called without a protocol, with a different text each time. "First" is the first
  call in a process; the others are medians after a warm-up.
  The garbage collector has one thread there, because more use more CPU time the busier the machine is.
- A list of 2,000 scale sets has 8 KB of custom data in each, with a different payload. It is compared with reading the JSON and
  unpacking base64 and gzip at known positions.`;

async function facts() {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const peers = ['yaml-language-server', 'vscode-langservers-extracted', 'vscode-json-languageservice'];
  const programs = [`AKS Bootstrap ${version}`, ...peers.map((name) => `${name} ${versionOf(name)}`)];
  const date = new Date().toISOString().slice(0, 10);
  return `Measured on ${date} with Node ${process.versions.node} on ${process.platform}, ${process.arch}, ${availableParallelism()} cores: ${programs.join(', ')}.`;
}

/** A table for each section. */
function sections(results, goalOf) {
  const names = [...new Set(results.map(({ job }) => job.section))];
  return names.map((name) => {
    const own = results.filter(({ job }) => job.section === name);
    const tables = own.filter(({ result }) => !Array.isArray(result)).map(({ result }) => result);
    const rows = own.flatMap(({ job, result }) =>
      Array.isArray(result) ? result.map((ratio) => ({ job, ratio })) : [],
    );
    if (rows.length > 0) tables.unshift(ratioTable(rows, goalOf));
    const notes = notesOf[name] === undefined ? [] : [notesOf[name]];
    return [`## ${name}`, ...notes, ...tables.map(markdown)].join('\n\n');
  });
}

const notesOf = {
  'Work after an edit':
    'Characters of texts that are read or searched, after a character was typed in one file of a cloud-config.',
  'Hostile documents': 'Documents that are meant to exhaust memory or time, opened and described.',
  'Cost by size':
    'CPU milliseconds per MB of documents that grow in one dimension. A row whose figures stay about equal is linear. [Reliability](reliability.md) has the growth of all kinds of documents.',
};

/** Rows of one kind of work stand together. */
function ratioTable(rows, goalOf) {
  const works = [...new Set(rows.map(({ ratio }) => ratio.work))];
  const sorted = works.flatMap((work) => rows.filter(({ ratio }) => ratio.work === work));
  return {
    head: ['Work', 'Document', 'Figure', 'Ours', 'Theirs', 'Ratio', 'Goal', 'Against'],
    rows: sorted.map(({ job, ratio }) => {
      const { work, figure, against, ours, theirs } = ratio;
      const unit = figure === 'memory' ? 'MB' : 'ms';
      const cells = [work, job.document ?? '', `${figure}, ${unit}`, shown(ours)];
      if (theirs === undefined) return [...cells, '', '', '', ''];
      const goal = goalOf(job, ratio);
      const value = shown(ours / theirs);
      return [...cells, shown(theirs), ours / theirs > goal ? `**${value}**` : value, goal ?? '', against];
    }),
  };
}

function markdown({ head, rows }) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What people feel: the starts of servers, and the sessions at 100 KB, next to other servers. */
function barsOf(results, goalOf) {
  const isOther = ({ against }) => Object.values(peers).some(({ name }) => name === against);
  return results
    .filter(({ job }) => job.name === 'start' || /^session, .* 100 KB$/.test(job.name))
    .flatMap(({ job, result }) =>
      result
        .filter((ratio) => ratio.figure !== 'CPU' && isOther(ratio))
        .map((ratio) => ({
          group: job.document === undefined ? job.section : `${job.section}, ${job.document}`,
          label: `${ratio.work}${ratio.figure === 'memory' ? ', memory' : ''} / ${ratio.against}`,
          ratio: ratio.ours / ratio.theirs,
          goal: goalOf(job, ratio),
        })),
    );
}
