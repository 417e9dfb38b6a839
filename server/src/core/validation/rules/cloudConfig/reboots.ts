import { firstOf, programOf } from '../../../cloudConfig/commands.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/** Commands that end the boot while cloud-init is still at work. */
export const reboots: Rule<CloudConfigInput> = {
  name: 'cloud-config/reboots',
  *check({ commands }): Generator<Problem> {
    for (const [key, list] of Object.entries(commands)) {
      for (const { node, pointer, simple, isList } of list) {
        const words = firstOf(simple(), endsBoot);
        if (words === undefined) continue;
        const again = key === 'bootcmd' ? ' bootcmd runs at every boot, so the machine never comes up.' : '';
        yield problem(
          'cloud-config/reboot-in-command',
          isList ? { start: node.span.start, end: node.span.start + 1 } : node.span,
          `This ends the boot while cloud-init is at work, and what comes later is not done.${again} Use power_state, which waits for the end.`,
          { pointer },
        );
      }
    }
  },
};

function endsBoot(words: readonly string[]): boolean {
  const program = programOf(words)?.replace(/^.*\//, '');
  if (program === 'systemctl') return words.some((word) => /^(?:reboot|poweroff|halt|kexec)$/.test(word));
  if (program === 'init' || program === 'telinit') return words.some((word) => word === '0' || word === '6');
  if (program === 'shutdown') return !words.includes('-c');
  return program === 'reboot' || program === 'poweroff' || program === 'halt';
}
