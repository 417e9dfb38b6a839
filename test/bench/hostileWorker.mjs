/**
 * Validates and decodes a hostile document. Prints a line of JSON: CPU time, the growth of the process at its peak, and
 * the problems about limits.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { hostileDocuments } from './hostileDocuments.mjs';

const [who] = process.argv.slice(2);
const { Analysis, decodeReport, maskingOf, nodePlatform, validate } = createRequire(import.meta.url)(
  join(process.cwd(), 'dist/bench/core.cjs'),
);
const { name, content } = hostileDocuments[who]();
const before = process.memoryUsage().rss;
const start = process.cpuUsage();
const analysis = new Analysis({ name, content }, nodePlatform);
const codes = new Set(
  validate(analysis)
    .problems.map(({ code }) => code)
    .filter((code) => /limit|too-/.test(code)),
);
decodeReport(analysis, { withText: false, masking: maskingOf([analysis]) });
const { user, system } = process.cpuUsage(start);
console.log(
  JSON.stringify({
    cpu: (user + system) / 1_000,
    input: content.length / 2 ** 20,
    grown: process.resourceUsage().maxRSS / 1_024 - before / 2 ** 20,
    limits: [...codes].sort(),
  }),
);
