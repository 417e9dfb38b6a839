import type { Analysis } from '../analysis.js';
import type { AcceptedProblems } from '../configuration/baseline.js';
import { type ReportedProblems, reportedUnder, type Settings } from '../configuration/settings.js';
import { type DocumentKind, isKnown } from '../document/kinds.js';
import { isFailureFamily } from '../failure/exitCodes/index.js';
import { failureFamilies } from '../failure/exitCodes/table.js';
import { explainFailure } from '../failure/explain.js';
import { limits } from '../limits.js';
import { maskingOf } from '../masking.js';
import type { CustomDataDialect } from '../nodeConfig/render/dialects.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import { mostSevere } from '../problems/codes.js';
import type { Rendered } from '../document/rendered.js';
import { cseOf, customDataOf, environmentOf, karpenterScriptOf, nodeFilesOf } from '../rendering.js';
import type { Masked, Masking, TextMasking } from '../secrets/masking.js';
import { failure, type Result, success } from '../text/result.js';
import { validate } from '../validate.js';
import { answer, type ProblemResult } from './answer.js';
import { decodingResult } from './decode.js';
import { explanationResult } from './explain.js';
import { renderingFields, renderingResult } from './render.js';
import { validationResult, validationSummary } from './validate.js';
import { grouped } from '../text/strings.js';

/** What an assistant asks about a text. */
export interface ToolQuestion {
  readonly tool: 'validate' | 'decode' | 'preview' | 'explain';
  /** The name of the text in the answer. */
  readonly file: string;
  /** For `decode`: whether the answer contains the decoded texts. */
  readonly withText?: boolean;
  /** For `preview`; custom data by default. */
  readonly what?: (typeof previews)[number];
  /** For `explain`: the family of the table of exit codes; by default it is detected from the text. */
  readonly table?: string;
}

const previews = ['custom-data', 'cse', 'env', 'node-files', 'karpenter'] as const;

/** An input of a tool, as JSON Schema. */
interface ToolInput {
  readonly type: 'string' | 'boolean';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly default?: string | boolean;
}

/** A tool of assistants. */
export interface AssistantTool {
  readonly name: `aks_bootstrap_${ToolQuestion['tool']}`;
  readonly tool: ToolQuestion['tool'];
  readonly title: string;
  /** For the model. */
  readonly description: string;
  /** Its inputs beside the file and the text. */
  readonly inputs: Readonly<Record<string, ToolInput>>;
}

/** The tools, in VS Code and over the Model Context Protocol. The extension's manifest is generated from them. */
export const assistantTools: readonly AssistantTool[] = [
  {
    name: 'aks_bootstrap_validate',
    tool: 'validate',
    title: 'Validate AKS bootstrap document',
    description:
      'Validates an AKS node bootstrap document: aks-node-controller-config.json, cloud-config, custom data (base64, gzip, MIME), VMSS or VM JSON, ARM templates, Karpenter bootstrap options. Payloads inside are decoded and validated too. Returns JSON: results[0].kind, results[0].problems (severity, code, message, pointer, zero-based range, layers, href; omittedProblems counts those left out) and a summary.',
    inputs: {},
  },
  {
    name: 'aks_bootstrap_decode',
    tool: 'decode',
    title: 'Decode AKS bootstrap payloads',
    description:
      'Opens every layer of custom data, VMSS or VM JSON, ARM templates, goal states, extension settings and cloud-config: base64, gzip, MIME, here-documents, write_files. Returns JSON with the tree of payloads, their encodings, kinds, sizes, hashes and problems; withText adds the decoded texts.',
    inputs: { withText: { type: 'boolean', description: 'Include the decoded texts.', default: false } },
  },
  {
    name: 'aks_bootstrap_preview',
    tool: 'preview',
    title: 'Preview AKS bootstrap',
    description:
      "Renders what an AKS node config turns into: custom data, the CSE command, the environment of the provisioning scripts, the files encoded in it; or the bootstrap script of Karpenter options. Returns JSON; if the config can't be rendered, results[0].error says why.",
    inputs: { what: { type: 'string', enum: previews, default: 'custom-data', description: 'What to render.' } },
  },
  {
    name: 'aks_bootstrap_explain',
    tool: 'explain',
    title: 'Explain AKS provisioning failure',
    description:
      "Explains why an AKS node failed to provision, from an error message, status or log: a portal error, an activity log entry, an instance view, provision.json, a line of a node's log; escaped, wrapped or cut. Returns JSON: exitCode, errorName, phase, meaning, causes, nextSteps, timeline, lastCommands.",
    inputs: {
      table: {
        type: 'string',
        enum: failureFamilies,
        description: "The family of exit codes, if the text doesn't determine it.",
      },
    },
  },
];

/** The description of a tool for a model that can name files of `folders`, such as `the workspace`, or none. */
export function toolDescription({ description }: AssistantTool, folders: string | undefined): string {
  const input = folders === undefined ? 'Pass the text' : 'Pass either file or text';
  return `${description} Secrets are masked. Works offline and is read-only. ${input}.`;
}

/** The JSON Schema of the inputs of a tool. */
export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ToolInput>>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

/** The inputs of a tool for a model that can name files of `folders`, or none. */
export function toolSchema({ inputs }: AssistantTool, folders: string | undefined): ToolSchema {
  const name = 'a file name for the text, because a name such as vmss.json determines the kind.';
  const file =
    folders === undefined
      ? `A${name.slice(1)}`
      : `Path of a file in ${folders}, absolute or relative to the first folder; or ${name}`;
  const text = folders === undefined ? 'The text to read.' : 'The text to read, instead of a file.';
  return {
    type: 'object',
    properties: {
      file: { type: 'string', description: file },
      text: { type: 'string', description: text },
      ...inputs,
    },
    ...(folders === undefined ? { required: ['text'] } : {}),
    additionalProperties: false,
  };
}

/** What a model passed to a tool: a question about a text, or about a file to read. */
export type ToolCall = Omit<ToolQuestion, 'file'> & { readonly file?: string; readonly text?: string };

/** Checks what a model passed to a tool. An error is a sentence for the model. */
export function toolCall(tool: AssistantTool, args: Readonly<Record<string, unknown>>): Result<ToolCall> {
  const { properties } = toolSchema(tool, 'the workspace');
  for (const [name, value] of Object.entries(args)) {
    const input = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (input === undefined)
      return failure(`There is no input ${JSON.stringify(name)}. Use ${Object.keys(properties).join(', ')}.`);
    if (typeof value !== input.type) return failure(`${name} must be a ${input.type}.`);
    if (input.enum?.includes(value as string) === false)
      return failure(`${name} must be one of ${input.enum.join(', ')}.`);
  }
  return success({ ...(args as Omit<ToolCall, 'tool'>), tool: tool.tool });
}

/** The kind that a text is read as for a question, as the command line does; undefined for the detected one. */
export function kindFor(
  { tool, what }: Pick<ToolQuestion, 'tool' | 'what'>,
  analysis: Analysis,
): DocumentKind | undefined {
  if (tool !== 'preview') return undefined;
  if (what === 'karpenter') return 'karpenter-options';
  return isKnown(analysis) ? undefined : 'node-config';
}

/** What answers depend on besides the document. */
export interface ToolContext extends EnvironmentOptions {
  /** Severities and ignored codes; by default nothing is ignored. */
  readonly settings?: Settings | undefined;
  /** What a baseline accepts. */
  readonly accepted?: AcceptedProblems | undefined;
  readonly dialect?: CustomDataDialect | undefined;
}

/**
 * Answers an assistant with the JSON of the command line, compact, because an assistant pays for each character. Secrets are
 * always masked. Of many problems, the most severe ones are listed; an answer that is still too long says so instead.
 */
export function answerTool(question: ToolQuestion, analysis: Analysis, context: ToolContext = {}): Masked {
  const { file } = question;
  const masking = maskingOf([analysis]);
  const given = answered(question, analysis, masking, context);
  if (given.length <= limits.toolAnswerCharacters) return given;
  const advice =
    question.withText === true ? 'Ask without withText, or about a part of it.' : 'Ask about a part of it.';
  const length = `${grouped(given.length)} characters, more than ${grouped(limits.toolAnswerCharacters)}`;
  const message = `The answer would have ${length}. ${advice}`;
  return compact(masking, answer([{ file, error: { code: 'answer/too-long', message } }]));
}

function answered(question: ToolQuestion, analysis: Analysis, masking: Masking, context: ToolContext): Masked {
  const { tool, file, table } = question;
  const { settings, accepted } = context;
  const reported = (): ReportedProblems | undefined =>
    settings && reportedUnder(settings, validate(analysis).problems, accepted);
  switch (tool) {
    case 'validate': {
      const result = validationResult(file, analysis, masking, reported());
      return compact(masking, answer([shortened(result)], { summary: validationSummary([result]) }));
    }
    case 'decode': {
      const options = { withText: question.withText === true, masking, problems: reported()?.problems };
      return compact(masking, answer([shortened(decodingResult(file, analysis, options))]));
    }
    case 'preview':
      return previewed(question, analysis, masking, context);
    case 'explain': {
      const family = table !== undefined && isFailureFamily(table) ? table : undefined;
      const { exitCodes } = analysis.context;
      const budget = analysis.newBudget();
      const explanation = explainFailure(analysis.failureText, { family, masking, exitCodes, budget });
      return compact(masking, answer([{ file, ...explanationResult(explanation, analysis.lines) }]));
    }
  }
}

function compact(masking: TextMasking, result: object): Masked {
  return masking.json(result, 'compact');
}

/** A result with its most severe problems, and the number of those that are left out. */
function shortened<T extends { readonly problems: readonly ProblemResult[] }>(result: T): T {
  const { problems } = result;
  if (problems.length <= limits.toolProblems) return result;
  const listed = mostSevere(problems, limits.toolProblems);
  return { ...result, problems: listed, omittedProblems: problems.length - listed.length };
}

/** What a config turns into. The config is masked before it is rendered, so that only an error can quote its text. */
function previewed(
  { file, what }: ToolQuestion,
  analysis: Analysis,
  masking: Masking,
  { dialect, containerdVersion, gpuComponents }: ToolContext,
): Masked {
  const options = { containerdVersion, gpuComponents, showSecrets: false, masking };
  const shown = <T>(rendered: Rendered<T>, fields: (value: T) => object): Masked =>
    compact(rendered.ok ? masking.rendered : masking, answer([renderingResult(file, rendered, fields)]));
  switch (what) {
    case 'cse':
      return shown(cseOf(analysis), renderingFields.cse);
    case 'env':
      return shown(environmentOf(analysis, options), renderingFields.environment);
    case 'node-files':
      return shown(nodeFilesOf(analysis, options), renderingFields.nodeFiles);
    case 'karpenter':
      return shown(karpenterScriptOf(analysis, options), renderingFields.karpenter);
    default:
      return shown(customDataOf(analysis, dialect ?? analysis.context.dialect, options), renderingFields.customData);
  }
}
