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
