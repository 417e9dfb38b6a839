import type { OpenedDocument } from '../document/kindSpec.js';
import type { Payload } from '../document/payload.js';
import type { Region } from '../formats/jinja/lexer.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import type { Platform } from '../platform.js';
import { noOutcome, type RuleRun, runRules } from '../problems/rules.js';
import type { Masking } from '../secrets/masking.js';
import type { Budget } from '../text/budget.js';
import type { LineIndex } from '../text/span.js';
import { type IgnoreComment, ignoreCommentsIn, ignoredBy } from './ignoreComments.js';
import { cloudConfigPartRules, cloudConfigRules } from './rules/index.js';
import { type CloudConfigContext, type CloudConfigInput, cloudConfigInput } from './rules/input.js';
import { schemaAsOf, type SchemaNode } from './schema/schemaNode.js';
import { isMisspeltCloudConfig, userDataTypeOf } from './userData/contentTypes.js';
import type { InstanceData } from './userData/instanceData.js';
import { TemplateReading } from './userData/rules/template.js';
import { templateAround } from './userData/template.js';
import { type CloudInitVerdict, isValidated, verdictOf } from './read.js';
import { defaultCloudInitVersion } from './version.js';

/** Makes the schema of cloud-configs as the target's version has it, once. */
function schemaOf({ cloudInit = defaultCloudInitVersion }: CloudConfigContext): () => SchemaNode {
  let schema: SchemaNode | undefined;
  return () => (schema ??= schemaAsOf(cloudInit));
}

/** The template that user data is; undefined for other user data. */
export function templateIn(
  payload: Payload,
  text: string,
  context: CloudConfigContext & { readonly budget: Budget },
  schema: () => SchemaNode = schemaOf(context),
): TemplateReading | undefined {
  return userDataTypeOf(payload) === 'text/jinja2'
    ? new TemplateReading(payload, text, { ...context, schema })
    : undefined;
}

/** A cloud-config: what cloud-init reads of it. */
export class CloudConfigView {
  readonly payload: Payload;
  readonly text: string;
  readonly platform: Platform;
  readonly instanceData: InstanceData | undefined;
  readonly #document: OpenedDocument;
  readonly #context: CloudConfigContext;
  readonly #schema: () => SchemaNode;
  readonly #template: TemplateReading | undefined;
  #input: CloudConfigInput | undefined;
  #ignoreComments: readonly IgnoreComment[] | undefined;
  #around: { readonly text: string; readonly regions: readonly Region[] } | undefined;

  constructor(document: OpenedDocument, context: CloudConfigContext) {
    const { payload, text, platform } = document;
    this.payload = payload;
    this.text = text;
    this.#document = document;
    this.platform = platform;
    this.instanceData = context.instanceData;
    this.#context = context;
    this.#schema = schemaOf(context);
    this.#template = templateIn(payload, text, { ...context, budget: document.budget }, this.#schema);
  }

  /** Read when it is first used: completion reads only a part of the text. */
  get tree(): SyntaxTree | undefined {
    return this.payload.tree;
  }

  get lines(): LineIndex {
    return this.#document.lines;
  }

  /** The schema of cloud-configs as the target's version has it. */
  get schema(): SchemaNode {
    return this.#schema();
  }

  /** The text of a template without its expressions and statements, at the same offsets, and where these are. */
  get around(): { readonly text: string; readonly regions: readonly Region[] } {
    return (this.#around ??=
      this.#template === undefined ? { text: this.text, regions: [] } : templateAround(this.text));
  }

  *validate(): RuleRun {
    if (this.#template !== undefined) return yield* this.#template.validate();
    const input = this.#cloudConfig;
    // A text that was chosen as a cloud-config, but that cloud-init takes for something else.
    const isOther = !(isValidated(this.text) || isMisspeltCloudConfig(this.text));
    if (input === undefined || isOther) return noOutcome;
    return yield* runRules(this.#isPart ? cloudConfigPartRules : cloudConfigRules, input, this.#document.budget);
  }

  /** cloud-init's own verdict on a file; undefined for other documents. `masking` hides secrets in the parsed value. */
  verdict(masking: Masking): CloudInitVerdict | undefined {
    const faults = this.#document.fileProblems;
    if (faults === undefined) return undefined;
    if (this.#document.budget.isSpent)
      return { verdict: 'not-validated', contentType: null, parsed: masking.value(null) };
    const reading = this.#cloudConfig?.reading;
    const verdict = this.#template?.verdict(faults) ?? (reading && verdictOf(this.text, reading, faults));
    return verdict && { ...verdict, parsed: masking.value(verdict.parsed) };
  }

  /** The comments that suppress problems. */
  get ignoreComments(): readonly IgnoreComment[] {
    return (this.#ignoreComments ??= this.tree === undefined ? [] : ignoreCommentsIn(this.text, this.tree));
  }

  /** Tells which problems comments leave out; undefined if there are no such comments. */
  get ignored(): ReturnType<typeof ignoredBy> {
    return ignoredBy(this.ignoreComments);
  }

  /** Whether the document is handled as a cloud-config whatever it begins with. */
  get #isPart(): boolean {
    return this.payload.partType === 'text/cloud-config';
  }

  get #cloudConfig(): CloudConfigInput | undefined {
    const { cloudInit } = this.#context;
    return (this.#input ??=
      this.tree &&
      cloudConfigInput(this.payload, this.text, this.tree, {
        cloudInit,
        schema: this.#schema,
        isPart: this.#isPart,
        budget: this.#document.budget,
      }));
  }
}
