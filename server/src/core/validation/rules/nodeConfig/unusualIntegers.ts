import { describePlace } from '../../../contract/explain.js';
import { numberText } from '../../../contract/numbers.js';
import { problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Whole numbers with a point or exponent, which protobuf-go 1.36.11 `protojson` takes for an int32. */
export const unusualIntegers: Rule<NodeConfigInput> = {
  name: 'node-config/unusual-integers',
  *check({ reading }) {
    for (const found of reading.oddities) {
      if (found.oddity !== 'unusual-integer' || found.node?.kind !== 'number') continue;
      const { pointer, span } = found;
      const number = numberText(found.value);
      yield problem(
        'contract/unusual-integer',
        span,
        `${describePlace(found)} takes a whole number, which is written as ${found.node.raw} here; the node reads ${number}.`,
        { pointer, fixes: [{ title: `Write ${number}`, changes: [{ span, newText: number }], safe: true }] },
      );
    }
  },
};
