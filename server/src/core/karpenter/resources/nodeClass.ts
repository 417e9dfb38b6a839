import { isAtLeast, isVersion } from '../../values/goVersions.js';
import type { OptionsBuilder } from './builder.js';
import { nodeAtPath, type Resource, textAt } from './model.js';
import { isIn, type ProviderRelease, type ReleaseRange, unreleased } from './release.js';

/** What rules need of an AKSNodeClass, with the defaults of the API server. */
export interface NodeClass {
  readonly imageFamily: string;
  readonly fips: boolean;
  readonly trustedLaunch: boolean;
  readonly artifactStreaming: boolean;
  readonly gpuMode: string;
  /** `localDNS.mode`. */
  readonly localDnsMode: string | undefined;
  /** `status.localDNSState`. */
  readonly localDnsState: string | undefined;
}

/** The releases that read `gpu.mode`. */
export const gpuModes: ReleaseRange = { since: 'v1.12.0' };

/** Reads an AKSNodeClass as a release does; undefined stands for one without fields. */
export function nodeClassOf(resource: Resource | undefined, release: ProviderRelease | undefined): NodeClass {
  const node = resource?.node;
  const text = (...names: readonly string[]): string | undefined => textAt(node, ...names);
  const isTrue = (...names: readonly string[]): boolean => {
    const value = nodeAtPath(node, ...names);
    return value?.kind === 'boolean' && value.value;
  };
  return {
    imageFamily: text('spec', 'imageFamily') ?? (isIn({ since: 'v1.6.3' }, release) ? 'Ubuntu' : 'Ubuntu2204'),
    fips: isIn({ since: 'v1.6.2' }, release) && text('spec', 'fipsMode') === 'FIPS',
    trustedLaunch:
      isIn({ since: unreleased }, release) &&
      (isTrue('spec', 'security', 'trustedLaunch', 'vtpm') ||
        isTrue('spec', 'security', 'trustedLaunch', 'secureBoot')),
    artifactStreaming: isIn({ since: 'v1.10.0' }, release) && isTrue('spec', 'artifactStreaming', 'enabled'),
    gpuMode: (isIn(gpuModes, release) ? text('spec', 'gpu', 'mode') : undefined) ?? 'Driver',
    localDnsMode: isIn({ since: 'v1.6.7' }, release) ? text('spec', 'localDNS', 'mode') : undefined,
    localDnsState: isIn({ since: 'v1.12.1' }, release) ? text('status', 'localDNSState') : undefined,
  };
}

/**
 * The image family that is used (352646f5, `pkg/providers/imagefamily/resolver.go#251-284`). Ubuntu 20.04, which only
 * FIPS leads to, has the name Ubuntu. Undefined if it depends on a Kubernetes version that is unknown.
 */
export function effectiveFamily(nodeClass: NodeClass, kubernetesVersion: string): string | undefined {
  const { imageFamily, trustedLaunch } = nodeClass;
  const isFrom = (release: string): boolean => isAtLeast(kubernetesVersion, release);
  const isKnown = isVersion(kubernetesVersion);
  switch (imageFamily) {
    case 'Ubuntu2204':
    case 'Ubuntu2404':
      return imageFamily;
    case 'AzureLinux':
      if (!isKnown) return undefined;
      return isFrom('1.32.0') ? 'AzureLinux3' : 'AzureLinux2';
    default:
      if (isUbuntu2004(nodeClass)) return 'Ubuntu';
      if (trustedLaunch || nodeClass.fips) return 'Ubuntu2204';
      if (!isKnown) return undefined;
      return isFrom('1.34.0') ? 'Ubuntu2404' : 'Ubuntu2204';
  }
}

/** The operating system of an image family, as the label of AKS has it (`GetOSSKUFromImageFamily`). */
export function osSku(imageFamily: string): string {
  return ['Ubuntu2204', 'Ubuntu2404'].includes(imageFamily) ? 'Ubuntu' : imageFamily;
}

function isUbuntu2004({ imageFamily, fips, trustedLaunch }: NodeClass): boolean {
  return imageFamily === 'Ubuntu' && fips && !trustedLaunch;
}

/**
 * Whether DNS is answered on the node: the status, or what Karpenter would write into it (352646f5,
 * `pkg/controllers/nodeclass/status/localdns.go#101-199`). Undefined if it depends on other resources of the cluster.
 */
export function localDnsState(nodeClass: NodeClass, builder: OptionsBuilder): 'enabled' | 'disabled' | undefined {
  const { localDnsMode: mode, localDnsState: state } = nodeClass;
  if (state !== undefined) return state === 'Enabled' ? 'enabled' : 'disabled';
  if (mode === 'Required') return 'enabled';
  if (mode !== 'Preferred') return 'disabled';
  const { kubernetesVersion = '' } = builder.options;
  const { release } = builder;
  // Before v1.12.1, Preferred depended on the version alone.
  if (!isIn({ since: 'v1.12.1' }, release)) {
    const first = isIn({ since: 'v1.7.0' }, release) ? '1.35.0' : '1.36.0';
    return isAtLeast(kubernetesVersion, first) ? 'enabled' : 'disabled';
  }
  const isPossible =
    isAtLeast(kubernetesVersion, isIn({ since: 'v1.14.0' }, release) ? '1.99.0' : '1.36.0') &&
    builder.setting('NETWORK_PLUGIN')?.toLowerCase() !== 'none' &&
    !isUbuntu2004(nodeClass);
  return isPossible ? undefined : 'disabled';
}
