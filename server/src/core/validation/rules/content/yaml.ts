import { problem, type Problem } from '../../../problems/problem.js';
import { YamlFault } from '../../../syntax/yaml/fault.js';
import { readYaml } from '../../../syntax/yaml/read.js';
import type { Rule } from '../../rule.js';
import type { ContentInput } from './input.js';

/**
 * Files that are called .yaml and that no reader takes. What only PyYAML refuses, such as tabs and unknown tags, is none
 * of our business here: another program reads the file.
 */
export const yaml: Rule<ContentInput> = {
  name: 'content/yaml',
  *check({ path, text }): Generator<Problem> {
    // Templates become YAML later.
    if (!/\.ya?ml$/.test(path) || text.includes('{{')) return;
    for (const { start, end } of documentsOf(text)) {
      const fault = readYaml(text.slice(start, end));
      if (!(fault instanceof YamlFault) || fault.code === 'yaml/tab') continue;
      const span = { start: start + fault.span.start, end: Math.min(start + fault.span.end, text.length) };
      yield problem('payload/yaml-content', span, `The file is not valid YAML. ${fault.message}`);
      return;
    }
  },
};

/** A file may hold several documents, cut by lines of `---`. */
function documentsOf(text: string): { start: number; end: number }[] {
  const starts = [0, ...[...text.matchAll(/^---(?=\s|$)/gm)].map(({ index }) => index).filter((index) => index > 0)];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}
