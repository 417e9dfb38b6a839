import { append } from './text/strings.js';
import type { ValidationContext } from './validationContext.js';
import { isRepresentable } from './cloudConfig/schema/validator.js';
import { schemaAsOf, type SchemaNode } from './cloudConfig/schema/schemaNode.js';
import { cloudInitVerdict, type CloudInitVerdict } from './cloudConfig/verdict.js';
import { type CloudInitVersion, defaultCloudInitVersion } from './cloudConfig/version.js';
import { contract } from './nodeConfig/contract/contract.js';
import { marshal, marshalledSize } from './nodeConfig/marshal.js';
import { maskedConfig, type MaskedConfig } from './nodeConfig/mask.js';
import { readContract, type Reading } from './nodeConfig/read.js';
import { type Explanation, failuresOfDocument } from './failure/explain.js';
import { missingRequired } from './nodeConfig/required.js';
import type { DocumentKind } from './document/kinds.js';
import { type OptionsReading, readOptions } from './karpenter/options/read.js';
import { holdsResources } from './karpenter/resources/model.js';
import { optionsFromResources } from './karpenter/resources/options.js';
import { sourceText } from './payload/sourceText.js';
import type { MessageValue } from './nodeConfig/value.js';
import {
  type CustomData,
  type CustomDataDialect,
  customDataSize,
  renderCustomData,
} from './nodeConfig/render/customData.js';
import type { Rendered } from './document/rendered.js';
import { type Limits, limits as defaultLimits } from './limits.js';
import { type RenderedVariable, renderVariable, variablesFedBy } from './nodeConfig/render/environment/environment.js';
import { DecodeContext, type TemplateOptions } from './payload/content.js';
import { openPayload } from './payload/open.js';
import type { FileProblem, Payload } from './document/payload.js';
import { userDataTypeOf } from './cloudConfig/userData/contentTypes.js';
import { writeErrorOf, type OuterFile, replaceText } from './payload/writeBack.js';
import type { Platform } from './platform.js';
import { movedFixes, type Problem } from './problems/problem.js';
import { maskValue } from './secrets/mask.js';
import { toValue } from './formats/tree/expand.js';
import { utf8Bytes, utf8Length } from './text/bytes.js';
import { customDataLevel } from './values/encoded.js';
import type { Replacement } from './text/positionMap.js';
import { type Result, success } from './text/result.js';
import { createLineIndex, type LineIndex } from './text/span.js';
import type { InstanceData } from './cloudConfig/userData/instanceData.js';
import { type ProcessedUserData, processUserData } from './cloudConfig/userData/process.js';
import type { RuleFailure } from './problems/rules.js';
import type { CustomDataMeasure } from './nodeConfig/rules/input.js';
import { ignoredIn } from './cloudConfig/ignoreComments.js';
import { type FileConfig, type FileReadings, validateDocument } from './validate.js';
import { templateVerdict } from './cloudConfig/userData/rules/template.js';

export type { RenderedVariable } from './nodeConfig/render/environment/environment.js';

/** What is analysed: a text as an editor holds it, or the bytes of a file. */
export interface Source {
  /** File name or URI; tells the kind where it can. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The kind that the user chose. */
  readonly kind?: DocumentKind | undefined;
  /** The kind to take where neither the choice nor name nor content says one. */
  readonly fallbackKind?: DocumentKind | undefined;
  /** What judgements rest on beside the text. */
  readonly circumstances?: ValidationContext | undefined;
  /** What the expressions of a template may use beside it. */
  readonly templates?: TemplateOptions | undefined;
  /** Bounds other than the usual ones. */
  readonly limits?: Partial<Limits> | undefined;
}

/** What aks-node-controller makes of a node config (`contract` of the `validate` result). */
export interface ContractVerdict {
  readonly parse: { readonly ok: boolean; readonly error: string | null };
  /** Proto paths of required fields that are empty. */
  readonly missing: readonly string[];
  /** Canonical compact JSON; null where the node refuses the text. */
  readonly marshalled: string | null;
}

/** How far opening and checking a file has come, in documents. */
export interface Progress {
  readonly done: number;
  /** Those that have been found by now. */
  readonly known: number;
}

/** A rule that failed itself, and on which document. */
export interface DocumentRuleFailure extends RuleFailure {
  readonly layers: readonly string[];
}

/**
 * Everything that is known of one version of one text, each stage computed when it is first asked
 * for. Text goes in, values come out; a new text needs a new analysis.
 */
export class Analysis {
  readonly name: string;
  /** The file as text; empty where it is none. */
  readonly text: string;
  /** The file itself as a payload: its tree, its children and theirs. */
  readonly root: Payload;
  readonly #source: Source;
  readonly #context: DecodeContext;
  readonly #sourceProblems: readonly Problem[];
  readonly #circumstances: ValidationContext;
  readonly #platform: Platform;
  #lines: LineIndex | undefined;
  #masked: MaskedConfig | undefined;
  readonly #customData = new WeakMap<MessageValue, Map<CustomDataDialect, Rendered<CustomData>>>();
  #cloudInitSchema: SchemaNode | undefined;
  readonly #pools = new Map<string, Analysis>();
  #failures: readonly Explanation[] | undefined;
  #reading: { readonly value: Reading | undefined } | undefined;
  #bootstrapOptions: OptionsReading | undefined;
  #validation: Validation | undefined;
  #validating: Generator<Progress, Validation> | undefined;

  constructor(source: Source, platform: Platform) {
    const file = sourceText(source.content, { ...defaultLimits, ...source.limits });
    this.name = source.name;
    this.#source = source;
    this.text = file.text ?? '';
    this.#sourceProblems = file.problems;
    this.#circumstances = source.circumstances ?? {};
    this.#platform = platform;
    this.#context = this.#newContext();
    this.root = openPayload(
      {
        content: file.content,
        name: source.name,
        steps: [],
        outerLayers: file.encodings,
        kind: source.kind === 'custom-data' ? undefined : source.kind,
        fallbackKind: source.fallbackKind,
        ...(source.kind === undefined ? {} : { transport: source.kind === 'custom-data' ? 'base64-expected' : 'none' }),
      },
      this.#context,
    );
  }

  /** The kind of the file: encoded user data is custom data, whatever is inside it. */
  get kind(): DocumentKind {
    return this.root.steps.some((step) => step.startsWith('base64') || step === 'gzip')
      ? 'custom-data'
      : this.root.kind;
  }

  /** The machine that the file was analysed on. */
  get platform(): Platform {
    return this.#platform;
  }

  get lines(): LineIndex {
    return (this.#lines ??= createLineIndex(this.text));
  }

  /** The cloud-init that cloud-configs are written for. */
  get cloudInit(): CloudInitVersion {
    return this.#circumstances.cloudInit ?? defaultCloudInitVersion;
  }

  /** What templates of user data are rendered with; undefined where nobody gave it. */
  get instanceData(): InstanceData | undefined {
    return this.#circumstances.instanceData;
  }

  /** The schema of cloud-configs as that version has it. */
  get cloudInitSchema(): SchemaNode {
    return (this.#cloudInitSchema ??= schemaAsOf(this.cloudInit));
  }

  /** What stood in the way of reading the file as text. */
  get sourceProblems(): readonly Problem[] {
    return this.#sourceProblems;
  }

  /** The file as a node config; undefined for other kinds. */
  get reading(): Reading | undefined {
    if (this.#reading === undefined) {
      const { root } = this;
      const tree = root.kind === 'node-config' && root.steps.length === 0 ? root.tree : undefined;
      this.#reading = { value: tree && this.#withSourceFaults(readContract(tree, contract.root)) };
    }
    return this.#reading.value;
  }

  /** The file as Karpenter's bootstrap options, or those that are computed from its resources; undefined for other kinds. */
  get bootstrapOptions(): OptionsReading | undefined {
    const { root } = this;
    const tree = root.kind === 'karpenter-options' && root.steps.length === 0 ? root.tree : undefined;
    if (tree === undefined) return undefined;
    return (this.#bootstrapOptions ??= holdsResources(tree)
      ? optionsFromResources(tree, this.#circumstances.karpenter ?? {})
      : this.#withoutMark(readOptions(tree)));
  }

  /**
   * The file read for one of its node pools, where it has Kubernetes resources with several: what is in
   * `bootstrapOptions` depends on that alone. Itself for no name.
   */
  forNodePool(nodePool: string | undefined): Analysis {
    if (nodePool === undefined || nodePool === this.#circumstances.karpenter?.nodePool) return this;
    let analysis = this.#pools.get(nodePool);
    if (analysis === undefined) {
      const karpenter = { ...this.#circumstances.karpenter, nodePool };
      analysis = new Analysis(
        { ...this.#source, circumstances: { ...this.#circumstances, karpenter } },
        this.#platform,
      );
      this.#pools.set(nodePool, analysis);
    }
    return analysis;
  }

  /** The config with its secrets hidden; undefined for other kinds. */
  get masked(): MaskedConfig | undefined {
    const { reading } = this;
    return (this.#masked ??= reading && maskedConfig(reading.value));
  }

  /** The custom data of this document's config, as it is or masked; several renderings are made of the same. */
  customDataOf(config: MessageValue, dialect: CustomDataDialect): Rendered<CustomData> {
    let made = this.#customData.get(config);
    if (made === undefined) this.#customData.set(config, (made = new Map<CustomDataDialect, Rendered<CustomData>>()));
    let rendered = made.get(dialect);
    if (rendered === undefined)
      made.set(dialect, (rendered = renderCustomData(config, dialect, (bytes) => this.#platform.sha256(bytes))));
    return rendered;
  }

  /** The failures of provisioning that the file tells of, with secrets masked; none for kinds that tell of none. */
  get failures(): readonly Explanation[] {
    return (this.#failures ??= failuresOfDocument(this.kind, this.text));
  }

  /** Bytes packed by the machine that this was opened on (RFC 1952). */
  gzip(bytes: Uint8Array): Uint8Array {
    return this.#platform.gzip(bytes);
  }

  /** Another text, opened on the same machine. */
  derived(source: Source): Analysis {
    return new Analysis(source, this.#platform);
  }

  /** The same file with another text. */
  withText(text: string): Analysis {
    return this.derived({ ...this.#source, content: text });
  }

  /**
   * The change of the file, at most one replacement, that gives the payload at the end of some steps another text and
   * leaves every other payload as it is.
   */
  replaceText(steps: readonly string[], text: string): Result<readonly Replacement[]> {
    const change = replaceText(this.#outerFile, steps, text);
    if (!change.ok) return change;
    return success(change.value === undefined ? [] : [change.value]);
  }

  /** Why the text of a payload cannot be replaced, whatever the new one is; undefined where it can. */
  replacementObstacle(steps: readonly string[]): string | undefined {
    return writeErrorOf(this.#outerFile, steps);
  }

  /** What the node makes of the config; `showSecrets` says whether the marshalled text may hold them. */
  contractVerdict(showSecrets: boolean): ContractVerdict | undefined {
    const { reading } = this;
    if (reading === undefined) return undefined;
    const shown = showSecrets ? reading.value : (this.masked?.config ?? reading.value);
    return {
      parse: { ok: reading.ok, error: reading.error },
      missing: missingRequired(contract, reading.value),
      marshalled: reading.ok ? marshal(shown, { encoder: 'protojson' }) : null,
    };
  }

  /**
   * The variables of the bootstrap environment that a field gets into, with their values for this config and
   * secrets masked; `path` is made of proto names, map keys and list indexes. Empty for other kinds.
   */
  variablesFedBy(path: string): readonly RenderedVariable[] {
    const { masked } = this;
    if (masked === undefined || path === '') return [];
    return variablesFedBy(path).flatMap((variable) => renderVariable(variable, masked.config, {}));
  }

  /** cloud-init's verdict on a cloud-config; `showSecrets` says whether the parsed value may hold them. */
  cloudInitVerdict(showSecrets: boolean): CloudInitVerdict | undefined {
    const { root } = this;
    if (root.kind !== 'cloud-config' || root.steps.length > 0) return undefined;
    // cloud-init does not know what the author would rather not hear.
    const own = this.#validated.all.filter((found) => found.layers.length === 0);
    if (userDataTypeOf(root) === 'text/jinja2') {
      const verdict = templateVerdict(this.text, this.#circumstances, own);
      return showSecrets ? verdict : { ...verdict, parsed: maskValue(verdict.parsed) };
    }
    const tree = root.tree?.root;
    const value = isRepresentable(tree) ? toValue(tree, 'tagged') : null;
    return cloudInitVerdict(this.text, showSecrets ? value : maskValue(value), own, this.cloudInit);
  }

  /**
   * What cloud-init makes of the file, or of the first custom data or user data in it; undefined where there is
   * neither.
   */
  get userData(): ProcessedUserData | undefined {
    const delivered = this.#deliveredUserData;
    return delivered && processUserData(delivered, this.#platform, this.#context.limits.decodedBytes);
  }

  /**
   * Opens and checks one document after the other and says in between how far it has come. Whoever leaves off early loses
   * nothing: it goes on from there when somebody asks for the problems.
   */
  *progress(): Generator<Progress, Validation> {
    this.#validating ??= this.#eachValidated();
    while (this.#validation === undefined) {
      const step = this.#validating.next();
      if (step.done === true) this.#validation = step.value;
      else yield step.value;
    }
    return this.#validation;
  }

  /** All problems of the file and of every document inside it, in the order of their places, without the ignored ones. */
  get problems(): readonly FileProblem[] {
    return this.#validated.problems;
  }

  /** The problems that comments of cloud-configs want to be left out, in the order of their places. */
  get ignoredProblems(): readonly FileProblem[] {
    return this.#validated.ignored;
  }

  /** Rules that failed themselves: bugs of ours, to be logged by the host. */
  get ruleFailures(): readonly DocumentRuleFailure[] {
    return this.#validated.failures;
  }

  /** The file and everything inside it, outer documents first. */
  *documents(): Generator<Payload> {
    const open = [this.root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      yield next;
      append(open, next.children.map((child) => child.payload).reverse());
    }
  }

  /** encoding/json replaces bytes that are no UTF-8, but does not read past a byte order mark. */
  #withoutMark(reading: OptionsReading): OptionsReading {
    const isMarked = this.#sourceProblems.some(({ code }) => code === 'json/byte-order-mark');
    return isMarked ? { ...reading, ok: false } : reading;
  }

  /** protojson wants plain UTF-8, so a fault of the encoding is a refusal too. */
  #withSourceFaults(reading: Reading): Reading {
    const fault = this.#sourceFault;
    return fault === undefined ? reading : { ...reading, ok: false, error: fault.message };
  }

  /** Why the file itself is not what its reader wants. */
  get #sourceFault(): Problem | undefined {
    return this.#sourceProblems.find((found) => found.severity === 'error');
  }

  get #fileReadings(): FileReadings {
    return { config: this.#fileConfig, options: this.bootstrapOptions, failures: this.failures };
  }

  #newContext(): DecodeContext {
    return new DecodeContext(contract, this.#platform, this.#source.templates, this.#source.limits);
  }

  get #outerFile(): OuterFile {
    const { text, root } = this;
    const read = (other: string): Payload => this.withText(other).root;
    return { text, root, context: () => this.#newContext(), read };
  }

  /** The file as a config. */
  get #fileConfig(): FileConfig | undefined {
    const { reading } = this;
    const { dialect = 'cloud-init' } = this.#circumstances;
    return reading && { reading, customData: customDataMeasure(reading, this.text, dialect) };
  }

  /** The bytes that cloud-init gets. A file counts as it stands, unless somebody says that it is custom data. */
  get #deliveredUserData(): Uint8Array | undefined {
    const { content, kind } = this.#source;
    if (kind === 'custom-data') return this.root.delivered;
    switch (this.kind) {
      case 'cloud-config':
      case 'user-data':
      case 'mime':
      case 'custom-data':
      case 'unknown':
        if (content.length > this.#context.limits.inputBytes) return undefined;
        return typeof content === 'string' ? utf8Bytes(content) : content;
      default:
        for (const child of this.root.children)
          if (child.is === 'field' && (child.role === 'customData' || child.role === 'userData'))
            return child.payload.kind === 'ignition' ? undefined : child.payload.delivered;
        return undefined;
    }
  }

  get #validated(): Validation {
    const steps = this.progress();
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value;
  }

  *#eachValidated(): Generator<Progress, Validation> {
    const all: FileProblem[] = this.#sourceProblems.map((found) => ({ ...found, layers: [] }));
    const ignored = new Set<FileProblem>();
    const failures: DocumentRuleFailure[] = [];
    const start = this.root.map.toOuter({ start: 0, end: 0 });
    let done = 0;
    let known = 1;
    for (const document of this.documents()) {
      yield { done, known };
      done++;
      known += document.children.length;
      const found = [...document.problems];
      // What is missing from a damaged document is no mistake of its author.
      const damaged =
        document === this.root
          ? this.#sourceFault !== undefined && this.text === ''
          : document.problems.some(({ severity }) => severity === 'error');
      append(
        all,
        this.#context.lateness(start).map((late) => ({ ...late, layers: [] })),
      );
      if (!damaged && !this.#context.isLate) {
        const file = document === this.root ? this.#fileReadings : undefined;
        // Of a text that somebody wrapped or quoted, what is read is another one than the file's.
        const isFile = document === this.root && document.text === this.text;
        const outcome = this.#context.timed(() => validateDocument(document, this.#circumstances, file));
        append(
          found,
          outcome.problems.map((one) => lifted(one, document, isFile)),
        );
        append(
          failures,
          outcome.failures.map((failure) => ({ ...failure, layers: document.steps })),
        );
      }
      const isIgnored = ignoredInDocument(document);
      for (const one of found) {
        all.push(one);
        if (isIgnored?.(one) === true) ignored.add(one);
      }
    }
    all.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    return {
      all,
      problems: ignored.size === 0 ? all : all.filter((found) => !ignored.has(found)),
      ignored: all.filter((found) => ignored.has(found)),
      failures,
    };
  }
}

/** What became of validating a file and everything inside it. */
export interface Validation {
  /** In the order of their places, as in the other lists. */
  readonly all: readonly FileProblem[];
  /** Those that comments do not want to be left out. */
  readonly problems: readonly FileProblem[];
  readonly ignored: readonly FileProblem[];
  readonly failures: readonly DocumentRuleFailure[];
}

/** Tells the problems of a cloud-config that comments in it name. */
function ignoredInDocument({ kind, text, tree }: Payload): ((found: FileProblem) => boolean) | undefined {
  if (kind !== 'cloud-config' || text === undefined || tree === undefined) return undefined;
  const isIgnored = ignoredIn(text, tree);
  return isIgnored && (({ code, inner, span }) => isIgnored(code, (inner ?? span).start));
}

/** The measure of what is rendered from a config, which rules know nothing about. */
function customDataMeasure({ ok, value }: Reading, source: string, dialect: CustomDataDialect): CustomDataMeasure {
  // Without escapes, and in ASCII, a text is as long in any JSON as it is in this one.
  const isPlain = ok && !source.includes('\\') && utf8Length(source) === source.length;
  return {
    characters() {
      const size = ok ? customDataSize(value, dialect, isPlain) : undefined;
      return size?.ok === true ? size.value.characters : undefined;
    },
    level: customDataLevel,
    bytesOf(given) {
      const alone = { type: given.owner, fields: new Map([[given.field, given]]) };
      // Without the brackets around the one member.
      return marshalledSize(alone, { encoder: 'protojson' }, isPlain) - 2;
    },
  };
}

/** A document's problem seen from the file. Fixes need exact places, or they would change the wrong text. */
function lifted(found: Problem, document: Payload, isFile: boolean): FileProblem {
  const { map, steps } = document;
  if (isFile) return { ...found, layers: steps };
  const { fixes, ...rest } = found;
  const moved = fixes === undefined ? [] : movedFixes(fixes, map);
  return {
    ...rest,
    span: map.toOuter(found.span),
    layers: steps,
    inner: found.span,
    ...(moved.length === 0 ? {} : { fixes: moved }),
  };
}
