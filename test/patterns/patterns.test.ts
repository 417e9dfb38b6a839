import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { madePatterns } from './made.js';
import type { Pattern } from './observed.js';
import { writtenPatterns } from './written.js';

/** What is wrong with a pattern: kinds of super-linear time, as scslre names them. */
function slowness({ source, flags }: Pattern): string[] {
  return analyse({ source, flags })
    .reports.filter(({ type }) => type !== 'Move' || !flags.includes('y'))
    .map(({ type, exponential, character }) => `${type}${exponential ? ', exponential' : ''}: ${character.pick}`);
}

/** The patterns with something wrong, each with where it was made. */
function failures(patterns: readonly Pattern[], faults: (pattern: Pattern) => readonly string[]): string[] {
  return patterns.flatMap((pattern) =>
    faults(pattern).map((fault) => `${pattern.at}: ${fault}\n  /${pattern.source}/${pattern.flags}`),
  );
}

const written = writtenPatterns();

describe('patterns that are made with the constructor', () => {
  it('take linear time, and are all seen', async () => {
    const made = await madePatterns();
    expect(failures(made, slowness)).toEqual([]);
    const seen = new Set(made.map(({ at }) => at));
    expect(written.made.filter((at) => !seen.has(at))).toEqual([]);
  });
});
