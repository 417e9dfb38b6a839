/** Compares reading a list of 2,000 scale sets with only unpacking its payloads at known positions. */
import { fileURLToPath } from 'node:url';
import { resultOf } from './process.mjs';
import { inTurn, ratiosOf } from './ratios.mjs';

const worker = fileURLToPath(new URL('scaleSetsWorker.mjs', import.meta.url));

export async function compareScaleSets({ rounds, budgetMs }) {
  const measure = (who) => () => resultOf(worker, who, String(budgetMs));
  const { bare, open, report } = await inTurn(rounds, {
    bare: measure('bare'),
    open: measure('open'),
    report: measure('report'),
  });
  const compare = (work, { cpu, memory }) =>
    ratiosOf(
      { [`${work}: CPU`]: cpu, [`${work}: memory`]: memory },
      { [`${work}: CPU`]: bare.cpu, [`${work}: memory`]: bare.memory },
      'JSON.parse, base64 and gunzip',
    );
  return [...compare('open all payloads', open), ...compare('full report', report)];
}
