import { problem, type Problem } from '../../../problems/problem.js';
import { parseJson } from '../../../syntax/json.js';
import type { Rule } from '../../rule.js';
import type { ContentInput } from './input.js';

/** Files that are called .json and are no JSON. */
export const json: Rule<ContentInput> = {
  name: 'content/json',
  *check({ path, text }): Generator<Problem> {
    if (!path.endsWith('.json') || text.trim() === '' || text.includes('{{')) return;
    // Lines of # are cut off by who writes them: AKS ends its own manifest with such a mark.
    const plain = text.replace(/^#[^\r\n]*/gm, (line) => ' '.repeat(line.length));
    const fault = parseJson(plain).problems.find(({ code }) => code === 'json/syntax');
    if (fault !== undefined)
      yield problem('payload/json-content', fault.span, `The file is not valid JSON. ${fault.message}`);
  },
};
