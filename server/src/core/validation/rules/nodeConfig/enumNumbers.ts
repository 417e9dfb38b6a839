import type { EnumDescriptor } from '../../../contract/descriptor.js';
import { describePlace } from '../../../contract/explain.js';
import { numberText } from '../../../contract/numbers.js';
import type { ReadingOddity } from '../../../contract/read.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/**
 * Enums by number. protobuf-go 1.36.11 `protojson` takes any 32-bit number there, also one that stands for
 * nothing, and writes it again.
 */
export const enumNumbers: Rule<NodeConfigInput> = {
  name: 'node-config/enum-numbers',
  *check({ reading }) {
    for (const found of reading.oddities)
      if (found.field?.type.kind === 'enum') yield enumNumber(found, found.field.type.of);
  },
};

function enumNumber(found: ReadingOddity, type: EnumDescriptor): Problem {
  const { pointer, span, value } = found;
  const known = type.values.find((candidate) => candidate.number === value);
  if (known === undefined) {
    const names = type.values.map(({ name }) => name).join(', ');
    return problem(
      'contract/unknown-enum-number',
      span,
      `${type.name} has no value with the number ${numberText(value)}; the node keeps the number, and nothing follows from it. It knows ${names}.`,
      { pointer },
    );
  }
  const fix = {
    title: `Change to ${known.name}`,
    changes: [{ span, newText: JSON.stringify(known.name) }],
    safe: true,
  };
  return problem(
    'contract/enum-number',
    span,
    `${describePlace(found)} is given by its number; ${numberText(value)} stands for ${known.name}. Write the name.`,
    { pointer, fixes: [fix] },
  );
}
