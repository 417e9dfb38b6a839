import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import type { Source } from '../../server/src/core/index.js';
import { type EntryPoint, entryPoints, Subject } from './entryPoints.js';
import { families } from './families.js';
import type { Family } from './family.js';

/** Documents whose work is in different stages. */
const documents = [
  'JSON: entries of a list',
  'JSON: secrets of many kinds',
  'JSON: URLs',
  'YAML: unknown top-level keys',
  'YAML: aliases of one anchor',
  'MIME: parts of scripts',
  'Failure: repeated',
  'Log: cloud-init.log',
  'Trace: commands',
  'Text: words',
];

/** A clock that counts how often it is read. Each reading takes `pace` milliseconds. */
class CountingClock {
  readings = 0;
  pace = 0;
  #now = 0;

  readonly now = (): number => {
    this.readings++;
    return (this.#now += this.pace);
  };
}

function subjectOf(name: string, size: number, clock: CountingClock, limits?: Source['limits']): Subject {
  return new Subject(families[name] ?? missing(name), size, { ...nodePlatform, now: clock.now }, limits);
}

function missing(name: string): Family {
  throw new Error(`there is no family ${name}`);
}

/** How often an entry point reads a clock for documents of a size. */
function readings({ before, run }: EntryPoint, size: number, pace: number): number {
  return documents.reduce((sum, name) => {
    const clock = new CountingClock();
    const subject = subjectOf(name, size, clock);
    before?.(subject);
    clock.readings = 0;
    clock.pace = pace;
    run(subject);
    return sum + clock.readings;
  }, 0);
}

const entries = Object.entries(entryPoints);
const [small, large] = [6_144, 24_576];

describe('an entry point that the clock bounds', () => {
  it.each(entries.filter(([, { bound }]) => bound === 'clock'))('looks at it the longer it works: %s', (_, entry) => {
    expect(readings(entry, large, 0)).toBeGreaterThan(readings(entry, small, 0) * 1.5);
  });

  it.each(entries.filter(([, { bound }]) => bound === 'clock'))('ends when the time is over: %s', (_, entry) => {
    expect(readings(entry, large, 3_000)).toBeLessThan(readings(entry, large, 0) / 2);
  });
});

/** Whether a result is a range from the beginning of the text. */
function isWhole(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'start' in result && result.start === 0;
}

/** Whether a result contains nothing that depends on the document. */
function isEmpty(result: unknown): boolean {
  // A selection may grow to the whole text at once.
  if (Array.isArray(result)) return result.every((one) => isEmpty(one) || (isWhole(one) && result.length === 1));
  if (typeof result === 'object' && result !== null && 'ok' in result) return result.ok === false;
  return result === undefined;
}

describe('an entry point that the size of a document bounds', () => {
  it.each(entries.filter(([, { bound }]) => bound === 'size'))('has no answer above it: %s', (_, { before, run }) => {
    for (const name of documents) {
      const subject = subjectOf(name, small, new CountingClock(), { interactiveCharacters: small / 2 });
      before?.(subject);
      expect(isEmpty(run(subject)), name).toBe(true);
    }
  });

  it('has one below it', () => {
    const all = entries.filter(([, { bound }]) => bound === 'size');
    const without = all.filter(([, { before, run }]) =>
      documents.every((name) => {
        const subject = subjectOf(name, small, new CountingClock());
        before?.(subject);
        return isEmpty(run(subject));
      }),
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });
});
