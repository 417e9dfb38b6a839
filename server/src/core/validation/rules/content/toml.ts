import { problem, type Problem } from '../../../problems/problem.js';
import { tomlFault } from '../../../syntax/toml.js';
import type { Rule } from '../../rule.js';
import type { ContentInput } from './input.js';

/** Files that are called .toml and are no TOML; with one containerd does not start. */
export const toml: Rule<ContentInput> = {
  name: 'content/toml',
  *check({ path, text }): Generator<Problem> {
    // Templates become TOML later.
    if (!path.endsWith('.toml') || text.includes('{{')) return;
    const fault = tomlFault(text);
    if (fault !== undefined)
      yield problem('payload/toml-content', fault.span, `The file is not valid TOML. ${fault.message}`);
  },
};
