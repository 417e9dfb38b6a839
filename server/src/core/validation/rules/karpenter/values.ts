import { enumerated, quoted } from '../../../contract/explain.js';
import { rangeText } from '../../../contract/markdown.js';
import type { OptionDescription } from '../../../karpenter/description/describe.js';
import type { ProblemCode } from '../../../problems/codes.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import { checkFormat } from '../../../values/check.js';
import type { FormatName } from '../../../values/format.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';
import { keysOf, textProblem, textsOf } from './texts.js';

/** The codes of texts without a form; all other forms share one. */
const formatCodes: Readonly<Partial<Record<FormatName, ProblemCode>>> = {
  'base64-certificates': 'karpenter/invalid-certificate',
  duration: 'karpenter/invalid-duration',
  'eviction-threshold': 'karpenter/invalid-quantity',
  quantity: 'karpenter/invalid-quantity',
  'ip-address': 'karpenter/invalid-ip-address',
  'label-key': 'karpenter/invalid-label',
  'label-value': 'karpenter/invalid-label',
};

function codeOf(format: FormatName, owner: string): ProblemCode {
  return owner === 'Taint' ? 'karpenter/invalid-taint' : (formatCodes[format] ?? 'karpenter/invalid-value');
}

/** Texts and numbers that their readers on the node do not take, as the description of each option says. */
export const values: Rule<KarpenterInput> = {
  name: 'karpenter/values',
  *check(input): Generator<Problem> {
    const { text: source, reading } = input;
    for (const given of reading.given) {
      const { option, owner, path, member } = given;
      const { format, keyFormat, oneOf, range } = option;
      // Versions have a rule of their own, and durations that Go does not read are faults of reading.
      if (format !== undefined && format !== 'kubernetes-version' && format !== 'duration') {
        for (const about of textsOf(given)) {
          const fault = checkFormat(format, about.text);
          if (fault !== undefined) yield textProblem(codeOf(format, owner.name), source, about, fault);
        }
      }
      if (keyFormat !== undefined) {
        for (const about of keysOf(given)) {
          const fault = about.text === '' ? { reason: 'is empty' } : checkFormat(keyFormat, about.text);
          if (fault !== undefined) yield textProblem(codeOf(keyFormat, owner.name), source, about, fault);
        }
      }
      if (oneOf !== undefined) {
        for (const { node, text, subject } of textsOf(given))
          if (!oneOf.includes(text)) yield unknownValue(option, owner.name, subject, text, node.span, path, input);
      }
      const number = member.value?.kind === 'number' ? member.value : undefined;
      if (range !== undefined && number !== undefined && !isWithin(range, number.value)) {
        yield problem(
          'karpenter/value-out-of-range',
          number.span,
          `${option.name} is ${number.raw}, and takes ${rangeText(range)}.`,
          { pointer: pointerOf(path) },
        );
      }
    }
  },
};

function isWithin(
  { min = -Infinity, max = Infinity }: NonNullable<OptionDescription['range']>,
  value: number,
): boolean {
  return value >= min && value <= max;
}

function unknownValue(
  { oneOf = [] }: OptionDescription,
  owner: string,
  subject: string,
  text: string,
  span: Problem['span'],
  path: readonly (string | number)[],
  { suggestions }: KarpenterInput,
): Problem {
  const choices = oneOf.filter((choice) => choice !== '');
  const meant = suggestions.nearest(text, choices);
  const fixes =
    meant === undefined
      ? []
      : [{ title: `Change to ${quoted(meant)}`, changes: [{ span, newText: JSON.stringify(meant) }], safe: false }];
  return problem(
    owner === 'Taint' ? 'karpenter/invalid-taint' : 'karpenter/unknown-value',
    span,
    `${subject} is ${quoted(text)}; the node knows ${enumerated(choices, 'and')}.`,
    { pointer: pointerOf(path), fixes },
  );
}
