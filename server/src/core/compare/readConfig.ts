import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { readContract, type Reading } from '../contract/read.js';
import type { Payload } from '../payload/payload.js';

/** A node config and what the node reads in it. */
export interface ReadConfig {
  readonly payload: Payload;
  readonly reading: Reading;
}

/** Reads a payload as a node config; one that is the file itself was read already. */
export function readConfig(payload: Payload, file?: Analysis): ReadConfig {
  const own = payload === file?.root ? file.reading : undefined;
  return { payload, reading: own ?? readingOf(payload) };
}

/** A config behind an encoding that is damaged is refused, whatever could be saved of it. */
function readingOf({ tree, problems }: Payload): Reading {
  const reading = readContract(tree ?? { language: 'json', root: undefined, problems: [], depth: 0 }, contract.root);
  const fault = problems.find(({ severity }) => severity === 'error');
  return fault === undefined ? reading : { ...reading, ok: false, error: fault.message };
}
