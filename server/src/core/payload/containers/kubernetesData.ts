import { isKnown } from '../../document/kinds.js';
import type { Child, FieldChild, Payload } from '../../document/payload.js';
import { memberOf, type ObjectNode, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { type Findings, opened, type Surroundings, userDataKinds } from './container.js';
import { type KubernetesResource, resourcesIn } from './kubernetesResource.js';
import { repeatedMembers, uniqueNames } from './repeated.js';
import { openString } from './strings.js';

/**
 * Finds the user data and other documents in a Secret or ConfigMap. `data` of a Secret and `binaryData` of a ConfigMap are
 * base64, `stringData` and `data` of a ConfigMap are not. Cluster API keeps the bootstrap data of a machine like this
 * (`data.value`, with its format in `data.format`), and OpenShift in `data.userData`. Members with other content, such as
 * passwords and certificates, are left out.
 */
export function resourceData(surroundings: Surroundings, resource: KubernetesResource): Findings {
  const holders = holdersIn(resource);
  const { kept, problems } = opened(holders.flatMap(membersOf), 'members', surroundings);
  return {
    children: kept.flatMap((member) => openMember(surroundings, member)),
    problems: [
      ...problems,
      ...repeatedMembers(resource.node.members, () => resource.path, surroundings),
      ...holders.flatMap(({ members, path }) => repeatedMembers(members.members, () => path, surroundings)),
    ],
  };
}

/** The strings in the data of the Secrets of a manifest. */
export function secretMembers(root: SyntaxNode | undefined): readonly DataMember[] {
  return resourcesIn(root).flatMap((resource) =>
    resource.kind === 'Secret' && resource.apiVersion === 'v1' ? holdersIn(resource).flatMap(membersOf) : [],
  );
}

/** A member of a Secret or ConfigMap that contains its data. */
interface DataHolder {
  readonly members: ObjectNode;
  readonly path: NodePath;
  readonly isBase64: boolean;
  readonly isOverridden: boolean;
}

function holdersIn({ kind, node, path }: KubernetesResource): readonly DataHolder[] {
  const [encoded, plain] = kind === 'Secret' ? ['data', 'stringData'] : ['binaryData', 'data'];
  const names = uniqueNames(node.members);
  return node.members.flatMap(({ key: { name }, value }, index): DataHolder[] => {
    const members = resolved(value);
    if ((name !== encoded && name !== plain) || members?.kind !== 'object') return [];
    const step = names?.[index] ?? name;
    return [{ members, path: [...path, step], isBase64: name === encoded, isOverridden: step !== name }];
  });
}

/** A string in a Secret or ConfigMap. */
interface DataMember {
  readonly name: string;
  readonly path: NodePath;
  readonly value: SyntaxNode & { readonly kind: 'string' };
  readonly isBase64: boolean;
  /** Whether it is bootstrap data, whatever its content is. */
  readonly isBootstrapData: boolean;
  /** Whether a later member with the same name takes its place. */
  readonly isOverridden: boolean;
}

function membersOf({ members, path, isBase64, isOverridden: isHolderOverridden }: DataHolder): DataMember[] {
  const hasFormat = memberOf(members, 'format') !== undefined;
  const names = uniqueNames(members.members);
  return members.members.flatMap(({ key: { name }, value: written }, index): DataMember[] => {
    const value = resolved(written);
    if (value?.kind !== 'string') return [];
    const isBootstrapData = (name === 'value' && hasFormat) || /^(?:user|custom)[-_.]?data$/i.test(name);
    const step = names?.[index] ?? name;
    const isOverridden = isHolderOverridden || step !== name;
    return [{ name, path: [...path, step], value, isBase64, isBootstrapData, isOverridden }];
  });
}

function holdsPayloads(payload: Payload): boolean {
  return isKnown(payload) || payload.children.length > 0;
}

/** None for members with other content. */
function openMember(surroundings: Surroundings, member: DataMember): Child[] {
  const pointer = pointerOf(member.path);
  const found = openString(surroundings, member.value, {
    name: member.name,
    steps: [...surroundings.payload.steps, pointer],
    ...(member.isBase64 ? { transport: 'base64-expected' } : {}),
  });
  const isUserData = member.isBootstrapData || userDataKinds.has(found.payload.kind);
  // The JSON of a machine, or a log, for instance.
  if (!isUserData) return holdsPayloads(found.payload) ? [{ is: 'json', pointer, ...found }] : [];
  const overridden = member.isOverridden ? { overridden: true as const } : {};
  const child: FieldChild = { is: 'field', pointer, role: 'userData', protected: false, ...overridden, ...found };
  return [child];
}
