import type { Rule } from '../../rule.js';
import { deprecations } from './deprecations.js';
import { header } from './header.js';
import type { CloudConfigInput } from './input.js';
import { keyTypes } from './keyTypes.js';
import { shape } from './shape.js';
import { syntaxFaults } from './syntaxFaults.js';

/** The rules about cloud-configs. A new one is a file beside these and a line here. */
export const cloudConfigRules: readonly Rule<CloudConfigInput>[] = [
  header,
  syntaxFaults,
  shape,
  keyTypes,
  deprecations,
];
