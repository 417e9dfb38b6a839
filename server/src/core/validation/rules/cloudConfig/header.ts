import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/**
 * cloud-init takes a text for a cloud-config only when it begins with `#cloud-config` (26.2; the
 * comparison ignores case and white space in front, but the `schema` command does not).
 */
export const header: Rule<CloudConfigInput> = {
  name: 'cloud-config/header',
  *check({ text }): Generator<Problem> {
    if (text.startsWith('#cloud-config')) return;
    const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
    const line = { start: 0, end: firstLine.length };
    const found = /^[ \t]*#!?[ \t]*cloud-?[ \t_]*config\b[^\r\n]*/im.exec(text);
    if (found === null) {
      yield problem(
        'cloud-config/header',
        { start: 0, end: Math.min(1, text.length) },
        'The first line has to be #cloud-config; without it cloud-init ignores the whole document.',
        {
          fixes: [
            {
              title: 'Insert #cloud-config',
              changes: [{ span: { start: 0, end: 0 }, newText: '#cloud-config\n' }],
              safe: true,
            },
          ],
        },
      );
      return;
    }
    if (found.index === 0) {
      yield problem(
        'cloud-config/header',
        line,
        `The first line has to be exactly #cloud-config, not ${JSON.stringify(firstLine.trimEnd())}.`,
        {
          fixes: [{ title: 'Repair the header', changes: [{ span: line, newText: '#cloud-config' }], safe: true }],
        },
      );
      return;
    }
    const span = { start: found.index, end: found.index + found[0].length };
    yield problem(
      'cloud-config/header',
      span,
      'The #cloud-config line has to be the very first line; cloud-init ignores the document because of what stands before it.',
      {
        fixes: [
          {
            title: 'Move #cloud-config to the first line',
            changes: [
              { span: { start: 0, end: 0 }, newText: '#cloud-config\n' },
              { span, newText: '' },
            ],
            safe: false,
          },
        ],
      },
    );
  },
};
