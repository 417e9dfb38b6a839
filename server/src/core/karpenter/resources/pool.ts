import type { Member, SyntaxNode } from '../../syntax/node.js';
import type { NodePath } from '../../syntax/pointer.js';
import { objectOf } from '../description/describe.js';
import { taint } from '../description/taint.js';
import type { OptionRecord, OptionValue } from '../value.js';
import { memberAtPath, type OptionsBuilder } from './builder.js';
import { isKubeletLabel } from './labels.js';
import { nodeAtPath, type Resource, textAt } from './model.js';
import { Requirements, type Sourced } from './requirements.js';

/** What a NodePool's template, or a NodeClaim, says of nodes. */
export interface PoolTemplate {
  /** Such as NodePool gpu. */
  readonly called: string;
  /** The name of the NodePool; undefined for a NodeClaim, which has it as a label. */
  readonly poolName: string | undefined;
  readonly nodeClassName: string | undefined;
  readonly spec: SyntaxNode | undefined;
  readonly specPath: NodePath;
  readonly metadata: SyntaxNode | undefined;
  readonly metadataPath: NodePath;
}

export function poolTemplate({ kind, name, node, path }: Resource): PoolTemplate {
  const way = kind === 'NodePool' ? ['spec', 'template'] : [];
  const spec = nodeAtPath(node, ...way, 'spec');
  return {
    called: `${kind} ${name}`,
    poolName: kind === 'NodePool' ? name : undefined,
    nodeClassName: textAt(spec, 'nodeClassRef', 'name'),
    spec,
    specPath: [...path, ...way, 'spec'],
    metadata: nodeAtPath(node, ...way, 'metadata'),
    metadataPath: [...path, ...way, 'metadata'],
  };
}

/** Karpenter's own mark; added where no taint is like it. */
const unregistered: OptionRecord = { key: 'karpenter.sh/unregistered', effect: 'NoExecute' };

/** Taints, then startup taints, then the one of Karpenter (`utils.ExtractTaints`). */
export function takeTaints(builder: OptionsBuilder, { spec, specPath, called }: PoolTemplate): void {
  const taints: OptionValue[] = [];
  for (const name of ['taints', 'startupTaints']) {
    const list = nodeAtPath(spec, name);
    for (const [index, item] of list?.kind === 'array' ? list.items.entries() : []) {
      const member: Member = { key: { name, span: item.span, quoted: false }, value: item, span: item.span };
      const field = { member, path: [...specPath, name, index], resource: `${name} of ${called}` };
      taints.push(builder.take(field, ['taints', taints.length], { type: objectOf(taint) }) ?? {});
    }
  }
  const isMark = (each: OptionValue): boolean => {
    const { key, effect } = each as OptionRecord;
    return key === unregistered.key && effect === unregistered.effect;
  };
  if (!taints.some(isMark)) {
    builder.explain(['taints', taints.length], 'Karpenter adds it, and takes it off when it knows the node.');
    taints.push(unregistered);
  }
  builder.put(['taints'], taints);
}

/** The labels of the template, with the ones in it that no kubelet may set. */
export function takeLabels(
  builder: OptionsBuilder,
  { metadata, metadataPath, called }: PoolTemplate,
): ReadonlyMap<string, Sourced> {
  const member = memberAtPath(metadata, ['labels']);
  if (member === undefined) return new Map();
  const path = [...metadataPath, 'labels'];
  const resource = `labels of ${called}`;
  const read = builder.take({ member, path, resource }, ['labels']);
  const texts = read instanceof Map ? (read as ReadonlyMap<string, string>) : new Map<string, string>();
  const members = member.value?.kind === 'object' ? member.value.members : [];
  return new Map(
    members.map((each): [string, Sourced] => {
      const { name } = each.key;
      const own = { member: each, path: [...path, name], resource };
      if (!isKubeletLabel(name)) builder.surprise({ kind: 'kept-label', ...own, name });
      return [name, { text: texts.get(name) ?? '', ...own, inPlace: true }];
    }),
  );
}

/** All requirements, those that labels are among them. */
export function requirementsOf(
  { spec, specPath, called }: PoolTemplate,
  labels: ReadonlyMap<string, Sourced>,
): Requirements {
  const requirements = new Requirements();
  const list = nodeAtPath(spec, 'requirements');
  requirements.addList(list, [...specPath, 'requirements'], `requirements of ${called}`);
  for (const [key, value] of labels) requirements.addLabel(key, value);
  return requirements;
}

/** The kubelet's settings that older versions of NodePool had, and that are dropped today. */
export function noteDroppedKubelet(builder: OptionsBuilder, { spec, specPath, called }: PoolTemplate): void {
  const member = memberAtPath(spec, ['kubelet']);
  if (member === undefined) return;
  builder.surprise({
    kind: 'dropped-kubelet',
    name: 'kubelet',
    member,
    path: [...specPath, 'kubelet'],
    resource: called,
  });
}
