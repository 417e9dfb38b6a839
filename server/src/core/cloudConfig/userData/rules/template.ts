import type { Budget } from '../../../text/budget.js';
import { composeMaps, type PositionMap } from '../../../text/positionMap.js';
import type { Result } from '../../../text/result.js';
import { append } from '../../../text/strings.js';
import type { SchemaNode } from '../../schema/schemaNode.js';
import { isUnreadable, type CloudInitVerdict } from '../../read.js';
import {
  type CloudConfigContext,
  type CloudConfigDocument,
  type CloudConfigInput,
  cloudConfigInput,
} from '../../rules/input.js';
import type { TemplateFault } from '../../../formats/jinja/ast.js';
import { instanceDataKeys, standardInstanceKeys } from '../instanceData.js';
import { type Reference, referencesOf } from '../../../formats/jinja/references.js';
import type { RenderedTemplate } from '../../../formats/jinja/render.js';
import type { Payload } from '../../../document/payload.js';
import { movedFixes, problem, type Problem } from '../../../problems/problem.js';
import { nearestNode } from '../../../formats/tree/paths.js';
import type { SyntaxTree } from '../../../formats/tree/node.js';
import { parseYaml } from '../../../formats/yaml/read.js';
import { type Span, touchesAny } from '../../../text/span.js';
import { nearestName } from '../../../text/suggest.js';
import { typeByBeginning } from '../contentTypes.js';
import { readTemplate, renderUserData, templateStart, typeOfTemplate, type UserDataTemplate } from '../template.js';
import { script } from './parts.js';
import { noOutcome, type RuleRun, runRules } from '../../../problems/rules.js';
import { cloudConfigPartRules, cloudConfigRules } from '../../rules/index.js';

/** What the validation of a template depends on besides its text. */
export interface TemplateContext extends Pick<CloudConfigContext, 'cloudInit' | 'instanceData' | 'instanceDataFault'> {
  readonly schema: () => SchemaNode;
  readonly budget: Budget;
}

/** User data that is a Jinja template, rendered at most once. */
export class TemplateReading {
  readonly #document: Payload;
  readonly #text: string;
  readonly #context: TemplateContext;
  readonly #start: number | undefined;
  #rendered: { readonly value: Result<RenderedTemplate, TemplateFault> | undefined } | undefined;
  #cloudConfig: CloudConfigInput | undefined;

  constructor(document: Payload, text: string, context: TemplateContext) {
    this.#document = document;
    this.#text = text;
    this.#context = context;
    this.#start = templateStart(text);
  }

  /** Validates the rendered template; without instance data, only the text around its expressions. */
  *validate(): RuleRun {
    const text = this.#text;
    const { instanceData, instanceDataFault } = this.#context;
    const start = this.#start;
    if (start === undefined) return { problems: [badHeader(text)], failures: [] };
    const rendered = this.#result;
    if (rendered?.ok === true) return yield* this.#validateRendered(rendered.value);
    const template = readTemplate(text, start);
    const fault = rendered?.error ?? template.fault;
    const problems = fault === undefined ? [] : [faultProblem(fault)];
    if (instanceDataFault !== undefined) {
      const message = `${instanceDataFault} The template is validated without instance data.`;
      problems.push(problem('user-data/no-instance-data', firstLineOf(text), message));
    }
    if (instanceData === undefined && template.fault === undefined) append(problems, unknownVariables(template));
    const outcome = template.fault === undefined ? yield* this.#validateAround(template) : noOutcome;
    return { problems: [...problems, ...outcome.problems], failures: outcome.failures };
  }

  /**
   * cloud-init's own verdict. It rejects a template without instance data, which is a problem only if the caller has to name
   * the data; else there is no verdict.
   */
  verdict(fileProblems: readonly Problem[]): CloudInitVerdict {
    const rendered = this.#result;
    if (rendered === undefined)
      return { verdict: this.#needsData ? 'not-validated' : 'invalid', contentType: 'text/jinja2', parsed: null };
    if (!rendered.ok) {
      const { kind } = rendered.error;
      const verdict = kind === 'unsupported' || kind === 'limit' ? 'not-validated' : 'invalid';
      return { verdict, contentType: 'text/jinja2', parsed: null };
    }
    const contentType = typeByBeginning(rendered.value.text) ?? null;
    if (contentType === null) return { verdict: 'invalid', contentType, parsed: null };
    if (contentType !== 'text/cloud-config') return { verdict: 'not-validated', contentType, parsed: null };
    const { verdict, value } = this.#cloudConfigOf(rendered.value).reading;
    return { verdict: isUnreadable(fileProblems) ? 'invalid' : verdict, contentType, parsed: value };
  }

  /** Whether instance data could make the template valid, and the caller didn't try to give any. */
  get #needsData(): boolean {
    const start = this.#start;
    if (start === undefined || this.#context.instanceDataFault !== undefined) return false;
    return readTemplate(this.#text, start).fault?.kind !== 'syntax';
  }

  get #result(): Result<RenderedTemplate, TemplateFault> | undefined {
    const { instanceData, budget } = this.#context;
    const start = this.#start;
    this.#rendered ??= {
      value: start === undefined ? undefined : instanceData && renderUserData(this.#text, start, instanceData, budget),
    };
    return this.#rendered.value;
  }

  /** The rendered cloud-config. Its files aren't opened: they are checked at their positions in the template. */
  #cloudConfigOf({ text, map }: RenderedTemplate): CloudConfigInput {
    return (this.#cloudConfig ??= cloudConfigInput(
      insideOf(this.#document, map),
      text,
      parseYaml(text, this.#context.budget),
      {
        ...this.#context,
        isPart: false,
      },
    ));
  }

  *#validateRendered(rendered: RenderedTemplate): RuleRun {
    const { text, map, missing } = rendered;
    const problems = missing.map(({ span, name }) => {
      const message = `The instance data doesn't contain ${name}; cloud-init writes CI_MISSING_JINJA_VAR/${name} instead.`;
      return problem('user-data/unknown-variable', span, message);
    });
    if (text === '') {
      const message = 'The rendered template is empty, so cloud-init skips it.';
      problems.push(problem('user-data/template-fails', firstLineOf(this.#text), message));
      return { problems, failures: [] };
    }
    const type = typeByBeginning(text);
    if (type === undefined || !renderedTypes.has(type)) {
      const message =
        "cloud-init can't use the rendered text: it must begin with #cloud-config, #cloud-boothook or #!.";
      problems.push(problem('user-data/unhandled-part', map.toOuter(firstLineOf(text.trimStart())), message));
      return { problems, failures: [] };
    }
    const { budget } = this.#context;
    const outcome =
      type === 'text/cloud-config'
        ? yield* runRules(cloudConfigRules, this.#cloudConfigOf(rendered), budget)
        : yield* runRules([script], { text, payload: this.#document, contentType: type, budget }, budget);
    for (const { fixes = [], ...found } of outcome.problems)
      problems.push({ ...found, span: map.toOuter(found.span), fixes: movedFixes(fixes, map) });
    return { problems, failures: outcome.failures };
  }

  /** Validates the text around the expressions, without anything that depends on one of them. */
  *#validateAround({ regions }: UserDataTemplate): RuleRun {
    const text = this.#text;
    const { tree } = this.#document;
    if (tree === undefined || typeOfTemplate(text) !== 'text/cloud-config') return noOutcome;
    const input = cloudConfigInput(this.#document, text, tree, { ...this.#context, isPart: true });
    const outcome = yield* runRules(cloudConfigPartRules, input, this.#context.budget);
    const hasStatements = regions.some((region) => region.kind === 'statement');
    const isOpen = (found: Problem): boolean => {
      if (hasStatements && (found.code === 'yaml/duplicate-key' || found.code === 'cloud-config/not-a-mapping'))
        return true;
      return touchesAny(found.span, regions) || (dependsOnValue(found) && touchesAny(valueSpan(tree, found), regions));
    };
    return { problems: outcome.problems.filter((found) => !isOpen(found)), failures: outcome.failures };
  }
}

function badHeader(text: string): Problem {
  const line = /\S[^\r\n]*/.exec(text);
  const start = line?.index ?? 0;
  return problem(
    'user-data/template-header',
    { start, end: start + (line?.[0].trimEnd().length ?? 0) },
    start > 0
      ? 'The line ## template: jinja must be the first one: cloud-init fails if anything precedes it.'
      : 'The first line must be exactly ## template: jinja; cloud-init renders no other templates.',
  );
}

function firstLineOf(text: string): Span {
  return { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 };
}

function faultProblem({ kind, span, message }: TemplateFault): Problem {
  switch (kind) {
    case 'syntax':
      return problem('user-data/template-syntax', span, message);
    case 'failure':
      return problem('user-data/template-fails', span, `${message} cloud-init skips the whole template.`);
    case 'unsupported':
    case 'limit':
      return problem(
        'user-data/template-not-rendered',
        span,
        `${message} The template is not rendered; only the text around its expressions is validated.`,
      );
  }
}

/** Facts about text that is rendered from a document and isn't a file. */
function insideOf({ steps, map }: Payload, rendered: PositionMap): CloudConfigDocument {
  return { steps: [...steps, 'jinja-template'], layers: [], children: [], map: composeMaps(map, rendered) };
}

/**
 * The types of rendered templates that cloud-init 26.2 can use (`stages.py`, `sub_handlers`). A patch goes to the handler of
 * cloud-configs as one, because it has the type of the template there, and is dropped.
 */
const renderedTypes = new Set(['text/cloud-config', 'text/cloud-boothook', 'text/x-shellscript']);

/** Whether a problem is about a value, so that an expression in the value may solve it. */
function dependsOnValue({ code }: Problem): boolean {
  return code !== 'cloud-config/unknown-key' && code !== 'cloud-config/deprecated-key';
}

function valueSpan({ root }: SyntaxTree, { pointer, span }: Problem): Problem['span'] {
  return root === undefined ? span : nearestNode(root, pointer).node.span;
}

/** Names that instance data doesn't contain on any cloud; the content of `ds` depends on the cloud. */
function* unknownVariables({ statements, toText }: UserDataTemplate): Generator<Problem> {
  for (const reference of referencesOf(statements)) {
    const unknown = unknownName(reference);
    if (unknown === undefined) continue;
    const { name, known } = unknown;
    const near = nearestName(name, known);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const message = `Instance data doesn't contain ${name}.${hint} cloud-init writes CI_MISSING_JINJA_VAR/${name} instead, and skips the template if it uses a member of ${name}.`;
    yield problem('user-data/unknown-variable', toText(reference.span), message);
  }
}

function unknownName({ path }: Reference): { name: string; known: readonly string[] } | undefined {
  const [first = '', second] = path;
  const top = [...instanceDataKeys, ...standardInstanceKeys];
  if (!isAmong(first, top)) return { name: first, known: top };
  return first === 'v1' && second !== undefined && !isAmong(second, standardInstanceKeys)
    ? { name: second, known: standardInstanceKeys }
    : undefined;
}

/** Names may have hyphens or underscores. */
function isAmong(name: string, known: readonly string[]): boolean {
  return known.includes(name.replaceAll('-', '_'));
}
