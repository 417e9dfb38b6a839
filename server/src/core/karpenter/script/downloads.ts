import type { TracedText } from '../../render/trace.js';
import type { ScriptContext } from './context.js';

const mirror = 'https://acs-mirror.azureedge.net';

const arch = ({ options }: ScriptContext): TracedText => ({ text: options.arch ?? '', from: ['arch'] });

/** Where the kubelet is downloaded; from Kubernetes 1.34 on the node image has it as a package, and it is empty. */
export function kubeBinaryUrl(context: ScriptContext): readonly TracedText[] {
  if (context.minor >= 34n) return [];
  return [
    { text: `${mirror}/kubernetes/v` },
    { text: context.options.kubernetesVersion ?? '', from: ['kubernetesVersion'] },
    { text: '/binaries/kubernetes-node-linux-' },
    arch(context),
    { text: '.tar.gz' },
  ];
}

/** The first Kubernetes 1.x whose kubelet gets its registry credentials from a program of its own. */
const firstWithProvider = 30n;

/** Releases of the credential provider by minor version of Kubernetes; later ones get the last. */
const providerReleases: ReadonlyMap<bigint, string> = new Map([
  [30n, '1.30.12'],
  [31n, '1.31.6'],
  [32n, '1.32.5'],
]);
const lastProviderRelease = '1.33.0';

/** Whether the kubelet asks a credential provider for what registries want. */
export function hasCredentialProvider({ minor }: ScriptContext): boolean {
  return minor >= firstWithProvider;
}

/** Where that program is downloaded; empty for older versions of Kubernetes. */
export function credentialProviderUrl(context: ScriptContext): readonly TracedText[] {
  if (!hasCredentialProvider(context)) return [];
  const release = { text: providerReleases.get(context.minor) ?? lastProviderRelease, from: ['kubernetesVersion'] };
  return [
    { text: `${mirror}/cloud-provider-azure/v` },
    release,
    { text: '/binaries/azure-acr-credential-provider-linux-' },
    arch(context),
    { text: '-v' },
    release,
    { text: '.tar.gz' },
  ];
}

/** Where Azure's network plugin is downloaded. */
export function azureCniUrl(context: ScriptContext): readonly TracedText[] {
  return [
    { text: `${mirror}/azure-cni/v1.4.32/binaries/azure-vnet-cni-linux-` },
    arch(context),
    { text: '-v1.4.32.tgz' },
  ];
}

/** Where the common network plugins are downloaded. */
export function cniPluginsUrl(context: ScriptContext): readonly TracedText[] {
  return [{ text: `${mirror}/cni-plugins/v1.1.1/binaries/cni-plugins-linux-` }, arch(context), { text: '-v1.1.1.tgz' }];
}
