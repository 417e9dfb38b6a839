import type { Member, SyntaxNode } from '../../syntax/node.js';
import type { NodePath } from '../../syntax/pointer.js';
import { pointerOf } from '../../syntax/pointer.js';
import type { SyntaxTree } from '../../syntax/tree.js';
import {
  bool,
  type ObjectDescription,
  objectOf,
  option,
  type OptionDescription,
  string,
} from '../description/describe.js';
import { bootstrapOptions } from '../description/index.js';
import { kubeletConfig } from '../description/kubelet.js';
import { taint } from '../description/taint.js';
import type { BootstrapOptions } from '../options.generated.js';
import {
  type GivenOption,
  isRefused,
  type OptionNote,
  type OptionsReading,
  type PartReading,
  type Question,
  readPart,
} from '../read.js';
import type { OptionRecord, OptionValue } from '../value.js';
import { nodeLabels } from './labels.js';
import { machineOf } from './machine.js';
import { nodeAtWay, type Resource, resourcesIn, textAt } from './model.js';
import { Requirements, type Sourced } from './requirements.js';
import { kubeReserved } from './reserved.js';
import { detectedSettings, environmentSettings, type Setting, settingsDocument } from './settings.js';

/** What the resources of a file do not say. */
export interface ResourceCircumstances {
  /** A document of settings, which counts before one in the file. */
  readonly settings?: SyntaxTree | undefined;
  /** Name of the NodePool or NodeClaim that a node is made for. */
  readonly nodePool?: string | undefined;
}

/**
 * The bootstrap options that Karpenter's Azure provider computes from a NodePool or NodeClaim, its AKSNodeClass and its
 * own settings (Azure/karpenter-provider-azure 00ae1126: pkg/providers/imagefamily/resolver.go, launchtemplate, labels,
 * instancetype, pkg/utils). What neither of them tells is in `computed.questions`, and nothing is made up for it.
 */
export function optionsFromResources(tree: SyntaxTree, circumstances: ResourceCircumstances): OptionsReading {
  return new Resolution(tree, circumstances).reading();
}

/** The kubelet's settings that an AKSNodeClass may give; the last one is not for the script. */
const nodeClassKubelet: ObjectDescription = {
  name: 'kubelet of AKSNodeClass',
  doc: 'Settings of the kubelet.',
  options: [
    ...kubeletConfig.options.filter(({ setting }) => setting?.startsWith('spec.kubelet.') === true),
    option('failSwapOn', bool, 'aks-node-class', 'Whether the kubelet refuses to start where the node swaps.'),
  ],
};

/** What the API server fills in where an AKSNodeClass has `kubelet` at all (its CRD at 00ae1126). */
const kubeletDefaults: OptionRecord = {
  cpuManagerPolicy: 'none',
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: 100_000_000n,
  topologyManagerPolicy: 'none',
  containerLogMaxSize: '50Mi',
  containerLogMaxFiles: 5,
};

/** Kept until Karpenter knows the node; added where no taint is like it. */
const unregistered: OptionRecord = { key: 'karpenter.sh/unregistered', effect: 'NoExecute' };

const nowhere = { member: undefined, path: [], resource: '' } as const;

/** A setting that is given. */
interface GivenSetting {
  readonly text: string;
  /** Where it stands, if in the file itself. */
  readonly member: Member | undefined;
  readonly path: NodePath;
}

class Resolution {
  readonly #tree: SyntaxTree;
  readonly #resources: readonly Resource[];
  readonly #chosenPool: string | undefined;
  readonly #settings: ReadonlyMap<string, GivenSetting>;
  readonly #detectedLabels: ReadonlyMap<string, Sourced>;
  readonly #notes: OptionNote[] = [];
  readonly #given: GivenOption[] = [];
  readonly #questions: Question[] = [];
  readonly #explanations = new Map<string, string>();
  /** The pool's own labels. */
  readonly #own = new Set<Member>();
  readonly #value: Record<string, OptionValue | undefined> = {};

  constructor(tree: SyntaxTree, { settings, nodePool }: ResourceCircumstances) {
    this.#tree = tree;
    this.#resources = resourcesIn(tree);
    const known = new Map<string, GivenSetting>();
    const labels = new Map<string, Sourced>();
    for (const own of this.#resources.filter(({ kind }) => kind === 'KarpenterSettings'))
      this.#readSettings(own, known, labels, true);
    for (const outer of settings === undefined ? [] : resourcesIn(settings).filter(isSettings))
      this.#readSettings(outer, known, labels, false);
    this.#settings = known;
    this.#detectedLabels = labels;
    this.#chosenPool = nodePool ?? known.get('nodePool')?.text;
  }

  reading(): OptionsReading {
    const pools = this.#resources.filter(({ kind }) => kind === 'NodePool' || kind === 'NodeClaim');
    const pool = this.#poolOf(pools);
    const spec = pool && poolSpec(pool);
    const nodeClass = this.#nodeClassOf(spec?.node);
    // The settings are read first: what the resources say of the same option counts.
    for (const setting of [...environmentSettings, ...detectedSettings]) this.#takeSetting(setting);
    this.#readNodeClass(nodeClass);
    if (pools.length > 0) this.#compute(pool, spec, nodeClass);
    const blocked = this.#questions.some(({ blocks }) => blocks);
    return {
      ok: !isRefused(this.#notes) && !blocked && !this.#tree.problems.some(({ severity }) => severity === 'error'),
      // The names are those of the description, which the interface is generated from.
      value: this.#value as BootstrapOptions,
      notes: this.#notes,
      given: this.#given,
      computed: { questions: this.#questions, explanations: this.#explanations },
    };
  }

  /** The pool that a node is made for: the one that was chosen, else the only one. */
  #poolOf(pools: readonly Resource[]): Resource | undefined {
    const claims = pools.filter(({ kind }) => kind === 'NodeClaim');
    const candidates = this.#chosenPool === undefined && claims.length > 0 ? claims : pools;
    const named = candidates.filter(({ name }) => this.#chosenPool === undefined || name === this.#chosenPool);
    const [only] = named;
    if (only !== undefined && named.length === 1) return only;
    const names = candidates.map(({ name }) => name).join(', ');
    const about =
      pools.length === 0
        ? 'There is no NodePool and no NodeClaim in the file.'
        : `The node pool that a node is made for. The file has ${names}.`;
    this.#ask('nodePool', about);
    return only;
  }

  #nodeClassOf(spec: SyntaxNode | undefined): Resource | undefined {
    const classes = this.#resources.filter(({ kind }) => kind === 'AKSNodeClass');
    const wanted = textAt(spec, 'nodeClassRef', 'name');
    if (spec === undefined) return classes.length === 1 ? classes[0] : undefined;
    const found = classes.find(({ name }) => name === wanted);
    if (found === undefined)
      this.#ask('AKSNodeClass', `The file has no AKSNodeClass ${wanted ?? ''}, which nodeClassRef of the pool names.`);
    return found;
  }

  /** Options that are settings unchanged. */
  #takeSetting({ description, becomes, default: absent }: Setting): void {
    if (becomes === undefined) return;
    const given = this.#settings.get(description.name);
    const text = given?.text ?? absent;
    if (text === undefined || (text === '' && given === undefined)) return;
    this.#put(becomes, text);
    if (given === undefined) return;
    if (given.member === undefined) {
      this.#explanations.set(pointerOf(becomes), `The setting ${description.name}.`);
      return;
    }
    const of = becomes.length > 1 ? kubeletConfig : bootstrapOptions;
    const described = of.options.find(({ name }) => name === becomes.at(-1));
    if (described === undefined) return;
    const { member, path } = given;
    this.#given.push({
      option: described,
      owner: of,
      member,
      path,
      place: becomes,
      resource: `${description.name} of KarpenterSettings`,
    });
  }

  #readNodeClass(nodeClass: Resource | undefined): void {
    if (nodeClass === undefined) return;
    const called = `AKSNodeClass ${nodeClass.name}`;
    const take = (way: readonly string[], place: readonly string[], described?: OptionDescription): void => {
      const of = place.length > 1 ? kubeletConfig : bootstrapOptions;
      const known = described ?? of.options.find(({ name }) => name === place.at(-1));
      const member = memberAtWay(nodeClass.node, way);
      if (known === undefined || member === undefined) return;
      const path = [...nodeClass.path, ...way];
      const part = readPart(member.value, { type: known.type, owner: of, option: known, path, place });
      const resource = `${way.join('.')} of ${called}`;
      this.#given.push({ option: known, owner: of, member, path, place, resource });
      this.#takePart(part, resource);
      if (part.value !== undefined) this.#put(place, part.value);
      this.#explanations.delete(pointerOf(place));
    };
    take(['spec', 'vnetSubnetID'], ['subnetID']);
    take(['status', 'kubernetesVersion'], ['kubernetesVersion']);
    const described: OptionDescription = { ...whole('kubeletConfig'), type: objectOf(nodeClassKubelet) };
    take(['spec', 'kubelet'], ['kubeletConfig'], described);
    const kubelet = this.#value.kubeletConfig as OptionRecord | undefined;
    if (memberAtWay(nodeClass.node, ['spec', 'kubelet']) !== undefined && kubelet !== undefined) {
      const { failSwapOn: _failSwapOn, ...rest } = kubelet;
      for (const name of Object.keys(kubeletDefaults)) {
        if (rest[name] === undefined)
          this.#explanations.set(
            pointerOf(['kubeletConfig', name]),
            'The API server fills it in, because the AKSNodeClass has `kubelet`.',
          );
      }
      this.#value.kubeletConfig = { ...kubeletDefaults, ...rest };
    }
    take(['spec', 'maxPods'], ['kubeletConfig', 'maxPods']);
  }

  /** Everything that follows from several of them. */
  #compute(pool: Resource | undefined, spec: PoolSpec | undefined, nodeClass: Resource | undefined): void {
    const resource = pool === undefined ? '' : `${pool.kind} ${pool.name}`;
    const requirements = new Requirements();
    requirements.addList(
      nodeAtWay(spec?.node, 'requirements'),
      [...(spec?.path ?? []), 'requirements'],
      `requirements of ${resource}`,
    );
    const own = this.#ownLabels(spec, resource);
    for (const [key, value] of own) requirements.addLabel(key, value);
    const facts = this.#machineFacts(requirements);
    const machine = machineOf(facts);
    if (machine.vmSize !== undefined && !requirements.allows('node.kubernetes.io/instance-type', machine.vmSize))
      this.#ask('vmSize', `The VM size of a node of this pool; the pool does not allow ${machine.vmSize}.`);
    if (machine.vmSize === undefined) this.#ask('vmSize', about('vmSize'));
    else {
      if (machine.vCPUs === undefined) this.#ask('vCPUs', about('vCPUs'));
      if (machine.memoryMiB === undefined) this.#ask('memoryMiB', about('memoryMiB'));
      if (machine.arch === undefined) this.#ask('arch', about('arch'));
    }
    if (machine.arch !== undefined) {
      this.#put(['arch'], machine.arch);
      this.#explain(['arch'], requirements.single('kubernetes.io/arch') ?? 'By the name of the VM size.');
    }
    this.#network();
    this.#gpu(machine.gpu === 'nvidia', nodeClass);
    this.#kubelet(machine.vCPUs, machine.memoryMiB);
    this.#taints(spec, resource);
    const capacity = this.#setting('capacityType') ?? requirements.single('karpenter.sh/capacity-type')?.text;
    if (capacity === undefined) this.#ask('capacityType', about('capacityType'));
    const imageFamily = textAt(nodeClass?.node, 'spec', 'imageFamily') ?? 'Ubuntu';
    const overlay = this.#isOverlay;
    const { labels, unknown } = nodeLabels({
      poolName: pool?.kind === 'NodePool' ? pool.name : undefined,
      nodeClassName: textAt(spec?.node, 'nodeClassRef', 'name'),
      own,
      requirements,
      machine,
      capacityType: capacity,
      location: this.#setting('LOCATION'),
      nodeResourceGroup: this.#setting('AZURE_NODE_RESOURCE_GROUP'),
      kubeletIdentityClientID: this.#setting('ARM_KUBELET_IDENTITY_CLIENT_ID'),
      subnetID: this.#value.subnetID as string | undefined,
      kubernetesVersion: this.#value.kubernetesVersion as string | undefined,
      overlay,
      cilium: this.#setting('NETWORK_DATAPLANE') === 'cilium',
      vnetGUID: this.#setting('VNET_GUID'),
      imageFamily,
      fips: textAt(nodeClass?.node, 'spec', 'fipsMode') === 'FIPS',
      detected: this.#detectedLabels,
    });
    this.#value.labels = new Map([...labels].map(([key, { text }]) => [key, text]));
    for (const [key, { from }] of labels) this.#explain(['labels', key], from);
    this.#askForSettings(overlay);
    for (const key of unknown)
      this.#ask(`labels["${key}"]`, 'A label that only Azure or Karpenter knows; it is left out.', false);
  }

  #ownLabels(spec: PoolSpec | undefined, resource: string): ReadonlyMap<string, Sourced> {
    const member = memberAtWay(spec?.metadata, ['labels']);
    if (member === undefined || spec === undefined) return new Map();
    const described = whole('labels');
    const path = [...spec.metadataPath, 'labels'];
    const place = ['labels'];
    const part = readPart(member.value, {
      type: described.type,
      owner: bootstrapOptions,
      option: described,
      path,
      place,
    });
    const from = `labels of ${resource}`;
    this.#given.push({ option: described, owner: bootstrapOptions, member, path, place, resource: from });
    this.#takePart(part, from);
    const members = member.value?.kind === 'object' ? member.value.members : [];
    for (const each of members) this.#own.add(each);
    const texts = part.value instanceof Map ? (part.value as ReadonlyMap<string, string>) : new Map<string, string>();
    return new Map(
      members.map((each): [string, Sourced] => [
        each.key.name,
        { text: texts.get(each.key.name) ?? '', member: each, path: [...path, each.key.name], resource: from },
      ]),
    );
  }

  #machineFacts(requirements: Requirements): Parameters<typeof machineOf>[0] {
    const one = (...keys: readonly string[]): string | undefined =>
      keys.map((key) => requirements.single(key)?.text).find((text) => text !== undefined);
    const number = (text: string | undefined): number | undefined =>
      text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    return {
      vmSize: this.#setting('vmSize') ?? one('node.kubernetes.io/instance-type', 'karpenter.azure.com/sku-name'),
      vCPUs: number(this.#setting('vCPUs') ?? one('karpenter.azure.com/sku-cpu', 'kubernetes.azure.com/sku-cpu')),
      memoryMiB: number(
        this.#setting('memoryMiB') ?? one('karpenter.azure.com/sku-memory', 'kubernetes.azure.com/sku-memory'),
      ),
      arch: this.#setting('arch') ?? one('kubernetes.io/arch'),
    };
  }

  get #isOverlay(): boolean {
    return this.#setting('NETWORK_PLUGIN') === 'azure' && this.#setting('NETWORK_PLUGIN_MODE') === 'overlay';
  }

  /** The plugin that the node sets up, which is none where Azure's runs as a pod or there is no plugin. */
  #network(): void {
    const endpoint = this.#setting('CLUSTER_ENDPOINT');
    const host = endpoint === undefined ? undefined : hostOf(endpoint);
    if (host !== undefined) {
      this.#put(['APIServerName'], host);
      this.#explanations.set('/APIServerName', 'The host in the setting CLUSTER_ENDPOINT.');
    }
    const plugin = this.#setting('NETWORK_PLUGIN');
    const bySubnet = plugin === 'azure' && this.#setting('NETWORK_PLUGIN_MODE') === '';
    const cilium = this.#setting('NETWORK_DATAPLANE') === 'cilium';
    this.#put(['networkPlugin'], this.#isOverlay || (bySubnet && cilium) || plugin === 'none' ? 'none' : 'azure');
    this.#explanations.set(
      '/networkPlugin',
      'By the settings NETWORK_PLUGIN, NETWORK_PLUGIN_MODE and NETWORK_DATAPLANE.',
    );
    const kubelet = (this.#value.kubeletConfig ?? {}) as OptionRecord;
    if (kubelet.maxPods !== undefined) return;
    const [maxPods, why] = this.#isOverlay
      ? [250, 'an overlay']
      : plugin === 'none'
        ? [250, 'no network plugin']
        : bySubnet
          ? [30, "addresses of the nodes' subnet"]
          : [110, 'this network plugin'];
    this.#put(['kubeletConfig', 'maxPods'], maxPods);
    this.#explanations.set(
      '/kubeletConfig/maxPods',
      `The AKSNodeClass has no \`maxPods\`; ${maxPods} is for clusters with ${why}.`,
    );
  }

  #gpu(isNvidia: boolean, nodeClass: Resource | undefined): void {
    const mode = textAt(nodeClass?.node, 'spec', 'gpu', 'mode') ?? 'Driver';
    this.#put(['GPUNode'], isNvidia);
    this.#put(['GPUDriverInstallationEnabled'], isNvidia && mode !== 'None');
    this.#explanations.set('/GPUNode', "By Karpenter's list of VM sizes with NVIDIA GPUs.");
    const member = memberAtWay(nodeClass?.node, ['spec', 'gpu', 'mode']);
    if (member === undefined || nodeClass === undefined)
      this.#explanations.set(
        '/GPUDriverInstallationEnabled',
        'The AKSNodeClass has no `gpu.mode`, which stands for Driver.',
      );
    else {
      const described = { ...whole('GPUDriverInstallationEnabled'), type: string, oneOf: ['Driver', 'None'] };
      const path = [...nodeClass.path, 'spec', 'gpu', 'mode'];
      const place = ['GPUDriverInstallationEnabled'];
      const resource = `spec.gpu.mode of AKSNodeClass ${nodeClass.name}`;
      this.#given.push({ option: described, owner: bootstrapOptions, member, path, place, resource });
    }
    if (!isNvidia || mode === 'None') return;
    for (const name of ['GPUDriverVersion', 'GPUDriverType', 'GPUImageSHA'])
      if (this.#setting(name) === undefined)
        this.#ask(name, `${about(name)} It is another one in each release of Karpenter.`);
  }

  #kubelet(vCPUs: number | undefined, memoryMiB: number | undefined): void {
    this.#put(
      ['kubeletConfig', 'systemReserved'],
      new Map([
        ['cpu', '0'],
        ['memory', '0'],
      ]),
    );
    this.#explanations.set('/kubeletConfig/systemReserved', 'Always nothing.');
    this.#put(['kubeletConfig', 'evictionHard'], new Map([['memory.available', '750Mi']]));
    this.#explanations.set('/kubeletConfig/evictionHard', 'Always the same.');
    if (vCPUs === undefined || memoryMiB === undefined) return;
    this.#put(['kubeletConfig', 'kubeReserved'], kubeReserved(vCPUs, memoryMiB / 1_024));
    this.#explanations.set(
      '/kubeletConfig/kubeReserved',
      `Computed from ${vCPUs} vCPUs and ${memoryMiB} MiB of memory.`,
    );
  }

  #taints(spec: PoolSpec | undefined, resource: string): void {
    const taints: OptionValue[] = [];
    for (const name of ['taints', 'startupTaints']) {
      const list = nodeAtWay(spec?.node, name);
      if (list?.kind !== 'array' || spec === undefined) continue;
      for (const [index, item] of list.items.entries()) {
        const path = [...spec.path, name, index];
        const place = ['taints', taints.length];
        const from = `${name} of ${resource}`;
        const described = { ...whole('taints'), type: objectOf(taint) };
        const part = readPart(item, { type: described.type, owner: bootstrapOptions, option: described, path, place });
        const member: Member = { key: { name, span: item.span, quoted: false }, value: item, span: item.span };
        this.#given.push({ option: described, owner: bootstrapOptions, member, path, place, resource: from });
        this.#takePart(part, from);
        taints.push(part.value ?? {});
      }
    }
    const has = taints.some((each) => {
      const { key, effect } = each as OptionRecord;
      return key === unregistered.key && effect === unregistered.effect;
    });
    if (!has) {
      this.#explanations.set(
        pointerOf(['taints', taints.length]),
        'Karpenter adds it, and takes it off when it knows the node.',
      );
      taints.push(unregistered);
    }
    this.#value.taints = taints;
  }

  /** What no resource says and nothing was computed for. */
  #askForSettings(overlay: boolean): void {
    for (const { name, needed } of bootstrapOptions.options) {
      const settings = [...environmentSettings, ...detectedSettings];
      const setting = settings.find(({ becomes }) => becomes?.length === 1 && becomes[0] === name);
      const wanted = needed !== undefined || name === 'networkSecurityGroupName' || name === 'routeTableName';
      if (!wanted || setting === undefined || setting.default !== undefined || this.#value[name] !== undefined)
        continue;
      if (name !== 'arch') this.#ask(setting.description.name, about(setting.description.name));
    }
    if (this.#setting('CLUSTER_ENDPOINT') === undefined) this.#ask('CLUSTER_ENDPOINT', about('CLUSTER_ENDPOINT'));
    if (overlay && this.#setting('VNET_GUID') === undefined) this.#ask('VNET_GUID', about('VNET_GUID'));
  }

  #ask(name: string, sentence: string, blocks = true): void {
    if (!this.#questions.some((question) => question.name === name))
      this.#questions.push({ name, about: sentence, blocks });
  }

  /** A setting, or what Karpenter takes in its place. */
  #setting(name: string): string | undefined {
    const given = this.#settings.get(name);
    if (given !== undefined) return given.text;
    return [...environmentSettings, ...detectedSettings].find(({ description }) => description.name === name)?.default;
  }

  /** Says how an option came about, or where: one of the pool's own labels has its place in their map. */
  #explain(place: NodePath, from: Sourced | string): void {
    const { member, path, resource } = typeof from === 'string' ? nowhere : from;
    if (typeof from === 'string' || member === undefined) {
      this.#explanations.set(pointerOf(place), typeof from === 'string' ? from : `Given as ${resource}.`);
      return;
    }
    if (this.#own.has(member)) return;
    const described = { ...whole(String(place[0])), name: String(place.at(-1)), type: string };
    this.#given.push({ option: described, owner: bootstrapOptions, member, path, place, resource });
  }

  #put(place: readonly string[], value: OptionValue): void {
    const [first = '', second] = place;
    if (second === undefined) this.#value[first] = value;
    else this.#value[first] = { ...((this.#value[first] ?? {}) as OptionRecord), [second]: value };
  }

  #takePart({ notes, given }: PartReading, resource: string): void {
    this.#notes.push(...notes);
    this.#given.push(...given.map((each) => ({ ...each, resource })));
  }

  #readSettings(
    { node, path }: Resource,
    known: Map<string, GivenSetting>,
    labels: Map<string, Sourced>,
    inFile: boolean,
  ): void {
    const part = readPart(node, { type: objectOf(settingsDocument), owner: settingsDocument, path, place: [] });
    const direct = new Set(
      [...environmentSettings, ...detectedSettings].flatMap(({ description, becomes }) => becomes && description.name),
    );
    if (inFile) {
      this.#notes.push(...part.notes);
      this.#given.push(...part.given.filter(({ option: { name } }) => !direct.has(name)));
    }
    for (const { option: described, member, path: at } of part.given) {
      const text = scalarText(member.value);
      const shown = inFile ? member : undefined;
      if (text !== undefined) known.set(described.name, { text, member: shown, path: at });
      if (described.name !== 'labels' || member.value?.kind !== 'object') continue;
      for (const each of member.value.members) {
        const own = { member: inFile ? each : undefined, path: [...at, each.key.name] };
        labels.set(each.key.name, {
          text: scalarText(each.value) ?? '',
          ...own,
          resource: 'labels of KarpenterSettings',
        });
      }
    }
  }
}

/** The parts of a NodePool or NodeClaim that make a node. */
interface PoolSpec {
  readonly node: SyntaxNode | undefined;
  readonly path: NodePath;
  readonly metadata: SyntaxNode | undefined;
  readonly metadataPath: NodePath;
}

function poolSpec({ kind, node, path }: Resource): PoolSpec {
  const way = kind === 'NodePool' ? ['spec', 'template'] : [];
  return {
    node: nodeAtWay(node, ...way, 'spec'),
    path: [...path, ...way, 'spec'],
    metadata: nodeAtWay(node, ...way, 'metadata'),
    metadataPath: [...path, ...way, 'metadata'],
  };
}

function memberAtWay(node: SyntaxNode | undefined, way: readonly string[]): Member | undefined {
  const holder = nodeAtWay(node, ...way.slice(0, -1));
  return holder?.kind === 'object' ? holder.members.findLast(({ key }) => key.name === way.at(-1)) : undefined;
}

function isSettings({ kind }: Resource): boolean {
  return kind === 'KarpenterSettings';
}

function whole(name: string): OptionDescription {
  const found = bootstrapOptions.options.find((candidate) => candidate.name === name);
  return found ?? option(name, string, 'computed', '');
}

/** What a setting is, as a sentence. */
function about(name: string): string {
  const settings = [...environmentSettings, ...detectedSettings];
  return settings.find(({ description }) => description.name === name)?.description.doc ?? '';
}

function scalarText(node: SyntaxNode | undefined): string | undefined {
  switch (node?.kind) {
    case 'string':
      return node.value;
    case 'number':
    case 'boolean':
      return node.raw;
    default:
      return undefined;
  }
}

/** The host of a URL, as Go's `url.Parse` and `Hostname` give it. */
function hostOf(url: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(?:\[([^\]]*)\]|([^:/?#]*))/
    .exec(url)
    ?.slice(1)
    .find((host) => host !== undefined);
}
