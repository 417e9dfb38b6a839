import { loadAll } from 'js-yaml';
import type { Random } from './random.js';

/** A value of JSON or YAML. Unlike JavaScript's values it can have equal names, anchors and aliases. */
export type Tree =
  | { readonly is: 'scalar'; value: string | number | boolean | null; anchor?: string }
  /** Written as it is, such as a number that JavaScript can't hold. */
  | { readonly is: 'raw'; readonly text: string; anchor?: string }
  | { readonly is: 'alias'; readonly name: string; anchor?: string }
  | { readonly is: 'list'; items: Tree[]; anchor?: string }
  | { readonly is: 'mapping'; members: Member[]; anchor?: string };

export interface Member {
  name: string;
  value: Tree;
}

/** A text that was read as JSON or YAML, and how to write another tree in its place. */
export interface TreeText {
  readonly trees: Tree[];
  write(trees: readonly Tree[], random: Random): string;
}

/** Reads a text as JSON or YAML; undefined if it is neither an object nor a list. */
export function readTrees(text: string): TreeText | undefined {
  const start = text.replace(/^\ufeff/, '');
  if (/^\s*[[{"]/.test(start)) {
    const tree = readJson(start);
    if (tree !== undefined) return { trees: [tree], write: ([one], random) => (one ? jsonText(one, random) : '') };
    const lines = start.trimEnd().split('\n').map(readJson);
    const trees = lines.filter((line) => line !== undefined);
    if (trees.length < lines.length) return undefined;
    return { trees, write: (all, random) => all.map((one) => `${jsonText(one, random, '')}\n`).join('') };
  }
  // Messages and scripts aren't YAML, even if YAML accepts them.
  if (/^#!|^(?:Content-Type|MIME-Version):/i.test(start) || !/^\s*(?:- |[\w"'.-]+:(?:\s|$))/m.test(start))
    return undefined;
  const header = /^(?:#.*\n)*/.exec(start)?.[0] ?? '';
  const trees = readYaml(start);
  if (trees === undefined) return undefined;
  return {
    trees,
    write: (all, random) => header + all.map((one) => yamlText(one, random)).join('---\n'),
  };
}

function readJson(text: string): Tree | undefined {
  try {
    return new TreeBuilder().tree(JSON.parse(text), 0);
  } catch {
    return undefined;
  }
}

function readYaml(text: string): Tree[] | undefined {
  try {
    const builder = new TreeBuilder();
    const trees = loadAll(text).map((value) => builder.tree(value, 0));
    return trees.every(({ is }) => is === 'list' || is === 'mapping') ? trees : undefined;
  } catch {
    return undefined;
  }
}

/** Nesting and values of a tree; what is beyond is null. Aliases can expand to any number of values. */
const maxDepth = 400;
const maxNodes = 20_000;

class TreeBuilder {
  #nodes = 0;

  tree(value: unknown, depth: number): Tree {
    if (depth > maxDepth || ++this.#nodes > maxNodes) return { is: 'scalar', value: null };
    if (Array.isArray(value)) return { is: 'list', items: value.map((item) => this.tree(item, depth + 1)) };
    if (value instanceof Uint8Array) return { is: 'raw', text: `!!binary ${Buffer.from(value).toString('base64')}` };
    if (value instanceof Date) return { is: 'raw', text: value.toISOString() };
    if (typeof value === 'object' && value !== null)
      return {
        is: 'mapping',
        members: Object.entries(value).map(([name, member]) => ({ name, value: this.tree(member, depth + 1) })),
      };
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return { is: 'scalar', value };
    return { is: 'scalar', value: null };
  }
}

/** A tree as JSON, on one line or on several. */
export function jsonText(tree: Tree, random: Random, indent = random.pick(['', '', '  ', '\t'])): string {
  const comment = indent !== '' && random.below(40) === 0 ? ' // a comment' : '';
  const lineEnd = indent === '' ? '' : `${comment}${random.below(30) === 0 ? '\r\n' : '\n'}`;
  const written = (node: Tree, around: string): string => {
    const within = around + indent;
    switch (node.is) {
      case 'scalar':
        return JSON.stringify(node.value);
      case 'raw':
        return node.text;
      case 'alias':
        return JSON.stringify(`*${node.name}`);
      case 'list':
        return block(
          '[',
          ']',
          node.items.map((item) => written(item, within)),
          around,
        );
      case 'mapping':
        return block(
          '{',
          '}',
          node.members.map(
            ({ name, value }) => `${JSON.stringify(name)}:${indent === '' ? '' : ' '}${written(value, within)}`,
          ),
          around,
        );
    }
  };
  const block = (open: string, close: string, entries: readonly string[], around: string): string =>
    entries.length === 0
      ? open + close
      : `${open}${lineEnd}${entries.map((entry) => (indent === '' ? '' : around + indent) + entry).join(`,${lineEnd}`)}${lineEnd}${indent === '' ? '' : around}${close}`;
  return written(tree, '');
}

/** A tree as YAML, in blocks with some flow collections and block scalars. */
export function yamlText(tree: Tree, random: Random): string {
  const flow = (node: Tree): string => {
    const anchor = node.anchor === undefined ? '' : `&${node.anchor} `;
    switch (node.is) {
      case 'scalar':
        return anchor + scalar(node.value);
      case 'raw':
        return anchor + node.text;
      case 'alias':
        return `*${node.name} `;
      case 'list':
        return `${anchor}[${node.items.map(flow).join(', ')}]`;
      case 'mapping':
        return `${anchor}{${node.members.map(({ name, value }) => `${key(name)}: ${flow(value)}`).join(', ')}}`;
    }
  };
  const key = (name: string): string => (/^(?:<<|[A-Za-z_][\w./-]*)$/.test(name) ? name : JSON.stringify(name));
  const scalar = (value: string | number | boolean | null): string => {
    if (typeof value !== 'string') return value === null ? random.pick(['null', '~', '']) : String(value);
    switch (random.below(4)) {
      case 0:
        if (/^[A-Za-z/][\w ./-]*$/.test(value)) return value.trimEnd();
        break;
      case 1:
        if (!/[\n\r]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
    }
    return JSON.stringify(value);
  };
  const block = (node: Tree, indent: string): string => {
    const anchor = node.anchor === undefined ? '' : ` &${node.anchor}`;
    if (node.is === 'scalar' && typeof node.value === 'string' && node.value.includes('\n') && random.below(3) > 0)
      return `${anchor} |${random.pick(['', '-', '+'])}${/^\s/.test(node.value) ? '2' : ''}\n${node.value
        .split('\n')
        .map((line) => (line === '' ? '' : `${indent}  ${line}`))
        .join('\n')}\n`;
    const isFlow = indent.length > 60 || random.below(6) === 0;
    if (node.is === 'list' && node.items.length > 0 && !isFlow)
      return `${anchor}\n${node.items.map((item) => `${indent}-${nested(item, `${indent}  `)}`).join('')}`;
    if (node.is === 'mapping' && node.members.length > 0 && !isFlow)
      return `${anchor}\n${node.members.map(({ name, value }) => `${indent}${key(name)}:${block(value, `${indent}  `)}`).join('')}`;
    return ` ${flow(node)}\n`;
  };
  /** A mapping in a list begins behind the dash. */
  const nested = (node: Tree, indent: string): string => {
    const text = block(node, indent);
    return node.is === 'mapping' && text.startsWith(`\n${indent}`) ? ` ${text.slice(indent.length + 1)}` : text;
  };
  return block(tree, '').replace(/^[ \n]/, '');
}
