import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodePlatform } from '../../../server/src/adapters/nodePlatform.js';
import { applyChanges } from '../../../server/src/core/formats/tree/changes.js';
import { Analysis, maskingOf, type Payload, replacePayload, restoreSecrets } from '../../../server/src/core/index.js';
import { keepsSecretLines } from '../../../server/src/core/secrets/restoredLines.js';
import { runs } from '../../support/runs.js';
import { b64, mime, vmss, wrap } from '../payload/writeBackCases.js';

const token = (number: number): string => `abcdef.${String(number).padStart(16, '0')}`;

/** Lines of a script; a secret never goes on in the next line. */
const secretLine = fc.oneof(
  fc.integer({ min: 0, max: 20 }).map((number) => `echo ${token(number)}`),
  fc.tuple(fc.nat({ max: 20 }), fc.constantFrom('3', '#', '*', '#1#', '=3D', '12#')).map(
    // Characters that could belong to a placeholder.
    ([number, behind]) => `echo "${token(number)}" ${behind}`,
  ),
  fc.nat({ max: 9 }).map((number) => `PASSWORD=hunter${number} TOKEN=${token(number)}`),
  fc.nat({ max: 3 }).map((number) => `echo "${b64(gzipSync(`password=hunter${number} and a longer text`))}"`),
  fc
    .tuple(fc.nat({ max: 3 }), fc.constantFrom('3D', '=3D', '0', ''))
    .map(([number, behind]) => `echo "${b64(`{"password": "hunter${number}", "a": "b"}`)}${behind}"`),
);
const plainLine = fc.oneof(fc.constantFrom('', 'ls -l', '# 1', '#2 3#', '3D', 'exit 0'), fc.constant('echo "é"'));
/** Text of the document that looks like a placeholder. */
const deceptiveLine = fc.constantFrom(
  '# ********',
  '# ********#1',
  '# ********#1#',
  '#1#',
  '# *****#2#',
  '# ********#99#',
);

interface Layers {
  readonly what: string;
  readonly wrapped: (text: string) => { readonly name: string; readonly content: string };
}
const layers: readonly Layers[] = [
  { what: 'base64', wrapped: (text) => ({ name: 'vmss.json', content: vmss(b64(text)) }) },
  { what: 'gzip in base64', wrapped: (text) => ({ name: 'vmss.json', content: vmss(b64(gzipSync(text))) }) },
  {
    what: 'a wrapped file in a message',
    wrapped: (text) => ({
      name: 'vmss.json',
      content: vmss(b64(mime(wrap(b64(text), 76), '\n', '\nContent-Transfer-Encoding: base64'))),
    }),
  },
  {
    what: 'quoted-printable',
    wrapped: (text) => {
      const encoded = text
        .replaceAll('=', '=3D')
        .replaceAll('é', '=C3=A9')
        .replaceAll('\r', '=0D')
        .split('\n')
        .map((line) => wrap(line, 60, '=\n').replace(/[ \t]$/gm, '=20'))
        .join('\n');
      return { name: 'a.mime', content: mime(encoded, '\n', '\nContent-Transfer-Encoding: quoted-printable') };
    },
  },
];

function scriptIn(analysis: Analysis): Payload {
  const found = [...analysis.documents()].find(({ text, children }) => children.length === 0 && text?.startsWith('#!'));
  if (found === undefined) throw new Error('no script');
  return found;
}

/** The script in a file after its edited text was saved; undefined if that is refused. */
function saved({ name, content }: ReturnType<Layers['wrapped']>, edit: (shown: string) => string): string | undefined {
  const analysis = new Analysis({ name, content }, nodePlatform);
  const script = scriptIn(analysis);
  const shown = maskingOf([analysis]).forEditing(script.text ?? '');
  const restored = restoreSecrets(edit(shown.text), shown);
  const written = restored.ok ? replacePayload(analysis, script.steps, restored.value) : restored;
  return written.ok ? scriptIn(analysis.withText(applyChanges(content, written.value))).text : undefined;
}

describe('a saved payload', () => {
  const lines = fc.array(fc.oneof(secretLine, secretLine, plainLine), { minLength: 1, maxLength: 14 });
  const deceptive = fc.array(fc.oneof(secretLine, secretLine, plainLine, deceptiveLine), {
    minLength: 1,
    maxLength: 14,
  });
  /** Which line comes where: lines are moved, removed and repeated; -1 is a new line. */
  const order = fc.array(fc.integer({ min: -1, max: 13 }), { maxLength: 20 });
  const lineEnds = fc.constantFrom('\n', '\r\n');
  const start = '#!/bin/sh';

  const check = (all: readonly string[], places: readonly number[], lineEnd: string, layer: Layers): boolean => {
    const text = [start, ...all, 'exit'].join(lineEnd);
    const rearranged = (of: string): string => {
      const [first = '', ...rest] = of.split(lineEnd);
      const last = rest.pop() ?? '';
      return [first, ...places.flatMap((place) => (place < 0 ? ['new'] : rest.slice(place, place + 1))), last].join(
        lineEnd,
      );
    };
    const result = saved(layer.wrapped(text), rearranged);
    if (result !== undefined) expect(result).toBe(rearranged(text));
    return result !== undefined;
  };

  it.each(layers)('has each secret where its placeholder is, in $what', (layer) => {
    fc.assert(
      fc.property(lines, order, lineEnds, (all, places, lineEnd) => {
        expect(check(all, places, lineEnd, layer)).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });

  it.each(layers)('never has another secret because of text that looks like a placeholder, in $what', (layer) => {
    fc.assert(
      fc.property(deceptive, order, lineEnds, (all, places, lineEnd) => {
        check(all, places, lineEnd, layer);
      }),
      { numRuns: runs(40) },
    );
  });

  it('has all other secrets if characters beside placeholders change', () => {
    fc.assert(
      fc.property(
        deceptive,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', '3', '#', '*', '#1#', '=', '\n', 'A'),
        (all, random, removed, inserted) => {
          const [layer] = layers;
          const text = [start, ...all, 'exit'].join('\n');
          let changed = -1;
          const edit = (shown: string): string => {
            const at = random % shown.length;
            changed = shown.slice(0, at).split('\n').length - 1;
            return shown.slice(0, at) + inserted + shown.slice(at + removed);
          };
          if (layer === undefined) return;
          let result: string | undefined;
          try {
            result = saved(layer.wrapped(text), edit);
          } catch {
            // Without its first line it isn't a script.
            return;
          }
          if (result === undefined) return;
          const [before, after] = [text.split('\n'), result.split('\n')];
          expect(after.slice(0, changed)).toEqual(before.slice(0, changed));
          // A removed line ending joins two lines.
          const rest = before.slice(changed + 1 + removed);
          expect(after.slice(after.length - rest.length)).toEqual(rest);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe('the comparison before a save', () => {
  const masked = {
    text: 'a: ********#1#\nb: ********#2#3\n',
    original: 'a: one\nb: second3\n',
    masked: [
      { shown: { start: 3, end: 14 }, original: { start: 3, end: 6 } },
      { shown: { start: 18, end: 29 }, original: { start: 10, end: 16 } },
    ],
  };
  const edited = 'x\nb: ********#2#3\na: ********#1#\n';

  it('accepts lines with their own secrets at another place', () => {
    const ends = [
      { edited: 16, restored: 11 },
      { edited: 32, restored: 19 },
    ];
    expect(keepsSecretLines(masked, edited, { text: 'x\nb: second3\na: one\n', ends })).toBe(true);
  });

  it('refuses a line with the secret of another one', () => {
    const ends = [
      { edited: 17, restored: 8 },
      { edited: 32, restored: 15 },
    ];
    // The digit was taken for a part of the placeholder.
    expect(keepsSecretLines(masked, edited, { text: 'x\nb: one\na: one\n', ends })).toBe(false);
  });
});
