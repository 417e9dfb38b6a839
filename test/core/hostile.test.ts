import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  codeLenses,
  complete,
  customDataOf,
  type DocumentKind,
  environmentOf,
  foldings,
  formatChanges,
  hover,
  links,
  nodeFilesOf,
  outline,
  refactoringChanges,
  refactorings,
  safeFixes,
  type TextChange,
  selectionSpans,
  validate,
} from '../../server/src/core/index.js';
import { analyse } from '../support/analyse.js';
import { sampleTexts } from '../support/samples.js';
import { decodeReport } from '../support/decodeReport.js';

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
  .tuple(fc.constantFrom(...sampleTexts), edits, fc.double({ min: 0.2, max: 1, noNaN: true }))
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

/** Changes can be made together: inside the text, in the order of their ends, none over another. */
function checkChanges(changes: readonly TextChange[], length: number): void {
  let end = 0;
  for (const { span } of [...changes].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    expect(span.start >= end && span.end >= span.start && span.end <= length, JSON.stringify(changes)).toBe(true);
    end = span.end;
  }
}

/** Asks everything of an analysis that an editor or a command asks. */
function askEverything(analysis: Analysis): void {
  const offset = analysis.text.length >> 1;
  complete(analysis, offset);
  hover(analysis, offset);
  outline(analysis);
  for (const { span } of [...foldings(analysis, { wholeLines: false, most: 1_000 }), ...links(analysis)])
    expect(span.start >= 0 && span.start < span.end && span.end <= analysis.text.length).toBe(true);
  foldings(analysis, { wholeLines: true, most: 5 });
  selectionSpans(analysis, offset);
  formatChanges(analysis, { tabSize: 2, insertSpaces: true, trimTrailingWhitespace: true });
  codeLenses(analysis);
  for (const fix of validate(analysis).problems.flatMap(({ fixes }) => fixes ?? []))
    checkChanges(fix.changes, analysis.text.length);
  checkChanges(
    safeFixes(validate(analysis).problems).flatMap(({ changes }) => changes),
    analysis.text.length,
  );
  const place = { start: offset, end: offset };
  for (const refactoring of refactorings(analysis, place))
    checkChanges(refactoringChanges(analysis, refactoring, place), analysis.text.length);
  customDataOf(analysis, 'cloud-init', { showSecrets: false });
  environmentOf(analysis, { showSecrets: false });
  nodeFilesOf(analysis, { showSecrets: true });
  decodeReport(analysis, { withText: true });
}

describe('damaged documents', () => {
  it('never make a feature throw, and keep every problem and change inside the file', () => {
    fc.assert(
      fc.property(damaged, kinds, fc.boolean(), (text, kind, asBytes) => {
        const analysis = analyse('file', asBytes ? Buffer.from(text) : text, kind);
        for (const { span, code } of validate(analysis).problems) {
          expect(
            span.start >= 0 && span.start <= span.end && span.end <= analysis.text.length,
            `${code} ${JSON.stringify(span)}`,
          ).toBe(true);
        }
        askEverything(analysis);
      }),
    );
  });
});

describe('documents with more entries than a call accepts arguments', () => {
  const many = (entry: string, separator = ','): string => Array(130_000).fill(entry).join(separator);
  it.each<[what: string, text: string]>([
    ['a list in a node config', `{"version":"v1","kubelet_config":{"kubelet_flags":[${many('"a"')}]}}`],
    ['links of a scale set', `{"properties":{"fileUris":[${many('"https://a/b"')}],"commandToExecute":"ls"}}`],
    ['a list of machines', `[${many('{"vmId":1}')}]`],
    ['a command of a cloud-config', `#cloud-config\nruncmd:\n- [${many('a', ', ')}]\n`],
    ['commands of a cloud-config', `#cloud-config\nruncmd:\n${many('- a', '\n')}\n`],
    [
      'a requirement of a pool',
      `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {template: {spec: {requirements: [{key: kubernetes.io/arch, operator: In, values: [${many('a', ', ')}]}]}}}\n`,
    ],
    ['resources of Karpenter', many('apiVersion: karpenter.sh/v1\nkind: NodePool\n', '---\n').slice(0, 400_000)],
    ['lines of a log', many('2026-01-01T00:00:00Z a', '\n')],
  ])('never make a feature throw: %s', (_, text) => {
    askEverything(analyse('file', text));
  });
});
