import type { SyntaxTree } from '../../formats/tree/node.js';
import { bootstrapOptions } from '../options/description.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { OptionsReading, Refusal } from '../options/read.js';
import { OptionsBuilder } from './builder.js';
import { capacityTypes, computeNetwork, computeReserved, computeRouteTable, hasOverlay, machineIn } from './machine.js';
import { nodeClassOf } from './nodeClass.js';
import { type GivenSettings, readSettings, type Setting, settings } from './settings.js';
import { nodeLabels } from './labels.js';
import { type PoolTemplate, poolTemplate, type Resource, resourcesIn } from './model.js';
import { choicesOf, noteDroppedKubelet, takeGpu, takeLabels, takeNodeClass, takeTaints } from './pool.js';
import { refuseNodes } from './refusedNodes.js';
import { refuseFields } from './refusedFields.js';
import { refuseNodeClass } from './refusedNodeClass.js';
import { refuseContradictions, refusePool, refusePoolSpec } from './refusedPool.js';
import { refuseSettings } from './refusedSettings.js';
import { isIn, type ProviderRelease } from './release.js';

/** What the resources of a file don't contain. */
export interface ResourceContext {
  /** A document of settings, which override those in the file. */
  readonly settings?: SyntaxTree | undefined;
  /** Name of the NodePool or NodeClaim that a node is made for. */
  readonly nodePool?: string | undefined;
  /** The release of Karpenter's Azure provider whose rules count; without one the newest that is known. */
  readonly release?: ProviderRelease | undefined;
}

/**
 * The resources of a file, from which Karpenter's Azure provider computes the bootstrap options for a NodePool or NodeClaim,
 * its AKSNodeClass and its own settings (Azure/karpenter-provider-azure 352646f5: pkg/providers/imagefamily/resolver.go,
 * launchtemplate, labels, instancetype, pkg/utils). What is in none of them is reported in `computed.missingInputs`, and has no
 * value.
 */
export class ResourceFile {
  readonly pools: readonly Resource[];
  readonly #classes: readonly Resource[];
  /** The first one of each name. */
  readonly #poolsByName: ReadonlyMap<string, Resource>;
  readonly #classesByName: ReadonlyMap<string, Resource>;
  readonly #settings: GivenSettings;
  readonly #readable: boolean;
  readonly #release: ProviderRelease | undefined;
  /** What is refused in each AKSNodeClass. */
  readonly #refusals = new Map<Resource, readonly Refusal[]>();

  constructor(tree: SyntaxTree, { settings: outside, release }: ResourceContext) {
    const resources = resourcesIn(tree);
    this.#settings = readSettings(tree, outside);
    this.#release = release;
    this.#readable = tree.problems.every(({ severity }) => severity !== 'error');
    this.pools = resources.filter(({ kind }) => kind === 'NodePool' || kind === 'NodeClaim');
    this.#classes = resources.filter(({ kind }) => kind === 'AKSNodeClass');
    this.#poolsByName = firstByName(this.pools);
    this.#classesByName = firstByName(this.#classes);
  }

  /** The options for the pool of a name, by default for the one that the settings name or that is the only one. */
  readingFor(nodePool: string | undefined): OptionsReading {
    return this.#reading(this.#chosenPool(nodePool ?? this.#settings.byName.get('nodePool')?.text), undefined);
  }

  /** The options for each pool, and for each AKSNodeClass that none of them names; at least one. */
  readings(): OptionsReading[] {
    const named = new Set(this.pools.map((pool) => poolTemplate(pool).nodeClassName));
    const others = this.#classes.filter(({ name }) => !named.has(name));
    const readings = [
      ...this.pools.map((pool) => this.#reading(pool, undefined)),
      ...others.map((nodeClass) => this.#reading(undefined, nodeClass)),
    ];
    return readings.length > 0 ? readings : [this.#reading(undefined, undefined)];
  }

  /** The pool that the user named, else the only one; a NodeClaim contains more than the pool that it comes from. */
  #chosenPool(named: string | undefined): Resource | undefined {
    if (named !== undefined) return this.#poolsByName.get(named);
    const claims = this.pools.filter(({ kind }) => kind === 'NodeClaim');
    const candidates = claims.length > 0 ? claims : this.pools;
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  #reading(pool: Resource | undefined, nodeClass: Resource | undefined): OptionsReading {
    const builder = new OptionsBuilder(this.#settings, this.#release);
    // Resources override settings that become the same option.
    for (const setting of settings) takeSetting(builder, setting);
    refuseSettings(builder);
    const template = pool && poolTemplate(pool);
    if (template === undefined) this.#askForPool(builder);
    const own =
      template === undefined
        ? (nodeClass ?? (this.#classes.length === 1 ? this.#classes[0] : undefined))
        : this.#classOf(builder, template);
    computeRouteTable(builder);
    if (pool !== undefined) {
      refuseFields(builder, pool);
      refusePoolSpec(builder, pool);
    }
    if (own !== undefined) {
      takeNodeClass(builder, own);
      this.#refuseClass(builder, own);
    }
    if (template !== undefined) compute(builder, template, own);
    return builder.reading(this.#readable);
  }

  /** Checks each AKSNodeClass once, however many pools name it. */
  #refuseClass(builder: OptionsBuilder, nodeClass: Resource): void {
    const known = this.#refusals.get(nodeClass);
    if (known !== undefined) {
      builder.refuseAgain(known);
      return;
    }
    const found = builder.refusedBy(() => {
      refuseFields(builder, nodeClass);
      refuseNodeClass(builder, nodeClass);
    });
    this.#refusals.set(nodeClass, found);
  }

  #classOf(builder: OptionsBuilder, { nodeClassName, called }: PoolTemplate): Resource | undefined {
    const found = nodeClassName === undefined ? undefined : this.#classesByName.get(nodeClassName);
    if (found === undefined)
      builder.ask('AKSNodeClass', `The file has no AKSNodeClass ${nodeClassName ?? ''}, which ${called} names.`);
    return found;
  }

  #askForPool(builder: OptionsBuilder): void {
    const names = this.pools.map(({ name }) => name).join(', ');
    const about =
      this.pools.length === 0
        ? 'There is no NodePool and no NodeClaim in the file.'
        : `The file has several pools: ${names}. Name one with --node-pool, or as nodePool of KarpenterSettings.`;
    builder.ask('nodePool', about);
  }
}

function firstByName(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(resources.toReversed().map((resource) => [resource.name, resource]));
}

/** A setting that becomes an option, without spaces around it if Karpenter removes them. */
function takeSetting(builder: OptionsBuilder, { description: { name }, becomes }: Setting): void {
  const value = builder.setting(name) ?? '';
  if (becomes === undefined || value === '') return;
  const given = builder.settings.byName.get(name);
  if (given?.member !== undefined) builder.copy({ ...given, member: given.member }, becomes);
  if (given?.text !== value || given.member === undefined) builder.put(becomes, value, `The setting ${name}.`);
}

/** The options that follow from several resources and settings. */
function compute(builder: OptionsBuilder, template: PoolTemplate, nodeClass: Resource | undefined): void {
  const given = takeLabels(builder, template);
  refusePool(builder, template, given);
  const choices = choicesOf(template, given, builder.release);
  refuseContradictions(builder, choices.requirements);
  const machine = machineIn(builder, choices.chosen);
  noteDroppedKubelet(builder, template);
  computeNetwork(builder);
  takeGpu(builder, machine, nodeClass);
  computeReserved(builder, machine.vCPUs, machine.memoryMiB);
  takeTaints(builder, template);
  const [first, ...others] = capacityTypes(choices.chosen, builder.release);
  const capacityType = builder.setting('capacityType') ?? (others.length === 0 ? first : undefined);
  if (capacityType === undefined) builder.ask('capacityType');
  const ofClass = nodeClassOf(nodeClass, builder.release);
  refuseNodes({ builder, nodeClass: ofClass, requirements: choices.chosen, machine });
  const { labels, unknown } = nodeLabels({ builder, template, nodeClass: ofClass, choices, machine, capacityType });
  builder.put(['labels'], new Map([...labels].map(([key, { text }]) => [key, text])));
  for (const [key, { from }] of labels) {
    if (typeof from === 'string') builder.explain(['labels', key], from);
    else if (from.inPlace !== true) builder.place(from, ['labels', key]);
  }
  askForTheRest(builder);
  for (const key of unknown) builder.ask(`labels["${key}"]`, 'A label that only Azure or Karpenter knows.', false);
}

/** Required options that were neither given nor computed. */
function askForTheRest(builder: OptionsBuilder): void {
  for (const { name, required } of bootstrapOptions.fields) {
    const setting = settings.findLast(
      ({ becomes, releases }) => becomes?.length === 1 && becomes[0] === name && isIn(releases ?? {}, builder.release),
    );
    const isWanted = required !== undefined || name === 'networkSecurityGroupName';
    const isGiven = builder.options[name as keyof BootstrapOptions] !== undefined;
    if (setting !== undefined && isWanted && name !== 'arch' && !isGiven) builder.ask(setting.description.name);
  }
  if (builder.setting('CLUSTER_ENDPOINT') === undefined) builder.ask('CLUSTER_ENDPOINT');
  // Older releases leave the script's own address, 10.0.0.10.
  const hasDns = isIn({ since: 'v1.6.6' }, builder.release);
  if (hasDns && builder.options.kubeletConfig?.clusterDNSServiceIP === undefined) builder.ask('DNS_SERVICE_IP');
  if (hasOverlay(builder) && (builder.setting('VNET_GUID') ?? '') === '') builder.ask('VNET_GUID');
}
