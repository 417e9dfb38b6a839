import { type MachineModel, type ModelFact, placeOf } from '../../document/machineModel.js';
import { isArmExpression } from '../../formats/arm/parse.js';
import type { ProblemCode } from '../../problems/codes.js';
import type { Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { isUnfinished } from '../../values/format.js';
import { type NodeConfigInput, problemOnValue } from './input.js';

/** A field that repeats a value of the machine's model. */
interface RepeatedValue {
  readonly path: string;
  readonly code: ProblemCode;
  /** The values of the model that the field may have; none if the model doesn't say. */
  readonly facts: (model: MachineModel) => readonly ModelFact[];
  /** Whether both mean the same; by default they may differ in case, as names in Azure may. */
  readonly same?: (written: string, fact: string) => boolean;
  /** What the difference does, as a sentence. */
  readonly effect: string;
}

const one =
  (name: Exclude<keyof MachineModel, 'kind' | 'identities'>): RepeatedValue['facts'] =>
  (model) =>
    model[name] === undefined ? [] : [model[name]];

/**
 * The fields that AgentBaker 06836ee230 fills from what the resource provider also writes into the model: azure.json for
 * cloud-provider-azure (`aks-node-controller/parser/templates`), the VM size for the GPU driver (`parser/helper.go`), the
 * kubelet (`kubernetes_version`). Subnet and scale set are those of the cluster's first pool in
 * `pkg/agent/datamodel/types.go`, so other pools may differ.
 */
const repeatedValues: readonly RepeatedValue[] = [
  {
    path: 'vm_size',
    code: 'vmss/other-vm-size',
    facts: one('vmSize'),
    effect: 'The node chooses its GPU driver for the size in the config.',
  },
  {
    path: 'cluster_config.location',
    code: 'vmss/other-location',
    facts: one('location'),
    same: (written, fact) => regionName(written) === regionName(fact),
    effect: 'The cloud provider on the node looks for its VM in the region of the config.',
  },
  {
    path: 'cluster_config.resource_group',
    code: 'vmss/other-resource-group',
    facts: one('resourceGroup'),
    effect: 'The cloud provider on the node looks for its VM in the resource group of the config.',
  },
  {
    path: 'auth_config.subscription_id',
    code: 'vmss/other-subscription',
    facts: one('subscription'),
    effect: 'The cloud provider on the node looks for its VM in the subscription of the config.',
  },
  {
    path: 'cluster_config.primary_scale_set',
    code: 'vmss/other-scale-set',
    facts: one('scaleSet'),
    effect: 'That is right only if the load balancer serves the nodes of the other scale set.',
  },
  {
    path: 'cluster_config.cluster_network_config.vnet_name',
    code: 'vmss/other-vnet',
    facts: one('vnet'),
    effect: 'All pools of a cluster are in one virtual network.',
  },
  {
    path: 'cluster_config.cluster_network_config.vnet_resource_group',
    code: 'vmss/other-vnet',
    facts: one('vnetResourceGroup'),
    effect: 'All pools of a cluster are in one virtual network.',
  },
  {
    path: 'cluster_config.cluster_network_config.subnet',
    code: 'vmss/other-subnet',
    facts: one('subnet'),
    effect: 'That is right only if internal load balancers get their addresses from the other subnet.',
  },
  {
    path: 'auth_config.assigned_identity_id',
    code: 'vmss/other-identity',
    facts: ({ kubeletIdentity, identities = [] }) => (kubeletIdentity === undefined ? identities : [kubeletIdentity]),
    effect: "The node can't get tokens of an identity that its VM doesn't have.",
  },
  {
    path: 'bootstrapping_config.secure_tls_bootstrapping_user_assigned_identity_id',
    code: 'vmss/other-identity',
    facts: ({ identities = [] }) => identities,
    effect: "The node can't get tokens of an identity that its VM doesn't have.",
  },
  {
    path: 'kubernetes_version',
    code: 'vmss/other-kubernetes-version',
    facts: one('kubernetesVersion'),
    same: sameVersion,
    effect: 'AKS sets the tag to the version of the pool.',
  },
  {
    path: 'linux_admin_username',
    code: 'vmss/other-admin-user',
    facts: one('adminUser'),
    effect: 'The node keeps the password of the user in the config from expiring.',
  },
];

/** Values that differ from those in the JSON of the VM or scale set that the config was found in. */
export const machineModel: Rule<NodeConfigInput> = {
  name: 'node-config/machine-model',
  *check(input): Generator<Problem> {
    const { machine } = input.context;
    if (machine === undefined) return;
    for (const { path, code, facts, same = sameName, effect } of repeatedValues) {
      const given = input.at(path);
      const written = given?.value;
      if (given === undefined || typeof written !== 'string' || !isComparable(written)) continue;
      const found = facts(machine);
      const [first] = found;
      if (first === undefined || found.some(({ text }) => same(written, text))) continue;
      const actual = `${first.text} (${first.source})`;
      const message = `${given.field.name} is ${written}, but this ${machine.kind} has ${actual}. ${effect}`;
      yield problemOnValue(given, code, message, { related: [placeOf(machine, first)] });
    }
  },
};

/** An empty value, a placeholder or an expression says nothing about the machine. */
function isComparable(written: string): boolean {
  return written !== '' && !isArmExpression(written) && !isUnfinished(written);
}

function sameName(written: string, fact: string): boolean {
  return written.toLowerCase() === fact.toLowerCase();
}

/** `East US 2` is the display name of `eastus2`. */
function regionName(text: string): string {
  return text.replace(/\s/g, '').toLowerCase();
}

/** A tag may leave out the patch version. */
function sameVersion(written: string, fact: string): boolean {
  const [steps, known] = [written, fact].map((version) => version.replace(/^v/i, '').split('.'));
  return known?.every((step, index) => (steps?.[index] ?? step) === step) === true;
}
