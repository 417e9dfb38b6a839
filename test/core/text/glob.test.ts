import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../server/src/core/index.js';
import { parseGlob } from '../../../server/src/core/text/glob.js';
import { runs } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

function matches(pattern: string, path: string, dialect: 'settings' | 'gitignore' = 'settings'): boolean {
  return parseGlob(pattern, { dialect })?.matches(path) === true;
}

describe('globs of settings', () => {
  it.each([
    ['*.json', 'a.json', true],
    ['*.json', '.json', true],
    ['*.json', 'b/a.json', false],
    ['a?c', 'abc', true],
    ['a?c', 'a😀c', true],
    ['a?c', 'a/c', false],
    ['**', 'a/b', true],
    ['**/a', 'a', true],
    ['**/a', 'x/y/a', true],
    ['**/a', 'x/ya', false],
    ['a/**', 'a', true],
    ['a/**', 'ab', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/**/b', 'a/b', true],
    ['**/**?[ab]', 'x/-a', true],
    ['a**b', 'axb', true],
    ['a**b', 'a/b', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['a[!b]c', 'a/c', false],
    ['[]]', ']', true],
    ['[[:digit:]-]', '7', true],
    ['[[:digit:]-]', '-', true],
    ['[a', '[a', true],
    [String.raw`\*`, '*', true],
    [String.raw`\*`, 'a', false],
    ['{a,b/*}.json', 'b/c.json', true],
    ['{a,{b,c}d}', 'cd', true],
    ['{a,b}', 'c', false],
    ['{a/**,b}', 'a/x', true],
    ['{a', '{a', true],
    ['a,b}', 'a,b}', true],
    ['{{a,b}', '{b', true],
  ])('%s matches %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('match what picomatch matches', () => {
    const segment = fc
      .array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[^a]', '{a,b}', '{a,b*}'), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join(''));
    const pattern = fc.array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 });
    const path = fc.array(fc.stringMatching(/^[ab.]{1,4}$/), { minLength: 1, maxLength: 4 });
    const isPlain = (segments: readonly string[]): boolean => segments.every((one) => !/^\.+$/.test(one));
    fc.assert(
      fc.property(pattern, path, (globs, names) => {
        // A segment of dots is a folder. picomatch reads stars side by side and `[!a]` in its own way, and doesn't match
        // `*/**` with a name.
        fc.pre(isPlain(globs) && isPlain(names) && !globs.some((one) => one !== '**' && one.includes('**')));
        fc.pre(!/[*?\]}]\/\*\*$/.test(globs.join('/')));
        const [glob, name] = [globs.join('/'), names.join('/')];
        expect([glob, name, matches(glob, name)]).toEqual([glob, name, picomatch.isMatch(name, glob, { dot: true })]);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('patterns of .gitignore', () => {
  const { path: root } = temporaryFolder();

  it('match what Git ignores', () => {
    const piece = fc.constantFrom(
      ...['a', 'b', '.', '*', '**', '?', '/', '[ab]', '[!a]', '[a-', ']', '{a,b}', '\\', '[[:alpha:]]', '[^b', '-'],
    );
    const pattern = fc
      .array(piece, { minLength: 1, maxLength: 7 })
      .map((pieces) => pieces.join(''))
      // Slashes at both ends, comments and negations are properties of a line, not of its pattern.
      // Whether Git reads `a**/` as `**/` depends on addresses in its memory.
      .filter((text) => !/^\/|\/$|\/\/|\\\/|[^/]\*\*/.test(text) && text.includes('/'));
    const paths = fc.array(
      fc
        .array(fc.stringMatching(/^[ab.\-{}\\[\]]{1,3}$/), { minLength: 1, maxLength: 4 })
        .map((names) => names.join('/')),
      { minLength: 1, maxLength: 5 },
    );
    const samples = fc.sample(fc.tuple(pattern, paths), runs(300));
    execFileSync('git', ['init', '-q', root]);
    const asked = samples.flatMap(([text, names], index) => {
      mkdirSync(join(root, `${index}`));
      writeFileSync(join(root, `${index}`, '.gitignore'), `${text}\n`);
      return names
        .filter((name) => !name.split('/').some((one) => /^\.+$/.test(one)))
        .map((name) => ({ index, text, name }));
    });
    const input = asked.map(({ index, name }) => `${index}/${name}\0`).join('');
    const args = ['-C', root, '-c', 'core.ignoreCase=false', 'check-ignore', '--no-index', '--stdin', '-z', '-v', '-n'];
    const fields = execFileSync('git', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }).split(
      '\0',
    );
    const differences = asked.filter(({ text, name }, at) => {
      const byGit = fields[4 * at + 2] !== '';
      // A file in an ignored folder is ignored.
      const parents = name.split('/').map((_, depth, names) => names.slice(0, depth + 1).join('/'));
      return parents.some((parent) => matches(text, parent, 'gitignore')) !== byGit;
    });
    expect(asked.length).toBeGreaterThan(100);
    expect(differences).toEqual([]);
  });
});

describe('hostile globs', () => {
  it.each([
    ['stars', '*a'.repeat(450) + 'b'],
    ['globstars', '**/a/'.repeat(190) + 'b'],
    ['nested braces', '{a,'.repeat(249) + 'b' + '}'.repeat(249)],
    ['braces in a row', '{a,aa}'.repeat(140) + 'b'],
    ['open braces', '{'.repeat(999)],
    ['open brackets', '['.repeat(990)],
    ['open brackets with a closing one that is escaped', '['.repeat(990) + String.raw`\]`],
    ['a class with many members', `*[${'b-c'.repeat(330)}]`],
  ])('end: %s', (_, pattern) => {
    for (const dialect of ['settings', 'gitignore'] as const)
      for (const path of ['a'.repeat(4_000), 'a/'.repeat(2_000)]) expect(matches(pattern, path, dialect)).toBe(false);
  });

  it('are read and matched in a number of steps that their length bounds', () => {
    for (const pattern of ['*a', '**/', '{a,b}', '[ab]', '?'].map((text) => text.repeat(190)))
      expect(parseGlob(pattern, { dialect: 'settings' })?.size).toBeLessThan(6 * pattern.length);
  });

  it('match nothing above the maximum length', () => {
    expect(matches('*'.repeat(limits.globCharacters), 'a')).toBe(true);
    expect(matches('*'.repeat(limits.globCharacters + 1), 'a')).toBe(false);
  });
});

it('ignores case only on request', () => {
  expect(parseGlob('*.JSON', { dialect: 'gitignore', ignoreCase: true })?.matches('A.json')).toBe(true);
  expect(parseGlob('*.JSON', { dialect: 'gitignore' })?.matches('A.json')).toBe(false);
});
