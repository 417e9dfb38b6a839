import { parseJson } from '../../formats/json/parse.js';
import { type Member, scalarSource, type SyntaxTree } from '../../formats/tree/node.js';
import type { NodePath } from '../../formats/tree/paths.js';
import { append } from '../../text/strings.js';
import { object, option } from '../options/describe.js';
import { type Field, fieldAt } from '../../record/model.js';
import { bootstrapOptions } from '../options/description.js';
import { type GivenOption, type OptionNote, readPart } from '../options/read.js';
import { isUnfinished } from '../../values/format.js';
import { environmentIn } from './environment.js';
import { resourcesIn, type Sourced } from './model.js';
import type { ReleaseRange } from './release.js';
import { resourceTree } from './tree.js';

/** A setting, and the option that it becomes unchanged. */
export interface Setting {
  readonly description: Field;
  /** The path of the option; undefined for one that several options are computed from. */
  readonly becomes?: readonly string[];
  /** Karpenter's default (`pkg/operator/options`); undefined if the setting is required. */
  readonly default?: string | undefined;
  /** The releases that read it; absent for all. */
  readonly releases?: ReleaseRange;
  /** Whether Karpenter removes spaces around it (`pkg/auth/config.go`). */
  readonly trimmed?: true;
}

/** A setting that becomes an option has its sentence, format and example from there. */
function same(name: string, option: string, absent?: string): Setting {
  const { default: _default, required: _required, ...rest } = fieldAt(bootstrapOptions, option);
  return { description: { ...rest, name, jsonName: name }, becomes: option.split('.'), default: absent };
}

/** What Karpenter's Deployment has in its environment, under the same names. */
const environmentSettings: readonly Setting[] = [
  same('CLUSTER_NAME', 'clusterName'),
  same('CLUSTER_ENDPOINT', 'clusterEndpoint'),
  same('KUBELET_BOOTSTRAP_TOKEN', 'kubeletClientTLSBootstrapToken'),
  // Of two names for one option, the later one counts unless it is empty.
  { ...same('ARM_TENANT_ID', 'tenantID'), trimmed: true },
  { ...same('AZURE_TENANT_ID', 'tenantID'), trimmed: true, releases: { since: 'v1.7.0' } },
  { ...same('ARM_SUBSCRIPTION_ID', 'subscriptionID'), trimmed: true },
  { ...same('AZURE_SUBSCRIPTION_ID', 'subscriptionID'), trimmed: true, releases: { since: 'v1.7.0' } },
  same('KUBELET_IDENTITY_CLIENT_ID', 'kubeletIdentityClientID'),
  { ...same('LOCATION', 'location'), trimmed: true },
  same('AZURE_NODE_RESOURCE_GROUP', 'resourceGroup'),
  same('VNET_SUBNET_ID', 'subnetID'),
  same('NETWORK_POLICY', 'networkPolicy', ''),
  { ...same('DNS_SERVICE_IP', 'kubeletConfig.clusterDNSServiceIP', ''), releases: { since: 'v1.6.6' } },
  {
    description: option(
      'string NETWORK_PLUGIN',
      'Network plugin of the cluster; determines `networkPlugin`, labels and how many pods a node can run.',
      { from: 'global-settings', example: 'azure', oneOf: ['azure', 'none'] },
    ),
    default: 'azure',
  },
  {
    description: option(
      'string NETWORK_PLUGIN_MODE',
      '`overlay` if pods have addresses of an overlay network; empty if they have addresses of the subnet.',
      { from: 'global-settings', example: 'overlay', oneOf: ['', 'overlay'] },
    ),
    default: 'overlay',
  },
  {
    description: option('string NETWORK_DATAPLANE', 'Data plane of the network; `cilium` adds a label.', {
      from: 'global-settings',
      example: 'cilium',
      oneOf: ['', 'azure', 'cilium'],
    }),
    default: 'cilium',
  },
  {
    description: option(
      'uuid VNET_GUID',
      'Resource GUID of the virtual network, which becomes a label in clusters with an overlay.',
      {
        from: 'global-settings',
        example: 'a519e60a-cac0-40b2-b883-084477fe6f5c',
      },
    ),
  },
];

/** Settings of Karpenter that don't change options or labels; some of them can keep it from starting. */
const otherSettings: readonly Setting[] = [
  {
    description: option(
      'string PROVISION_MODE',
      'How Karpenter creates nodes. It renders the script only in the mode `aksscriptless`.',
      {
        from: 'global-settings',
        example: 'aksscriptless',
        oneOf: ['aksscriptless', 'bootstrappingclient', 'aksmachineapi', 'aksmachineapiheaderbatch'],
      },
    ),
    default: 'aksscriptless',
  },
  ...(
    [
      ['SSH_PUBLIC_KEY', 'Public SSH key of the nodes. It is a property of the VM, not part of the script.'],
      ['NODE_IDENTITIES', 'Managed identities of the nodes. They are a property of the VM, not part of the script.'],
      ['USE_SIG', 'Whether node images come from the shared galleries of AKS instead of the public ones.'],
      ['SIG_SUBSCRIPTION_ID', 'Subscription of the shared image gallery.'],
      ['SIG_ACCESS_TOKEN_SERVER_URL', 'Where Karpenter gets access to the shared image gallery.'],
      ['LINUX_ADMIN_USERNAME', 'Name of the administrator of the VM. The script has its own.'],
      ['VM_MEMORY_OVERHEAD_PERCENT', 'Share of the memory that Karpenter does not count on when it plans.'],
      ['ADDITIONAL_TAGS', "Tags of the node's Azure resources."],
      ['NODE_OSDISK_DISKENCRYPTIONSET_ID', 'Disk encryption set of the OS disks.'],
      ['NODEBOOTSTRAPPING_SERVER_URL', 'The node bootstrapping service, in the mode `bootstrappingclient`.'],
      ['AKS_MACHINES_POOL_NAME', 'Agent pool of the nodes, in the modes of the AKS machine API.'],
      ['ARM_RESOURCE_GROUP', 'Resource group of the cluster.'],
      ['ARM_CLOUD', 'Azure cloud that Karpenter talks to. The script is always made for the public one.'],
    ] as const
  ).map(([name, doc]) => ({ description: option(`string ${name}`, doc, { from: 'global-settings' }), default: '' })),
];

/** What Karpenter looks up in Azure, decides when it creates a node, or has in its own code. */
const detectedSettings: readonly Setting[] = [
  option('string vmSize', 'VM size that Karpenter chose for the node.', {
    from: 'detected',
    example: 'Standard_D4s_v5',
    known: 'vm-size',
  }),
  option('int32 vCPUs', 'vCPUs of the VM size.', { from: 'detected', example: 4, range: { min: 1 } }),
  option('int32 memoryMiB', 'Memory of the VM size in MiB.', { from: 'detected', example: 16_384, range: { min: 1 } }),
  option('string capacityType', 'Whether the node is a spot or an on-demand VM.', {
    from: 'detected',
    example: 'on-demand',
    oneOf: ['on-demand', 'spot'],
  }),
  'arch',
  'kubernetesVersion',
  'CABundle',
  'networkSecurityGroupName',
  option(
    'map<string> labels',
    "Labels that Karpenter takes from the VM size or chooses itself; an empty string means a label that the node doesn't get.",
    {
      from: 'detected',
      example: { 'karpenter.azure.com/sku-storage-premium-capable': 'true' },
      knownKeys: 'node-label',
    },
  ),
].map((setting) => (typeof setting === 'string' ? same(setting, setting) : { description: setting }));

export const settings: readonly Setting[] = [...environmentSettings, ...otherSettings, ...detectedSettings];

export function settingNamed(name: string): Setting | undefined {
  return settings.find(({ description }) => description.name === name);
}

const descriptions = (of: readonly Setting[]): Field[] => of.map(({ description }) => description);

const environment = object('environment', "Settings of Karpenter's Deployment.", [
  ...descriptions(environmentSettings),
  ...descriptions(otherSettings),
]);

const detected = object('detected', 'What Karpenter looks up.', descriptions(detectedSettings));

/** A document with what Karpenter knows of a cluster beside NodePool and AKSNodeClass. The format is our own. */
export const settingsDocument = object('KarpenterSettings', 'What Karpenter knows of a cluster beside its resources.', [
  option('string apiVersion', 'Always `aks-bootstrap/v1`.', { from: 'hardcoded', oneOf: ['aks-bootstrap/v1'] }),
  option('string kind', 'Always `KarpenterSettings`.', { from: 'hardcoded', oneOf: ['KarpenterSettings'] }),
  option('string nodePool', 'Name of the NodePool or NodeClaim, if there are several.', {
    from: 'computed',
    example: 'default',
  }),
  option('object environment', environment.doc, { from: 'environment', of: environment }),
  option('object detected', detected.doc, { from: 'detected', of: detected }),
]);

/** The settings of a file, and those given beside it. */
export interface GivenSettings {
  readonly byName: ReadonlyMap<string, Sourced>;
  /** Labels that the user looked up. */
  readonly labels: ReadonlyMap<string, Sourced>;
  /** About those in the file itself. */
  readonly notes: readonly OptionNote[];
  /** Those in the file itself that don't become an option unchanged. */
  readonly given: readonly GivenOption[];
  /** Those in the file itself that have a name and no value yet, as in a template. */
  readonly empty: readonly EmptySetting[];
}

export interface EmptySetting {
  readonly name: string;
  readonly member: Member;
  readonly path: NodePath;
}

/**
 * Reads the settings in a file, and those in a document outside of it, which override them. KarpenterSettings override
 * what a Deployment or Helm values contain.
 */
export function readSettings(inside: SyntaxTree, outside: SyntaxTree | undefined): GivenSettings {
  const byName = new Map<string, Sourced>();
  const labels = new Map<string, Sourced>();
  const notes: OptionNote[] = [];
  const given: GivenOption[] = [];
  const empty: EmptySetting[] = [];
  for (const tree of outside === undefined ? [inside] : [inside, outside]) {
    const inFile = tree === inside;
    for (const { name, ...value } of environmentIn(tree)) {
      if (environment.fieldByKey(name)?.name !== name || isUnfinished(value.text)) continue;
      byName.set(name, inFile ? value : { ...value, member: undefined });
    }
    for (const resource of resourcesIn(tree)) {
      if (resource.kind !== 'KarpenterSettings') continue;
      const part = readPart(resource.node, { owner: settingsDocument, steps: resource.path, names: [] });
      if (inFile) {
        append(notes, part.notes);
        append(
          given,
          part.given.filter(({ field }) => settingNamed(field.name)?.becomes === undefined),
        );
        append(empty, part.given.flatMap(emptyIn));
      }
      for (const { field, member, steps } of part.given) {
        const own = { resource: `${field.name} of KarpenterSettings` };
        const text = scalarSource(member.value);
        if (text !== undefined)
          byName.set(field.name, { ...own, text, member: inFile ? member : undefined, path: steps });
        if (field.name !== 'labels' || member.value?.kind !== 'object') continue;
        for (const label of member.value.members) {
          const { name } = label.key;
          const source = scalarSource(label.value);
          // Nothing after the colon: the label is not filled in yet.
          if (source === undefined) continue;
          const value = { text: source, member: inFile ? label : undefined };
          labels.set(name, { ...own, ...value, path: [...steps, name] });
        }
      }
    }
  }
  return { byName, labels, notes, given, empty };
}

/** What a setting leaves empty: itself, or labels in it. */
function emptyIn({ field: { name, label, type }, member, steps }: GivenOption): EmptySetting[] {
  if (label === 'map' && member.value?.kind === 'object')
    return member.value.members
      .filter(({ value }) => value?.kind === 'null')
      .map((entry) => ({ name: entry.key.name, member: entry, path: [...steps, entry.key.name] }));
  return type.kind === 'scalar' && label === 'single' && member.value?.kind === 'null'
    ? [{ name, member, path: steps }]
    : [];
}

/** A document of settings, read. */
export type KarpenterSettings = SyntaxTree;

/**
 * Reads a document of settings, in YAML or JSON: KarpenterSettings, Karpenter's Deployment or values of its Helm chart,
 * or several of them. Undefined for a text that has none.
 */
export function readKarpenterSettings(text: string): KarpenterSettings | undefined {
  const tree = /^\s*\{/.test(text) ? parseJson(text) : resourceTree(text);
  const isSettings =
    resourcesIn(tree).some(({ kind }) => kind === 'KarpenterSettings') ||
    environmentIn(tree).some(({ name }) => settingNamed(name) !== undefined);
  return isSettings && tree.problems.every(({ severity }) => severity !== 'error') ? tree : undefined;
}
