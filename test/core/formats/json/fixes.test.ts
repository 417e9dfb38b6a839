import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { parseJson } from '../../../../server/src/core/formats/json/parse.js';
import { ragged } from '../../../support/jsonTexts.js';

/** The first fix of the first problem that has one. */
function firstFix(text: string) {
  return parseJson(text).problems.flatMap(({ fixes }) => fixes ?? [])[0];
}

describe('what is not JSON is made JSON', () => {
  it.each([
    // Safe: nothing but the fault goes.
    ['{"a": 1,}', '{"a": 1}', true],
    ['{\n  "a": [\n    1,\n  ]\n}', '{\n  "a": [\n    1\n  ]\n}', true],
    ['{, "a": 1}', '{ "a": 1}', true],
    ['{"a": 1,, "b": 2}', '{"a": 1, "b": 2}', true],
    ['{"a": 1, // one\n "b": 2}', '{"a": 1,\n "b": 2}', true],
    ['// first\n{"a": 1}', '{"a": 1}', true],
    ['{\r\n  // first\r\n  "a": 1\r\n}', '{\r\n  "a": 1\r\n}', true],
    ['{\n  /* two\n     lines */\n  "a": 1\n}', '{\n  "a": 1\n}', true],
    ['{"a": /* one */ 1}', '{"a":  1}', true],
    ['{"a": 1}\n// end', '{"a": 1}\n', true],
    ['\ufeff{"a": 1}', '{"a": 1}', true],
    ['{"a": 1e}', '{"a": 1}', true],
    // Certain enough to be offered.
    ['{"a": 1e+}', '{"a": 1}', false],
    ['{a: 1}', '{"a": 1}', false],
    ["{'a': 1}", '{"a": 1}', false],
    ['{"a" = 1}', '{"a" : 1}', false],
    ['{"a": 1\n "b": 2}', '{"a": 1,\n "b": 2}', false],
    ['[1 2]', '[1, 2]', false],
    ['{"a": True}', '{"a": true}', false],
    ['{"a": None}', '{"a": null}', false],
    ['{"a": \'x\'}', '{"a": "x"}', false],
    ['{"a": Standard_D2s_v5}', '{"a": "Standard_D2s_v5"}', false],
  ])('%j', (text, result, safe) => {
    const fix = firstFix(text);
    expect(fix && applyChanges(text, fix.changes)).toBe(result);
    expect(fix?.safe).toBe(safe);
    expect(parseJson(result).problems).toEqual([]);
  });

  it.each([
    '{"a": 1 /* open',
    '{"a": 1} /*/',
    '{"a b: 1}',
    "{'it\\'s': 1}",
    '{"a": 01}',
    '[1,,2]',
    '{"a": @x}',
    '{"a": [1}',
  ])('unless it is in doubt what was meant: %j', (text) => {
    expect(parseJson(text).problems.length).toBeGreaterThan(0);
    expect(firstFix(text)).toBeUndefined();
  });

  it('also where a comment is all that stands between two words', () => {
    const text = '[1/**/2]';
    const fix = firstFix(text);
    expect(fix && applyChanges(text, fix.changes)).toBe('[1 2]');
  });

  it('by its safe fixes without a change of the value', () => {
    const blanks = fc.array(fc.constantFrom('', ' ', '\n', '/* x */', ' // x\n', '\r\n  // x\r\n'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), blanks, fc.boolean(), (value, rhythm, commas) => {
        const compact = JSON.stringify([value]);
        let text = ragged(commas ? compact.replace(/[\]}]$/, ',$&') : compact, rhythm);
        // A report ends after so many problems, so it takes several.
        for (let rounds = 0; rounds < 20; rounds++) {
          const changes = parseJson(text).problems.flatMap(({ fixes }) =>
            fixes?.[0]?.safe === true ? fixes[0].changes : [],
          );
          if (changes.length === 0) break;
          text = applyChanges(text, changes);
        }
        expect(parseJson(text).problems, text).toEqual([]);
        expect(JSON.parse(text)).toEqual(JSON.parse(compact));
      }),
    );
  });
});
