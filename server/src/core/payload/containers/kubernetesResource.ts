import { memberOf, type ObjectNode, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { append } from '../../text/strings.js';

/** An object of Kubernetes. */
export interface KubernetesResource {
  /** Such as `v1` or `bootstrap.cluster.x-k8s.io/v1beta1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly node: ObjectNode;
  readonly path: NodePath;
}

/** The resources in a file: one, a list of them (`kubectl get -o yaml`), or those of several documents. */
export function resourcesIn(root: SyntaxNode | undefined): readonly KubernetesResource[] {
  const found: KubernetesResource[] = [];
  const open: { node: SyntaxNode | undefined; path: NodePath }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path } = next;
    const node = resolved(next.node);
    if (node?.kind === 'array') append(open, itemsOf(node.items, path));
    if (node?.kind !== 'object') continue;
    const kind = stringValue(memberOf(node, 'kind')?.value) ?? '';
    const apiVersion = stringValue(memberOf(node, 'apiVersion')?.value);
    const list = kind.endsWith('List') ? resolved(memberOf(node, 'items')?.value) : undefined;
    if (list?.kind === 'array') append(open, itemsOf(list.items, [...path, 'items']));
    else if (apiVersion !== undefined) found.push({ apiVersion, kind, node, path });
  }
  return found;
}

/** The first is opened first. */
function itemsOf(items: readonly SyntaxNode[], path: NodePath): { node: SyntaxNode; path: NodePath }[] {
  return items.map((node, index) => ({ node, path: [...path, index] })).reverse();
}
