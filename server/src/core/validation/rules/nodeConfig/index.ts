import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';
import { readingFaults } from './readingFaults.js';
import { requiredFields } from './requiredFields.js';
import { syntaxFaults } from './syntaxFaults.js';
import { version } from './version.js';

/** The rules about node configs. A new one is a file beside these and a line here. */
export const nodeConfigRules: readonly Rule<NodeConfigInput>[] = [syntaxFaults, readingFaults, requiredFields, version];
