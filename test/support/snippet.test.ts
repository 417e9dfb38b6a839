import { describe, expect, it } from 'vitest';
import { expandSnippet } from './snippet.js';

describe('expandSnippet', () => {
  it.each([
    ['a $1 b', 'a  b'],
    ['"${1:v1}", "$1"', '"v1", "v1"'],
    ['${1|true,a\\,b|}', 'true'],
    ['${2:{"a": 1\\}} \\$ \\\\', '{"a": 1} $ \\'],
    ['{ }', '{ }'],
  ])('expands %j to %j', (snippet, text) => {
    expect(expandSnippet(snippet).text).toBe(text);
  });

  it('returns the tab stops with their choices', () => {
    expect(expandSnippet('${2|x,y\\|z|} $1 $2').stops).toEqual([
      { number: 2, text: 'x', choices: ['x', 'y|z'] },
      { number: 1, text: '', choices: [] },
    ]);
  });

  it.each(['$', '$x', '${1', '${1:a', '${1|a', '${1|a|', '\\a'])('throws for the invalid snippet %j', (snippet) => {
    expect(() => expandSnippet(snippet)).toThrow();
  });
});
