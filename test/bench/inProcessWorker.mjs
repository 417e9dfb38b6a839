/** Measures one subject with one document; prints the figures as a line of JSON. */
import { document } from './documents.mjs';
import { jobsOf } from './jobs.mjs';
import { loadSubject } from './subjects.mjs';

const [who, language, size, faulty, budget] = process.argv.slice(2);
const { text, cursor, name } = document(language, size, faulty === 'faulty');
const subject = await loadSubject(who, language);
const figures = {};
let version = 0;

for (const job of jobsOf(who, language, faulty)) {
  const once = async () => {
    version++;
    // A different text each time, as when typing, so that no cache is used.
    const separator = language === 'json' ? ' ' : `# ${version}\n`;
    const input = { text: text + separator.repeat(language === 'json' ? version % 50 : 1), cursor, name, version };
    const start = process.cpuUsage();
    const began = performance.now();
    await subject[job](input);
    const { user, system } = process.cpuUsage(start);
    return { wall: performance.now() - began, cpu: (user + system) / 1000 };
  };
  const cold = await once();
  const runs = [];
  const end = performance.now() + Number(budget);
  while (runs.length < 3 || (performance.now() < end && runs.length < 2000)) runs.push(await once());
  // The first half of the runs is warm-up.
  const steady = runs.slice(runs.length >> 1);
  figures[job] = {
    cold: cold.cpu,
    steady: median(steady.map((run) => run.cpu)),
    wall: median(steady.map((run) => run.wall)),
  };
}
figures.rss = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify(figures));

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
