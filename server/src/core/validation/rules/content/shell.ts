import { problem, type Problem } from '../../../problems/problem.js';
import { type Unclosed, unclosedIn } from '../../../shell/unclosed.js';
import type { Rule } from '../../rule.js';
import type { ContentInput } from './input.js';

/** Shell scripts with quotes, substitutions or here-documents that are never closed. */
export const shell: Rule<ContentInput> = {
  name: 'content/shell',
  *check({ path, text }): Generator<Problem> {
    if (!isShell(path, text)) return;
    for (const { what, span, delimiter } of unclosedIn(text)) {
      if (what === 'here-document') {
        yield problem(
          'payload/heredoc-unterminated',
          span,
          `The here-document is never closed: no line is just ${delimiter ?? ''}.`,
        );
      } else
        yield problem(
          'payload/shell-syntax',
          span,
          `${names[what]} is never closed, so the shell stops at the end of the file.`,
        );
    }
  },
};

const names: Readonly<Record<Exclude<Unclosed['what'], 'here-document'>, string>> = {
  'single-quote': 'This single quote',
  'double-quote': 'This double quote',
  backquote: 'This backquote',
  substitution: 'This command substitution',
};

function isShell(path: string, text: string): boolean {
  const first = /^#![^\n]*/.exec(text)?.[0];
  return first === undefined ? /\.(?:sh|bash)$/.test(path) : /\b(?:ba|da|k)?sh\b/.test(first);
}
