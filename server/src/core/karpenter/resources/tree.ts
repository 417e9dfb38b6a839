import type { KeyNode, Member, SyntaxNode, SyntaxTree } from '../../formats/tree/node.js';
import { parseYaml } from '../../formats/yaml/read.js';
import { limits } from '../../limits.js';
import type { Problem } from '../../problems/problem.js';
import { movedSpan, type Span } from '../../text/span.js';
import { append } from '../../text/strings.js';
import { documentsOf } from './model.js';

/** What a plain scalar is to Kubernetes. */
type GoScalar =
  | { readonly is: 'string' }
  | { readonly is: 'null' }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** `json` is the number in the JSON that the YAML is converted to. */
  | { readonly is: 'number'; readonly json: string };

const truths = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const untruths = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const float = /^[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+][0-9]+)?$/;

/**
 * Resolves a plain scalar as sigs.k8s.io/yaml v1 does (its fork of go-yaml v2.4, `resolve.go`), which is how kubectl reads
 * a file. Unlike in PyYAML there are no sexagesimal numbers, `y` and `n` are booleans, `0o17` is a number, `08` is decimal,
 * and dates are strings. Infinity and not-a-number, which JSON can't express, stay strings here.
 */
export function goScalar(source: string): GoScalar {
  if (/^(?:|~|null|Null|NULL)$/.test(source)) return { is: 'null' };
  if (truths.test(source)) return { is: 'boolean', value: true };
  if (untruths.test(source)) return { is: 'boolean', value: false };
  if (!/^[-+.0-9]/.test(source)) return { is: 'string' };
  const plain = source.replaceAll('_', '');
  const whole = wholeNumber(plain);
  if (whole !== undefined) return { is: 'number', json: whole.toString() };
  if (float.test(plain)) return { is: 'number', json: String(Number(plain)) };
  return { is: 'string' };
}

/** Go's `strconv.ParseInt` with base 0. */
function wholeNumber(text: string): bigint | undefined {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  const value = unsigned(digits);
  if (value === undefined) return undefined;
  return sign === '-' ? -value : value;
}

function unsigned(digits: string): bigint | undefined {
  if (/^0[xX][0-9a-fA-F]+$/.test(digits) || /^0[bB][01]+$/.test(digits) || /^0[oO][0-7]+$/.test(digits))
    return BigInt(digits.toLowerCase());
  if (/^0[0-7]+$/.test(digits)) return BigInt(`0o${digits.slice(1)}`);
  // Longer ones don't fit into 64 bits, and would take time to read.
  return /^(?:0|[1-9]\d{0,18})$/.test(digits) ? BigInt(digits) : undefined;
}

/**
 * Reads a YAML file of Kubernetes resources, a list of its documents, as kubectl does. The structure is the same as
 * PyYAML's; plain scalars are resolved as in Kubernetes, aliases are replaced by their targets, and merge keys by the
 * merged members.
 */
export function resourceTree(text: string): SyntaxTree {
  const items: SyntaxNode[] = [];
  const problems: Problem[] = [];
  let depth = 0;
  for (const { start, end } of documentsOf(text)) {
    const tree = parseYaml(text.slice(start, end), undefined, 'kubernetes');
    depth = Math.max(depth, tree.depth);
    append(
      problems,
      tree.problems.map((found) => shiftedProblem(found, start)),
    );
    if (tree.root !== undefined) items.push(new Converter(text, start).node(tree.root, 0));
  }
  const root: SyntaxNode = { kind: 'array', items, span: { start: 0, end: text.length } };
  return { language: 'yaml', root, problems, depth: depth + 1 };
}

/** Without fixes, which are made for PyYAML. */
function shiftedProblem({ fixes: _fixes, ...found }: Problem, by: number): Problem {
  return { ...found, span: movedSpan(found.span, by) };
}

class Converter {
  readonly #text: string;
  readonly #by: number;
  /** Only aliases can multiply a document. */
  #budget: number = limits.yamlExpandedNodes;
  #aliased = 0;

  constructor(text: string, by: number) {
    this.#text = text;
    this.#by = by;
  }

  node(node: SyntaxNode, depth: number): SyntaxNode {
    const span = movedSpan(node.span, this.#by);
    if (depth > limits.yamlDepth * 2 || (this.#aliased > 0 && --this.#budget < 0)) return { kind: 'null', span };
    switch (node.kind) {
      case 'alias': {
        if (node.target === undefined) return { kind: 'null', span };
        this.#aliased++;
        const target = this.node(node.target, depth + 1);
        this.#aliased--;
        return target;
      }
      case 'object':
        return { ...node, span, members: this.#members(node.members, depth + 1) };
      case 'array':
        return { ...node, span, items: node.items.map((item) => this.node(item, depth + 1)) };
      case 'string':
        return node.style === 'plain' && node.tag === undefined ? this.#plain(node, span) : { ...node, span };
      case 'number':
      case 'boolean':
      case 'timestamp':
      case 'null':
        return node.tag === undefined ? this.#plain(node, span) : { ...node, span };
      case 'binary':
        return { ...node.source, span };
    }
  }

  #members(members: readonly Member[], depth: number): Member[] {
    const own = members.filter(({ key }) => key.merge !== true).map((member) => this.#member(member, depth));
    const names = new Set(own.map(({ key }) => key.name));
    const merged: Member[] = [];
    for (const { value } of members.filter(({ key }) => key.merge === true)) {
      const source = value && this.node(value, depth);
      for (const each of source?.kind === 'array' ? source.items : [source])
        for (const member of each?.kind === 'object' ? each.members : []) {
          if (names.has(member.key.name)) continue;
          names.add(member.key.name);
          merged.push(member);
        }
    }
    return [...merged, ...own];
  }

  #member({ key, value, span }: Member, depth: number): Member {
    const { node, ...plainKey } = key;
    const own = movedSpan(key.span, this.#by);
    const moved: KeyNode = { ...plainKey, span: own };
    return {
      // Only for renaming it; what else a key can be, kubectl refuses.
      key: node?.kind === 'string' ? { ...moved, node: { ...node, span: own } } : moved,
      value: value && this.node(value, depth),
      span: movedSpan(span, this.#by),
    };
  }

  /** A scalar without quotes and tag. */
  #plain(node: SyntaxNode, span: Span): SyntaxNode {
    const raw = node.kind === 'string' ? node.value : this.#text.slice(span.start, span.end);
    const scalar = goScalar(raw);
    switch (scalar.is) {
      case 'null':
        return { kind: 'null', span };
      case 'boolean':
        return { kind: 'boolean', value: scalar.value, raw, span };
      case 'number':
        return { kind: 'number', value: Number(scalar.json), raw: scalar.json, span };
      case 'string':
        return { kind: 'string', value: raw, style: 'plain', span };
    }
  }
}
