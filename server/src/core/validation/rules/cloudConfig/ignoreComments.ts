import { matchesCode } from '../../../problems/codePattern.js';
import { allProblemCodes } from '../../../problems/codes.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { nearestName } from '../../../text/suggest.js';
import { ignoreCommentsIn } from '../../../cloudConfig/ignoreComments.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/** Comments that want to leave out a problem that there is no code for, so that they do nothing. */
export const ignoreComments: Rule<CloudConfigInput> = {
  name: 'cloud-config/ignore-comments',
  *check({ text, tree }): Generator<Problem> {
    for (const { patterns } of ignoreCommentsIn(text, tree)) {
      for (const { text: pattern, span } of patterns) {
        if (allProblemCodes.some((code) => matchesCode(pattern, code))) continue;
        const nearest = nearestName(pattern, allProblemCodes);
        yield problem(
          'cloud-config/ignores-nothing',
          span,
          `There is no problem ${pattern}, so nothing is left out.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
          {
            fixes:
              nearest === undefined
                ? []
                : [{ title: `Change to ${nearest}`, changes: [{ span, newText: nearest }], safe: false }],
          },
        );
      }
    }
  },
};
