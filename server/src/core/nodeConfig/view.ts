import type { OpenedDocument } from '../document/kindSpec.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import type { Platform } from '../platform.js';
import { noOutcome, type Rule, type RuleRun, runRules } from '../problems/rules.js';
import { type AsNodeSees, asNodeSees } from './asNodeSees.js';
import { type Contract, contract } from './contract/contract.js';
import { configVersions } from './contract/description/config.js';
import { marshal } from './marshal.js';
import { maskedConfig, type MaskedConfig } from './mask.js';
import { continuesAfterErrors } from './contract/controller.js';
import { configBefore } from './partial.js';
import { readContract, type Reading } from './read.js';
import { type CustomData, renderCustomData } from './render/customData.js';
import type { CustomDataDialect } from './render/dialects.js';
import type { Rendered } from '../document/rendered.js';
import { type RenderedVariable, renderVariable, variablesFedBy } from './render/environment/environment.js';
import { missingRequired } from './required.js';
import { nodeConfigRules, nodeConfigRulesAround } from './rules/index.js';
import {
  type NodeConfigContext,
  type NodeConfigInput,
  nodeConfigInput,
  type TargetImage,
  targetImage,
} from './rules/input.js';
import { contains, type Controller } from '../values/known/releases.js';
import type { Masked, Masking } from '../secrets/masking.js';
import { type MessageValue, partAt, textAt } from './value.js';

/** What aks-node-controller makes of a node config (`contract` of the `validate` result). */
export interface ContractVerdict {
  readonly parse: { readonly ok: boolean; readonly error: Masked | null };
  /** Proto paths of required fields that are empty. */
  readonly missing: readonly string[];
  /** Canonical compact JSON; null if the node refuses the text. */
  readonly marshalled: Masked | null;
}

/** What the node has read before an error. */
interface ContinuedConfig {
  readonly config: MessageValue;
  /** The offset of the error. */
  readonly stopsAt: number;
}

/** A node config: what the node reads of it, and what is made of it. */
export class NodeConfigView {
  readonly text: string;
  readonly #document: OpenedDocument;
  readonly #context: NodeConfigContext;
  /** The node image that the config is for, if one is chosen or named by the machine around it. */
  readonly image: TargetImage | undefined;
  #reading: Reading | undefined;
  #nodeReading: Reading | undefined;
  #masked: MaskedConfig | undefined;
  #asNodeSees: { readonly value: AsNodeSees | undefined } | undefined;
  readonly #customData = new WeakMap<MessageValue, Map<CustomDataDialect, Rendered<CustomData>>>();

  constructor(document: OpenedDocument, context: NodeConfigContext) {
    this.text = document.text;
    this.#document = document;
    this.#context = context;
    this.image = targetImage(context);
  }

  get tree(): SyntaxTree | undefined {
    return this.#document.payload.tree;
  }

  get platform(): Platform {
    return this.#document.platform;
  }

  /** The contract that the config is read by: a checkout's, or the built-in one. */
  get contract(): Contract {
    return this.#context.contract ?? contract;
  }

  /** What the newest contract says about the config. */
  get reading(): Reading {
    return (this.#reading ??= this.#read());
  }

  /** What the controller of the config's node image reads; of the newest one, if no image is known. */
  get nodeReading(): Reading {
    if (this.image === undefined) return this.reading;
    return (this.#nodeReading ??= this.readingBy(this.image.controller));
  }

  /** What the controller of a release reads. */
  readingBy(controller: Controller): Reading {
    return this.#read(controller);
  }

  /**
   * What the node continues with if it stops reading at an error. Undefined if it reads to the end, and if it doesn't start
   * with that: older controllers end at an error, and all end without a version that they know.
   */
  get continued(): ContinuedConfig | undefined {
    const { stopsAt } = this.nodeReading;
    const root = this.tree?.root;
    const controller = this.image?.controller;
    if (stopsAt === undefined || root?.kind !== 'object' || !contains(controller, continuesAfterErrors))
      return undefined;
    const config = configBefore(root, this.contract.root, stopsAt, controller);
    return configVersions.includes(textAt(config, 'version')) ? { config, stopsAt } : undefined;
  }

  /** The config as the node reads it, with its secrets hidden. */
  get masked(): MaskedConfig {
    return (this.#masked ??= maskedConfig(this.nodeReading.value));
  }

  /** What becomes of each field on the node; undefined if that isn't known. */
  get asNodeSees(): AsNodeSees | undefined {
    const { text, tree, contract: own, nodeReading: reading, image } = this;
    this.#asNodeSees ??= { value: asNodeSees({ text, root: tree?.root, contract: own, reading, image }) };
    return this.#asNodeSees.value;
  }

  /** Whether the config is a document of its own, in its own lines, and not text inside of another one. */
  get isFile(): boolean {
    return this.#document.fileProblems !== undefined;
  }

  /** The custom data of the config, as it is or masked; several renderings are made of it. */
  customDataOf(config: MessageValue, dialect: CustomDataDialect): Rendered<CustomData> {
    let made = this.#customData.get(config);
    if (made === undefined) this.#customData.set(config, (made = new Map<CustomDataDialect, Rendered<CustomData>>()));
    let rendered = made.get(dialect);
    if (rendered === undefined)
      made.set(
        dialect,
        (rendered = renderCustomData(config, dialect, (bytes) => this.platform.sha256(bytes), this.image?.controller)),
      );
    return rendered;
  }

  /**
   * The variables of the bootstrap environment that a field gets into, with their values for this config and secrets
   * masked; `path` consists of proto names, map keys and list indexes.
   */
  variablesFedBy(path: string): readonly RenderedVariable[] {
    if (path === '') return [];
    const controller = this.image?.controller;
    const variables = variablesFedBy(path, controller);
    // Masking takes most of the time, so only what the variables are made of is masked.
    const sources = variables.flatMap((variable) => [...variable.sources, ...variable.presence]);
    const { config } = maskedConfig(partAt(this.nodeReading.value, sources));
    return variables.flatMap((variable) => renderVariable(variable, config, { controller }));
  }

  /** What the node makes of the config; `masking` hides the secrets in it. */
  verdict(masking: Masking): ContractVerdict {
    const reading = this.nodeReading;
    const shown = masking.showsSecrets ? reading.value : maskedConfig(reading.value, { masking }).config;
    return {
      parse: { ok: reading.ok, error: reading.error === null ? null : masking.text(reading.error) },
      missing: missingRequired(this.contract, reading.value),
      marshalled: reading.ok ? masking.text(marshal(shown, { encoder: 'protojson' })) : null,
    };
  }

  validate(): RuleRun {
    return this.#run(nodeConfigRules);
  }

  validateAround(): RuleRun {
    return this.#run(this.#context.machine === undefined ? [] : nodeConfigRulesAround);
  }

  *#run(rules: readonly Rule<NodeConfigInput>[]): RuleRun {
    if (rules.length === 0) return noOutcome;
    const { tree, text, reading } = this;
    if (tree === undefined) return noOutcome;
    const imageReading = this.image && this.nodeReading;
    yield;
    return yield* runRules(
      rules,
      nodeConfigInput(text, tree, this.contract, reading, this.#context, this.image, this.isFile, imageReading),
      this.#document.budget,
    );
  }

  #read(controller?: Controller): Reading {
    const reading = readContract(
      this.tree ?? { language: 'json', root: undefined, problems: [], depth: 0 },
      this.contract.root,
      controller,
    );
    // protojson accepts plain UTF-8 only, so the node refuses a file with other bytes.
    const fault = this.#document.fileProblems?.find(({ severity }) => severity === 'error');
    if (fault !== undefined) {
      const stopsAt = Math.min(fault.span.start, reading.stopsAt ?? Infinity);
      return { ...reading, ok: false, error: fault.message, stopsAt };
    }
    // The tree may end early.
    return this.#document.budget.isSpent
      ? { ...reading, ok: false, error: 'There was no time to read it all.', stopsAt: undefined }
      : reading;
  }
}
