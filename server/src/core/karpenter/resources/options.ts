import type { SyntaxTree } from '../../formats/tree/node.js';
import { bootstrapOptions } from '../options/description.js';
import type { OptionsReading } from '../options/read.js';
import { OptionsBuilder } from './builder.js';
import { computeNetwork, computeReserved, hasOverlay, type Machine, machineOf } from './machine.js';
import { readSettings, type Setting, settings } from './settings.js';
import { nodeLabels } from './labels.js';
import { type Resource, resourcesIn, textAt } from './model.js';
import {
  noteDroppedKubelet,
  type PoolTemplate,
  poolTemplate,
  requirementsOf,
  takeGpu,
  takeLabels,
  takeNodeClass,
  takeTaints,
} from './pool.js';
import type { Requirements } from './requirements.js';

/** What the resources of a file do not say. */
export interface ResourceContext {
  /** A document of settings, which counts before one in the file. */
  readonly settings?: SyntaxTree | undefined;
  /** Name of the NodePool or NodeClaim that a node is made for. */
  readonly nodePool?: string | undefined;
}

/**
 * The bootstrap options that Karpenter's Azure provider computes from a NodePool or NodeClaim, its AKSNodeClass and its
 * own settings (Azure/karpenter-provider-azure 00ae1126: pkg/providers/imagefamily/resolver.go, launchtemplate, labels,
 * instancetype, pkg/utils). What neither of them tells is in `computed.missingInputs`, and nothing is made up for it.
 */
export function optionsFromResources(tree: SyntaxTree, circumstances: ResourceContext): OptionsReading {
  const file = new ResourceFile(tree, circumstances);
  return file.reading(file.chosenPool(), undefined);
}

/** The same for each pool of a file, and for each AKSNodeClass that none of them names; at least one. */
export function readingsOfResources(tree: SyntaxTree, circumstances: ResourceContext): OptionsReading[] {
  const file = new ResourceFile(tree, circumstances);
  const named = new Set(file.pools.map((pool) => poolTemplate(pool).nodeClassName));
  const others = file.classes.filter(({ name }) => !named.has(name));
  const readings = [
    ...file.pools.map((pool) => file.reading(pool, undefined)),
    ...others.map((nodeClass) => file.reading(undefined, nodeClass)),
  ];
  return readings.length > 0 ? readings : [file.reading(undefined, undefined)];
}

class ResourceFile {
  readonly pools: readonly Resource[];
  readonly classes: readonly Resource[];
  readonly #resources: readonly Resource[];
  readonly #outside: readonly Resource[];
  readonly #nodePool: string | undefined;
  readonly #readable: boolean;

  constructor(tree: SyntaxTree, { settings: outside, nodePool }: ResourceContext) {
    this.#resources = resourcesIn(tree);
    this.#outside = outside === undefined ? [] : resourcesIn(outside);
    this.#nodePool = nodePool;
    this.#readable = tree.problems.every(({ severity }) => severity !== 'error');
    this.pools = this.#resources.filter(({ kind }) => kind === 'NodePool' || kind === 'NodeClaim');
    this.classes = this.#resources.filter(({ kind }) => kind === 'AKSNodeClass');
  }

  /** The pool that the user named, else the only one; a NodeClaim says more than the pool that it comes from. */
  chosenPool(): Resource | undefined {
    const chosen = this.#chosenName();
    if (chosen !== undefined) return this.pools.find(({ name }) => name === chosen);
    const claims = this.pools.filter(({ kind }) => kind === 'NodeClaim');
    const candidates = claims.length > 0 ? claims : this.pools;
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  reading(pool: Resource | undefined, nodeClass: Resource | undefined): OptionsReading {
    const builder = new OptionsBuilder(readSettings(this.#resources, this.#outside));
    // What the resources say of an option counts before a setting that becomes the same one.
    for (const setting of settings) takeSetting(builder, setting);
    const template = pool && poolTemplate(pool);
    if (template === undefined) this.#askForPool(builder);
    const own = template === undefined ? (nodeClass ?? this.#onlyClass()) : this.#classOf(builder, template);
    if (own !== undefined) takeNodeClass(builder, own);
    if (template !== undefined) compute(builder, template, own);
    return builder.reading(this.#readable);
  }

  #chosenName(): string | undefined {
    return this.#nodePool ?? readSettings(this.#resources, this.#outside).byName.get('nodePool')?.text;
  }

  #onlyClass(): Resource | undefined {
    return this.classes.length === 1 ? this.classes[0] : undefined;
  }

  #classOf(builder: OptionsBuilder, { nodeClassName, called }: PoolTemplate): Resource | undefined {
    const found = this.classes.find(({ name }) => name === nodeClassName);
    if (found === undefined)
      builder.ask('AKSNodeClass', `The file has no AKSNodeClass ${nodeClassName ?? ''}, which ${called} names.`);
    return found;
  }

  #askForPool(builder: OptionsBuilder): void {
    const names = this.pools.map(({ name }) => name).join(', ');
    const about =
      this.pools.length === 0
        ? 'There is no NodePool and no NodeClaim in the file.'
        : `The pool that the node is made for; the file has ${names}.`;
    builder.ask('nodePool', about);
  }
}

/** A setting that becomes an option as it is. */
function takeSetting(builder: OptionsBuilder, { description, becomes, default: absent }: Setting): void {
  if (becomes === undefined) return;
  const { name } = description;
  const given = builder.settings.byName.get(name);
  if (given?.member === undefined) {
    const text = given?.text ?? absent;
    if (text !== undefined && text !== '') builder.put(becomes, text, `The setting ${name}.`);
    return;
  }
  const field = { member: given.member, path: given.path, resource: `${name} of KarpenterSettings` };
  const value = builder.take(field, becomes);
  if (value !== undefined) builder.put(becomes, value);
}

/** Everything that follows from several of them. */
function compute(builder: OptionsBuilder, template: PoolTemplate, nodeClass: Resource | undefined): void {
  const own = takeLabels(builder, template);
  const requirements = requirementsOf(template, own);
  const machine = machineIn(builder, requirements);
  noteDroppedKubelet(builder, template);
  computeNetwork(builder);
  takeGpu(builder, machine.gpu === 'nvidia', nodeClass);
  computeReserved(builder, machine.vCPUs, machine.memoryMiB);
  takeTaints(builder, template);
  const capacityType = builder.setting('capacityType') ?? requirements.single('karpenter.sh/capacity-type')?.text;
  if (capacityType === undefined) builder.ask('capacityType');
  const { labels, unknown } = nodeLabels({
    poolName: template.poolName,
    nodeClassName: template.nodeClassName,
    own,
    requirements,
    machine,
    capacityType,
    location: builder.setting('LOCATION'),
    nodeResourceGroup: builder.setting('AZURE_NODE_RESOURCE_GROUP'),
    kubeletIdentityClientID: builder.setting('ARM_KUBELET_IDENTITY_CLIENT_ID'),
    subnetID: builder.text('subnetID'),
    kubernetesVersion: builder.text('kubernetesVersion'),
    overlay: hasOverlay(builder),
    cilium: builder.setting('NETWORK_DATAPLANE') === 'cilium',
    vnetGUID: builder.setting('VNET_GUID'),
    imageFamily: textAt(nodeClass?.node, 'spec', 'imageFamily') ?? 'Ubuntu',
    fips: textAt(nodeClass?.node, 'spec', 'fipsMode') === 'FIPS',
    detected: builder.settings.labels,
  });
  builder.put(['labels'], new Map([...labels].map(([key, { text }]) => [key, text])));
  for (const [key, { from }] of labels) {
    if (typeof from === 'string') builder.explain(['labels', key], from);
    else if (from.inPlace !== true) builder.place(from, ['labels', key]);
  }
  askForTheRest(builder);
  for (const key of unknown)
    builder.ask(`labels["${key}"]`, 'A label that only Azure or Karpenter knows; it is left out.', false);
}

/** The machine of a node, by the settings, by requirements that leave one value, and by the name of its size. */
function machineIn(builder: OptionsBuilder, requirements: Requirements): Machine {
  const one = (...keys: readonly string[]): string | undefined =>
    keys.map((key) => requirements.single(key)?.text).find((text) => text !== undefined);
  const count = (text: string | undefined): number | undefined =>
    text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  const arch = requirements.single('kubernetes.io/arch');
  const machine = machineOf({
    vmSize: builder.setting('vmSize') ?? one('node.kubernetes.io/instance-type', 'karpenter.azure.com/sku-name'),
    vCPUs: count(builder.setting('vCPUs') ?? one('karpenter.azure.com/sku-cpu', 'kubernetes.azure.com/sku-cpu')),
    memoryMiB: count(
      builder.setting('memoryMiB') ?? one('karpenter.azure.com/sku-memory', 'kubernetes.azure.com/sku-memory'),
    ),
    arch: builder.setting('arch') ?? arch?.text,
  });
  const { vmSize } = machine;
  if (vmSize === undefined) builder.ask('vmSize');
  else {
    if (!requirements.allows('node.kubernetes.io/instance-type', vmSize))
      builder.ask('vmSize', `The VM size of a node of this pool, which does not allow ${vmSize}.`);
    for (const name of ['vCPUs', 'memoryMiB', 'arch'] as const) if (machine[name] === undefined) builder.ask(name);
  }
  if (machine.arch !== undefined && builder.setting('arch') === undefined) {
    builder.put(['arch'], machine.arch, arch === undefined ? 'By the name of the VM size.' : undefined);
    if (arch !== undefined) builder.place(arch, ['arch']);
  }
  return machine;
}

/** What no resource says and nothing was computed for. */
function askForTheRest(builder: OptionsBuilder): void {
  for (const { name, required } of bootstrapOptions.fields) {
    const setting = settings.find(({ becomes }) => becomes?.length === 1 && becomes[0] === name);
    const wanted = required !== undefined || name === 'networkSecurityGroupName' || name === 'routeTableName';
    if (setting === undefined || !wanted || name === 'arch' || builder.value(name) !== undefined) continue;
    builder.ask(setting.description.name);
  }
  if (builder.setting('CLUSTER_ENDPOINT') === undefined) builder.ask('CLUSTER_ENDPOINT');
  if (hasOverlay(builder) && builder.setting('VNET_GUID') === undefined) builder.ask('VNET_GUID');
}
