import type { Circumstances } from '../circumstances.js';
import { isValidated } from '../cloudConfig/verdict.js';
import { contract } from '../contract/contract.js';
import { readContract, type Reading } from '../contract/read.js';
import { type OptionsReading, readOptions } from '../karpenter/read.js';
import type { Payload } from '../payload/payload.js';
import { problem } from '../problems/problem.js';
import { isMisspeltCloudConfig } from '../userData/header.js';
import { toValue } from '../syntax/toValue.js';
import { runRules, type RuleOutcome } from './rule.js';
import { cloudConfigRules } from './rules/cloudConfig/index.js';
import { karpenterInput } from './rules/karpenter/input.js';
import { karpenterRules } from './rules/karpenter/index.js';
import { machineRules } from './rules/machine/index.js';
import { nodeConfigRules } from './rules/nodeConfig/index.js';
import { type CustomDataMeasure, nodeConfigInput } from './rules/nodeConfig/input.js';

/** What is known of a node config that is a file of its own. */
export interface FileConfig {
  /** The config, read already. */
  readonly reading: Reading;
  readonly customData: CustomDataMeasure;
}

/**
 * Runs the rules of a document's kind; places are in the document. `own` and `options` are handed in
 * where the document is the file itself and a node config, or bootstrap options. A new kind of document gets its rules here.
 */
export function validateDocument(
  document: Payload,
  circumstances: Circumstances,
  own?: FileConfig,
  options?: OptionsReading,
): RuleOutcome {
  const { kind, text, tree } = document;
  if (text === undefined) return nothing;
  switch (kind) {
    case 'node-config':
      if (tree === undefined) return nothing;
      return runRules(
        nodeConfigRules,
        nodeConfigInput(
          text,
          tree,
          contract,
          own?.reading ?? readContract(tree, contract.root),
          circumstances,
          own?.customData,
        ),
      );
    case 'cloud-config':
      // Chosen as a cloud-config, but cloud-init itself takes the text for something else.
      if (tree === undefined || !(isValidated(text) || isMisspeltCloudConfig(text))) return nothing;
      return runRules(cloudConfigRules, { text, tree, value: toValue(tree.root) });
    case 'karpenter-options':
      return tree === undefined
        ? nothing
        : runRules(karpenterRules, karpenterInput(text, tree, options ?? readOptions(tree)));
    case 'vmss-json':
    case 'vm-json':
    case 'arm-template':
    case 'activity-log':
    case 'cse-settings':
    case 'ignition':
      return tree === undefined ? nothing : runRules(machineRules, { tree });
    case 'unknown':
      return unknownDocument(document, text);
    default:
      return nothing;
  }
}

const nothing: RuleOutcome = { problems: [], failures: [] };

/** A file that nobody knows may still be empty or broken JSON; a payload may be anything. */
function unknownDocument(document: Payload, text: string): RuleOutcome {
  if (document.steps.length > 0) return nothing;
  if (text.trim() === '') {
    const found = problem('payload/empty', { start: 0, end: text.length }, 'The file is empty.');
    return { problems: [found], failures: [] };
  }
  return { problems: document.tree?.problems ?? [], failures: [] };
}
