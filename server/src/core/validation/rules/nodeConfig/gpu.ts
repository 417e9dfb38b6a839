import { boolAt } from '../../../contract/fields.js';
import { textAt } from '../../../contract/value.js';
import type { GivenField } from '../../../contract/walk.js';
import { gpuClassOf } from '../../../knowledge/index.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { pointerOf } from '../../../syntax/pointer.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Settings that only say something where `enable_nvidia` makes a GPU node. */
const migFields: ReadonlySet<string> = new Set([
  'gpu_config.gpu_instance_profile',
  'gpu_config.mig_profile_layout',
  'gpu_config.mig_strategy',
]);

/**
 * GPU settings against the VM size. The node itself never compares them: it is a GPU node by
 * `enable_nvidia` alone, and the size only picks the driver (AgentBaker 06836ee230, `pkg/gpu`).
 */
export const gpu: Rule<NodeConfigInput> = {
  name: 'node-config/gpu',
  *check({ fields, reading }): Generator<Problem> {
    const size = textAt(reading.value, 'vm_size');
    if (!/^(?:standard|basic)_/i.test(size)) return;
    const found = gpuClassOf(size);
    const nvidia = boolAt(reading.value, 'gpu_config.enable_nvidia');
    for (const given of fields) {
      if (given.path === 'gpu_config.enable_nvidia' && nvidia) {
        if (found === undefined)
          yield mismatch(given, `${size} has no GPU, but enable_nvidia makes provisioning install a driver for one.`);
        else if (found.vendor !== 'nvidia')
          yield mismatch(given, `${size} has GPUs of AMD, for which the NVIDIA driver of enable_nvidia is of no use.`);
      }
      if (nvidia && found?.mig === false && migFields.has(given.path))
        yield mismatch(given, `The GPUs of ${size} cannot be cut into MIG instances.`);
      if (given.path === 'vm_size' && found?.vendor === 'nvidia' && !nvidia)
        yield problem(
          'contract/gpu-not-enabled',
          given.member.value?.span ?? given.member.span,
          `${size} has NVIDIA GPUs, but without enable_nvidia the node is set up as one without.`,
          { pointer: pointerOf(given.steps) },
        );
    }
  },
};

function mismatch({ member, steps }: GivenField, message: string): Problem {
  return problem('contract/gpu-mismatch', member.key.span, message, { pointer: pointerOf(steps) });
}
