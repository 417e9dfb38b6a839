import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, readKarpenterSettings } from '../../server/src/core/index.js';
import type { BootstrapOptions } from '../../server/src/core/karpenter/options/options.generated.js';
import type { ResourceContext } from '../../server/src/core/karpenter/resources/options.js';
import { type OptionsReading, readOptions } from '../../server/src/core/karpenter/options/read.js';
import { type KarpenterScript, renderKarpenterScript } from '../../server/src/core/karpenter/script/render.js';
import type { Rendered } from '../../server/src/core/document/rendered.js';
import { parseJson } from '../../server/src/core/formats/json/parse.js';

/** Valid bootstrap options, except for `CABundle`, which isn't a certificate. */
export const options = {
  arch: 'amd64',
  tenantID: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  subscriptionID: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
  kubeletIdentityClientID: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  location: 'westeurope',
  resourceGroup: 'MC_shop_prod_westeurope',
  networkSecurityGroupName: 'aks-agentpool-40321617-nsg',
  routeTableName: 'aks-agentpool-40321617-routetable',
  APIServerName: 'shop-dns-1a2b3c4d.hcp.westeurope.azmk8s.io',
  kubeletClientTLSBootstrapToken: '07401b.f395accd246ae52d',
  networkPlugin: 'none',
  networkPolicy: 'cilium',
  kubernetesVersion: '1.32.7',
  CABundle: 'Y2VydGlmaWNhdGU=',
  labels: { 'karpenter.sh/nodepool': 'general' },
  subnetID:
    '/subscriptions/b24988ac-6180-42a0-ab88-20f7382dd24c/resourceGroups/shop-net/providers/Microsoft.Network/virtualNetworks/shop/subnets/nodes',
} as const;

export function readText(text: string): OptionsReading {
  return readOptions(parseJson(text));
}

/** Renders `options` with changes; an undefined member removes the option. */
export function renderWith(changes: Readonly<Record<string, unknown>>): Rendered<KarpenterScript> {
  const reading = readText(JSON.stringify({ ...options, ...changes }));
  if (!reading.ok)
    throw new Error(`the options can't be read: ${JSON.stringify(reading.notes.map(({ error }) => error))}`);
  return renderKarpenterScript(reading.value);
}

/** The value of a variable in the script rendered from `options` with changes. */
export function valueWith(name: string, changes: Readonly<Record<string, unknown>> = {}): string | undefined {
  const rendered = renderWith(changes);
  if (!rendered.ok) throw new Error(rendered.error.message);
  return rendered.value.lines.find(({ variable }) => variable.name === name)?.value;
}

/** The kubelet flags by name in the script rendered from `options` with changes. */
export function flagsWith(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  const flags = (valueWith('KUBELET_FLAGS', changes) ?? '').split(' ');
  return Object.fromEntries(flags.map((flag) => [flag.slice(0, flag.indexOf('=')), flag.slice(flag.indexOf('=') + 1)]));
}

interface ResourceReading extends Omit<ResourceContext, 'settings'> {
  /** A document of settings. */
  readonly settings?: string;
}

/** Resources with settings beside them. */
export function readResources(text: string, { settings, ...context }: ResourceReading = {}): Analysis {
  const karpenter = { ...context, settings: settings === undefined ? undefined : readKarpenterSettings(settings) };
  return new Analysis({ name: 'pools.yaml', content: text, context: { karpenter } }, nodePlatform);
}

/** The options that resources give. */
export function valueOf({ karpenter, kind }: Analysis): BootstrapOptions {
  if (karpenter === undefined) throw new Error(`a ${kind} document`);
  return karpenter.reading.value;
}

/** The names of settings that are missing, without which there is no script, or without which something is left out. */
export function asked(analysis: Analysis, blocking = true): string[] {
  const { missingInputs = [] } = analysis.karpenter?.reading.computed ?? {};
  return missingInputs.filter(({ blocks }) => blocks === blocking).map(({ name }) => name);
}

/** What a test adds to a NodePool and to the documents beside it. */
interface PoolChanges {
  readonly spec?: string;
  readonly labels?: string;
  readonly nodeClass?: string;
  readonly status?: string;
  readonly settings?: string;
}

/** Local DNS of an AKSNodeClass, with all that the API server requires. */
export function localDns(mode: string): string {
  const zone = (name: string): string =>
    `{zone: ${name}, queryLogging: Error, protocol: PreferUDP, forwardDestination: ${name === '.' ? 'VnetDNS' : 'ClusterCoreDNS'}, forwardPolicy: Random, maxConcurrent: 1000, cacheDuration: 1h, serveStaleDuration: 1h, serveStale: Disable}`;
  const zones = `[${zone('.')}, ${zone('cluster.local')}]`;
  return `localDNS: {mode: ${mode}, vnetDNSOverrides: ${zones}, kubeDNSOverrides: ${zones}}`;
}

/** A NodePool, its AKSNodeClass and settings. */
export function pool({
  spec = '      requirements: []',
  labels = '',
  nodeClass = '',
  status = '',
  settings = '',
}: PoolChanges = {}): string {
  return `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: one}
spec:
  template:
    metadata: {labels: {${labels}}}
    spec:
      nodeClassRef: {group: karpenter.azure.com, kind: AKSNodeClass, name: default}
${spec}
---
apiVersion: karpenter.azure.com/v1beta1
kind: AKSNodeClass
metadata: {name: default}
spec: {${nodeClass}}
status: {${status}}
---
apiVersion: aks-bootstrap/v1
kind: KarpenterSettings
${settings}
`;
}

/** Requirements of a NodePool, each as `key operator value value`; a value in quotes may be empty. */
export function requiring(...requirements: readonly string[]): string {
  const entries = requirements.map((requirement) => {
    const [key, operator, ...values] = requirement.split(' ');
    const quoted = values.map((value) => JSON.stringify(value.replaceAll('"', '')));
    return `        - {key: ${key}, operator: ${operator}, values: [${quoted.join(', ')}]}\n`;
  });
  return `      requirements:\n${entries.join('')}`;
}
