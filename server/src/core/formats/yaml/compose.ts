import { limits } from '../../limits.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Span } from '../../text/span.js';
import { type KeyNode, type Member, resolved, type SyntaxNode } from '../tree/node.js';
import {
  collectionFault,
  constructScalar,
  marked,
  type NodeProperties,
  refusedAsValue,
  shortTag,
} from './construct.js';
import type { Builder, Properties } from './parser.js';
import type { Scalar } from './scalars.js';

/** Makes the positioned tree, and says what PyYAML's composer and safe constructor would refuse in it. */
export class TreeBuilder implements Builder<SyntaxNode> {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #anchors = new Map<string, Anchor>();
  #aliases = 0;
  /** Values so far, those behind aliases counted once for each. */
  #values = 0;
  /** How many of them aliases repeat. */
  #repeated = 0;
  #level = 0;
  /** Nesting of the deepest collection. */
  depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scalar(scalar: Scalar, written: Properties): SyntaxNode {
    const { node, problem: found } = constructScalar(scalar, propertiesOf(written));
    if (found !== undefined) this.problem(found, written.tag?.span ?? node.span);
    this.#open(written);
    return this.#anchored(node);
  }

  absent(at: number, written: Properties): SyntaxNode {
    const properties = propertiesOf(written);
    const scalar: Scalar = { value: '', style: 'plain', span: { start: at, end: at } };
    this.#open(written);
    if (properties?.tag === undefined) return this.#anchored(marked({ kind: 'null', span: scalar.span }, properties));
    const { node, problem: found } = constructScalar(scalar, properties);
    if (found !== undefined) this.problem(found, written.tag?.span ?? node.span);
    return this.#anchored(node);
  }

  alias(name: string, span: Span): SyntaxNode {
    const { finished } = this.#anchors.get(name) ?? {};
    const target = finished?.node;
    if (target === undefined) this.problem(`No finished value called &${name} stands before this alias.`, span);
    if (++this.#aliases === limits.yamlAliases + 1) {
      this.problems.push(
        problem('yaml/limit-aliases', span, `More than ${limits.yamlAliases} aliases; the rest is ignored.`),
      );
    }
    this.#repeat(finished?.values ?? 0, span);
    return { kind: 'alias', name, target: this.#aliases > limits.yamlAliases ? undefined : target, span };
  }

  enter(written: Properties): void {
    this.depth = Math.max(this.depth, ++this.#level);
    this.#open(written);
  }

  sequence(items: readonly SyntaxNode[], span: Span, written: Properties): SyntaxNode {
    this.#level--;
    for (const item of items) this.#checkValue(item);
    const properties = propertiesOf(written);
    const fault = collectionFault(
      properties?.tag,
      'array',
      items.map((item) => resolved(item) ?? item),
    );
    if (fault !== undefined) this.problem(fault, written.tag?.span ?? span);
    return this.#anchored(marked({ kind: 'array', items, span }, properties));
  }

  mapping(entries: readonly (readonly [SyntaxNode, SyntaxNode])[], span: Span, written: Properties): SyntaxNode {
    this.#level--;
    const properties = propertiesOf(written);
    const fault = collectionFault(properties?.tag, 'object', []);
    if (fault !== undefined) this.problem(fault, written.tag?.span ?? span);
    const members = entries.map(([key, value]) => this.#member(key, value));
    return this.#anchored(marked({ kind: 'object', members, span }, properties));
  }

  endOf(node: SyntaxNode): number {
    return node.span.end;
  }

  problem(message: string, span: Span): void {
    this.problems.push(problem('yaml/syntax', span, message));
  }

  #member(key: SyntaxNode, value: SyntaxNode): Member {
    const target = resolved(key);
    if (target?.kind === 'object' || target?.kind === 'array') this.#refuseKey(key, value, target);
    const merges = isMergeKey(key);
    if (merges) this.#checkMerge(value);
    else this.#checkValue(value);
    const name = target?.kind === 'string' ? target.value : this.#text.slice(key.span.start, key.span.end);
    const quoted = key.kind === 'string' && key.style !== 'plain';
    const node: KeyNode = { name, span: key.span, quoted, node: key, ...(merges && { merge: true }) };
    return { key: node, value, span: { start: key.span.start, end: Math.max(key.span.end, value.span.end) } };
  }

  #refuseKey(key: SyntaxNode, value: SyntaxNode, target: SyntaxNode): void {
    const isTemplate =
      target.kind === 'object' &&
      this.#text.startsWith('{{', key.span.start - 1) &&
      value.span.start === value.span.end;
    this.problem(
      isTemplate
        ? 'To YAML a value that begins with {{ is a mapping inside a mapping; put it in quotes, or make the document a template with ## template: jinja in its first line.'
        : `A ${target.kind === 'array' ? 'list' : 'mapping'} cannot be a key.`,
      key.span,
    );
  }

  #checkMerge(value: SyntaxNode): void {
    const target = resolved(value);
    const sources = target?.kind === 'array' ? target.items : [value];
    for (const source of sources) {
      const merged = resolved(source);
      // An alias without a target has been reported as such.
      if (merged === undefined || merged.kind === 'object') continue;
      this.problem('<<: merges mappings; it takes an alias of a mapping, or a list of them.', source.span);
    }
  }

  #checkValue(value: SyntaxNode): void {
    if (refusedAsValue(value)) {
      this.problem('Without quotes YAML 1.1 keeps this for keys; put it in quotes.', value.span);
    }
  }

  /** From here on the anchor's name is taken; its value comes when it is finished. */
  #open({ anchor }: Properties): void {
    if (anchor === undefined) return;
    if (this.#anchors.has(anchor.name)) {
      this.problem(
        `The anchor &${anchor.name} is given twice; cloud-init's YAML reader wants each name once.`,
        anchor.span,
      );
    }
    this.#anchors.set(anchor.name, { valuesBefore: this.#values });
  }

  #anchored(node: SyntaxNode): SyntaxNode {
    this.#values++;
    if (node.anchor === undefined) return node;
    const { valuesBefore } = this.#anchors.get(node.anchor) ?? { valuesBefore: this.#values };
    this.#anchors.set(node.anchor, { valuesBefore, finished: { node, values: this.#values - valuesBefore } });
    return node;
  }

  /** Counts what an alias repeats, and says once where that is more than anybody reads. */
  #repeat(values: number, span: Span): void {
    const wasWithin = this.#repeated <= limits.yamlExpandedNodes;
    this.#values += values;
    this.#repeated += values;
    if (!wasWithin || this.#repeated <= limits.yamlExpandedNodes) return;
    const most = limits.yamlExpandedNodes.toLocaleString('en');
    const message = `The aliases up to this one repeat more than ${most} values; not all of them are looked at.`;
    this.problems.push(problem('yaml/limit-values', span, message));
  }
}

/** A name for a value, from where it is given on; the value may still be read. */
interface Anchor {
  /** How many values stand in front of it. */
  readonly valuesBefore: number;
  readonly finished?: { readonly node: SyntaxNode; readonly values: number };
}

/** Whether a key brings in the entries of other mappings. */
export function isMergeKey(key: SyntaxNode): boolean {
  return (refusedAsValue(key) && key.kind === 'string' && key.value === '<<') || key.tag === '!!merge';
}

function propertiesOf({ tag, anchor }: Properties): NodeProperties | undefined {
  if (tag === undefined && anchor === undefined) return undefined;
  return {
    ...(tag === undefined ? {} : { tag: shortTag(tag.name) }),
    ...(anchor === undefined ? {} : { anchor: anchor.name }),
  };
}
