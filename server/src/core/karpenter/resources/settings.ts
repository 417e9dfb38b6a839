import { parseJson } from '../../formats/json/parse.js';
import { type Member, scalarSource, type SyntaxTree } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { append } from '../../text/strings.js';
import {
  int32,
  mapOf,
  object,
  objectOf,
  option,
  type OptionFacts,
  type OptionOrigin,
  string,
} from '../options/describe.js';
import { type Field, fieldAt } from '../../record/model.js';
import { bootstrapOptions } from '../options/description.js';
import { type GivenOption, type OptionNote, readPart } from '../options/read.js';
import { type Resource, resourcesIn } from './model.js';
import type { Sourced } from './requirements.js';
import { resourceTree } from './tree.js';

/** A setting, and the option that it becomes unchanged. */
export interface Setting {
  readonly description: Field;
  /** The way to the option; undefined for one that several options are computed from. */
  readonly becomes: readonly string[] | undefined;
  /** What Karpenter takes where it is not set (`pkg/operator/options`); undefined where it has to be said. */
  readonly default: string | undefined;
}

/** A setting that becomes an option has its sentence, format and example from there. */
function same(name: string, becomes: readonly string[], absent?: string): Setting {
  const { default: _default, required: _required, ...rest } = fieldAt(bootstrapOptions, becomes.join('.'));
  return { description: { ...rest, name, jsonName: name }, becomes, default: absent };
}

function own(name: string, origin: OptionOrigin, doc: string, facts: OptionFacts, absent?: string): Setting {
  return { description: option(name, string, origin, doc, facts), becomes: undefined, default: absent };
}

/** What Karpenter's Deployment has in its environment, under the same names. */
const environmentSettings: readonly Setting[] = [
  same('CLUSTER_NAME', ['clusterName']),
  same('CLUSTER_ENDPOINT', ['clusterEndpoint']),
  same('KUBELET_BOOTSTRAP_TOKEN', ['kubeletClientTLSBootstrapToken']),
  same('ARM_TENANT_ID', ['tenantID']),
  same('ARM_SUBSCRIPTION_ID', ['subscriptionID']),
  same('ARM_KUBELET_IDENTITY_CLIENT_ID', ['kubeletIdentityClientID']),
  same('LOCATION', ['location']),
  same('AZURE_NODE_RESOURCE_GROUP', ['resourceGroup']),
  same('VNET_SUBNET_ID', ['subnetID']),
  same('NETWORK_POLICY', ['networkPolicy'], ''),
  same('DNS_SERVICE_IP', ['kubeletConfig', 'clusterDNSServiceIP'], ''),
  own(
    'NETWORK_PLUGIN',
    'global-settings',
    'Network plugin of the cluster; decides on `networkPlugin`, on labels and on how many pods a node takes.',
    { example: 'azure', oneOf: ['azure', 'none'] },
    'azure',
  ),
  own(
    'NETWORK_PLUGIN_MODE',
    'global-settings',
    'Whether pods have addresses of an overlay, or, where it is empty, of the subnet.',
    { example: 'overlay', oneOf: ['', 'overlay'] },
    'overlay',
  ),
  own(
    'NETWORK_DATAPLANE',
    'global-settings',
    'Who moves packets; `cilium` is a label of its own.',
    { example: 'cilium', oneOf: ['', 'azure', 'cilium'] },
    'cilium',
  ),
  own('VNET_GUID', 'global-settings', 'Resource GUID of the virtual network, a label of nodes with an overlay.', {
    example: 'a519e60a-cac0-40b2-b883-084477fe6f5c',
    format: 'uuid',
  }),
];

/** What Karpenter finds out in Azure, decides when it makes a node, or has in its own code. */
const detectedSettings: readonly Setting[] = [
  own('vmSize', 'detected', 'VM size that Karpenter chose for the node.', {
    example: 'Standard_D4s_v5',
    known: 'vm-size',
  }),
  { ...own('vCPUs', 'detected', '', {}), description: count('vCPUs', 'vCPUs of the VM size.', 4) },
  { ...own('memoryMiB', 'detected', '', {}), description: count('memoryMiB', 'Memory of the VM size in MiB.', 16_384) },
  own('capacityType', 'detected', 'Whether Karpenter bought the node as a spot one.', {
    example: 'on-demand',
    oneOf: ['on-demand', 'spot'],
  }),
  same('arch', ['arch']),
  same('kubernetesVersion', ['kubernetesVersion']),
  same('CABundle', ['CABundle']),
  same('networkSecurityGroupName', ['networkSecurityGroupName']),
  same('routeTableName', ['routeTableName']),
  same('GPUDriverVersion', ['GPUDriverVersion']),
  same('GPUDriverType', ['GPUDriverType']),
  same('GPUImageSHA', ['GPUImageSHA']),
  {
    description: option(
      'labels',
      mapOf(string),
      'detected',
      "Labels that Karpenter takes from the VM size or chooses itself; an empty string means a label that the node doesn't get.",
      { example: { 'karpenter.azure.com/sku-storage-premium-capable': 'true' }, knownKeys: 'node-label' },
    ),
    becomes: undefined,
    default: undefined,
  },
];

/** All settings. */
export const settings: readonly Setting[] = [...environmentSettings, ...detectedSettings];

export function settingNamed(name: string): Setting | undefined {
  return settings.find(({ description }) => description.name === name);
}

/** What a setting is, as a sentence. */
export function aboutSetting(name: string): string {
  return settingNamed(name)?.description.doc ?? '';
}

function count(name: string, doc: string, example: number): Field {
  return option(name, int32, 'detected', doc, { example, range: { min: 1 } });
}

const descriptions = (of: readonly Setting[]): Field[] => of.map(({ description }) => description);

const environment = object({
  name: 'environment',
  doc: "Settings of Karpenter's Deployment.",
  options: descriptions(environmentSettings),
});

const detected = object({
  name: 'detected',
  doc: 'What Karpenter finds out.',
  options: descriptions(detectedSettings),
});

/** A document with what Karpenter knows of a cluster beside NodePool and AKSNodeClass. The form is our own. */
const settingsDocument = object({
  name: 'KarpenterSettings',
  doc: 'What Karpenter knows of a cluster beside its resources.',
  options: [
    option('apiVersion', string, 'hardcoded', 'Always `aks-bootstrap/v1`.', { oneOf: ['aks-bootstrap/v1'] }),
    option('kind', string, 'hardcoded', 'Always `KarpenterSettings`.', { oneOf: ['KarpenterSettings'] }),
    option('nodePool', string, 'computed', 'Name of the NodePool or NodeClaim, where there are several.', {
      example: 'default',
    }),
    option('environment', objectOf(environment), 'environment', environment.doc),
    option('detected', objectOf(detected), 'detected', detected.doc),
  ],
});

/** A setting that is given. */
interface GivenSetting {
  readonly text: string;
  /** Where it stands, if in the file itself. */
  readonly member: Member | undefined;
  readonly path: NodePath;
}

/** What settings there are. */
export interface GivenSettings {
  readonly byName: ReadonlyMap<string, GivenSetting>;
  /** Labels that the user looked up. */
  readonly labels: ReadonlyMap<string, Sourced>;
  /** About those in the file itself. */
  readonly notes: readonly OptionNote[];
  /** Those in the file itself that become no option unchanged. */
  readonly given: readonly GivenOption[];
}

/** Reads the settings in the file and in a document outside of it, which counts. */
export function readSettings(inside: readonly Resource[], outside: readonly Resource[]): GivenSettings {
  const byName = new Map<string, GivenSetting>();
  const labels = new Map<string, Sourced>();
  const notes: OptionNote[] = [];
  const given: GivenOption[] = [];
  const take = ({ node, path }: Resource, inFile: boolean): void => {
    const part = readPart(node, { owner: settingsDocument, steps: path, names: [] });
    if (inFile) {
      append(notes, part.notes);
      append(
        given,
        part.given.filter(({ field }) => settingNamed(field.name)?.becomes === undefined),
      );
    }
    for (const { field, member, steps } of part.given) {
      const text = scalarSource(member.value);
      if (text !== undefined) byName.set(field.name, { text, member: inFile ? member : undefined, path: steps });
      if (field.name !== 'labels' || member.value?.kind !== 'object') continue;
      for (const each of member.value.members) {
        const own = { member: inFile ? each : undefined, path: [...steps, each.key.name] };
        labels.set(each.key.name, {
          text: scalarSource(each.value) ?? '',
          ...own,
          resource: 'labels of KarpenterSettings',
        });
      }
    }
  };
  for (const resource of inside.filter(isSettings)) take(resource, true);
  for (const resource of outside.filter(isSettings)) take(resource, false);
  return { byName, labels, notes, given };
}

function isSettings({ kind }: Resource): boolean {
  return kind === 'KarpenterSettings';
}

/** A document of settings, read. */
export type KarpenterSettings = SyntaxTree;

/** Reads a document of settings, in YAML or JSON; undefined for a text that has none. */
export function readKarpenterSettings(text: string): KarpenterSettings | undefined {
  const tree = /^\s*\{/.test(text) ? parseJson(text) : resourceTree(text);
  const isSettings = resourcesIn(tree).some(({ kind }) => kind === 'KarpenterSettings');
  return isSettings && tree.problems.every(({ severity }) => severity !== 'error') ? tree : undefined;
}
