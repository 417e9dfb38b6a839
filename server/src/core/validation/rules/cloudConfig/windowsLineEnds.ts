import { problem, type Problem, type TextChange } from '../../../problems/problem.js';
import { limits } from '../../../limits.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/**
 * Documents whose first line ends as on Windows. YAML makes line feeds of such ends wherever it reads text, so the
 * values stay what they are when the ends are changed.
 */
export const windowsLineEnds: Rule<CloudConfigInput> = {
  name: 'cloud-config/windows-line-ends',
  *check({ text }): Generator<Problem> {
    const end = text.indexOf('\n');
    if (end < 1 || text.charAt(end - 1) !== '\r') return;
    const changes: TextChange[] = [];
    for (let at = text.indexOf('\r\n'); at >= 0 && changes.length <= limits.formattingChanges;) {
      changes.push({ span: { start: at, end: at + 1 }, newText: '' });
      at = text.indexOf('\r\n', at + 1);
    }
    yield problem(
      'cloud-config/windows-line-ends',
      { start: 0, end: end - 1 },
      'The lines end with a carriage return, as on Windows. cloud-init reads that, while other tools take it for a part of the header. Save the file with line feeds only.',
      {
        fixes: changes.length > limits.formattingChanges ? [] : [{ title: 'Use line feeds only', changes, safe: true }],
      },
    );
  },
};
