/** Opens and describes documents that are meant to exhaust memory or time, each in a process of its own. */
import { fileURLToPath } from 'node:url';
import { hostileDocuments } from './hostileDocuments.mjs';
import { resultOf } from './process.mjs';
import { shown } from './ratios.mjs';

const worker = fileURLToPath(new URL('hostileWorker.mjs', import.meta.url));

export async function measureHostileDocuments() {
  const rows = [];
  for (const name of Object.keys(hostileDocuments)) {
    const { limits, input, cpu, grown } = await resultOf(worker, name);
    const codes = limits.map((code) => `\`${code}\``).join(', ');
    rows.push([name, codes, shown(input), shown(cpu), grown.toFixed(0)]);
  }
  return { head: ['Document', 'Problems', 'Size, MB', 'CPU, ms', 'Memory at its peak, MB'], rows };
}
