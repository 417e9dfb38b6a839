import { problem, type Problem } from '../../../problems/problem.js';
import { misspeltBeginning } from '../../../userData/misspelt.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';
import { beginningsInWords } from './words.js';

/** First lines that are meant for cloud-init and that it does not know (26.2). */
export const header: Rule<UserDataInput> = {
  name: 'user-data/header',
  *check({ text, contentType }): Generator<Problem> {
    const found = contentType === undefined ? misspeltBeginning(text) : undefined;
    if (found === undefined) return;
    const { span, meant } = found;
    yield problem(
      'user-data/unknown-header',
      span,
      meant === undefined
        ? 'cloud-init takes no Upstart jobs any more, because no supported distribution starts with Upstart; write a systemd unit with a cloud-config.'
        : `Nothing takes this text: the first line has to be ${meant}. cloud-init knows ${beginningsInWords}.`,
      meant === undefined
        ? {}
        : { fixes: [{ title: `Change the line to ${meant}`, changes: [{ span, newText: meant }], safe: true }] },
    );
  },
};
