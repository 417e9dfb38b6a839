import type { Rule } from '../../rule.js';
import { companions } from './companions.js';
import { contradiction } from './contradictions.js';
import type { NodeConfigInput } from './input.js';
import { noEffect } from './noEffect.js';
import { nodeImage } from './nodeImage.js';
import { ordering } from './ordering.js';
import { plainSecrets } from './plainSecrets.js';
import { readingFaults } from './readingFaults.js';
import { replacedValues } from './replacedValues.js';
import { requiredFields } from './requiredFields.js';
import { syntaxFaults } from './syntaxFaults.js';
import { version } from './version.js';

/** The rules about node configs. A new one is a file beside these and a line here. */
export const nodeConfigRules: readonly Rule<NodeConfigInput>[] = [
  // What the node reads, and what it does not.
  syntaxFaults,
  readingFaults,
  requiredFields,
  version,
  nodeImage,
  // What the values mean together.
  replacedValues,
  noEffect,
  companions,
  contradiction,
  ordering,
  plainSecrets,
];
