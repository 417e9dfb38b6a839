import { problem, type Problem } from '../../../problems/problem.js';
import type { GivenOption } from '../../../karpenter/read.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';

/** Options that do nothing without others: all about GPUs, where the node does not install a driver. */
export const noEffect: Rule<KarpenterInput> = {
  name: 'karpenter/no-effect',
  *check({ reading, at }): Generator<Problem> {
    const { GPUNode = false, GPUDriverInstallationEnabled = false } = reading.value;
    // Settings are those of a whole cluster.
    if ((GPUNode && GPUDriverInstallationEnabled) || reading.computed !== undefined) return;
    const why = GPUNode ? 'GPUDriverInstallationEnabled is not true' : 'GPUNode is not true';
    const yieldAt = (given: GivenOption, message: string): Problem =>
      problem('karpenter/no-effect', given.member.key.span, message, { pointer: pointerOf(given.path) });
    const node = at('GPUNode');
    if (GPUNode && node !== undefined)
      yield yieldAt(node, `GPUNode has no effect: without the driver the node is set up without GPUs, and ${why}.`);
    const installs = at('GPUDriverInstallationEnabled');
    if (GPUDriverInstallationEnabled && installs !== undefined)
      yield yieldAt(installs, `GPUDriverInstallationEnabled has no effect, because ${why}.`);
    for (const name of ['GPUDriverVersion', 'GPUDriverType', 'GPUImageSHA'] as const) {
      const given = at(name);
      const value = reading.value[name] ?? '';
      if (given !== undefined && value !== '') yield yieldAt(given, `${name} has no effect, because ${why}.`);
    }
  },
};

/** Settings of the kubelet with which it does not start, because they contradict each other. */
export const contradictions: Rule<KarpenterInput> = {
  name: 'karpenter/contradictions',
  *check({ reading, at }): Generator<Problem> {
    const config = reading.value.kubeletConfig;
    if (config === undefined) return;
    const say = (name: string, message: string): Problem[] => {
      const given = at(`kubeletConfig.${name}`);
      if (given === undefined) return [];
      return [problem('karpenter/contradiction', given.member.key.span, message, { pointer: pointerOf(given.path) })];
    };
    const { imageGCHighThresholdPercent: high = 85, imageGCLowThresholdPercent: low = 80 } = config;
    if (low >= high) {
      const name = at('kubeletConfig.imageGCLowThresholdPercent') === undefined ? 'High' : 'Low';
      yield* say(
        `imageGC${name}ThresholdPercent`,
        `Images are removed from ${high} % of the disk on and down to ${low} %; the low threshold must be below the high one.`,
      );
    }
    const soft = [...(config.evictionSoft?.keys() ?? [])];
    const periods = [...(config.evictionSoftGracePeriod?.keys() ?? [])];
    for (const signal of soft.filter((name) => !periods.includes(name)))
      yield* say('evictionSoft', `evictionSoft has ${signal}, for which evictionSoftGracePeriod has no time.`);
    for (const signal of periods.filter((name) => !soft.includes(name)))
      yield* say(
        'evictionSoftGracePeriod',
        `evictionSoftGracePeriod has ${signal}, for which evictionSoft has no threshold.`,
      );
  },
};
