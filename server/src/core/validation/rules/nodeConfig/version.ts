import { textAt } from '../../../contract/value.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { memberOf } from '../../../syntax/node.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** aks-node-controller stops at any version but v0 and v1, and logs v0 as deprecated (AgentBaker 06836ee230). */
export const version: Rule<NodeConfigInput> = {
  name: 'node-config/version',
  *check({ tree, reading }): Generator<Problem> {
    const written = textAt(reading.value, 'version');
    const span = memberOf(tree.root, 'version')?.value?.span;
    // An absent version is the business of the required fields.
    if (written === '' || written === 'v1' || span === undefined) return;
    const fixes = [{ title: 'Change to "v1"', changes: [{ span, newText: '"v1"' }], safe: written === 'v0' }];
    const extras = { pointer: '/version', fixes };
    if (written === 'v0') {
      yield problem('contract/deprecated-version', span, 'Contract version v0 is deprecated; write v1.', {
        ...extras,
        deprecated: true,
      });
    } else {
      yield problem(
        'contract/unsupported-version',
        span,
        `The node refuses contract version ${JSON.stringify(written)}; it reads v1 (and v0, deprecated).`,
        extras,
      );
    }
  },
};
