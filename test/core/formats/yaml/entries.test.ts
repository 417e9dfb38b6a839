import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SyntaxTree, walk } from '../../../../server/src/core/formats/tree/node.js';
import { parseNextYaml, parseYaml } from '../../../../server/src/core/formats/yaml/read.js';
import { Budget } from '../../../../server/src/core/text/budget.js';
import { MadeFromText } from '../../../../server/src/core/text/madeFromText.js';
import { runs } from '../../../support/runs.js';

/** Entries of a document in all styles, and what may be between them. */
const entries = [
  ...['#cloud-config\n', '# a comment\n', '\n', '---\n', '...\n', '%YAML 1.1\n', '  # indented\n', '\ufeff', '\t\n'],
  ...['a: 1\n', 'b:\n', 'c: [1, {d: e}]\n', "'q': 'it''s\n  long'\n", '"r": "a\\\n  b"\n', 'n: 0o17\r\nm: ~\r\n'],
  ...[
    'l:\n- a\n- b: c\n  d: [e]\n',
    'm:\n  - - a\n    - b\n\n  - c\n',
    'k:\n  x: {y: z}\n  w: &a v\n',
    'i: *a\n',
    'k: &a v\ni: *a\n',
  ],
  ...['t: |\n  a\n   b\n\n\n', 'f: >-\n  a\n\n  b\n# c\n', 'p: |+\n  a\n\n', 's: |2\n    a\n', 'g: a\n  b\n  c\n'],
  ...['x: !!binary aGk=\n', 'y: !!str 1\n', 'z: 2001-01-01\n', '? d\n: e\n', '<<: {a: b}\n', 'j: {a: 1,\nb: 2}\n'],
  ...[
    'o: [1,\n2]\n',
    'u: "a\nb: c"\n',
    'v: \u2028w: x\n',
    '- a\n',
    'plain\n',
    'h: a: b\n',
    '{a: b}\n',
    ' a: b\n',
    'é: ü\n',
  ],
];

/** Lists whose items are long enough to be read on their own, and what makes them something else. */
const long = 'x'.repeat(300);
const lists = [
  `l:\n- a: ${long}\n  b: |\n    c\n   \n# d\n- e: '${long}'\n  f: [g, {h: i}]\n\n- ${long}\n`,
  `w: # c\n  # d\n  - - ${long}\n    - n\n  -\n    m: {a: ${long}}\n  - >-\n    ${long}\n    - k\n   # e\n  - "${long}\n  - q"\n`,
  `o: # c\n  - {a: [[[[[[${long}]]]]]]}\n\n  -\n    m: ${long}\n  - n: |+\n      ${long}\n\n`,
  `r: !!seq\n- ${long}\n- ${long}\n`,
  `v: !!omap\n- a: ${long}\n- b: ${long}\n`,
  `u: x\n- ${long}\n- ${long}\n`,
  `y: [${long},\n- ${long}]\n`,
  `k:\n- &a ${long}\n- *a\n- ${long}\n`,
];

const fragments = [
  ...entries,
  ' ',
  '  ',
  ':',
  ': ',
  '- ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  '#',
  ' #',
  '&',
  '*',
  '|',
  '!!',
  '\n',
  '\r',
];

const document = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...entries) }, fc.constantFrom(...lists)), { maxLength: 9 })
  .map((parts) => parts.join(''));

const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    /** Whether it is at the beginning of the line that follows. */
    atLine: fc.boolean(),
    removed: fc.nat({ max: 6 }),
    added: fc.constantFrom(...fragments),
  }),
  { maxLength: 5 },
);

describe('the entries of an earlier version', () => {
  it('make the tree of a text that is read as a whole, after any edits', () => {
    const check = fc.property(document, edits, (beginning, made) => {
      const known = new MadeFromText({ copies: true });
      let text = beginning;
      for (const { at, atLine, removed, added } of [{ at: 0, atLine: false, removed: 0, added: '' }, ...made]) {
        const anywhere = Math.floor(at * text.length);
        const start = atLine ? text.indexOf('\n', anywhere) + 1 : anywhere;
        text = text.slice(0, start) + added + text.slice(start + removed);
        known.startVersion(text, { wasRead: true });
        const budget = new Budget(() => 0, 1);
        const { kept, ...tree } = parseNextYaml(text, known, budget);
        expect(tree).toEqual(parseYaml(text));
        const values = new Set([...walk(tree.root)].map(({ node }) => node));
        expect([...(kept?.keys() ?? [])].filter((node) => !values.has(node))).toEqual([]);
      }
    });
    fc.assert(check, { numRuns: runs(1_000) });
  });

  it('keep what was made of them, wherever they are moved', () => {
    const known = new MadeFromText({ copies: true });
    const files = Array.from({ length: 4 }, (_, index) => `- path: /${index}\n  content: ${long}\n`).join('');
    const version = (host: string): { readonly text: string; readonly kept: SyntaxTree['kept'] } => {
      const text = `#cloud-config\nhostname: ${host}\nwrite_files:\n${files}runcmd: [a, b]\n`;
      known.startVersion(text, { wasRead: true });
      return { text, kept: parseNextYaml(text, known, new Budget(() => 0, 1)).kept };
    };
    for (const made of version('a').kept?.values() ?? []) made.set('is known', true);
    const { text, kept } = version('longer');
    const found = [...(kept ?? [])].map(([{ span }, made]) => [text.slice(span.start, span.end), made.has('is known')]);
    expect(found).toEqual([
      ...Array.from({ length: 4 }, (_, index) => [`path: /${index}\n  content: ${long}`, true]),
      ['[a, b]', true],
      ['longer', false],
    ]);
  });
});
