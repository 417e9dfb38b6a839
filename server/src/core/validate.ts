import type { ValidationContext } from './validationContext.js';
import { isValidated } from './cloudConfig/verdict.js';
import { contract } from './nodeConfig/contract/contract.js';
import { readContract, type Reading } from './nodeConfig/read.js';
import type { Explanation } from './failure/explain.js';
import { type OptionsReading, readOptions } from './karpenter/options/read.js';
import { holdsResources } from './karpenter/resources/model.js';
import { readingsOfResources } from './karpenter/resources/options.js';
import type { Payload } from './document/payload.js';
import { userDataTypeOf } from './cloudConfig/userData/contentTypes.js';
import { problem, type Problem } from './problems/problem.js';
import type { SyntaxTree } from './formats/tree/node.js';
import { isMisspeltCloudConfig } from './cloudConfig/userData/contentTypes.js';
import { runRules, type RuleOutcome } from './problems/rules.js';
import { validateTemplate } from './cloudConfig/userData/rules/template.js';
import { cloudConfigPartRules, cloudConfigRules } from './cloudConfig/rules/index.js';
import { cloudConfigInput } from './cloudConfig/rules/input.js';
import { contentRules } from './cloudConfig/rules/contents.js';
import { failureInput, failureRules } from './failure/rules.js';
import { karpenterInput } from './karpenter/rules/input.js';
import { karpenterRules } from './karpenter/rules/index.js';
import { machineRules } from './payload/rules.js';
import { nodeConfigRules } from './nodeConfig/rules/index.js';
import { messageRules, userDataRules } from './cloudConfig/userData/rules/index.js';
import type { UserDataInput } from './cloudConfig/userData/rules/input.js';
import { type CustomDataMeasure, nodeConfigInput } from './nodeConfig/rules/input.js';

/** What has been read of the file that a document is; documents inside of it are read when they are validated. */
export interface FileReadings {
  /** Where it is a node config. */
  readonly config: FileConfig | undefined;
  /** Where it holds bootstrap options. */
  readonly options: OptionsReading | undefined;
  /** What it tells of failures. */
  readonly failures: readonly Explanation[];
}

/** What is known of a node config that is a file of its own. */
export interface FileConfig {
  /** The config, read already. */
  readonly reading: Reading;
  readonly customData: CustomDataMeasure;
}

/**
 * Runs the rules of a document's kind; places are in the document. `file` is handed in where the document is the file
 * itself. A new kind of document gets its rules here.
 */
export function validateDocument(
  document: Payload,
  circumstances: ValidationContext,
  file?: FileReadings,
): RuleOutcome {
  const { kind, text, tree } = document;
  // What stands in place of an unresolved expression would break rules that its value keeps.
  if (text === undefined || document.details.unresolved !== undefined) return nothing;
  if (isTemplate(document)) return validateTemplate(document, text, circumstances);
  switch (kind) {
    case 'node-config':
      if (tree === undefined) return nothing;
      return runRules(
        nodeConfigRules,
        nodeConfigInput(
          text,
          tree,
          contract,
          file?.config?.reading ?? readContract(tree, contract.root),
          circumstances,
          file?.config?.customData,
        ),
      );
    case 'cloud-config':
      // Chosen as a cloud-config, but cloud-init itself takes the text for something else.
      if (tree === undefined || !(isValidated(text) || isMisspeltCloudConfig(text))) return nothing;
      return runRules(
        document.partType === 'text/cloud-config' ? cloudConfigPartRules : cloudConfigRules,
        cloudConfigInput(document, text, tree, circumstances),
      );
    case 'mime':
      return runRules(messageRules, userDataInput(document, text));
    case 'user-data':
      return userDataOutcome(document, text);
    case 'cse-status':
    case 'provision-log':
      return reportedFailures(document, text, file);
    case 'karpenter-options':
      return tree === undefined ? nothing : optionsOutcome(text, tree, circumstances, file?.options);
    case 'vmss-json':
    case 'vm-json':
    case 'activity-log':
      return both(
        tree === undefined ? nothing : runRules(machineRules, { tree }),
        reportedFailures(document, text, file),
      );
    case 'arm-template':
    case 'cse-settings':
    case 'ignition':
    case 'goal-state':
    case 'kubernetes':
      return tree === undefined ? nothing : runRules(machineRules, { tree });
    case 'unknown':
      return unknownDocument(document, text);
    default:
      return nothing;
  }
}

/** Resources are judged with every pool that a node may be of; what several share is said once. */
function optionsOutcome(
  text: string,
  tree: SyntaxTree,
  { karpenter = {} }: ValidationContext,
  options: OptionsReading | undefined,
): RuleOutcome {
  if (!holdsResources(tree)) return runRules(karpenterRules, karpenterInput(text, tree, options ?? readOptions(tree)));
  const outcomes = readingsOfResources(tree, karpenter).map((reading) =>
    runRules(karpenterRules, karpenterInput(text, tree, reading)),
  );
  const said = new Map<string, Problem>();
  for (const found of outcomes.flatMap(({ problems }) => problems))
    said.set(`${found.code} ${found.span.start} ${found.span.end} ${found.message}`, found);
  return { problems: [...said.values()], failures: outcomes.flatMap(({ failures }) => failures) };
}

/** Scripts inside other documents are read as scripts, too; a script alone is the business of whoever edits scripts. */
function userDataOutcome(document: Payload, text: string): RuleOutcome {
  const asUserData = document.isFile ? nothing : runRules(userDataRules, userDataInput(document, text));
  if (document.steps.length === 0) return asUserData;
  return both(asUserData, runRules(contentRules, { path: document.name, text }));
}

/** Whether cloud-init renders a document before it acts on it. */
function isTemplate(document: Payload): boolean {
  return (
    (document.kind === 'cloud-config' || document.kind === 'user-data') && userDataTypeOf(document) === 'text/jinja2'
  );
}

function userDataInput(payload: Payload, text: string): UserDataInput {
  return { text, payload, contentType: userDataTypeOf(payload) };
}

const nothing: RuleOutcome = { problems: [], failures: [] };

/** Failures are told in what somebody opened, not in payloads. */
function reportedFailures({ kind, steps }: Payload, text: string, file: FileReadings | undefined): RuleOutcome {
  if (file === undefined || steps.length > 0) return nothing;
  return runRules(failureRules, failureInput(kind, text, file.failures));
}

function both(first: RuleOutcome, second: RuleOutcome): RuleOutcome {
  return {
    problems: [...first.problems, ...second.problems],
    failures: [...first.failures, ...second.failures],
  };
}

/** A file that nobody knows may still be empty or broken JSON; a payload is what its name on the node says. */
function unknownDocument(document: Payload, text: string): RuleOutcome {
  if (document.steps.length > 0) return runRules(contentRules, { path: document.name, text });
  if (text.trim() === '') {
    const found = problem('payload/empty', { start: 0, end: text.length }, 'The file is empty.');
    return { problems: [found], failures: [] };
  }
  return { problems: document.tree?.problems ?? [], failures: [] };
}
