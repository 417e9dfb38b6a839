import { pointerOf } from '../../formats/tree/paths.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { GivenString, visitStrings } from '../../record/given.js';
import { emptyMessage, exampleMessage, exampleReason } from '../../values/examples.js';
import type { GivenOption } from '../options/read.js';
import type { GivenSettings } from '../resources/settings.js';
import type { KarpenterInput } from './input.js';

/**
 * Values of documentation, and what a template leaves empty. NodePool and AKSNodeClass aren't asked: their labels and taints may
 * have any domain.
 */
export const examples: Rule<KarpenterInput> = {
  name: 'karpenter/examples',
  check({ reading: { computed, given } }): Problem[] {
    return computed === undefined ? given.flatMap(optionExamples) : settingExamples(computed.settings);
  },
};

function optionExamples(given: GivenOption): Problem[] {
  const problems: Problem[] = [];
  visitStrings(given, (node, step) => {
    const reason = exampleReason(node.value);
    if (reason === undefined) return;
    const { subject, pointer } = new GivenString(node, node.value, given, step);
    problems.push(problem('karpenter/example-value', node.span, exampleMessage(subject, reason), { pointer }));
  });
  return problems;
}

function settingExamples({ empty, byName, labels }: GivenSettings): Problem[] {
  return [
    ...empty.map(({ name, member: { key, value }, path }) =>
      problem('karpenter/example-value', value?.span ?? key.span, emptyMessage(name), { pointer: pointerOf(path) }),
    ),
    ...[...byName, ...labels].flatMap(([name, { text, member, path }]) => {
      const reason = exampleReason(text);
      if (reason === undefined || member?.value === undefined) return [];
      const pointer = pointerOf(path);
      return [problem('karpenter/example-value', member.value.span, exampleMessage(name, reason), { pointer })];
    }),
  ];
}
