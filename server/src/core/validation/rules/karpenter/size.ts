import { scriptSize } from '../../../karpenter/size.js';
import { limits } from '../../../limits.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';

/** Options whose script Azure refuses as custom data, or soon will. */
export const size: Rule<KarpenterInput> = {
  name: 'karpenter/size',
  *check({ reading, tree }): Generator<Problem> {
    const measured = scriptSize(reading);
    if (measured === undefined || measured.level === 'fine' || tree.root === undefined) return;
    const { characters, level } = measured;
    const most = limits.customDataCharacters;
    const { start } = tree.root.span;
    const span = { start, end: start + 1 };
    const has = `The script of these options has ${grouped(characters)} base64 characters`;
    yield level === 'too-long'
      ? problem('vmss/custom-data-too-long', span, `${has}, and Azure takes at most ${grouped(most)} as custom data.`)
      : problem('vmss/custom-data-near-limit', span, `${has} of the ${grouped(most)} that Azure takes as custom data.`);
  },
};

function grouped(count: number): string {
  return count.toLocaleString('en');
}
