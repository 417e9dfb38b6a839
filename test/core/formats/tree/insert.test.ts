import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { insertMembers, type NewMember } from '../../../../server/src/core/formats/tree/edits.js';
import { layoutOf } from '../../../../server/src/core/formats/tree/layout.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import type { ObjectNode } from '../../../../server/src/core/formats/tree/node.js';
import { toValue } from '../../../../server/src/core/formats/tree/expand.js';
import { containers, jsonTexts } from '../../../support/jsonTexts.js';
import { readMarks } from '../../../support/markers.js';

function inserted(text: string, object: ObjectNode, at: number, members: readonly NewMember[]): string {
  const { root } = parseJson(text);
  if (root === undefined) throw new Error('nothing to insert into');
  return applyChanges(text, [insertMembers(text, layoutOf(text, root), { object, at, members })]);
}

const x: NewMember = { name: 'x', value: 1 };
const deep: NewMember = { name: 'y', value: { z: [true, {}], w: [] } };

/** Inserts into the innermost object around the cursor, in front of the member that follows the cursor. */
function insertAtCursor(source: string, members: readonly NewMember[]): string {
  const { text, cursor } = readMarks(source);
  const object = containers(text).findLast(
    ({ kind, span }) => kind === 'object' && span.start < cursor && cursor <= span.end,
  );
  if (object?.kind !== 'object') throw new Error('the cursor is in no object');
  const at = object.members.findIndex(({ span }) => span.start >= cursor);
  return inserted(text, object, at < 0 ? object.members.length : at, members);
}

describe('inserting members', () => {
  it.each([
    // Empty objects.
    ['{¦}', [x], '{\n  "x": 1\n}'],
    ['{¦\n}', [x], '{\n  "x": 1\n}'],
    ['{\r\n\t"a": {¦}\r\n}', [x], '{\r\n\t"a": {\r\n\t\t"x": 1\r\n\t}\r\n}'],
    ['{"a":{¦}}', [x], '{"a":{"x":1}}'],
    ['{ "a": {¦} }', [x], '{ "a": { "x": 1 } }'],
    ['{¦', [x], '{\n  "x": 1\n'],
    ['{¦\n  ', [x], '{\n  "x": 1\n'],
    // One line.
    ['{"a":1¦}', [x, deep], '{"a":1,"x":1,"y":{"z":[true,{}],"w":[]}}'],
    ['{¦"a":1}', [x], '{"x":1,"a":1}'],
    ['{ "a": 1, ¦"b": 2 }', [x], '{ "a": 1, "x": 1, "b": 2 }'],
    ['{ "a": 1¦ }', [deep], '{ "a": 1, "y": { "z": [true, {}], "w": [] } }'],
    ['{"a" : 1,"b" : 2¦}', [x], '{"a" : 1,"b" : 2,"x" : 1}'],
    // A line for each.
    [
      '{\n    "a": 1¦\n}',
      [x, deep],
      '{\n    "a": 1,\n    "x": 1,\n    "y": {\n        "z": [\n            true,\n            {}\n        ],\n        "w": []\n    }\n}',
    ],
    ['{\n\t¦"a": 1\n}', [x], '{\n\t"x": 1,\n\t"a": 1\n}'],
    ['{\r\n  "a": 1,\r\n  ¦"b": 2\r\n}', [x], '{\r\n  "a": 1,\r\n  "x": 1,\r\n  "b": 2\r\n}'],
    ['{\n  "a": 1,\n  "b": {\n    "c": 1¦\n  }\n}', [x], '{\n  "a": 1,\n  "b": {\n    "c": 1,\n    "x": 1\n  }\n}'],
    // Some lines shared.
    ['{\n  "a": 1, "b": 2¦\n}', [x], '{\n  "a": 1, "b": 2, "x": 1\n}'],
    // A trailing comma is made use of.
    ['{"a": 1,¦}', [x], '{"a": 1, "x": 1}'],
    ['{\n  "a": 1,¦\n}', [x], '{\n  "a": 1,\n  "x": 1\n}'],
    // Half-typed texts.
    ['{\n  "a": 1¦', [x], '{\n  "a": 1,\n  "x": 1'],
    ['{\n  "a": 1,\n  ¦', [x], '{\n  "a": 1,\n  "x": 1\n  '],
    ['{\n  "a": 1,\n  "b": ¦', [x], '{\n  "a": 1,\n  "x": 1,\n  "b": '],
    ['{\n  "b¦', [x], '{\n  "x": 1,\n  "b'],
    ['{\n  "a": 1,\n  "b": "c¦', [x], '{\n  "a": 1,\n  "x": 1,\n  "b": "c'],
  ])('into %j', (source, members, result) => {
    expect(insertAtCursor(source, members)).toBe(result);
  });

  it('in front of an open object, when it goes into the one around it', () => {
    const text = '{\n  "a": {\n    "b": 1';
    const [root] = containers(text);
    if (root?.kind !== 'object') throw new Error('no object');
    expect(inserted(text, root, 1, [x])).toBe('{\n  "x": 1,\n  "a": {\n    "b": 1');
  });

  it('gives names and texts their escapes', () => {
    expect(insertAtCursor('{"a":1¦}', [{ name: 'q"\\', value: '\n"é' }])).toBe('{"a":1,"q\\"\\\\":"\\n\\"é"}');
  });

  it('adds what it should and changes nothing else, in every layout', () => {
    fc.assert(
      fc.property(
        jsonTexts,
        fc.nat(),
        fc.nat(),
        fc.uniqueArray(
          fc.tuple(
            fc.string().map((name) => `new ${name}`),
            fc.jsonValue({ maxDepth: 2 }),
          ),
          {
            minLength: 1,
            maxLength: 3,
            selector: ([name]) => name,
          },
        ),
        (text, which, place, entries) => {
          const objects = containers(text).filter((node) => node.kind === 'object');
          const object = objects[which % objects.length];
          if (object === undefined) throw new Error('no object');
          const at = place % (object.members.length + 1);
          const members = entries.map(([name, value]) => ({
            name,
            value: JSON.parse(JSON.stringify(value)) as NewMember['value'],
          }));
          const result = inserted(text, object, at, members);
          const tree = parseJson(result);
          expect(tree.problems, result).toEqual([]);
          const filled = containers(result).find(({ span }) => span.start === object.span.start);
          if (filled?.kind !== 'object') throw new Error('the object is gone');
          expect(filled.members.map(({ key }) => key.name)).toEqual(
            object.members.map(({ key }) => key.name).toSpliced(at, 0, ...members.map(({ name }) => name)),
          );
          expect(filled.members.slice(at, at + members.length).map(({ value }) => toValue(value))).toEqual(
            members.map(({ value }) => value),
          );
          // What was there stands there still: only blanks of an empty object may be replaced.
          const before = text.slice(
            0,
            object.members[at]?.span.start ?? object.members.at(-1)?.span.end ?? object.span.start + 1,
          );
          expect(result.startsWith(before)).toBe(true);
          const behind = text.slice(
            object.members[at]?.span.start ?? object.members.at(-1)?.span.end ?? object.span.end - 1,
          );
          expect(result.endsWith(behind)).toBe(true);
          if (text.includes('\r\n') && !/[^\r]\n/.test(text)) expect(result).not.toMatch(/[^\r]\n/);
        },
      ),
    );
  });
});
