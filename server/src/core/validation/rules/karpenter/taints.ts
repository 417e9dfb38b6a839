import type { Taint } from '../../../karpenter/options.generated.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';

/** Taints that lack a part without which the kubelet does not start, or that are given twice with one effect. */
export const taints: Rule<KarpenterInput> = {
  name: 'karpenter/taints',
  *check({ reading, at }): Generator<Problem> {
    const given = at('taints');
    const list = given?.member.value;
    const seen = new Set<string>();
    for (const [index, taint] of (reading.value.taints ?? []).entries()) {
      // Those of resources are given one by one, from two lists.
      const own = at(`taints.${index}`);
      const item = own?.member.value ?? (list?.kind === 'array' ? list.items[index] : undefined);
      const path = own?.path ?? [...(given?.path ?? []), index];
      const reason = faultOf(taint, seen);
      if (item === undefined || reason === undefined) continue;
      yield problem('karpenter/invalid-taint', item.span, `A taint ${reason}; the kubelet does not start with it.`, {
        pointer: pointerOf(path),
      });
    }
  },
};

function faultOf({ key = '', effect = '' }: Taint, seen: Set<string>): string | undefined {
  if (key === '') return 'has no key';
  if (effect === '') return 'has no effect, which is NoSchedule, PreferNoSchedule or NoExecute';
  const identity = `${key}:${effect}`;
  if (seen.has(identity)) return `is given twice with the key ${key} and the effect ${effect}`;
  seen.add(identity);
  return undefined;
}
