import { isMessage } from '../value.js';
import { problem, type Problem } from '../../problems/problem.js';
import { pointerOf } from '../../formats/tree/paths.js';
import type { Rule } from '../../problems/rules.js';
import type { NodeConfigInput } from './input.js';

/** Two numbers of one message; the first must be smaller. */
interface Order {
  readonly message: string;
  readonly lower: Bound;
  readonly upper: Bound;
  /** Whether they may not be equal. */
  readonly strict: boolean;
  readonly why: string;
}

/** A number, and its default on the node. */
interface Bound {
  readonly name: string;
  readonly path: string;
  readonly absent: number | undefined;
}

type Rising = readonly (readonly [name: string, absent?: number])[];

/** An order for each pair of neighbours in a rising list of numbers. */
function rising(message: string, numbers: Rising, rest: Pick<Order, 'strict' | 'why'>): Order[] {
  const bounds = numbers.map(([name, absent]): Bound => ({ name, path: `${message}.${name}`, absent }));
  return bounds.slice(1).flatMap((upper, index) => {
    const lower = bounds[index];
    return lower === undefined ? [] : [{ message, lower, upper, ...rest }];
  });
}

const sysctl = 'custom_linux_os_config.sysctl_config';

const orders: readonly Order[] = [
  // Defaults of aks-node-controller (AgentBaker 06836ee230); the order is that of Linux' neighbour table.
  ...rising(
    sysctl,
    [
      ['net_ipv4_neigh_default_gc_thresh1', 4096],
      ['net_ipv4_neigh_default_gc_thresh2', 8192],
      ['net_ipv4_neigh_default_gc_thresh3', 16384],
    ],
    { strict: false, why: 'the thresholds of the neighbour table only work in rising order' },
  ),
  ...rising(sysctl, [['net_core_rmem_default'], ['net_core_rmem_max']], {
    strict: false,
    why: 'the default receive buffer may not be larger than the largest one',
  }),
  ...rising(sysctl, [['net_core_wmem_default'], ['net_core_wmem_max']], {
    strict: false,
    why: 'the default send buffer may not be larger than the largest one',
  }),
  // kubelet's validation of KubeletConfiguration v1beta1, with its defaults 80 and 85.
  ...rising(
    'kubelet_config.kubelet_config_file_config',
    [
      ['image_gc_low_threshold_percent', 80],
      ['image_gc_high_threshold_percent', 85],
    ],
    { strict: true, why: 'kubelet does not start unless the lower threshold is below the higher one' },
  ),
];

/** Numbers that contradict each other by their order. */
export const ordering: Rule<NodeConfigInput> = {
  name: 'node-config/ordering',
  *check({ at }): Generator<Problem> {
    for (const { message, lower, upper, strict, why } of orders) {
      // The defaults of an absent message are in order.
      if (!isMessage(at(message)?.value)) continue;
      const low = at(lower.path);
      const high = at(upper.path);
      const given = high ?? low;
      if (given === undefined) continue;
      const least = low?.value ?? lower.absent;
      const most = high?.value ?? upper.absent;
      if (typeof least !== 'number' || typeof most !== 'number') continue;
      if (least < most || (!strict && least === most)) continue;
      const shown = (name: string, value: number, isGiven: boolean): string =>
        `${name} is ${value}${isGiven ? '' : ' by default'}`;
      const lowShown = shown(lower.name, least, low !== undefined);
      const highShown = shown(upper.name, most, high !== undefined);
      yield problem(
        'contract/contradiction',
        given.member.value?.span ?? given.member.span,
        `${lowShown} and ${highShown}: ${why}.`,
        { pointer: pointerOf(given.steps) },
      );
    }
  },
};
