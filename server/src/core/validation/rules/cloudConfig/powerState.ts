import { problem, type Problem } from '../../../problems/problem.js';
import { memberOf, resolved, stringValue, type SyntaxNode } from '../../../syntax/node.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/**
 * Lists of modules that have `power_state` end the boot before all phases are through. cc_power_state_change waits for
 * the process of its own phase, `timeout` seconds long, and stands last in the last phase for that reason (cloud-init
 * 26.2).
 */
export const powerState: Rule<CloudConfigInput> = {
  name: 'cloud-config/power-state',
  *check({ tree }): Generator<Problem> {
    const root = resolved(tree.root);
    const settings = resolved(memberOf(root, 'power_state')?.value);
    if (settings?.kind !== 'object') return;
    for (const [key, isLast] of phases) {
      const list = resolved(memberOf(root, key)?.value);
      if (list?.kind !== 'array') continue;
      const index = list.items.findIndex((item) => moduleName(item) === 'power_state_change');
      const item = list.items[index];
      const later = list.items.slice(index + 1).map(moduleName);
      if (item === undefined || (isLast && later.length === 0)) continue;
      yield problem(
        'cloud-config/power-state-too-early',
        item.span,
        isLast
          ? `power_state waits at most ${secondsOf(settings)} seconds for what comes behind it here, and ends the boot then: ${later.join(', ')}. Put it last.`
          : `Here power_state ends the boot with this phase, and those behind it do not run. Its place is the end of cloud_final_modules.`,
        { pointer: `/${key}/${index}` },
      );
    }
  },
};

const phases: readonly [key: string, isLast: boolean][] = [
  ['cloud_init_modules', false],
  ['cloud_config_modules', false],
  ['cloud_final_modules', true],
];

/** The name of a module in a list, which may come with a frequency; both spellings are one. */
function moduleName(item: SyntaxNode): string {
  const node = resolved(item);
  const name = node?.kind === 'array' ? stringValue(resolved(node.items[0])) : stringValue(node);
  return (name ?? '').replaceAll('-', '_').replace(/^cc_/, '');
}

/** How long it waits; 30 seconds where nothing is said. */
function secondsOf(settings: SyntaxNode): number {
  const timeout = resolved(memberOf(settings, 'timeout')?.value);
  return timeout?.kind === 'number' ? timeout.value : 30;
}
