import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** A row of a table of docs/security.md: its first cell, and the tests that its last cell names. */
interface Row {
  readonly title: string;
  readonly tests: readonly string[];
}

const withoutWraps = (text: string): string => text.replace(/\s+/g, ' ');
const page = readFileSync('docs/security.md', 'utf8');
const [threats = '', promises = ''] = page.split('## What SECURITY.md promises');
const policy = readFileSync('SECURITY.md', 'utf8');

function rowsOf(section: string): Row[] {
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [title = '', last = ''] = [cells[1], cells.at(-2)];
    const isHeader = last === 'test' || /^-+$/.test(last);
    return isHeader ? [] : [{ title, tests: last.split(', ').map((name) => name.replace(/^`|`$/g, '')) }];
  });
}

describe('docs/security.md', () => {
  it.each(rowsOf(page))('names tests that exist: $title', ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const path of tests) {
      expect(path).toMatch(/^test\/[\w/.-]+$/);
      expect(existsSync(path), path).toBe(true);
      expect(readFileSync(path, 'utf8'), path).toMatch(/\b(?:it|describe|test)(?:\.each|\.skipIf)?[(<]/);
    }
  });

  it('lists each threat once', () => {
    const titles = rowsOf(threats).map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(30);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('SECURITY.md', () => {
  const rows = rowsOf(promises);
  const quoted = rows.map(({ title }) => title);

  it.each(quoted)('still promises: %s', (promise) => {
    expect(withoutWraps(policy)).toContain(promise);
  });

  it('promises nothing that no test holds', () => {
    const section = policy.slice(0, policy.indexOf('## Reporting'));
    const text = withoutWraps(section.replace(/^#.*$/gm, ''));
    const sentences = text.split(/(?<=\.) (?:- )?(?=[A-Z`[])/).map((sentence) => sentence.replace(/^[ -]+/, '').trim());
    const isHeld = (sentence: string): boolean => quoted.some((promise) => sentence.includes(promise));
    const facts = ['Input may be hostile.', "Nothing can be masked that isn't recognised:", '[docs/security.md]'];
    const isFact = (sentence: string): boolean => facts.some((fact) => sentence.startsWith(fact));
    expect(sentences.length).toBeGreaterThan(15);
    expect(sentences.filter((sentence) => !isHeld(sentence) && !isFact(sentence))).toEqual([]);
  });
});
