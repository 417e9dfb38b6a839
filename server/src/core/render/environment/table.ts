import { bootstrappingVariables } from './variables/bootstrapping.js';
import { cloudVariables } from './variables/cloud.js';
import { cloudProviderVariables } from './variables/cloudProvider.js';
import { clusterVariables } from './variables/cluster.js';
import { constantVariables } from './variables/constants.js';
import { containerdVariables } from './variables/containerd.js';
import { gpuVariables } from './variables/gpu.js';
import { identityVariables } from './variables/identity.js';
import { kernelVariables } from './variables/kernel.js';
import { kubeletVariables } from './variables/kubelet.js';
import { localDnsVariables } from './variables/localDns.js';
import { machineVariables } from './variables/machine.js';
import { networkVariables } from './variables/network.js';
import { packageVariables } from './variables/packages.js';
import { proxyAndTrustVariables } from './variables/proxyAndTrust.js';
import { searchDomainVariables } from './variables/searchDomain.js';
import type { EnvironmentVariable } from './variable.js';

/**
 * Every variable that aks-node-controller hands to the provisioning scripts, grouped by subject
 * (AgentBaker 06836ee230, `parser.BuildCSECmd`). A new one is a row in `variables/`.
 */
export const environmentVariables: readonly EnvironmentVariable[] = [
  ...clusterVariables,
  ...cloudVariables,
  ...cloudProviderVariables,
  ...identityVariables,
  ...bootstrappingVariables,
  ...machineVariables,
  ...kernelVariables,
  ...packageVariables,
  ...containerdVariables,
  ...kubeletVariables,
  ...networkVariables,
  ...localDnsVariables,
  ...proxyAndTrustVariables,
  ...searchDomainVariables,
  ...gpuVariables,
  ...constantVariables,
];

/**
 * The variables that a place in the config gets into. `path` is made of proto names, with map keys and
 * list indexes where it leads into maps and lists: a field's variables, those of everything below a
 * message, and those that are made of a whole message or map that the place is in.
 */
export function variablesFedBy(path: string): readonly EnvironmentVariable[] {
  const within = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`);
  return environmentVariables.filter(
    ({ sources, presence }) =>
      sources.some((source) => within(path, source) || within(source, path)) ||
      presence.some((source) => within(source, path)),
  );
}
