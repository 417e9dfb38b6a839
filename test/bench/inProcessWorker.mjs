/** Measures one subject with one document, without a protocol; prints the figures as a line of JSON. */
import { documentOf } from './documents.mjs';
import { median } from './ratios.mjs';
import { loadSubject } from './subjects.mjs';

const [who, kind, size, budget] = process.argv.slice(2);
const subject = loadSubject(who, kind);
const valid = documentOf(kind, size, { faulty: false });
const faulty = documentOf(kind, size, { faulty: true });
const separator = kind === 'node config' ? ' ' : '# ';
const figures = {};
let version = 0;

await measure('validate', subject.validate, valid);
await measure('validate with mistakes', subject.validate, faulty);
await measure('complete', subject.complete, valid);
await measure('hover', subject.hover, valid);
figures['peak: memory'] = process.resourceUsage().maxRSS / 1_024;
if (who === 'ours' && kind === 'node config') {
  await measure('render all outputs', subject.render, valid);
  await measure('compare two versions', subject.compare, valid);
}
console.log(JSON.stringify(figures));

/** Measures the first run of some work, and the median of runs after a warm-up. */
async function measure(work, run, document) {
  /** CPU milliseconds of one run, with a different text each time, as when typing, so that no cache is used. */
  const once = async () => {
    version++;
    const input = { ...document, text: document.text + separator.repeat(version % 50), version };
    const start = process.cpuUsage();
    await run(input);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  figures[`${work}, first: CPU`] = await once();
  const runs = [];
  const end = performance.now() + Number(budget);
  while (runs.length < 3 || (performance.now() < end && runs.length < 2_000)) runs.push(await once());
  // The first half is warm-up.
  figures[`${work}: CPU`] = median(runs.slice(runs.length >> 1));
}
