import type { TracedText } from '../../record/trace.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { isIn, type ReleaseRange } from '../resources/release.js';
import { containerdConfig, driverModes, firstWithProvider, kubeletFlags, sortedByKey, sysctlFile } from './values.js';
import type { ComputedValue, OptionPlace, ScriptContext, ScriptVariable } from './variable.js';

/**
 * The script as `AKS.Script` renders it (Azure/karpenter-provider-azure 352646f5): it prepares the logs, waits for the
 * node image's own scripts, sets the variables, and starts the provisioning script, which finds them in its environment.
 * A name in braces is an option whose string is the value; `{{…}}` is one of `computed`.
 */
const template = `#!/bin/bash

set -o allexport # export all variables to subshells
echo '#EOF' >> /opt/azure/manifest.json # wait_for_file looks for this
mkdir -p /var/log/azure/Microsoft.Azure.Extensions.CustomScript/events # expected, but not created w/o CSE

echo $(date),$(hostname) > /var/log/azure/cluster-provision-cse-output.log;
for i in $(seq 1 1200); do
grep -Fq "EOF" /opt/azure/containers/provision.sh && break;
if [ $i -eq 1200 ]; then exit 100; else sleep 1; fi;
done;

ADMINUSER=azureuser
MOBY_VERSION=
TENANT_ID={{tenantID}}
KUBERNETES_VERSION={{kubernetesVersion}}
HYPERKUBE_URL=
KUBE_BINARY_URL={{…}}
CUSTOM_KUBE_BINARY_URL=
CREDENTIAL_PROVIDER_DOWNLOAD_URL={{…}}
KUBEPROXY_URL=
APISERVER_PUBLIC_KEY=
SUBSCRIPTION_ID={{subscriptionID}}
RESOURCE_GROUP={{resourceGroup}}
LOCATION={{location}}
VM_TYPE={{…}}
SUBNET={{…}}
NETWORK_SECURITY_GROUP={{networkSecurityGroupName}}
VIRTUAL_NETWORK={{…}}
VIRTUAL_NETWORK_RESOURCE_GROUP={{…}}
ROUTE_TABLE={{routeTableName}}
PRIMARY_AVAILABILITY_SET=
PRIMARY_SCALE_SET=
SERVICE_PRINCIPAL_CLIENT_ID=msi
NETWORK_PLUGIN={{networkPlugin}}
NETWORK_POLICY="{{networkPolicy}}"
VNET_CNI_PLUGINS_URL={{…}}
CNI_PLUGINS_URL={{…}}
CLOUDPROVIDER_BACKOFF=true
CLOUDPROVIDER_BACKOFF_MODE=v2
CLOUDPROVIDER_BACKOFF_RETRIES=6
CLOUDPROVIDER_BACKOFF_EXPONENT=0
CLOUDPROVIDER_BACKOFF_DURATION=5
CLOUDPROVIDER_BACKOFF_JITTER=0
CLOUDPROVIDER_RATELIMIT=true
CLOUDPROVIDER_RATELIMIT_QPS=10
CLOUDPROVIDER_RATELIMIT_QPS_WRITE=10
CLOUDPROVIDER_RATELIMIT_BUCKET=100
CLOUDPROVIDER_RATELIMIT_BUCKET_WRITE=100
LOAD_BALANCER_DISABLE_OUTBOUND_SNAT=false
USE_MANAGED_IDENTITY_EXTENSION=true
USE_INSTANCE_METADATA=true
LOAD_BALANCER_SKU=Standard
EXCLUDE_MASTER_FROM_STANDARD_LB=true
MAXIMUM_LOADBALANCER_RULE_COUNT=250
CONTAINER_RUNTIME=containerd
CLI_TOOL=ctr
CONTAINERD_DOWNLOAD_URL_BASE=
NETWORK_MODE=
KUBE_BINARY_URL={{…}}
USER_ASSIGNED_IDENTITY_ID={{kubeletIdentityClientID}}
API_SERVER_NAME={{APIServerName}}
IS_VHD=true
GPU_NODE={{…}}
SGX_NODE=false
MIG_NODE=false
CONFIG_GPU_DRIVER_IF_NEEDED={{…}}
ENABLE_GPU_DEVICE_PLUGIN_IF_NEEDED=false
TELEPORTD_PLUGIN_DOWNLOAD_URL=
CONTAINERD_VERSION=
CONTAINERD_PACKAGE_URL=
RUNC_VERSION=
RUNC_PACKAGE_URL=
ENABLE_HOSTS_CONFIG_AGENT="false"
DISABLE_SSH="false"
NEEDS_CONTAINERD="true"
TELEPORT_ENABLED="false"
SHOULD_CONFIGURE_HTTP_PROXY="false"
SHOULD_CONFIGURE_HTTP_PROXY_CA="false"
HTTP_PROXY_TRUSTED_CA=""
SHOULD_CONFIGURE_CUSTOM_CA_TRUST="false"
CUSTOM_CA_TRUST_COUNT="0"

IS_KRUSTLET="false"
GPU_NEEDS_FABRIC_MANAGER="false"
NEEDS_DOCKER_LOGIN="false"
IPV6_DUAL_STACK_ENABLED="false"
OUTBOUND_COMMAND="curl -v --insecure --proxy-insecure https://mcr.microsoft.com/v2/"
ENABLE_UNATTENDED_UPGRADES="false"
ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE="false"
SHOULD_CONFIG_SWAP_FILE="false"
SHOULD_CONFIG_TRANSPARENT_HUGE_PAGE="false"
TARGET_CLOUD="AzurePublicCloud"
TARGET_ENVIRONMENT="AzurePublicCloud"
CUSTOM_ENV_JSON=""
IS_CUSTOM_CLOUD="false"
CSE_HELPERS_FILEPATH="/opt/azure/containers/provision_source.sh"
CSE_DISTRO_HELPERS_FILEPATH="/opt/azure/containers/provision_source_distro.sh"
CSE_INSTALL_FILEPATH="/opt/azure/containers/provision_installs.sh"
CSE_DISTRO_INSTALL_FILEPATH="/opt/azure/containers/provision_installs_distro.sh"
CSE_CONFIG_FILEPATH="/opt/azure/containers/provision_configs.sh"
AZURE_PRIVATE_REGISTRY_SERVER=""
HAS_CUSTOM_SEARCH_DOMAIN="false"
CUSTOM_SEARCH_DOMAIN_FILEPATH="/opt/azure/containers/setup-custom-search-domains.sh"
HTTP_PROXY_URLS=""
HTTPS_PROXY_URLS=""
NO_PROXY_URLS=""
ENABLE_TLS_BOOTSTRAPPING="true"
ENABLE_SECURE_TLS_BOOTSTRAPPING="false"
ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION="false"
DHCPV6_SERVICE_FILEPATH=""
DHCPV6_CONFIG_FILEPATH=""
THP_ENABLED=""
THP_DEFRAG=""
SERVICE_PRINCIPAL_FILE_CONTENT="${base64Of('msi')}"
KUBELET_CLIENT_CONTENT=""
KUBELET_CLIENT_CERT_CONTENT=""
KUBELET_CONFIG_FILE_ENABLED="false"
KUBELET_CONFIG_FILE_CONTENT=""
SWAP_FILE_SIZE_MB="0"
GPU_IMAGE_SHA="{{…}}"
GPU_DRIVER_VERSION="{{…}}"
GPU_DRIVER_TYPE="{{…}}"
GPU_INSTANCE_PROFILE=""
CUSTOM_SEARCH_DOMAIN_NAME=""
CUSTOM_SEARCH_REALM_USER=""
CUSTOM_SEARCH_REALM_PASSWORD=""
MESSAGE_OF_THE_DAY=""
HAS_KUBELET_DISK_TYPE="false"
NEEDS_CGROUPV2="true"
SYSCTL_CONTENT="{{…}}"
TLS_BOOTSTRAP_TOKEN="{{kubeletClientTLSBootstrapToken}}"
KUBELET_FLAGS="{{…}}"
KUBELET_NODE_LABELS="{{…}}"
AZURE_ENVIRONMENT_FILEPATH=""
KUBE_CA_CRT="{{CABundle}}"
CONTAINERD_CONFIG_CONTENT="{{…}}"
IS_KATA="false"
MCR_REPOSITORY_BASE="mcr.microsoft.com"
ENABLE_IMDS_RESTRICTION=false
INSERT_IMDS_RESTRICTION_RULE_TO_MANGLE_TABLE=false
CSE_TIMEOUT=15m
/usr/bin/nohup /bin/bash -c "/bin/bash /opt/azure/containers/provision_start.sh"
`;

const mirror: TracedText = { text: 'https://acs-mirror.azureedge.net' };

/** A value of constant strings with options between them. */
function traced(texts: TemplateStringsArray, ...options: readonly TracedText[]): TracedText[] {
  return texts.flatMap((text, index) => [{ text }, ...options.slice(index, index + 1)]);
}

const arch = ({ options }: ScriptContext): TracedText => ({ text: options.arch ?? '', from: ['arch'] });

/** Releases of the credential provider from Kubernetes 1.30 on; later minor versions get the last. */
const credentialProviders = ['1.30.12', '1.31.6', '1.32.5', '1.33.0'] as const;
/** The same before v1.5.0 of Karpenter's provider. */
const oldCredentialProviders = ['1.30.10', '1.31.4', '1.32.3'] as const;

/** Variables that older scripts don't have. */
const newerVariables: Readonly<Record<string, ReleaseRange>> = {
  ENABLE_KUBELET_SERVING_CERTIFICATE_ROTATION: { since: 'v1.5.0' },
  CSE_TIMEOUT: { since: 'v1.7.1' },
};

const subnetPart = (what: string, part: keyof NonNullable<ScriptContext['subnet']>): ComputedValue => ({
  sources: ['subnetID'],
  rule: `${what} in \`subnetID\`; empty if that is not the ID of a subnet.`,
  pieces: ({ subnet }) => [{ text: subnet?.[part] ?? '', from: ['subnetID'] }],
});

const gpuSources = ['GPUNode', 'GPUDriverInstallationEnabled'] as const;

const gpuText = (option: 'GPUImageSHA' | 'GPUDriverVersion' | 'GPUDriverType'): ComputedValue => ({
  sources: [option, ...gpuSources],
  rule: `The value of \`${option}\` on a node that installs a GPU driver, else empty.`,
  pieces: ({ gpu, options }) => (gpu ? [{ text: options[option] ?? '', from: [option] }] : []),
});

const computed: Readonly<Record<string, ComputedValue>> = {
  VM_TYPE: {
    sources: [],
    rule: 'Always `standard`; before release v1.10.0, `vmss`.',
    pieces: ({ release }) => [{ text: isIn({ since: 'v1.10.0' }, release) ? 'standard' : 'vmss' }],
  },
  KUBE_BINARY_URL: {
    sources: ['kubernetesVersion', 'arch'],
    rule: 'Download of the kubelet of this version; empty from Kubernetes 1.34 on, when the node image has it as a package, except before release v1.13.1. The script sets it twice.',
    pieces: (context) => {
      if (context.minor >= 34n && isIn({ since: 'v1.13.1' }, context.release)) return [];
      const version = { text: context.options.kubernetesVersion ?? '', from: ['kubernetesVersion'] };
      return traced`${mirror}/kubernetes/v${version}/binaries/kubernetes-node-linux-${arch(context)}.tar.gz`;
    },
  },
  CREDENTIAL_PROVIDER_DOWNLOAD_URL: {
    sources: ['kubernetesVersion', 'arch'],
    rule: 'Download of the program that gives the kubelet credentials for registries, by minor version; empty below Kubernetes 1.30.',
    pieces: (context) => {
      if (context.minor < firstWithProvider) return [];
      const known = isIn({ since: 'v1.5.0' }, context.release) ? credentialProviders : oldCredentialProviders;
      const text = known[Number(context.minor - firstWithProvider)] ?? known.at(-1) ?? '';
      const release = { text, from: ['kubernetesVersion'] };
      return traced`${mirror}/cloud-provider-azure/v${release}/binaries/azure-acr-credential-provider-linux-${arch(context)}-v${release}.tar.gz`;
    },
  },
  SUBNET: subnetPart('Name of the subnet', 'subnet'),
  VIRTUAL_NETWORK: subnetPart('Name of the virtual network', 'virtualNetwork'),
  VIRTUAL_NETWORK_RESOURCE_GROUP: subnetPart('Resource group', 'resourceGroup'),
  VNET_CNI_PLUGINS_URL: {
    sources: ['arch'],
    rule: "Download of Azure's network plugin, of one fixed version.",
    pieces: (context) => traced`${mirror}/azure-cni/v1.4.32/binaries/azure-vnet-cni-linux-${arch(context)}-v1.4.32.tgz`,
  },
  CNI_PLUGINS_URL: {
    sources: ['arch'],
    rule: 'Download of the common network plugins, of one fixed version.',
    pieces: (context) => traced`${mirror}/cni-plugins/v1.1.1/binaries/cni-plugins-linux-${arch(context)}-v1.1.1.tgz`,
  },
  GPU_NODE: {
    sources: gpuSources,
    rule: 'Whether the node has GPUs and installs their driver; without the driver it counts as one without GPUs.',
    pieces: ({ gpu }) => [{ text: String(gpu) }],
  },
  CONFIG_GPU_DRIVER_IF_NEEDED: {
    sources: gpuSources,
    rule: 'Whether the node has GPUs and installs their driver; before release v1.12.0, always true.',
    pieces: ({ gpu, release }) => [{ text: String(gpu || !isIn(driverModes, release)) }],
  },
  GPU_IMAGE_SHA: gpuText('GPUImageSHA'),
  GPU_DRIVER_VERSION: gpuText('GPUDriverVersion'),
  GPU_DRIVER_TYPE: gpuText('GPUDriverType'),
  SYSCTL_CONTENT: {
    sources: [],
    rule: 'Base64 of the kernel parameters, the same in every script.',
    file: { name: '999-sysctl-aks.conf', path: '/etc/sysctl.d/999-sysctl-aks.conf' },
    pieces: () => [{ text: sysctlFile }],
  },
  KUBELET_FLAGS: {
    sources: ['kubernetesVersion', 'taints', 'kubeletConfig'],
    rule: 'The flags of every node, those that this version of Kubernetes knows, the taints, and what `kubeletConfig` sets. Karpenter writes them in no fixed order.',
    pieces: kubeletFlags,
  },
  KUBELET_NODE_LABELS: {
    sources: ['labels'],
    rule: 'All `labels` with commas between them. Karpenter writes them in no fixed order.',
    pieces: ({ options }) =>
      sortedByKey(
        [...(options.labels ?? [])].map(([key, value]) => [key, [{ text: `${key}=${value}`, from: ['labels', key] }]]),
        ',',
      ),
  },
  CONTAINERD_CONFIG_CONTENT: {
    sources: gpuSources,
    rule: "Base64 of containerd's configuration, of which there is one for GPUs and one without.",
    file: { name: 'config.toml', path: '/etc/containerd/config.toml' },
    pieces: (context) => [{ text: containerdConfig(context) }],
  },
};

/** Base64 of a string's UTF-8 bytes. */
export function base64Of(text: string): string {
  return encodeBase64(utf8Bytes(text));
}

const byName = new Map<string, ScriptVariable>();

/** The lines of the script, in order; a variable that is set twice is the same both times. */
export const scriptLines: readonly (string | ScriptVariable)[] = template.split('\n').map((line) => {
  const [, name, quote, value = ''] = /^([A-Z][A-Z0-9_]*)=("?)(.*)\2$/.exec(line) ?? [];
  if (name === undefined) return line;
  const known = byName.get(name);
  if (known !== undefined) return known;
  const releases = newerVariables[name];
  const variable: ScriptVariable = {
    name,
    quoting: quote === '' ? 'bare' : 'quoted',
    ...valueOf(name, value),
    ...(releases && { releases }),
  };
  byName.set(name, variable);
  return variable;
});

function valueOf(name: string, value: string): ComputedValue {
  const own = computed[name];
  if (own !== undefined) return own;
  const option = /^\{\{(\w+)\}\}$/.exec(value)?.[1] as OptionPlace | undefined;
  if (option === undefined) {
    const rule = value === '' ? 'Always empty.' : 'The same in every script.';
    return { sources: [], rule, pieces: () => [{ text: value }] };
  }
  return {
    sources: [option],
    rule: `The value of \`${option}\`, unchanged.`,
    pieces: ({ options }) => [{ text: (options[option] as string | undefined) ?? '', from: [option] }],
  };
}

/** Every variable of the script once. */
export const scriptVariables: readonly ScriptVariable[] = [...byName.values()];

/** The variable of that name; undefined if the script doesn't set it. */
export function scriptVariable(name: string): ScriptVariable | undefined {
  return byName.get(name);
}

/** The variables that an option is part of. */
export function scriptVariablesFedBy(option: OptionPlace): readonly ScriptVariable[] {
  return scriptVariables.filter(({ sources }) => sources.includes(option));
}
