import {
  memberOf,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { Span } from '../../text/span.js';

/** The kinds of resources that options are made from; the last one is our own. */
const kinds = ['NodePool', 'NodeClaim', 'AKSNodeClass', 'KarpenterSettings'] as const;
type ResourceKind = (typeof kinds)[number];

/** The first part of `apiVersion` by kind; versions are not told apart. */
const groups: Readonly<Record<ResourceKind, string>> = {
  NodePool: 'karpenter.sh',
  NodeClaim: 'karpenter.sh',
  AKSNodeClass: 'karpenter.azure.com',
  KarpenterSettings: 'aks-bootstrap',
};

/** A resource in a file. */
export interface Resource {
  readonly kind: ResourceKind;
  /** Empty where it has none. */
  readonly name: string;
  readonly node: ObjectNode;
  readonly path: NodePath;
}

/** The resources of a file, those in lists (`kubectl get -o yaml`) too; other kinds are left out. */
export function resourcesIn({ root, language }: SyntaxTree): Resource[] {
  if (root?.kind !== 'array') return resourcesAt(root, []);
  return language === 'yaml' ? root.items.flatMap((item, index) => resourcesAt(item, [index])) : [];
}

function resourcesAt(node: SyntaxNode | undefined, path: NodePath): Resource[] {
  if (node?.kind !== 'object') return [];
  const kind = textAt(node, 'kind') ?? '';
  if (kind.endsWith('List')) {
    const items = resolved(memberOf(node, 'items')?.value);
    return items?.kind === 'array'
      ? items.items.flatMap((item, index) => resourcesAt(resolved(item), [...path, 'items', index]))
      : [];
  }
  const known = kinds.find((candidate) => candidate === kind);
  if (known === undefined || !(textAt(node, 'apiVersion') ?? '').startsWith(`${groups[known]}/`)) return [];
  return [{ kind: known, name: textAt(node, 'metadata', 'name') ?? '', node, path }];
}

/** What stands at the end of a way through objects. */
export function nodeAtPath(node: SyntaxNode | undefined, ...way: readonly string[]): SyntaxNode | undefined {
  let current = node;
  for (const name of way) current = memberOf(current, name)?.value;
  return current;
}

/** The text there; undefined for anything else. */
export function textAt(node: SyntaxNode | undefined, ...way: readonly string[]): string | undefined {
  return stringValue(nodeAtPath(node, ...way));
}

/** Whether options come from resources here: YAML is never a document of options itself. */
export function holdsResources(tree: SyntaxTree): boolean {
  return tree.language === 'yaml' || resourcesIn(tree).length > 0;
}

/**
 * Whether a text is a file of such resources for Azure, or of settings for them: by its lines in YAML, by names in JSON.
 * Charts with template expressions are none.
 */
export function looksLikeResources(text: string): boolean {
  if (text.includes('{{')) return false;
  if (/^\s*\{/.test(text)) return jsonForm.test(text) && /"(?:AKSNodeClass|KarpenterSettings)"/.test(text);
  return yamlForm.test(text) && /\b(?:AKSNodeClass|KarpenterSettings)\b/.test(text);
}

const yamlForm = /^[ \t]*(?:- )?apiVersion:[ \t]*["']?(?:karpenter\.(?:sh|azure\.com)|aks-bootstrap)\//m;
const jsonForm = /"apiVersion"\s*:\s*"(?:karpenter\.(?:sh|azure\.com)|aks-bootstrap|v1)/;

/** A line that ends a document of a stream: three dashes, and nothing but blanks or a comment behind them. */
const separator = /^---[ \t]*(?:#[^\n]*)?\r?$/gm;

/**
 * The documents of a stream as Kubernetes cuts it (k8s.io/apimachinery, `yaml.YAMLReader`): at lines of dashes, wherever
 * they stand. Empty ones are left out.
 */
export function documentsOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const add = (end: number): void => {
    if (text.slice(start, end).trim() !== '') spans.push({ start, end });
  };
  for (const { index, 0: line } of text.matchAll(separator)) {
    add(index);
    start = index + line.length;
  }
  add(text.length);
  return spans;
}
