import type { OptionsBuilder } from './builder.js';
import { kubeReserved } from './reserved.js';

/** Whether pods have addresses of an overlay. */
export function hasOverlay(builder: OptionsBuilder): boolean {
  return builder.setting('NETWORK_PLUGIN') === 'azure' && builder.setting('NETWORK_PLUGIN_MODE') === 'overlay';
}

/** Options about the network that follow from settings (`getAgentbakerNetworkPlugin`, `GetMaxPods`). */
export function computeNetwork(builder: OptionsBuilder): void {
  const endpoint = builder.setting('CLUSTER_ENDPOINT');
  const host = endpoint === undefined ? undefined : hostOf(endpoint);
  if (host !== undefined) builder.put(['APIServerName'], host, 'The host in the setting CLUSTER_ENDPOINT.');
  const plugin = builder.setting('NETWORK_PLUGIN');
  const overlay = hasOverlay(builder);
  const bySubnet = plugin === 'azure' && builder.setting('NETWORK_PLUGIN_MODE') === '';
  const cilium = builder.setting('NETWORK_DATAPLANE') === 'cilium';
  builder.put(
    ['networkPlugin'],
    overlay || (bySubnet && cilium) || plugin === 'none' ? 'none' : 'azure',
    'By the settings NETWORK_PLUGIN, NETWORK_PLUGIN_MODE and NETWORK_DATAPLANE.',
  );
  if (builder.kubelet.maxPods !== undefined) return;
  const [maxPods, cluster] = overlay
    ? [250, 'with an overlay']
    : plugin === 'none'
      ? [250, 'without a network plugin']
      : bySubnet
        ? [30, "whose pods have addresses of the nodes' subnet"]
        : [110, 'with this network plugin'];
  const why = `The AKSNodeClass has no \`maxPods\`; ${maxPods} is for clusters ${cluster}.`;
  builder.put(['kubeletConfig', 'maxPods'], maxPods, why);
}

/** What is kept from pods. */
export function computeReserved(
  builder: OptionsBuilder,
  vCPUs: number | undefined,
  memoryMiB: number | undefined,
): void {
  const nothing = new Map([
    ['cpu', '0'],
    ['memory', '0'],
  ]);
  builder.put(['kubeletConfig', 'systemReserved'], nothing, 'Always nothing.');
  builder.put(['kubeletConfig', 'evictionHard'], new Map([['memory.available', '750Mi']]), 'Always the same.');
  if (vCPUs === undefined || memoryMiB === undefined) return;
  builder.put(
    ['kubeletConfig', 'kubeReserved'],
    kubeReserved(vCPUs, memoryMiB / 1_024),
    `Computed from ${vCPUs} vCPUs and ${memoryMiB} MiB of memory.`,
  );
}

/** The host of a URL, as Go's `url.Parse` and `Hostname` give it. */
function hostOf(url: string): string | undefined {
  const [, bracketed, plain] = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(?:\[([^\]]*)\]|([^:/?#]*))/.exec(url) ?? [];
  return bracketed ?? plain;
}
