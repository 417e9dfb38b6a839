/** Compares the core with the language services of the peers, without a protocol: each in a process of its own. */
import { fileURLToPath } from 'node:url';
import { resultOf } from './process.mjs';
import { inTurn, ratiosOf } from './ratios.mjs';

const worker = fileURLToPath(new URL('inProcessWorker.mjs', import.meta.url));
const peers = { 'cloud-config': 'yaml-language-server', 'node config': 'vscode-json-languageservice' };

export async function compareInProcess(kind, size, { rounds, budgetMs }) {
  const measure = (who) => () => resultOf(worker, who, kind, size, String(budgetMs));
  const { ours, peer } = await inTurn(rounds, { ours: measure('ours'), peer: measure('peer') });
  return ratiosOf(ours, peer, peers[kind]);
}
