import { describePlace } from '../../../contract/explain.js';
import { numberText, strictNumber } from '../../../contract/numbers.js';
import type { ReadingOddity } from '../../../contract/read.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Numbers in quotes, which protobuf-go 1.36.11 `protojson` takes; NaN and the infinities have no other form. */
export const numericStrings: Rule<NodeConfigInput> = {
  name: 'node-config/numeric-strings',
  *check({ reading }) {
    for (const found of reading.oddities) if (found.oddity === 'numeric-string') yield numericString(found);
  },
};

function numericString(found: ReadingOddity): Problem {
  const { node, pointer, span, value } = found;
  const number = numberText(value);
  // Only the beginning of a text such as "7 apples" is read, which its author should see.
  const whole = node?.kind === 'string' && strictNumber.test(node.value);
  const read = whole
    ? `the node reads the number ${number}, other tools take it for text`
    : `the node reads the number ${number} at its beginning and ignores the rest`;
  return problem(
    'contract/numeric-string',
    span,
    `${describePlace(found)} takes a number, but this is text: ${read}. Write the number without quotes.`,
    { pointer, fixes: [{ title: 'Remove the quotes', changes: [{ span, newText: number }], safe: whole }] },
  );
}
