import type { Child, FieldChild, LayerName } from '../../document/payload.js';
import { looksLikeJson } from '../../formats/json/detect.js';
import {
  memberOf,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import type { Problem } from '../../problems/problem.js';
import { resourceTree } from '../../karpenter/resources/tree.js';
import { type Findings, opened, type Surroundings, userDataKinds } from './container.js';
import { repeatedMembers, uniqueNames } from './repeated.js';
import { openString } from './strings.js';

/**
 * Whether a file contains a Kubernetes Secret: alone, in a list, or with other resources. Helm templates are not read: they
 * aren't YAML until Helm has rendered them.
 */
export function holdsSecret(text: string): boolean {
  if (/\{\{-?[ \t]*(?:[.$]|(?:include|if|range|with|template|define|end|toYaml)\b)/.test(text)) return false;
  return looksLikeJson(text)
    ? /"kind"\s{0,9}:\s{0,9}"Secret"/.test(text) && /"apiVersion"\s{0,9}:\s{0,9}"v1"/.test(text)
    : /^kind:[ \t]{0,9}["']?(?:Secret|\w{0,60}List)\b/m.test(text) &&
        /^ {0,40}(?:- )?kind:[ \t]{0,9}["']?Secret\b/m.test(text) &&
        /^ {0,40}(?:- )?apiVersion:[ \t]{0,9}["']?v1\b(?!\/|\w)/m.test(text);
}

/** Reads a YAML manifest as kubectl does. The root of a file with several documents is the list of them. */
export function manifestTree(text: string): SyntaxTree {
  const tree = resourceTree(text);
  const [only, second] = tree.root?.kind === 'array' ? tree.root.items : [];
  return only !== undefined && second === undefined ? { ...tree, root: only } : tree;
}

export function manifestFormats(text: string): readonly LayerName[] {
  return [looksLikeJson(text) ? 'json' : 'yaml', 'kubernetes-secret'];
}

/**
 * Finds the user data in the Secrets of a manifest: members of `data`, which is base64, and of `stringData`, which is not.
 * Cluster API keeps the bootstrap data of a machine like this (`data.value`, with its format in `data.format`). Members
 * with other content, such as passwords and certificates, are left out.
 */
export function secretUserData(surroundings: Surroundings): Findings {
  const found = secretMembers(surroundings.payload.tree?.root);
  const { kept, problems } = opened(found, 'members', surroundings);
  return {
    children: kept.flatMap((member) => openMember(surroundings, member)),
    problems: [...problems, ...repetitionsIn(surroundings)],
  };
}

/** The strings in the data of the Secrets of a manifest. */
export function secretMembers(root: SyntaxNode | undefined): readonly SecretMember[] {
  return secretsIn(root, []).flatMap(({ node, path }) => holdersIn(node, path).flatMap(membersOf));
}

/** A member of a Secret that contains its data. */
interface DataHolder {
  readonly members: ObjectNode;
  readonly path: NodePath;
  readonly isBase64: boolean;
  readonly isOverridden: boolean;
}

function holdersIn(secret: ObjectNode, path: NodePath): readonly DataHolder[] {
  const names = uniqueNames(secret.members);
  return secret.members.flatMap(({ key: { name }, value }, index): DataHolder[] => {
    const members = resolved(value);
    if ((name !== 'data' && name !== 'stringData') || members?.kind !== 'object') return [];
    const step = names?.[index] ?? name;
    return [{ members, path: [...path, step], isBase64: name === 'data', isOverridden: step !== name }];
  });
}

/** Members of Secrets that are given more than once, and data that is. */
function repetitionsIn(surroundings: Surroundings): Problem[] {
  return secretsIn(surroundings.payload.tree?.root, []).flatMap(({ node, path }) => [
    ...repeatedMembers(node.members, () => path, surroundings),
    ...holdersIn(node, path).flatMap((holder) =>
      repeatedMembers(holder.members.members, () => holder.path, surroundings),
    ),
  ]);
}

interface Secret {
  readonly node: ObjectNode;
  readonly path: NodePath;
}

/** The Secrets in a resource, a list of resources (`kubectl get -o yaml`) or a file of several documents. */
function secretsIn(node: SyntaxNode | undefined, path: NodePath): readonly Secret[] {
  const below = (list: SyntaxNode | undefined, listPath: NodePath): readonly Secret[] =>
    list?.kind === 'array' ? list.items.flatMap((item, index) => resourceAt(resolved(item), [...listPath, index])) : [];
  const resourceAt = (resource: SyntaxNode | undefined, at: NodePath): readonly Secret[] => {
    if (resource?.kind !== 'object') return [];
    const kind = stringValue(memberOf(resource, 'kind')?.value) ?? '';
    if (kind.endsWith('List')) return below(resolved(memberOf(resource, 'items')?.value), [...at, 'items']);
    const isCore = stringValue(memberOf(resource, 'apiVersion')?.value) === 'v1';
    return kind === 'Secret' && isCore ? [{ node: resource, path: at }] : [];
  };
  return node?.kind === 'array' ? below(node, path) : resourceAt(node, path);
}

/** A string in a Secret. */
interface SecretMember {
  readonly name: string;
  readonly path: NodePath;
  readonly value: SyntaxNode & { readonly kind: 'string' };
  readonly isBase64: boolean;
  /** Whether it is bootstrap data, whatever its content is. */
  readonly isBootstrapData: boolean;
  /** Whether a later member with the same name takes its place. */
  readonly isOverridden: boolean;
}

function membersOf({ members, path, isBase64, isOverridden: isHolderOverridden }: DataHolder): SecretMember[] {
  const hasFormat = memberOf(members, 'format') !== undefined;
  const names = uniqueNames(members.members);
  return members.members.flatMap(({ key: { name }, value: written }, index): SecretMember[] => {
    const value = resolved(written);
    if (value?.kind !== 'string') return [];
    const isBootstrapData = name === 'value' && hasFormat;
    const step = names?.[index] ?? name;
    const isOverridden = isHolderOverridden || step !== name;
    return [{ name, path: [...path, step], value, isBase64, isBootstrapData, isOverridden }];
  });
}

/** None for members with other content. */
function openMember(surroundings: Surroundings, member: SecretMember): Child[] {
  const pointer = pointerOf(member.path);
  const found = openString(surroundings, member.value, {
    name: member.name,
    steps: [...surroundings.payload.steps, pointer],
    ...(member.isBase64 ? { transport: 'base64-expected' } : {}),
  });
  if (!member.isBootstrapData && !userDataKinds.has(found.payload.kind)) return [];
  const overridden = member.isOverridden ? { overridden: true as const } : {};
  const child: FieldChild = { is: 'field', pointer, role: 'userData', protected: false, ...overridden, ...found };
  return [child];
}
