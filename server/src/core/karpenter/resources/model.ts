import {
  type Member,
  memberOf,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { Span } from '../../text/span.js';

/** The kinds of resources that options are made from, and the group in their `apiVersion`; the last one is our own. */
const groups = {
  NodePool: 'karpenter.sh',
  NodeClaim: 'karpenter.sh',
  AKSNodeClass: 'karpenter.azure.com',
  KarpenterSettings: 'aks-bootstrap',
} as const;

/** A resource in a file. */
export interface Resource {
  readonly kind: keyof typeof groups;
  /** Empty if it has none. */
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
  if (!isKnown(kind) || textAt(node, 'apiVersion')?.startsWith(`${groups[kind]}/`) !== true) return [];
  return [{ kind, name: textAt(node, 'metadata', 'name') ?? '', node, path }];
}

function isKnown(kind: string): kind is Resource['kind'] {
  return Object.hasOwn(groups, kind);
}

/** The value at a path of names. */
export function nodeAtPath(node: SyntaxNode | undefined, ...names: readonly string[]): SyntaxNode | undefined {
  let current = node;
  for (const name of names) current = memberOf(current, name)?.value;
  return current;
}

/** The string there; undefined for any other value. */
export function textAt(node: SyntaxNode | undefined, ...names: readonly string[]): string | undefined {
  return stringValue(nodeAtPath(node, ...names));
}

/** A field of a resource, and what it is called. */
export interface ResourceField {
  readonly member: Member;
  readonly path: NodePath;
  /** Such as `spec.maxPods` of AKSNodeClass default. */
  readonly resource: string;
}

/** The field at a path of names; undefined if the resource doesn't have it. */
export function fieldIn(
  { node, path }: { readonly node: SyntaxNode | undefined; readonly path: NodePath },
  names: readonly string[],
  resource: string,
): ResourceField | undefined {
  const member = memberOf(nodeAtPath(node, ...names.slice(0, -1)), names.at(-1) ?? '');
  return member && { member, path: [...path, ...names], resource };
}

/** A string that a resource gives, with its position. */
export interface Sourced extends Omit<ResourceField, 'member'> {
  readonly text: string;
  /** What gives it, as if it were a member whose name is that of a label; undefined outside of the file. */
  readonly member: Member | undefined;
  /** Whether its position is known already, as that of an entry of the labels. */
  readonly inPlace?: true;
}

/** The template of a NodePool, or a NodeClaim itself. */
export interface PoolTemplate {
  readonly node: SyntaxNode | undefined;
  readonly path: NodePath;
  /** Such as NodePool gpu. */
  readonly called: string;
  /** The name of the NodePool; undefined for a NodeClaim, which has it as a label. */
  readonly poolName: string | undefined;
  readonly nodeClassName: string | undefined;
}

export function poolTemplate({ kind, name, node, path }: Resource): PoolTemplate {
  const isPool = kind === 'NodePool';
  const names = isPool ? ['spec', 'template'] : [];
  const template = nodeAtPath(node, ...names);
  return {
    node: template,
    path: [...path, ...names],
    called: `${kind} ${name}`,
    poolName: isPool ? name : undefined,
    nodeClassName: textAt(template, 'spec', 'nodeClassRef', 'name'),
  };
}

/** Whether options come from resources here: YAML is never a document of options itself. */
export function holdsResources(tree: SyntaxTree): boolean {
  return tree.language === 'yaml' || resourcesIn(tree).length > 0;
}

/**
 * Whether a text is a file of such resources for Azure, or of settings for them: by its lines in YAML, by names in JSON.
 * Helm charts, which have template expressions, are not.
 */
export function looksLikeResources(text: string): boolean {
  if (text.includes('{{')) return false;
  if (/^\s*\{/.test(text)) return jsonForm.test(text) && /"(?:AKSNodeClass|KarpenterSettings)"/.test(text);
  return yamlForm.test(text) && /\b(?:AKSNodeClass|KarpenterSettings)\b/.test(text);
}

const yamlForm = /^[ \t]*(?:- )?apiVersion:[ \t]*["']?(?:karpenter\.(?:sh|azure\.com)|aks-bootstrap)\//m;
const jsonForm = /"apiVersion"\s*:\s*"(?:karpenter\.(?:sh|azure\.com)|aks-bootstrap|v1)/;

/** A line that ends a document of a stream: three dashes, followed by nothing but spaces or a comment. */
const separator = /^---[ \t]*(?:#[^\n]*)?\r?$/gm;

/**
 * The documents of a stream as Kubernetes splits it (k8s.io/apimachinery, `yaml.YAMLReader`): at all lines of dashes,
 * even in strings. Empty ones are left out.
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
