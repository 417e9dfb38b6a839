import type { Rule } from '../../rule.js';
import { cseSettings } from './cseSettings.js';
import type { MachineInput } from './input.js';

const syntaxFaults: Rule<MachineInput> = { name: 'machine/syntax-faults', check: ({ tree }) => tree.problems };

/** The rules about documents that hold payloads. A new one is a file beside this and a line here. */
export const machineRules: readonly Rule<MachineInput>[] = [syntaxFaults, cseSettings];
