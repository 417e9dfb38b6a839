import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';

/**
 * Boothooks and scripts are files that are executed as they are, so that the system has to find `#!` in them
 * (cloud-init 26.2: a boothook without its first line and the white space behind it).
 */
export const script: Rule<UserDataInput> = {
  name: 'user-data/script',
  *check({ text, contentType }): Generator<Problem> {
    const hook = contentType === 'text/cloud-boothook';
    if (!hook && contentType?.startsWith('text/x-shellscript') !== true) return;
    const written = hook ? text.replace(/^\s*#cloud-boothook\s*/i, '') : text;
    if (written.startsWith('#!') || written.trim() === '') return;
    const start = text.length - written.trimStart().length;
    const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);
    yield problem(
      'user-data/missing-shebang',
      { start, end },
      hook
        ? 'The line behind #cloud-boothook has to begin with #!, such as #!/bin/bash; without it the boothook cannot be executed.'
        : 'A script has to begin with #!, such as #!/bin/bash, with nothing in front of it; otherwise it cannot be executed.',
      { fixes: [hook || !text.startsWith('#!', start) ? insertion(text, start) : removal(start)] },
    );
  },
};

function insertion(text: string, at: number): Fix {
  const lineBreak = at > 0 && !/[\r\n]/.test(text.charAt(at - 1)) ? '\n' : '';
  const changes = [{ span: { start: at, end: at }, newText: `${lineBreak}#!/bin/bash\n` }];
  return { title: 'Insert #!/bin/bash', changes, safe: false };
}

/** The blanks in front of the script go. */
function removal(start: number): Fix {
  return { title: 'Move #! to the beginning', changes: [{ span: { start: 0, end: start }, newText: '' }], safe: true };
}
