import { isArmExpression } from '../formats/arm/parse.js';
import {
  itemsOf,
  memberIgnoringCase,
  type ObjectNode,
  resolved,
  stringValue,
  type SyntaxNode,
} from '../formats/tree/node.js';
import { pointerOf, stepsOf, stepsOfTrail, type Trail } from '../formats/tree/paths.js';
import type { RelatedPlace } from '../problems/problem.js';
import type { Masked, Masking } from '../secrets/masking.js';
import type { Span } from '../text/span.js';
import { append } from '../text/strings.js';
import { visibleLine } from '../text/visible.js';
import { isUnfinished } from '../values/format.js';
import { namedImage, nodeImageFacts } from '../values/known/nodeImages.js';
import { type Payload, type Resource, wayTo } from './payload.js';

/** A VM, scale set or scale set instance in a JSON document. */
export interface Machine {
  readonly name: string | undefined;
  /** Its pointer in the document. */
  readonly pointer: string;
  readonly node: ObjectNode;
}

/** The machines of a JSON document, in any casing and at any depth; none inside another. */
export function machinesIn({ kind, tree }: Payload): readonly Machine[] {
  if (kind !== 'vmss-json' && kind !== 'vm-json' && kind !== 'arm-template') return [];
  const machines: Machine[] = [];
  const open: { node: SyntaxNode | undefined; trail: Trail | undefined }[] = [{ node: tree?.root, trail: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = resolved(next.node);
    const { trail } = next;
    if (node?.kind === 'array') {
      append(open, node.items.map((item, step) => ({ node: item, trail: { before: trail, step } })).reverse());
    } else if (node?.kind === 'object') {
      if (hasProfile(node)) machines.push({ name: nameOf(node), pointer: pointerOf(stepsOfTrail(trail)), node });
      else {
        const members = node.members.map(({ key, value }) => ({
          node: value,
          trail: { before: trail, step: key.name },
        }));
        append(open, members.reverse());
      }
    }
  }
  return machines;
}

/**
 * What chooses each of the machines of a document: its name, as in problems and lenses, or its pointer if it has no name or
 * another one has the same. A name never begins with `/`.
 */
export function machineSelectors(machines: readonly Pick<Machine, 'name' | 'pointer'>[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { name } of machines) {
    const key = name?.toLowerCase();
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isOnly = (name: string): boolean => counts.get(name.toLowerCase()) === 1;
  return machines.map(({ name, pointer }) => (name !== undefined && isOnly(name) ? name : pointer));
}

/** The same for an answer: a machine whose name has a secret or an invisible character is chosen by its pointer. */
export function shownSelectors(
  machines: readonly Pick<Machine, 'name' | 'pointer'>[],
  masking: Masking,
): readonly Masked[] {
  const selectors = machineSelectors(machines);
  return machines.map(({ pointer }, index) => {
    const selector = selectors[index] ?? pointer;
    const shown = masking.text(visibleLine(selector));
    return shown === selector ? shown : masking.text(visibleLine(pointer));
  });
}

function hasProfile(node: SyntaxNode): boolean {
  const properties = resolved(memberIgnoringCase(node, 'properties')?.value);
  return [node, properties].some(
    (holder) => memberIgnoringCase(holder, 'virtualMachineProfile') ?? memberIgnoringCase(holder, 'osProfile'),
  );
}

function nameOf(node: SyntaxNode): string | undefined {
  const name = stringValue(memberIgnoringCase(node, 'name')?.value);
  return name === '' ? undefined : name;
}

/** The resource that an object inside of `around` is; undefined if it isn't one, or has no name. */
export function resourceOf(node: ObjectNode, around: Resource | undefined): Resource | undefined {
  if (around?.is === 'extension') return undefined;
  const name = nameOf(node);
  if (name === undefined) return undefined;
  const is =
    around === undefined && hasProfile(node) ? kindOfMachine(node) : isExtension(node) ? 'extension' : undefined;
  if (is === undefined) return undefined;
  // Templates name an extension after its machine: `pool1/vmssCSE`.
  const own = is === 'extension' && !isArmExpression(name) ? name.slice(name.lastIndexOf('/') + 1) || name : name;
  return { is, name: own, span: node.span, around };
}

function kindOfMachine(node: ObjectNode): 'scale set' | 'VM' {
  return inside(node, 'virtualMachineProfile') === undefined ? 'VM' : 'scale set';
}

/** Whether a named object is an extension in a model, or in an instance view. */
function isExtension(node: ObjectNode): boolean {
  const properties = resolved(memberIgnoringCase(node, 'properties')?.value);
  const has = (holder: SyntaxNode | undefined, ...names: readonly string[]): boolean =>
    names.some((name) => memberIgnoringCase(holder, name) !== undefined);
  return (
    [node, properties].some((holder) => has(holder, 'settings', 'protectedSettings', 'typeHandlerVersion')) ||
    (has(node, 'statuses') && has(node, 'type'))
  );
}

/** A value of a machine's model. */
export interface ModelFact {
  readonly text: string;
  /** What contains the value in the model, such as `sku.name`. */
  readonly source: string;
  /** The range of what contains it, in the file. */
  readonly span: Span;
}

/**
 * What the model of a machine says that the configs in its custom data may repeat. Expressions of a template are left out.
 * Tags are those that AKS sets on its scale sets (seen from 1.15 to 1.33).
 */
export interface MachineModel {
  readonly kind: 'scale set' | 'VM';
  readonly location: ModelFact | undefined;
  readonly vmSize: ModelFact | undefined;
  readonly subscription: ModelFact | undefined;
  readonly resourceGroup: ModelFact | undefined;
  /** The scale set, also of an instance. */
  readonly scaleSet: ModelFact | undefined;
  readonly vnetResourceGroup: ModelFact | undefined;
  readonly vnet: ModelFact | undefined;
  readonly subnet: ModelFact | undefined;
  /** The version of an image in a gallery of AKS. */
  readonly imageVersion: ModelFact | undefined;
  readonly kubernetesVersion: ModelFact | undefined;
  readonly adminUser: ModelFact | undefined;
  /** The client ID of kubelet's identity. */
  readonly kubeletIdentity: ModelFact | undefined;
  /** Client and resource IDs of all managed identities; undefined unless all client IDs are known. */
  readonly identities: readonly ModelFact[] | undefined;
}

/** The model of the machine whose custom data, user data or extension contains a payload of the file. */
export function modelAround(root: Payload, payload: Payload): MachineModel | undefined {
  const way = wayTo(root, payload.steps) ?? [];
  for (const [index, child] of [...way.entries()].reverse()) {
    if (child.is !== 'field') continue;
    const { tree, map } = index === 0 ? root : (way[index - 1]?.payload ?? root);
    const machine = machineOnPath(tree?.root, stepsOf(child.pointer));
    return machine && modelOf(machine, (span) => map.toOuter(span));
  }
  return undefined;
}

/** The outermost object with a profile on a path. */
function machineOnPath(root: SyntaxNode | undefined, steps: readonly string[]): ObjectNode | undefined {
  let node = resolved(root);
  for (const step of steps) {
    if (node?.kind === 'object' && hasProfile(node)) return node;
    const inner = node?.kind === 'array' ? node.items[Number(step)] : memberIgnoringCase(node, step)?.value;
    node = resolved(inner);
  }
  return undefined;
}

/** Reads the model of a machine; `toFile` maps ranges of its document to the file. */
export function modelOf(machine: ObjectNode, toFile: (span: Span) => Span): MachineModel {
  const fact = (node: SyntaxNode | undefined, source: string, pattern = /^[^]+$/): ModelFact | undefined => {
    const written = stringValue(node);
    if (node === undefined || written === undefined || isArmExpression(written)) return undefined;
    const [whole, part = whole] = pattern.exec(written) ?? [];
    if (part === undefined || isUnfinished(part) || nilId.test(part)) return undefined;
    return { text: part, source, span: toFile(node.span) };
  };
  const profile = inside(machine, 'virtualMachineProfile');
  const kind = profile === undefined && inside(machine, 'hardwareProfile', 'vmSize') !== undefined ? 'VM' : 'scale set';
  const own = profile ?? machine;
  const id = inside(machine, 'id');
  const ofId = (pattern: RegExp): ModelFact | undefined => fact(id, 'id', pattern);
  const subnetId = subnetOf(own);
  const ofSubnet = (pattern: RegExp): ModelFact | undefined => fact(subnetId, 'subnet.id', pattern);
  const tags = inside(machine, 'tags');
  const versionTag = ['aks-managed-orchestrator', 'orchestrator'].flatMap(
    (tag) => fact(inside(tags, tag), `tags.${tag}`, /^Kubernetes:v?(\d[^]*)$/i) ?? [],
  );
  return {
    kind,
    location: fact(inside(machine, 'location'), 'location'),
    vmSize:
      fact(inside(machine, 'hardwareProfile', 'vmSize'), 'hardwareProfile.vmSize', sizeName) ??
      fact(inside(machine, 'sku', 'name'), 'sku.name', sizeName),
    subscription: ofId(/^\/subscriptions\/([^/]+)\//i),
    resourceGroup:
      ofId(/^\/subscriptions\/[^/]+\/resourceGroups\/([^/]+)\//i) ??
      fact(inside(machine, 'resourceGroup'), 'resourceGroup'),
    scaleSet:
      ofId(/\/virtualMachineScaleSets\/([^/]+)/i) ??
      fact(inside(machine, 'virtualMachineScaleSet', 'id'), 'virtualMachineScaleSet.id', /\/([^/]+)$/) ??
      (profile === undefined ? undefined : fact(inside(machine, 'name'), 'name')),
    vnetResourceGroup: ofSubnet(/\/resourceGroups\/([^/]+)\//i),
    vnet: ofSubnet(/\/virtualNetworks\/([^/]+)\//i),
    subnet: ofSubnet(/\/subnets\/([^/]+)$/i),
    imageVersion: imageVersionOf(inside(own, 'storageProfile', 'imageReference'), fact),
    kubernetesVersion: versionTag[0],
    adminUser: fact(inside(own, 'osProfile', 'adminUsername'), 'osProfile.adminUsername'),
    kubeletIdentity: fact(inside(tags, kubeletTag), `tags.${kubeletTag}`),
    identities: identitiesOf(machine, fact),
  };
}

type ReadFact = (node: SyntaxNode | undefined, source: string, pattern?: RegExp) => ModelFact | undefined;

const kubeletTag = 'aks-managed-kubeletIdentityClientID';

/** Other names, such as `Mix`, stand for several sizes. */
const sizeName = /^(?:Standard|Basic)_\w+$/i;

/** Tools that remove IDs from documents write this one. */
const nilId = /^0{8}-0{4}-0{4}-0{4}-0{12}$/;

/** The value at a path of an object, also if `properties` is around a part of it; undefined for null. */
function inside(node: SyntaxNode | undefined, ...path: readonly string[]): SyntaxNode | undefined {
  let at = resolved(node);
  for (const name of path) {
    const holders = [at, resolved(memberIgnoringCase(at, 'properties')?.value)];
    at = holders.map((holder) => resolved(memberIgnoringCase(holder, name)?.value)).find(isGiven);
  }
  return at;
}

function isGiven(node: SyntaxNode | undefined): node is SyntaxNode {
  return node !== undefined && node.kind !== 'null';
}

/** The ID of the subnet in the primary IP configuration of the primary network interface. */
function subnetOf(own: SyntaxNode): SyntaxNode | undefined {
  const networks = itemsOf(inside(own, 'networkProfile', 'networkInterfaceConfigurations'));
  const configurations = itemsOf(inside(primaryOf(networks), 'ipConfigurations'));
  return inside(primaryOf(configurations), 'subnet', 'id');
}

function primaryOf(items: readonly SyntaxNode[]): SyntaxNode | undefined {
  if (items.length === 1) return resolved(items[0]);
  return items.map(resolved).find((item) => {
    const primary = inside(item, 'primary');
    return primary?.kind === 'boolean' && primary.value;
  });
}

function imageVersionOf(reference: SyntaxNode | undefined, fact: ReadFact): ModelFact | undefined {
  for (const name of ['id', 'communityGalleryImageId', 'sharedGalleryImageId']) {
    const written = fact(inside(reference, name), `imageReference.${name}`);
    const image = written && namedImage(written.text);
    if (written === undefined || image === undefined || nodeImageFacts(image) === undefined) continue;
    if (image.version !== undefined && /^\d/.test(image.version)) return { ...written, text: image.version };
    return fact(inside(reference, 'exactVersion'), 'imageReference.exactVersion', /^\d[\d.]*$/);
  }
  return undefined;
}

/** The client ID of a system-assigned identity isn't in the model. */
function identitiesOf(machine: ObjectNode, fact: ReadFact): readonly ModelFact[] | undefined {
  const identity = inside(machine, 'identity');
  const type = stringValue(inside(identity, 'type')) ?? '';
  const assigned = inside(identity, 'userAssignedIdentities');
  if (/SystemAssigned/i.test(type) || isArmExpression(type) || assigned?.kind !== 'object') return undefined;
  const ids = assigned.members.map(({ key, value }) => {
    const name = key.name.slice(key.name.lastIndexOf('/') + 1) || key.name;
    const client = fact(inside(value, 'clientId'), `the identity ${name}`);
    return client && [client, { ...client, text: key.name }];
  });
  const known = ids.every((one) => one !== undefined) ? ids.flat() : [];
  return known.length === 0 ? undefined : known;
}

/** The place of a fact, for problems about another value. */
export function placeOf({ kind }: MachineModel, { source, text, span }: ModelFact): RelatedPlace {
  return { span, message: `${source} of the ${kind}: ${text}` };
}
