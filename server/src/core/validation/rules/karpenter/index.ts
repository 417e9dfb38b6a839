import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';
import { neededOptions } from './neededOptions.js';
import { readingFaults } from './readingFaults.js';
import { size } from './size.js';
import { subnetId } from './subnetId.js';
import { surprises } from './surprises.js';
import { syntaxFaults } from './syntaxFaults.js';
import { taints } from './taints.js';
import { contradictions, noEffect } from './together.js';
import { unsafe } from './unsafe.js';
import { values } from './values.js';
import { version } from './version.js';

/** The rules about Karpenter's bootstrap options. A new one is a file beside these and a line here. */
export const karpenterRules: readonly Rule<KarpenterInput>[] = [
  // What Karpenter reads, and what it does not.
  syntaxFaults,
  readingFaults,
  neededOptions,
  surprises,
  version,
  subnetId,
  // What becomes of it in the script and on the node.
  unsafe,
  values,
  taints,
  noEffect,
  contradictions,
  size,
];
