import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeLenses,
  complete,
  customDataOf,
  decodeReport,
  type DocumentKind,
  environmentOf,
  hover,
  nodeFilesOf,
  outline,
  safeFixes,
} from '../../server/src/core/index.js';
import { analyse } from '../support/analyse.js';

const texts = ['test/samples', 'test/golden/custom-data'].flatMap((folder) =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
);

/** Pieces that mean something to one of the parsers, and some that mean something to none. */
const pieces = fc.oneof(
  fc.constantFrom(
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '\n',
    '\t',
    '\0',
    '<<EOF',
    '\n--b\n',
    '&a',
    '*a',
    '!!binary ',
    '#cloud-config\n',
    '- ',
    '|',
    '=',
    '1e',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

/** One edit: at a place between 0 and 1, so much is removed and a piece put in. */
const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 200 }), pieces), {
  minLength: 1,
  maxLength: 4,
});

const damaged = fc
  .tuple(fc.constantFrom(...texts), edits, fc.double({ min: 0.2, max: 1, noNaN: true }))
  .map(([text, changes, kept]) =>
    changes.reduce(
      (result, [place, removed, piece]) => {
        const at = Math.floor(place * result.length);
        return result.slice(0, at) + piece + result.slice(at + removed);
      },
      text.slice(0, Math.ceil(text.length * kept)),
    ),
  );

const kinds = fc.option(
  fc.constantFrom<DocumentKind>('node-config', 'cloud-config', 'custom-data', 'mime', 'vmss-json'),
  { nil: undefined },
);

describe('damaged documents', () => {
  it('never make anything throw, and every problem stays inside the file', () => {
    fc.assert(
      fc.property(damaged, kinds, fc.boolean(), (text, kind, asBytes) => {
        const analysis = analyse('file', asBytes ? Buffer.from(text) : text, kind);
        for (const { span, code } of analysis.problems) {
          expect(
            span.start >= 0 && span.start <= span.end && span.end <= analysis.text.length,
            `${code} ${JSON.stringify(span)}`,
          ).toBe(true);
        }
        const offset = text.length >> 1;
        complete(analysis, offset);
        hover(analysis, offset);
        outline(analysis);
        codeLenses(analysis);
        safeFixes(analysis.problems);
        customDataOf(analysis, 'cloud-init', { showSecrets: false });
        environmentOf(analysis, { showSecrets: false });
        nodeFilesOf(analysis, { showSecrets: true });
        decodeReport(analysis, { text: (payload) => payload.text });
      }),
      { numRuns: 1_500 },
    );
  });
});
