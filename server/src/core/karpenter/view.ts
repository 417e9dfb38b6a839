import type { OpenedDocument } from '../document/kindSpec.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import type { Problem } from '../problems/problem.js';
import { joinedRuns, noOutcome, type RuleRun, runRules } from '../problems/rules.js';
import type { Span } from '../text/span.js';
import { type OptionsReading, readOptions } from './options/read.js';
import { holdsResources } from './resources/model.js';
import { type ResourceContext, ResourceFile } from './resources/options.js';
import { karpenterRules } from './rules/index.js';
import { karpenterInput } from './rules/input.js';

/** What bootstrap options depend on beside the text. */
export interface KarpenterContext {
  /** What Karpenter knows of the cluster in addition to its resources. */
  readonly karpenter?: ResourceContext | undefined;
}

/** Karpenter's bootstrap options, or the Kubernetes resources that they are computed from. */
export class KarpenterView {
  readonly text: string;
  readonly #document: OpenedDocument;
  readonly #resources: ResourceContext;
  #hasResources: boolean | undefined;
  /** The resources, which the views of all pools share. */
  #file: ResourceFile | undefined;
  #reading: OptionsReading | undefined;
  readonly #pools = new Map<string, KarpenterView>();

  constructor(document: OpenedDocument, { karpenter = {} }: KarpenterContext, file?: ResourceFile) {
    this.text = document.text;
    this.#document = document;
    this.#resources = karpenter;
    this.#file = file;
  }

  get tree(): SyntaxTree | undefined {
    return this.#document.payload.tree;
  }

  get hasResources(): boolean {
    return (this.#hasResources ??= this.#file !== undefined || (this.tree !== undefined && holdsResources(this.tree)));
  }

  /** The options, or those of the chosen node pool. */
  get reading(): OptionsReading {
    return (this.#reading ??= this.#read());
  }

  /** The same resources read for one of their node pools; this view itself if there is no choice. */
  forPool(name: string | undefined): KarpenterView {
    if (name === undefined || name === this.#resources.nodePool) return this;
    let view = this.#pools.get(name);
    if (view === undefined) {
      view = new KarpenterView(
        this.#document,
        { karpenter: { ...this.#resources, nodePool: name } },
        this.#resourceFile,
      );
      this.#pools.set(name, view);
    }
    return view;
  }

  /** The pool that the caller chose; undefined if it is left to the file. */
  get chosenPool(): string | undefined {
    return this.#resources.nodePool;
  }

  /**
   * The names of the node pools and claims, or of those that touch a range of the text; undefined if there is no
   * choice. Undefined without resources.
   */
  poolNames(within?: Span): readonly (string | undefined)[] | undefined {
    if (this.tree === undefined || !this.hasResources) return undefined;
    const pools = this.#resourceFile?.pools ?? [];
    if (pools.length < 2) return [undefined];
    const touched = pools.filter(
      ({ node: { span } }) => within === undefined || (span.start <= within.end && within.start <= span.end),
    );
    return (touched.length > 0 ? touched : pools).map(({ name }) => name);
  }

  /** The names of the node pools and claims that the file has. */
  get resourcePools(): readonly string[] {
    return this.#resourceFile?.pools.map(({ name }) => name) ?? [];
  }

  /** The view of each pool; itself if there is no choice. */
  pools(): readonly { readonly pool: string | undefined; readonly view: KarpenterView }[] {
    return (this.poolNames() ?? [undefined]).map((pool) => ({ pool, view: this.forPool(pool) }));
  }

  /** Checks the resources with every pool that a node may belong to; a problem that several pools share is reported once. */
  *validate(): RuleRun {
    const { text, tree } = this;
    if (tree === undefined) return noOutcome;
    const run = (reading: OptionsReading): RuleRun =>
      runRules(karpenterRules, karpenterInput(text, tree, reading), this.#document.budget);
    const file = this.#resourceFile;
    if (file === undefined) return yield* run(this.reading);
    const { problems, failures } = yield* joinedRuns(file.readings().map(run));
    const found = new Map<string, Problem>();
    for (const one of problems) found.set(`${one.code} ${one.span.start} ${one.span.end} ${one.message}`, one);
    return { problems: [...found.values()], failures };
  }

  get #resourceFile(): ResourceFile | undefined {
    if (this.tree === undefined || !this.hasResources) return undefined;
    return (this.#file ??= new ResourceFile(this.tree, this.#resources));
  }

  #read(): OptionsReading {
    const { tree } = this;
    const read = tree ?? { language: 'json', root: undefined, problems: [], depth: 0 };
    const file = this.#resourceFile;
    if (file !== undefined) return file.readingFor(this.#resources.nodePool);
    const reading = { ...readOptions(read), release: this.#resources.release };
    // encoding/json replaces bytes that aren't UTF-8, but doesn't read past a byte order mark.
    const isMarked = this.#document.fileProblems?.some(({ code }) => code === 'json/byte-order-mark');
    return isMarked === true ? { ...reading, ok: false } : reading;
  }
}
