import {
  memberOf,
  type Member,
  resolved,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { nodeAtPath, type Sourced, textAt } from './model.js';

/** A variable of Karpenter's environment that another document than KarpenterSettings contains. */
export interface EnvironmentValue extends Sourced {
  readonly name: string;
}

/** Flags of Karpenter whose variables have other names than the flag in upper case. */
const flagVariables: ReadonlyMap<string, string> = new Map([
  ['kubelet-bootstrap-token', 'KUBELET_BOOTSTRAP_TOKEN'],
  ['node-resource-group', 'AZURE_NODE_RESOURCE_GROUP'],
]);

/** Flags of truth values, which count as true without a value, and never have it behind them. */
const switches: ReadonlySet<string> = new Set(['use-sig']);

/** Values of Karpenter's Helm chart that become variables. */
const chartValues: ReadonlyMap<string, string> = new Map([
  ['clusterName', 'CLUSTER_NAME'],
  ['clusterEndpoint', 'CLUSTER_ENDPOINT'],
]);

/**
 * The environment of Karpenter in its Deployment or a Pod of it, also in a list as kubectl prints it, or in the values of its Helm
 * chart. Values that come from elsewhere (`valueFrom`) are left out. Flags come after variables, which they replace.
 */
export function environmentIn({ root, language }: SyntaxTree): EnvironmentValue[] {
  if (root?.kind === 'array' && language === 'yaml')
    return root.items.flatMap((item, index) => environmentAt(resolved(item), [index]));
  return environmentAt(root, []);
}

function environmentAt(node: SyntaxNode | undefined, path: NodePath): EnvironmentValue[] {
  if (node?.kind !== 'object') return [];
  const kind = textAt(node, 'kind');
  if (kind?.endsWith('List') === true) {
    const items = resolved(memberOf(node, 'items')?.value);
    return items?.kind === 'array'
      ? items.items.flatMap((item, index) => environmentAt(resolved(item), [...path, 'items', index]))
      : [];
  }
  if (kind === 'Deployment') return containersEnvironment(node, path, ['spec', 'template', 'spec', 'containers']);
  if (kind === 'Pod') return containersEnvironment(node, path, ['spec', 'containers']);
  return kind === undefined && nodeAtPath(node, 'apiVersion') === undefined ? chartEnvironment(node, path) : [];
}

function containersEnvironment(node: SyntaxNode, path: NodePath, names: readonly string[]): EnvironmentValue[] {
  const resource = `${textAt(node, 'kind') ?? ''} ${textAt(node, 'metadata', 'name') ?? ''}`.trim();
  return itemsOf(nodeAtPath(node, ...names)).flatMap((container, index) => {
    const own = [...path, ...names, index];
    return [
      ...listedVariables(nodeAtPath(container, 'env'), [...own, 'env'], resource),
      ...['command', 'args'].flatMap((name) => flags(nodeAtPath(container, name), [...own, name], resource)),
    ];
  });
}

function chartEnvironment(node: SyntaxNode, path: NodePath): EnvironmentValue[] {
  const resource = 'the Helm values';
  const settings = [...chartValues].flatMap(([value, name]): EnvironmentValue[] => {
    const member = memberOf(nodeAtPath(node, 'settings'), value);
    const text = stringValue(member?.value);
    if (text === undefined || text === '') return [];
    return [{ name, text, member, path: [...path, 'settings', value], resource: `${name} of ${resource}` }];
  });
  const names = ['controller', 'env'];
  return [...settings, ...listedVariables(nodeAtPath(node, ...names), [...path, ...names], resource)];
}

/** A list of entries with `name` and `value`; an entry without a value is an empty variable. */
function listedVariables(list: SyntaxNode | undefined, path: NodePath, resource: string): EnvironmentValue[] {
  return itemsOf(list).flatMap((entry, index): EnvironmentValue[] => {
    const name = textAt(entry, 'name');
    if (name === undefined || memberOf(entry, 'valueFrom') !== undefined) return [];
    const member = memberOf(entry, 'value');
    const text = stringValue(member?.value) ?? '';
    return [{ name, text, member, path: [...path, index, 'value'], resource: `${name} of ${resource}` }];
  });
}

/** Flags such as `--cluster-name=shop`, or with the value behind it; those of truth values have none there. */
function flags(list: SyntaxNode | undefined, path: NodePath, resource: string): EnvironmentValue[] {
  const items = itemsOf(list);
  return items.flatMap((item, index): EnvironmentValue[] => {
    const [, flag, assigned] = /^--?([a-z][a-z-]{0,80})(?:=(.*))?$/s.exec(stringValue(item) ?? '') ?? [];
    if (flag === undefined) return [];
    const next = stringValue(items[index + 1]);
    const isBehind = assigned === undefined && !switches.has(flag) && next?.startsWith('-') === false;
    const text = assigned ?? (isBehind ? next : switches.has(flag) ? 'true' : undefined);
    if (text === undefined) return [];
    const name = flagVariables.get(flag) ?? flag.replaceAll('-', '_').toUpperCase();
    const at = isBehind ? index + 1 : index;
    const value = items[at] ?? item;
    const member: Member = { key: { name, span: value.span, quoted: true }, value, span: value.span };
    return [{ name, text, member, path: [...path, at], resource: `--${flag} of ${resource}` }];
  });
}

function itemsOf(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  const list = resolved(node);
  return list?.kind === 'array' ? list.items.map((item) => resolved(item) ?? item) : [];
}
