/**
 * Compares a commit of AgentBaker, karpenter-provider-azure or cloud-init with our descriptions: `npm run upstream -- DIR
 * [REVISION] [--write]`. DIR is a checkout, or with a revision any clone; what it is follows from its files. Prints what our
 * descriptions miss (+), have beyond it (-) or have differently (~), and ends with status 1 if there is anything. `--write`
 * adds rows for what is missing, each with a sentence that is left to write, and takes over the digests of texts.
 * Nothing of upstream is copied.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { compareAgentBaker, isAgentBaker } from './agentBaker.js';
import { compareCloudInit, isCloudInit } from './cloudInit.js';
import type { Comparison, Digests, Finding } from './finding.js';
import { compareKarpenter, isKarpenter } from './karpenter.js';
import { writeSkeletons } from './skeleton.js';
import { type Source, sourceAt } from './source.js';

const digestFile = 'scripts/upstream/digests.json';
const marks = { missing: '+', extra: '-', different: '~' } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' } },
  args: process.argv.slice(3),
});
const [folder, revision] = positionals;
if (folder === undefined) throw new Error('usage: npm run upstream -- DIR [REVISION] [--write]');
const source = sourceAt(folder, revision);
const known = JSON.parse(readFileSync(digestFile, 'utf8')) as Record<string, Digests>;
const comparison = compared(source);
if (comparison === undefined) {
  console.error(
    `${folder} is no AgentBaker, karpenter-provider-azure or cloud-init${revision === undefined ? '' : ` at ${revision}`}`,
  );
  process.exitCode = 2;
} else {
  const findings = print(comparison, source);
  if (values.write === true) await write(comparison, findings);
  else if (findings.length > 0) process.exitCode = 1;
}

function compared(files: Source): Comparison | undefined {
  if (isAgentBaker(files)) return compareAgentBaker(files, known['Azure/AgentBaker'] ?? {});
  if (isKarpenter(files)) return compareKarpenter(files, known['Azure/karpenter-provider-azure'] ?? {});
  return isCloudInit(files) ? compareCloudInit(files) : undefined;
}

function print({ repository, remarks, sections }: Comparison, { commit, date }: Source): Finding[] {
  console.log(`${repository}${commit === '' ? '' : ` at ${commit} (${date})`}`);
  for (const remark of remarks) console.log(remark);
  for (const { title, compared: count, findings } of sections) {
    const state =
      count === 0 ? 'not in this commit' : findings.length === 0 ? 'no difference' : `${findings.length} differences`;
    console.log(`\n${title}: ${count} compared, ${state}`);
    for (const { is, name, detail } of findings)
      console.log(`  ${marks[is]} ${name}${detail === undefined || detail === '' ? '' : `: ${detail}`}`);
  }
  return sections.flatMap(({ findings }) => findings);
}

async function write({ repository, digests }: Comparison, findings: readonly Finding[]): Promise<void> {
  const wanted = findings.flatMap(({ name, skeleton }) => (skeleton === undefined ? [] : [{ name, skeleton }]));
  const { files, unplaced } = await writeSkeletons(wanted);
  const text = JSON.stringify({ ...known, [repository]: digests });
  writeFileSync(digestFile, await format(text, { parser: 'json', printWidth: 120 }));
  console.log(
    `\nRows were added to: ${files.join(', ') || 'no file'}. npm run lint lists the sentences that are left to write.`,
  );
  if (unplaced.length > 0) console.log(`Add these by hand: ${unplaced.join(', ')}`);
}
