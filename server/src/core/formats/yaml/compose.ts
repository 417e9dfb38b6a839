import { limits } from '../../limits.js';
import { problem, type Problem, type TextChange } from '../../problems/problem.js';
import type { Budget } from '../../text/budget.js';
import type { Span } from '../../text/span.js';
import {
  type ArrayNode,
  type KeyNode,
  type Member,
  type ObjectNode,
  resolved,
  type SyntaxNode,
  type SyntaxTree,
} from '../tree/node.js';
import { YamlError } from './characters.js';
import {
  collectionFault,
  constructScalar,
  marked,
  type NodeProperties,
  refusedAsValue,
  shortTag,
} from './construct.js';
import type { Properties } from './properties.js';
import type { Scalar } from './scalars.js';
import { grouped } from '../../text/strings.js';

/** Who reads the values: Kubernetes accepts unknown tags, repeated anchors and dates that don't exist. */
export type YamlReader = 'python' | 'kubernetes';

/** Makes the positioned tree and reports what PyYAML's composer and safe constructor would refuse in it. */
export class TreeBuilder {
  readonly problems: Problem[] = [];
  readonly halves: Problem[] = [];
  /** The first mistake that PyYAML's composer refuses, which reads the text before any value is made. */
  composed: SyntaxTree['refusal'];
  #constructed: SyntaxTree['refusal'];
  /** How many collections are around that. */
  #constructedLevel = 0;
  readonly #text: string;
  readonly #anchors = new Map<string, Anchor>();
  #aliases = 0;
  /** Values so far; those of an anchor count again for each alias. */
  #values = 0;
  /** How many of them aliases repeat, and how many characters. */
  #repeated = 0;
  #repeatedCharacters = 0;
  #merges = false;
  #level = 0;
  /** Nesting of the deepest collection. */
  depth = 0;

  readonly #budget: Budget | undefined;
  readonly #isPython: boolean;

  constructor(text: string, budget: Budget | undefined, reader: YamlReader) {
    this.#text = text;
    this.#budget = budget;
    this.#isPython = reader === 'python';
  }

  /** Whether there were no anchors, aliases and merge keys, so that no value depends on another one. */
  get isPlain(): boolean {
    return this.#anchors.size === 0 && this.#aliases === 0 && !this.#merges;
  }

  get refusal(): SyntaxTree['refusal'] {
    return this.composed ?? this.#constructed;
  }

  scalar(scalar: Scalar, written: Properties): SyntaxNode {
    if (this.#budget?.step() === true) throw new YamlError('The rest was not read.', scalar.span);
    const { node, problem: found } = constructScalar(scalar, propertiesOf(written));
    if (found !== undefined && this.#isPython) this.#refuse(found, written.tag?.span ?? node.span);
    if (scalar.halves !== undefined && this.#isPython) this.halves.push(halvesProblem(scalar.halves));
    this.#open(written);
    return this.#anchored(node);
  }

  /** A value that is missing, as after `key:`; `at` is the end of what precedes it. */
  absent(at: number, written: Properties): SyntaxNode {
    return this.scalar({ value: '', style: 'plain', span: { start: at, end: at } }, written);
  }

  alias(name: string, span: Span): SyntaxNode {
    const anchor = this.#anchors.get(name);
    const finished = anchor?.finished;
    const target = finished?.node;
    const message = `No complete value before this alias has the anchor &${name}.`;
    if (anchor === undefined) this.problem(message, span);
    else if (target === undefined) this.#refuse(message, span);
    if (++this.#aliases === limits.yamlAliases + 1) {
      this.problems.push(
        problem('yaml/limit-aliases', span, `More than ${limits.yamlAliases} aliases; the rest is ignored.`),
      );
    }
    if (finished !== undefined) this.#repeat(finished, span);
    const isIgnored = this.#aliases > limits.yamlAliases || this.#repeatedCharacters > limits.yamlRepeatedCharacters;
    return { kind: 'alias', name, target: isIgnored ? undefined : target, span };
  }

  /** Called before the values of a collection. */
  enter(written: Properties): void {
    this.depth = Math.max(this.depth, ++this.#level);
    this.#open(written);
  }

  sequence(items: readonly SyntaxNode[], span: Span, written: Properties): SyntaxNode {
    for (const item of items) this.#checkValue(item);
    return this.#collection(marked({ kind: 'array', items, span }, propertiesOf(written)), written);
  }

  mapping(entries: readonly (readonly [SyntaxNode, SyntaxNode])[], span: Span, written: Properties): SyntaxNode {
    const start = startOf(written, span.start);
    const members = entries.map(([key, value]) => this.#member(key, value, start));
    return this.#collection(marked({ kind: 'object', members, span }, propertiesOf(written)), written);
  }

  #collection(node: ArrayNode | ObjectNode, written: Properties): SyntaxNode {
    this.#level--;
    const fault = collectionFault(node);
    if (fault !== undefined && this.#isPython) this.#refuse(fault, written.tag?.span ?? node.span);
    return this.#anchored(node);
  }

  /** `context` is the position that PyYAML names, if it isn't that of the mistake. */
  problem(message: string, span: Span, context = span.start): void {
    const found = this.#noted(message, span, context);
    this.composed ??= found;
  }

  /** The same for a value that PyYAML's constructor refuses, which makes those of outer collections first. */
  #refuse(message: string, span: Span, context = span.start): void {
    const found = this.#noted(message, span, context);
    const before = this.#constructed;
    const deeper = this.#level - this.#constructedLevel;
    if (before !== undefined && (deeper > 0 || (deeper === 0 && context >= before.at))) return;
    this.#constructed = found;
    this.#constructedLevel = this.#level;
  }

  #noted(message: string, span: Span, at: number): NonNullable<SyntaxTree['refusal']> {
    const found = problem('yaml/syntax', span, message);
    this.problems.push(found);
    return { at, problem: found };
  }

  /** `mapping` is the beginning of the mapping around it. */
  #member(key: SyntaxNode, value: SyntaxNode, mapping: number): Member {
    const target = resolved(key);
    if (target?.kind === 'object' || target?.kind === 'array') this.#refuseKey(key, value, target, mapping);
    const merges = isMergeKey(key);
    this.#merges ||= merges;
    if (merges) this.#checkMerge(value, mapping);
    else this.#checkValue(value);
    const name = target?.kind === 'string' ? target.value : this.#text.slice(key.span.start, key.span.end);
    const quoted = key.kind === 'string' && key.style !== 'plain';
    const node: KeyNode = { name, span: key.span, quoted, node: key, ...(merges && { merge: true }) };
    return { key: node, value, span: { start: key.span.start, end: Math.max(key.span.end, value.span.end) } };
  }

  #refuseKey(key: SyntaxNode, value: SyntaxNode, target: SyntaxNode, mapping: number): void {
    const isTemplate =
      target.kind === 'object' &&
      this.#text.startsWith('{{', key.span.start - 1) &&
      value.span.start === value.span.end;
    this.#refuse(
      isTemplate
        ? 'YAML reads a value that begins with {{ as a mapping inside a mapping; quote it, or make the document a template with ## template: jinja in its first line.'
        : `A ${target.kind === 'array' ? 'list' : 'mapping'} cannot be a key.`,
      key.span,
      mapping,
    );
  }

  #checkMerge(value: SyntaxNode, mapping: number): void {
    const target = resolved(value);
    const sources = target?.kind === 'array' ? target.items : [value];
    for (const source of sources) {
      const merged = resolved(source);
      // An alias without a target has been reported as such.
      if (merged === undefined || merged.kind === 'object') continue;
      this.#refuse(
        '<<: merges mappings; its value must be an alias of a mapping, or a list of them.',
        source.span,
        mapping,
      );
    }
  }

  #checkValue(value: SyntaxNode): void {
    if (this.#isPython && refusedAsValue(value)) {
      this.#refuse('YAML 1.1 reserves this for keys; quote it.', value.span);
    }
  }

  /** Reserves the name of an anchor whose value is not complete yet. */
  #open(written: Properties): void {
    const { anchor } = written;
    if (anchor === undefined) return;
    if (this.#isPython && this.#anchors.has(anchor.name)) {
      this.problem(
        `The anchor &${anchor.name} is defined twice; cloud-init's YAML reader accepts each name once.`,
        anchor.span,
        this.#anchors.get(anchor.name)?.at,
      );
    }
    this.#anchors.set(anchor.name, {
      at: startOf(written, anchor.span.start),
      valuesBefore: this.#values,
      repeatedBefore: this.#repeatedCharacters,
    });
  }

  #anchored(node: SyntaxNode): SyntaxNode {
    this.#values++;
    if (node.anchor === undefined) return node;
    const before = this.#anchors.get(node.anchor) ?? {
      at: node.span.start,
      valuesBefore: this.#values,
      repeatedBefore: this.#repeatedCharacters,
    };
    const values = this.#values - before.valuesBefore;
    const characters = node.span.end - node.span.start + this.#repeatedCharacters - before.repeatedBefore;
    this.#anchors.set(node.anchor, { ...before, finished: { node, values, characters } });
    return node;
  }

  /** Counts what an alias repeats, and reports once that there is too much of it. */
  #repeat({ values, characters }: Repeatable, span: Span): void {
    const wasWithin = this.#excess() === undefined;
    this.#values += values;
    this.#repeated += values;
    this.#repeatedCharacters += characters;
    const excess = this.#excess();
    if (!wasWithin || excess === undefined) return;
    const message = `The aliases up to this one repeat more than ${excess}; not all of them are checked.`;
    this.problems.push(problem('yaml/limit-values', span, message));
  }

  /** What aliases repeat too much of. */
  #excess(): string | undefined {
    if (this.#repeated > limits.yamlExpandedNodes) return `${grouped(limits.yamlExpandedNodes)} values`;
    if (this.#repeatedCharacters > limits.yamlRepeatedCharacters)
      return `${limits.yamlRepeatedCharacters >> 20} MiB of text`;
    return undefined;
  }
}

/** The value of a name; without `finished` while it is being read. */
interface Anchor {
  readonly at: number;
  /** The number of values before it. */
  readonly valuesBefore: number;
  /** The number of characters that aliases before it repeat. */
  readonly repeatedBefore: number;
  readonly finished?: Repeatable & { readonly node: SyntaxNode };
}

/** How much an alias repeats, including what aliases inside repeat. */
interface Repeatable {
  readonly values: number;
  readonly characters: number;
}

/** PyYAML 6.0.3 makes each escape a character of its own (`scan_flow_scalar_non_spaces`); JSON writers write emojis as pairs. */
function halvesProblem(halves: readonly TextChange[]): Problem {
  const first = halves[0]?.span ?? { start: 0, end: 0 };
  const isWhole = halves.every(({ newText }) => newText.isWellFormed());
  const fix = { title: 'Write the character itself', changes: halves, safe: true };
  const advice = isWhole ? 'Write the character itself.' : 'Remove the half that has no other one.';
  const message = `cloud-init's YAML reader reads such escapes as halves of a character, and fails where it writes or passes on the value. ${advice}`;
  return problem('yaml/surrogate-escape', first, message, { fixes: isWhole ? [fix] : [] });
}

/** Whether a key merges the entries of other mappings. */
function isMergeKey(key: SyntaxNode): boolean {
  if (key.kind !== 'string' || !refusedAsValue(key)) return false;
  return key.tag === '!!merge' || (key.value === '<<' && key.tag !== '!!value');
}

/** Where a value begins with its tag and anchor, for PyYAML. */
function startOf({ tag, anchor }: Properties, start: number): number {
  return Math.min(start, tag?.span.start ?? start, anchor?.span.start ?? start);
}

function propertiesOf({ tag, anchor }: Properties): NodeProperties | undefined {
  if (tag === undefined && anchor === undefined) return undefined;
  return { ...(tag && { tag: shortTag(tag.name) }), ...(anchor && { anchor: anchor.name }) };
}
