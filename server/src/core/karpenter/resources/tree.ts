import { append } from '../../append.js';
import { limits } from '../../limits.js';
import type { Problem } from '../../problems/problem.js';
import type { KeyNode, Member, SyntaxNode } from '../../syntax/node.js';
import type { SyntaxTree } from '../../syntax/tree.js';
import { parseYaml } from '../../syntax/yaml.js';
import type { Span } from '../../text/span.js';
import { goScalar } from './goScalar.js';
import { documentsOf } from './stream.js';

/**
 * Reads a YAML file of Kubernetes' resources: a list of its documents, each with what kubectl makes of it. The structure
 * is read as PyYAML reads it, which is the same; plain scalars are what they are to Kubernetes, aliases are replaced by
 * what they stand for, and merge keys by what they merge.
 */
export function resourceTree(text: string): SyntaxTree {
  const items: SyntaxNode[] = [];
  const problems: Problem[] = [];
  let depth = 0;
  for (const { start, end } of documentsOf(text)) {
    const tree = parseYaml(text.slice(start, end));
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

/** A fix would be made for PyYAML's reader, so there is none here. */
function shiftedProblem({ fixes: _fixes, ...found }: Problem, by: number): Problem {
  return { ...found, span: shifted(found.span, by) };
}

function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
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
    const span = shifted(node.span, this.#by);
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
    const own = members.filter((member) => !isMerge(member)).map((member) => this.#member(member, depth));
    const names = new Set(own.map(({ key }) => key.name));
    const merged: Member[] = [];
    for (const { value } of members.filter(isMerge)) {
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
    const { node: _node, ...plainKey } = key;
    const moved: KeyNode = { ...plainKey, span: shifted(key.span, this.#by) };
    return {
      key: moved,
      value: value && this.node(value, depth),
      span: shifted(span, this.#by),
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

function isMerge({ key }: Member): boolean {
  return key.name === '<<' && !key.quoted;
}
