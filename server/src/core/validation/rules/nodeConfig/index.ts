import type { Rule } from '../../rule.js';
import { certificates } from './certificates.js';
import { companions } from './companions.js';
import { contradiction } from './contradictions.js';
import { customDataSize } from './customDataSize.js';
import { enumNumbers } from './enumNumbers.js';
import { featureGates } from './featureGates.js';
import { features } from './features.js';
import { flagOverFile } from './flagOverFile.js';
import { formats } from './formats.js';
import { gpu } from './gpu.js';
import type { NodeConfigInput } from './input.js';
import { knownValues } from './knownValues.js';
import { kubeletFlags } from './kubeletFlags.js';
import { mixedNames } from './mixedNames.js';
import { noEffect } from './noEffect.js';
import { nodeImage } from './nodeImage.js';
import { nodeLabels } from './nodeLabels.js';
import { numericStrings } from './numericStrings.js';
import { ordering } from './ordering.js';
import { plainSecrets } from './plainSecrets.js';
import { ranges } from './ranges.js';
import { readingFaults } from './readingFaults.js';
import { replacedValues } from './replacedValues.js';
import { requiredFields } from './requiredFields.js';
import { sgxSize } from './sgxSize.js';
import { syntaxFaults } from './syntaxFaults.js';
import { unusualIntegers } from './unusualIntegers.js';
import { version } from './version.js';

/** The rules about node configs. A new one is a file beside these and a line here. */
export const nodeConfigRules: readonly Rule<NodeConfigInput>[] = [
  // What the node reads, and what it does not.
  syntaxFaults,
  readingFaults,
  requiredFields,
  version,
  nodeImage,
  // What it reads although nobody means it so.
  numericStrings,
  enumNumbers,
  unusualIntegers,
  mixedNames,
  // What each value has to be.
  formats,
  certificates,
  knownValues,
  ranges,
  replacedValues,
  features,
  // What kubelet takes.
  kubeletFlags,
  featureGates,
  nodeLabels,
  // What the values mean together.
  noEffect,
  flagOverFile,
  companions,
  contradiction,
  ordering,
  gpu,
  sgxSize,
  plainSecrets,
  // What Azure takes.
  customDataSize,
];
