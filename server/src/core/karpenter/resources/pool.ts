import type { Member, SyntaxNode } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { bool, object, objectOf, option, string } from '../options/describe.js';
import { nodeClassKubeletOptions, taint } from '../options/description.js';
import type { OptionRecord, OptionValue } from '../options/read.js';
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
      taints.push(builder.take(field, ['taints', taints.length], objectOf(taint)) ?? {});
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

/** The kubelet's settings that an AKSNodeClass may give; the last one is not for the script. */
const nodeClassKubelet = object({
  name: 'kubelet of AKSNodeClass',
  doc: 'Settings of the kubelet.',
  options: [
    ...nodeClassKubeletOptions,
    option('failSwapOn', bool, 'aks-node-class', 'Whether the kubelet refuses to start where the node swaps.'),
  ],
});

/** What the API server fills in where an AKSNodeClass has `kubelet` at all (its CRD at 00ae1126). */
const kubeletDefaults: OptionRecord = {
  cpuManagerPolicy: 'none',
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: 100_000_000n,
  topologyManagerPolicy: 'none',
  containerLogMaxSize: '50Mi',
  containerLogMaxFiles: 5,
};

/** What options the fields of an AKSNodeClass become. */
export function takeNodeClass(builder: OptionsBuilder, nodeClass: Resource): void {
  const field = (...way: readonly string[]) => {
    const member = memberAtPath(nodeClass.node, way);
    const path = [...nodeClass.path, ...way];
    return member && { member, path, resource: `${way.join('.')} of AKSNodeClass ${nodeClass.name}` };
  };
  const subnet = field('spec', 'vnetSubnetID');
  const subnetID = subnet && builder.take(subnet, ['subnetID']);
  if (subnetID !== undefined) builder.put(['subnetID'], subnetID);
  const version = field('status', 'kubernetesVersion');
  const kubernetesVersion = version && builder.take(version, ['kubernetesVersion']);
  if (kubernetesVersion !== undefined) builder.put(['kubernetesVersion'], kubernetesVersion);
  const kubelet = field('spec', 'kubelet');
  if (kubelet !== undefined) {
    const read = builder.take(kubelet, ['kubeletConfig'], objectOf(nodeClassKubelet));
    if (read !== undefined) takeKubelet(builder, read as OptionRecord);
  }
  const pods = field('spec', 'maxPods');
  const maxPods = pods && builder.take(pods, ['kubeletConfig', 'maxPods']);
  if (maxPods !== undefined) builder.put(['kubeletConfig', 'maxPods'], maxPods);
}

function takeKubelet(builder: OptionsBuilder, { failSwapOn: _failSwapOn, ...given }: OptionRecord): void {
  for (const [name, value] of Object.entries({ ...kubeletDefaults, ...given })) {
    if (value === undefined) continue;
    const filledIn = given[name] === undefined ? filledInByServer : undefined;
    builder.put(['kubeletConfig', name], value, filledIn);
  }
}

const filledInByServer = 'The API server fills it in, because the AKSNodeClass has `kubelet`.';

/** Whether the node gets a driver for its GPUs. Which one is another in each release of Karpenter. */
export function takeGpu(builder: OptionsBuilder, isNvidia: boolean, nodeClass: Resource | undefined): void {
  const way = ['spec', 'gpu', 'mode'];
  const mode = textAt(nodeClass?.node, ...way) ?? 'Driver';
  const installs = isNvidia && mode !== 'None';
  builder.put(['GPUNode'], isNvidia, "By Karpenter's list of VM sizes with NVIDIA GPUs.");
  builder.put(['GPUDriverInstallationEnabled'], installs, 'The AKSNodeClass has no `gpu.mode`, which means Driver.');
  const member = memberAtPath(nodeClass?.node, way);
  if (nodeClass !== undefined && member !== undefined) {
    const resource = `${way.join('.')} of AKSNodeClass ${nodeClass.name}`;
    builder.take({ member, path: [...nodeClass.path, ...way], resource }, ['GPUDriverInstallationEnabled'], {
      ...string,
      oneOf: ['Driver', 'None'],
    });
  }
  if (!installs) return;
  for (const name of ['GPUDriverVersion', 'GPUDriverType', 'GPUImageSHA'])
    if (builder.setting(name) === undefined) builder.ask(name);
}
