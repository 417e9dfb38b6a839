import type { Member } from '../../formats/tree/node.js';
import { object, option } from '../options/describe.js';
import { nodeClassKubeletOptions } from '../options/description.js';
import type { OptionRecord, OptionValue } from '../options/read.js';
import type { OptionsBuilder } from './builder.js';
import { gpuDriver } from './gpu.js';
import { labelsFromVm } from './labelRules.js';
import type { Machine } from './machine.js';
import { isSettableByKubelet } from '../../values/known/nodeLabels.js';
import { fieldIn, nodeAtPath, type PoolTemplate, type Resource, type ResourceField, type Sourced } from './model.js';
import { gpuModes, nodeClassOf } from './nodeClass.js';
import { isIn, type ProviderRelease } from './release.js';
import { Requirements } from './requirements.js';

/** Karpenter's own mark; added if no taint has its key and effect. */
const unregistered: OptionRecord = { key: 'karpenter.sh/unregistered', effect: 'NoExecute' };

/** Taints, then startup taints, then the one of Karpenter (`utils.ExtractTaints`). */
export function takeTaints(builder: OptionsBuilder, { node, path, called }: PoolTemplate): void {
  const taints: OptionValue[] = [];
  for (const name of ['taints', 'startupTaints']) {
    const list = nodeAtPath(node, 'spec', name);
    for (const [index, item] of list?.kind === 'array' ? list.items.entries() : []) {
      const member: Member = { key: { name, span: item.span, quoted: false }, value: item, span: item.span };
      const field = { member, path: [...path, 'spec', name, index], resource: `${name} of ${called}` };
      taints.push(builder.take(field, ['taints', taints.length], { label: 'single' }) ?? {});
    }
  }
  const isMark = (each: OptionValue): boolean => {
    const { key, effect } = each as OptionRecord;
    return key === unregistered.key && effect === unregistered.effect;
  };
  if (!taints.some(isMark)) {
    builder.explain(['taints', taints.length], 'Karpenter adds it, and removes it when it has registered the node.');
    taints.push(unregistered);
  }
  builder.put(['taints'], taints);
}

/** The labels of the template, including those that a kubelet may not set. */
export function takeLabels(builder: OptionsBuilder, template: PoolTemplate): ReadonlyMap<string, Sourced> {
  const field = fieldIn(template, ['metadata', 'labels'], `labels of ${template.called}`);
  if (field === undefined) return new Map();
  const read = builder.take(field, ['labels']);
  const texts = read instanceof Map ? (read as ReadonlyMap<string, string>) : new Map<string, string>();
  const members = field.member.value?.kind === 'object' ? field.member.value.members : [];
  return new Map(
    members.map((member): [string, Sourced] => {
      const { name } = member.key;
      const own = { ...field, member, path: [...field.path, name] };
      if (!isSettableByKubelet(name)) builder.ignoredValues.push({ kind: 'kept-label', ...own, name });
      return [name, { text: texts.get(name) ?? '', ...own, inPlace: true }];
    }),
  );
}

/** What decides about a node. */
export interface PoolChoices {
  /** Labels that the node gets as they are. */
  readonly labels: ReadonlyMap<string, Sourced>;
  /** The requirements, including those that follow from the labels of a NodePool. */
  readonly requirements: Requirements;
  /** The same, and for a NodeClaim what Karpenter has chosen. */
  readonly chosen: Requirements;
}

/**
 * The labels and requirements of a template. Karpenter adds labels of the VM to a NodeClaim after making the script:
 * those only tell what it has chosen. If the NodeClaim had them before, its requirements contain them, too.
 */
export function choicesOf(
  template: PoolTemplate,
  given: ReadonlyMap<string, Sourced>,
  release: ProviderRelease | undefined,
): PoolChoices {
  const requirements = listedRequirements(template, release);
  const chosen = listedRequirements(template, release);
  const isOwn = (key: string): boolean =>
    template.poolName !== undefined || !labelsFromVm.has(key) || requirements.single(key) !== undefined;
  const labels = new Map([...given].filter(([key]) => isOwn(key)));
  if (template.poolName !== undefined) for (const [key, value] of labels) requirements.addLabel(key, value);
  for (const [key, value] of given) chosen.addLabel(key, value);
  return { labels, requirements, chosen };
}

function listedRequirements({ node, path, called }: PoolTemplate, release: ProviderRelease | undefined): Requirements {
  const requirements = new Requirements(release);
  const names = ['spec', 'requirements'];
  requirements.addList(nodeAtPath(node, ...names), [...path, ...names], `requirements of ${called}`);
  return requirements;
}

/** The kubelet's settings that older versions of NodePool had, and that are dropped today. */
export function noteDroppedKubelet(builder: OptionsBuilder, template: PoolTemplate): void {
  const field = fieldIn(template, ['spec', 'kubelet'], template.called);
  if (field !== undefined) builder.ignoredValues.push({ kind: 'dropped-kubelet', name: 'kubelet', ...field });
}

/** The kubelet's settings that an AKSNodeClass may give; the last one is not for the script. */
export const nodeClassKubelet = object('kubelet of AKSNodeClass', 'Settings of the kubelet.', [
  ...nodeClassKubeletOptions,
  option('bool failSwapOn', 'Whether the kubelet refuses to start if the node swaps.', { from: 'aks-node-class' }),
]);

/** Defaults that the API server sets if an AKSNodeClass has `kubelet` at all (its CRD at 352646f5). */
const kubeletDefaults: OptionRecord = {
  cpuManagerPolicy: 'none',
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: 100_000_000n,
  topologyManagerPolicy: 'none',
  containerLogMaxSize: '50Mi',
  containerLogMaxFiles: 5,
};

/** The options that fields of an AKSNodeClass become. */
export function takeNodeClass(builder: OptionsBuilder, nodeClass: Resource): void {
  builder.copy(classField(nodeClass, 'spec', 'vnetSubnetID'), ['subnetID']);
  builder.copy(classField(nodeClass, 'status', 'kubernetesVersion'), ['kubernetesVersion']);
  const kubelet = classField(nodeClass, 'spec', 'kubelet');
  const read = kubelet && builder.take(kubelet, ['kubeletConfig'], { type: { kind: 'object', of: nodeClassKubelet } });
  if (read !== undefined) {
    const { failSwapOn: _failSwapOn, ...given } = read as OptionRecord;
    for (const [name, value] of Object.entries({ ...kubeletDefaults, ...given })) {
      const isDefault = given[name] === undefined;
      const why = isDefault ? 'The default of the API server, because the AKSNodeClass has `kubelet`.' : undefined;
      if (value !== undefined) builder.put(['kubeletConfig', name], value, why);
    }
  }
  builder.copy(classField(nodeClass, 'spec', 'maxPods'), ['kubeletConfig', 'maxPods']);
}

function classField(nodeClass: Resource, ...names: readonly string[]): ResourceField | undefined {
  return fieldIn(nodeClass, names, `${names.join('.')} of AKSNodeClass ${nodeClass.name}`);
}

/** The GPUs of the machine, and whether the node installs the driver that Karpenter has for its VM size. */
export function takeGpu(builder: OptionsBuilder, { vmSize, gpu }: Machine, nodeClass: Resource | undefined): void {
  const place = ['GPUDriverInstallationEnabled'];
  builder.put(
    place,
    nodeClassOf(nodeClass, builder.release).gpuMode !== 'None',
    'The AKSNodeClass has no `gpu.mode`, which means Driver.',
  );
  const given = nodeClass && classField(nodeClass, 'spec', 'gpu', 'mode');
  if (given !== undefined && isIn(gpuModes, builder.release))
    builder.take(given, place, { type: { kind: 'scalar', scalar: 'string' }, oneOf: ['Driver', 'None'] });
  if (vmSize === undefined) return;
  builder.put(['GPUNode'], gpu?.vendor === 'nvidia', "By Karpenter's list of VM sizes with NVIDIA GPUs.");
  for (const [name, value] of Object.entries(gpuDriver(vmSize, builder.release) ?? {}))
    builder.put([name], value as string, "By Karpenter's table of drivers for VM sizes.");
}
