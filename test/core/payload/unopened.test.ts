import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { unopenedIn } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';

describe('strings that could not be opened', () => {
  // Not random: bytes that happen to begin like compressed data would be another case.
  const noise = (seed = 'a'): string =>
    Buffer.concat([1, 2].map((part) => createHash('sha512').update(`${seed}${part}`).digest())).toString('base64');

  it('are counted with their lines', () => {
    expect(unopenedIn(analyse('x.txt', `a\n${noise()}\nb\n`))).toBe(
      '1 string looks like base64 but is not text: line 2.',
    );
    expect(unopenedIn(analyse('x.json', `{"a": "${noise()}",\n"b": "${noise('b')}"}`))).toBe(
      '2 strings look like base64 but are not text: lines 1, 2.',
    );
  });

  it('are not words, hashes and text', () => {
    expect(unopenedIn(analyse('x.txt', 'sha512-abc\nfoo bar\n'))).toBeUndefined();
    expect(
      unopenedIn(analyse('x.txt', `x ${Buffer.from('a text that is long enough '.repeat(9)).toString('base64')}\n`)),
    ).toBeUndefined();
  });
});
