import type { Result } from '../../../text/result.js';
import { append } from '../../../text/strings.js';
import type { SchemaNode } from '../../schema/schemaNode.js';
import { isUnreadable, type CloudInitVerdict } from '../../read.js';
import { type CloudConfigContext, type CloudConfigInput, cloudConfigInput } from '../../rules/input.js';
import type { TemplateFault } from '../../../formats/jinja/ast.js';
import { instanceDataKeys, standardInstanceKeys } from '../instanceData.js';
import { type Reference, referencesOf } from '../../../formats/jinja/references.js';
import type { RenderedTemplate } from '../../../formats/jinja/render.js';
import type { Payload } from '../../../document/payload.js';
import { movedFixes, problem, type Problem } from '../../../problems/problem.js';
import { nearestNode } from '../../../formats/tree/paths.js';
import type { SyntaxTree } from '../../../formats/tree/node.js';
import { parseYaml } from '../../../formats/yaml/read.js';
import { nearestName } from '../../../text/suggest.js';
import { beginningsInWords, typeByBeginning } from '../contentTypes.js';
import {
  readTemplate,
  renderUserData,
  templateStart,
  touchesAny,
  typeOfTemplate,
  type UserDataTemplate,
} from '../template.js';
import { runRules, type RuleOutcome } from '../../../problems/rules.js';
import { cloudConfigPartRules, cloudConfigRules } from '../../rules/index.js';

/** Other cloud-config documents and their target, as a template needs them. */
export interface TemplateContext extends Pick<CloudConfigContext, 'cloudInit' | 'instanceData' | 'instanceDataFault'> {
  readonly schema: () => SchemaNode;
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

  /** Checks what the template becomes; without instance data as far as the text around the expressions allows. */
  validate(): RuleOutcome {
    const text = this.#text;
    const { instanceData, instanceDataFault } = this.#context;
    const start = this.#start;
    if (start === undefined) return { problems: [badHeader(text)], failures: [] };
    const rendered = this.#result;
    if (rendered?.ok === true) return this.#validateRendered(rendered.value);
    const template = readTemplate(text, start);
    const fault = rendered?.error ?? template.fault;
    const problems = fault === undefined ? [] : [faultProblem(fault)];
    if (instanceDataFault !== undefined) problems.push(withoutInstanceData(text, instanceDataFault));
    if (instanceData === undefined && template.fault === undefined) append(problems, unknownVariables(template));
    // Without a template there is no text around its expressions.
    const outcome = template.fault === undefined ? this.#validateAround(template) : { problems: [], failures: [] };
    return { problems: [...problems, ...outcome.problems], failures: outcome.failures };
  }

  /** cloud-init's own verdict, which refuses a template that it has no instance data for. */
  verdict(fileProblems: readonly Problem[]): CloudInitVerdict {
    const rendered = this.#result;
    if (rendered === undefined) return { verdict: 'invalid', contentType: 'text/jinja2', parsed: null };
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

  get #result(): Result<RenderedTemplate, TemplateFault> | undefined {
    const { instanceData } = this.#context;
    const start = this.#start;
    this.#rendered ??= {
      value: start === undefined ? undefined : instanceData && renderUserData(this.#text, start, instanceData),
    };
    return this.#rendered.value;
  }

  /** The rendered cloud-config. What it writes isn't opened: its files are checked at their places in the template. */
  #cloudConfigOf({ text }: RenderedTemplate): CloudConfigInput {
    return (this.#cloudConfig ??= cloudConfigInput(insideOf(this.#document), text, parseYaml(text), {
      ...this.#context,
      isPart: false,
    }));
  }

  #validateRendered(rendered: RenderedTemplate): RuleOutcome {
    const { text, map, missing } = rendered;
    const problems = missing.map(({ span, name }) =>
      problem(
        'user-data/unknown-variable',
        span,
        `The instance data have no ${name}; cloud-init writes CI_MISSING_JINJA_VAR/${name} instead.`,
      ),
    );
    const whole = { start: 0, end: /^[^\r\n]*/.exec(this.#text)?.[0].length ?? 0 };
    if (text === '') {
      problems.push(
        problem('user-data/template-fails', whole, 'The template is rendered to nothing, and cloud-init skips it.'),
      );
      return { problems, failures: [] };
    }
    const type = typeByBeginning(text);
    if (type === undefined || !renderedTypes.has(type)) {
      const line = map.toOuter({ start: 0, end: /^[^\n]*/.exec(text.trimStart())?.[0].length ?? 0 });
      const what = type === undefined ? `begin with ${beginningsInWords}` : `not be another ${type}`;
      problems.push(problem('user-data/unhandled-part', line, `Nothing takes the rendered text: it has to ${what}.`));
      return { problems, failures: [] };
    }
    if (type !== 'text/cloud-config') return { problems, failures: [] };
    const outcome = runRules(cloudConfigRules, this.#cloudConfigOf(rendered));
    for (const { fixes = [], ...found } of outcome.problems)
      problems.push({ ...found, span: map.toOuter(found.span), fixes: movedFixes(fixes, map) });
    return { problems, failures: outcome.failures };
  }

  /** Checks the text around the expressions, but nothing that depends on one of them. */
  #validateAround({ regions }: UserDataTemplate): RuleOutcome {
    const text = this.#text;
    const { tree } = this.#document;
    if (tree === undefined || typeOfTemplate(text) !== 'text/cloud-config') return { problems: [], failures: [] };
    const input = cloudConfigInput(this.#document, text, tree, { ...this.#context, isPart: true });
    const outcome = runRules(cloudConfigPartRules, input);
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
      ? 'The line ## template: jinja has to be the very first one; with something in front of it cloud-init renders nothing and ends with an error.'
      : 'The first line has to be exactly ## template: jinja; cloud-init knows no other way to render user data.',
  );
}

function withoutInstanceData(text: string, why: string): Problem {
  const header = { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 };
  return problem('user-data/no-instance-data', header, `${why} The template is judged as it stands.`);
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
        `${message} What the template becomes is not known; only the text around its expressions is judged.`,
      );
  }
}

/** A text that is made of a document, and is no file of its own. */
function insideOf({ steps }: Payload): Pick<Payload, 'layers' | 'steps' | 'children'> {
  return { steps: [...steps, 'jinja-template'], layers: [], children: [] };
}

/** What cloud-init can do with a rendered template. */
const renderedTypes = new Set([
  'text/cloud-config',
  'text/cloud-config-jsonp',
  'text/cloud-boothook',
  'text/x-shellscript',
  'text/x-shellscript-per-boot',
  'text/x-shellscript-per-instance',
  'text/x-shellscript-per-once',
]);

/** Whether a problem is about a value, so that an expression in it may be the remedy. */
function dependsOnValue({ code }: Problem): boolean {
  return code !== 'cloud-config/unknown-key' && code !== 'cloud-config/deprecated-key';
}

function valueSpan({ root }: SyntaxTree, { pointer, span }: Problem): Problem['span'] {
  return root === undefined ? span : nearestNode(root, pointer).node.span;
}

/** Names that instance data do not have on any cloud; what is below `ds` differs from one to the next. */
function* unknownVariables({ statements, toText }: UserDataTemplate): Generator<Problem> {
  for (const reference of referencesOf(statements)) {
    const unknown = unknownName(reference);
    if (unknown === undefined) continue;
    const near = nearestName(unknown.name, unknown.known);
    yield problem(
      'user-data/unknown-variable',
      toText(reference.span),
      `Instance data have no ${unknown.name}${near === undefined ? '.' : `; was ${near} meant?`} cloud-init writes CI_MISSING_JINJA_VAR/${unknown.name} for a name that is missing, and skips the template where something below it is asked for.`,
    );
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

/** Keys are known with hyphens and with underscores. */
function isAmong(name: string, known: readonly string[]): boolean {
  return known.includes(name.replaceAll('-', '_'));
}
