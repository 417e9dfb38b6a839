import type { Rule } from '../../problems/rules.js';
import { certificates, features, formats, knownValues, ranges } from './values.js';
import { companions, contradiction, gpu, sgxSize } from './combinations.js';
import { customDataSize, nodeImage, plainSecrets } from './delivery.js';
import { examples } from './examples.js';
import { enumNumbers, mixedNames, numericStrings, syntaxFaults, unusualIntegers, version } from './spelling.js';
import { featureGates, flagOverFile, kubeletFlags, nodeLabels } from './kubelet.js';
import type { NodeConfigInput } from './input.js';
import { machineModel } from './model.js';
import { noEffect, replacedValues } from './noEffect.js';
import { ordering } from './ordering.js';
import { readingFaults } from './reading.js';
import { requiredFields } from './required.js';

/** The rules about node configs. A new one is a file beside these and a line here. */
export const nodeConfigRules: readonly Rule<NodeConfigInput>[] = [
  // What the node reads.
  syntaxFaults,
  readingFaults,
  requiredFields,
  version,
  nodeImage,
  // What it accepts, although it was probably not intended.
  numericStrings,
  enumNumbers,
  unusualIntegers,
  mixedNames,
  // Single values.
  examples,
  formats,
  certificates,
  knownValues,
  ranges,
  replacedValues,
  features,
  // What kubelet accepts.
  kubeletFlags,
  featureGates,
  nodeLabels,
  // Several values together.
  noEffect,
  flagOverFile,
  companions,
  contradiction,
  ordering,
  gpu,
  sgxSize,
  plainSecrets,
  // What Azure accepts.
  customDataSize,
];

/** The rules about a node config and the JSON of the machine around it. */
export const nodeConfigRulesAround: readonly Rule<NodeConfigInput>[] = [machineModel];
