import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { removeEntries, removeEntry } from '../../../../server/src/core/formats/tree/edits.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { containers, entryText, jsonTexts } from '../../../support/jsonTexts.js';
import { readMarks } from '../../../support/markers.js';

/** Removes the entry that the cursor stands on. */
function removeAtCursor(source: string): string {
  const { text, cursor } = readMarks(source);
  const found = containers(text).findLast(({ span }) => span.start < cursor && cursor <= span.end);
  if (found === undefined) throw new Error('the cursor is in no container');
  const spans = found.kind === 'object' ? found.members.map(({ span }) => span) : found.items.map(({ span }) => span);
  return applyChanges(
    text,
    removeEntry(
      text,
      found,
      spans.findLastIndex(({ start }) => start <= cursor),
    ),
  );
}

describe('removing an entry', () => {
  it.each([
    // One line.
    ['{"a":1,¦"b":2,"c":3}', '{"a":1,"c":3}'],
    ['{¦"a":1, "b":2}', '{"b":2}'],
    ['{"a":1, ¦"b":2}', '{"a":1}'],
    ['{ "a": 1, ¦"b": 2 }', '{ "a": 1 }'],
    ['{ ¦"a": 1 }', '{}'],
    ['[¦1]', '[]'],
    ['[1, ¦2, 3]', '[1, 3]'],
    ['[1 , ¦2]', '[1]'],
    ['{"x": [¦{"a": 1}, 2]}', '{"x": [2]}'],
    // A line for each.
    ['{\n  ¦"a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'],
    ['{\n  "a": 1,\n  ¦"b": 2,\n  "c": 3\n}', '{\n  "a": 1,\n  "c": 3\n}'],
    ['{\n  "a": 1,\n  ¦"b": 2\n}', '{\n  "a": 1\n}'],
    ['{\r\n\t"a": 1,\r\n\t¦"b": {\r\n\t\t"c": 1\r\n\t}\r\n}', '{\r\n\t"a": 1\r\n}'],
    ['{\n  ¦"a": 1\n}', '{}'],
    ['{\n  "a": 1\n  , ¦"b": 2\n}', '{\n  "a": 1\n}'],
    // Some lines shared.
    ['{\n  "a": 1, ¦"b": 2,\n  "c": 3\n}', '{\n  "a": 1,\n  "c": 3\n}'],
    ['{ ¦"a": 1,\n  "b": 2 }', '{\n  "b": 2 }'],
    ['{\n  "a": 1, ¦"b": 2\n}', '{\n  "a": 1\n}'],
    // Texts with faults keep what is not the entry's.
    ['{"a": 1, ¦"b": 2,}', '{"a": 1}'],
    ['{¦"a": 1,}', '{}'],
    ['{"a": 1 ¦"b": 2}', '{"a": 1}'],
    ['{¦"a": 1 "b": 2}', '{"b": 2}'],
    ['{¦"a": 1, // about a\n "b": 2}', '{ // about a\n "b": 2}'],
    ['{"a": 1, // about a\n ¦"b": 2}', '{"a": 1 // about a\n }'],
    ['{"a": 1 /* one */, ¦"b": 2}', '{"a": 1 /* one */}'],
    ['{ /* none */ ¦"a": 1 }', '{ /* none */  }'],
    ['{"a": 1, ¦"b":}', '{"a": 1}'],
    ['{"a": 1, ¦"b"}', '{"a": 1}'],
    ['{"a": 1, ¦"b": 2', '{"a": 1'],
    ['{¦"a": 1', '{'],
    ['[¦1\n', '[\n'],
  ])('%j', (source, result) => {
    expect(removeAtCursor(source)).toBe(result);
  });

  it('that does not exist changes nothing', () => {
    const [list] = containers('[1]');
    expect(list && removeEntry('[1]', list, 5)).toEqual([]);
  });

  it('leaves the others as they are, in every layout', () => {
    fc.assert(
      fc.property(
        jsonTexts,
        fc.nat(),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
        (text, which, pattern) => {
          const all = containers(text);
          const container = all[which % all.length] ?? expect.fail('a text without containers');
          const doomed = (index: number): boolean => pattern[index % pattern.length] ?? false;
          const result = applyChanges(text, removeEntries(text, container, doomed));
          const tree = parseJson(result);
          expect(tree.problems, result).toEqual([]);
          expect(result.startsWith(text.slice(0, container.span.start + 1))).toBe(true);
          expect(result.endsWith(text.slice(container.span.end - 1))).toBe(true);
          const left = containers(result).find(({ span }) => span.start === container.span.start);
          if (left === undefined) throw new Error('the container is gone');
          const count = container.kind === 'object' ? container.members.length : container.items.length;
          const kept = Array.from({ length: count }, (_, index) => index).filter((index) => !doomed(index));
          const leftCount = left.kind === 'object' ? left.members.length : left.items.length;
          expect(Array.from({ length: leftCount }, (_, index) => entryText(result, left, index))).toEqual(
            kept.map((index) => entryText(text, container, index)),
          );
        },
      ),
    );
  });
});
