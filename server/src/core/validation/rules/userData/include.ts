import { problem, type Problem } from '../../../problems/problem.js';
import { isIncludeType } from '../../../userData/contentTypes.js';
import { includedUrls } from '../../../userData/process.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';

/** What an include leads to is known on the node only. */
export const include: Rule<UserDataInput> = {
  name: 'user-data/include',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType === undefined || !isIncludeType(contentType)) return;
    const start = text.search(/#include/i);
    const header = {
      start: Math.max(0, start),
      end: Math.max(0, start) + (/^\S*/.exec(text.slice(start))?.[0].length ?? 0),
    };
    const urls = includedUrls(text);
    if (urls.length === 0) {
      yield problem(
        'user-data/include-empty',
        header,
        'The include names no address; cloud-init does nothing with it.',
      );
      return;
    }
    let from = header.end;
    for (const url of urls) {
      const at = text.indexOf(url, from);
      if (at < 0) continue;
      from = at + url.length;
      yield problem(
        'user-data/include-not-followed',
        { start: at, end: from },
        'cloud-init fetches this address on the node and processes what it finds there; here nothing is fetched. Where the address cannot be read, all user data fails.',
      );
    }
  },
};
