/** Compares ratios with their floors, which must not be exceeded. */
import { readFileSync } from 'node:fs';
import { jobs } from './jobs.mjs';
import { nameOf } from './ratios.mjs';

/** A job is measured again if a ratio is above its floor, because noise is the more frequent reason. The best ratio counts. */
const attempts = 3;

/** Little, so that a check takes a minute. */
const effort = { rounds: 1, starts: 3, keystrokes: 3, requests: 3, budgetMs: 300 };

/** Prints each ratio that has a floor, and returns whether none is above. */
export async function holdsFloors(only) {
  const floors = JSON.parse(readFileSync(new URL('floors.json', import.meta.url), 'utf8'));
  let isFine = true;
  for (const [name, jobFloors] of Object.entries(floors)) {
    if (!only.test(name)) continue;
    const best = await bestRatios(name, jobFloors);
    for (const [ratio, floor] of Object.entries(jobFloors)) {
      const isAbove = best[ratio] > floor;
      if (isAbove) isFine = false;
      console.log(`${isAbove ? 'ABOVE' : 'ok   '} ${best[ratio].toFixed(2)} (floor ${floor})  ${name}: ${ratio}`);
    }
  }
  return isFine;
}

/** The lowest ratios of a job in as many attempts as it needs. */
async function bestRatios(name, floors) {
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`floors.json names a job that doesn't exist: ${name}`);
  const best = {};
  for (let attempt = 0; attempt < attempts; attempt++) {
    const measured = new Map((await job.measure(effort)).map((one) => [nameOf(one), one.ours / one.theirs]));
    for (const ratio of Object.keys(floors)) {
      if (!measured.has(ratio)) throw new Error(`floors.json names a ratio that isn't measured: ${name}: ${ratio}`);
      best[ratio] = Math.min(best[ratio] ?? Infinity, measured.get(ratio));
    }
    if (Object.entries(floors).every(([ratio, floor]) => best[ratio] <= floor)) break;
  }
  return best;
}
