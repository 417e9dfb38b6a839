import { describe, expect, it } from 'vitest';
import type { DecodedLines } from '../../../server/src/core/secrets/escapes.js';
import { maskSecrets } from '../../../server/src/core/secrets/find.js';
import { stringExcerpts, unprefixedLines } from '../../../server/src/core/secrets/excerpts.js';

const contentsOf = (text: string): DecodedLines | undefined => stringExcerpts(text).contents;

describe('strings and lines with a prefix', () => {
  it.each([
    ['a line of a file in a string', '{"file": "machine a.example login b password Aa1-Bb2-Cc3"}'],
    ['YAML in a JSON string', '{"note": "password: |\\n  Aa1-Bb2-Cc3\\nuser: a"}'],
    ['a YAML value of several words in a string', 'a: "password: x y Aa1-Bb2-Cc3 # of root"'],
    ['a list in JSON in a string', '{"a": "{\\"b\\": [\\"az\\", \\"login\\", \\"-p\\", \\"Aa1-Bb2-Cc3\\"]}"}'],
    ['a list of passwords in a string', '["chpasswd:\\n  list:\\n    - root:Aa1-Bb2-Cc3"]'],
    ['a string in single quotes', "- 'bindpw Aa1-Bb2-Cc3'"],
    ['YAML in comments', '# users:\n#   passwd: >-\n#     Aa1-Bb2-Cc3\n#   name: a'],
    ['a list in comments', '// - --password\n// - Aa1-Bb2-Cc3\n'],
    ['a line of a log', '2026-01-02T03:04:05.678Z INFO   password: a Aa1-Bb2-Cc3'],
    ['a line of a journal', 'Nov 22 10:00:03 aks-pool1 cloud-init[12]: bindpw Aa1-Bb2-Cc3'],
    [
      'YAML in a log in a journal',
      'Nov 22 10:00:03 aks-pool1 cloud-init[12]: 2026-01-02T03:04:05Z INFO password: |\nNov 22 10:00:04 aks-pool1 cloud-init[12]:   Aa1-Bb2-Cc3\n',
    ],
    ['a log in a journal', 'Nov 22 10:00:03 aks-pool1 cloud-init[12]: 2026-01-02T03:04:05Z INFO bindpw Aa1-Bb2-Cc3'],
    [
      'quoted-printable',
      'Content-Transfer-Encoding: quoted-printable\n\n{"connection": "Account=\nKey\\u003dAa1-B=\nb2-Cc3Aa1Bb2=\nCc3=3D=3D"}',
    ],
  ])('are searched as documents of their own: %s', (_, text) => {
    const { text: shown } = maskSecrets(text);
    expect(shown).not.toContain('Bb2');
    expect(shown.length).toBeGreaterThan(8);
  });

  it.each([
    '{"a": "a sentence about the password", "b": "of a user"}',
    '# The password of root is set later.\n# user: a',
    '2026-01-02T03:04:05Z INFO password changed',
    'PASSWORD=\nUSER=deployer\n',
    "it's a token, and it's fine",
  ])('keep %j', (text) => {
    expect(maskSecrets(text)).toEqual({ text, masked: 0 });
  });

  it('lead back to the text, and end with their string', () => {
    const text = '["one \\u0041 two", "x y\\nz z z z"]';
    const contents = contentsOf(text);
    expect(contents?.text).toBe('one A two\nx y\nz z z z\n');
    const sourceOf = (start: number, end: number): string => {
      const span = contents?.sourceOf({ start, end }) ?? { start: 0, end: 0 };
      return text.slice(span.start, span.end);
    };
    expect(sourceOf(0, 9)).toBe('one \\u0041 two');
    expect(sourceOf(4, 5)).toBe('\\u0041');
    expect(sourceOf(6, 20)).toBe('two');
    expect(sourceOf(10, 21)).toBe('x y\\nz z z z');
  });

  it('are none in other texts', () => {
    expect(contentsOf('a: 1\nb: "short"\n')).toBeUndefined();
    expect(unprefixedLines('a: 1\nb: 2\n')).toBeUndefined();
  });

  it.each(['"', "'", '\\"', '"a b', '# ', '10:00:00 ', '" \\" ', '"a b" ', 'Nov 1 ', '#\n'])(
    'are read in linear time: %j',
    (part) => {
      const text = part.repeat(200_000);
      const started = performance.now();
      contentsOf(text);
      unprefixedLines(text);
      // Quadratic time would be minutes.
      expect(performance.now() - started).toBeLessThan(5000);
    },
  );
});
