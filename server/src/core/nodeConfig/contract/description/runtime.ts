import type { TypeDescriptions } from '../describe.js';

/** The profiles that mig-partition.sh of AgentBaker knows. */
const migProfiles = ['MIG1g', 'MIG2g', 'MIG3g', 'MIG4g', 'MIG7g'];

export const runtimeTypes: TypeDescriptions = {
  // kube_binary_config.proto
  KubeBinaryConfig: {
    doc: 'Sources of the Kubernetes binaries, of the pod sandbox image and of the registry credential provider.',
    fields: {
      'string kube_binary_url = 1': [
        'Archive with kubelet and kubectl, as URL or as registry reference, for an image that has no copy of `kubernetes_version`. The custom and the private one come first.',
        {
          examples: ['https://acs-mirror.azureedge.net/kubernetes/v1.33.2/binaries/kubernetes-node-linux-amd64.tar.gz'],
        },
      ],
      'string custom_kube_binary_url = 2': [
        'Archive of a kubelet and kubectl of your own, as URL or as registry reference. It replaces the ones in the image and wins over `private_kube_binary_url`.',
        { examples: ['https://packages.contoso.example/kubernetes-node-linux-amd64.tar.gz'] },
      ],
      'string private_kube_binary_url = 3': [
        'Archive of a private kubelet and kubectl build. Only its file name counts: the archive has to be cached in the image.',
        { examples: ['https://packages.contoso.example/private/kubernetes-node-linux-amd64.tar.gz'] },
      ],
      'string pod_infra_container_image_url = 4': [
        "Image reference of the pause container that holds each pod's namespaces, without scheme. It becomes containerd's sandbox image.",
        { format: 'image-reference', examples: ['mcr.microsoft.com/oss/kubernetes/pause:3.9'] },
      ],
      'string linux_credential_provider_url = 5': [
        'Archive of the provider by which the kubelet signs in to Azure registries, as URL or as registry reference. It matters when kubelet flags name a credential provider.',
        {
          examples: [
            'https://acs-mirror.azureedge.net/cloud-provider-azure/v1.33.0/binaries/azure-acr-credential-provider-linux-amd64-v1.33.0.tar.gz',
          ],
        },
      ],
    },
  },

  // containerd_config.proto
  ContainerdConfig: {
    doc: "A containerd that replaces the one in the node image, by version or package URL. Empty strings keep the image's.",
    fields: {
      'string containerd_download_url_base = 1': [
        'Base URL of containerd builds, exported as `CONTAINERD_DOWNLOAD_URL_BASE`. Usually empty, as node images bring containerd along.',
        { format: 'url', examples: ['https://packages.contoso.example/containerd/'] },
      ],
      'string containerd_version = 2': [
        'Version of containerd that is asked for, exported as `CONTAINERD_VERSION`. The template of its config file follows the containerd that is found on the node.',
        { format: 'semantic-version', examples: ['1.7.22'] },
      ],
      'string containerd_package_url = 3': [
        'URL of one containerd package, which is installed whatever version is asked for. Meant for fixes and tests.',
        {
          format: 'url',
          examples: ['https://packages.contoso.example/moby-containerd_1.7.22-ubuntu22.04u1_amd64.deb'],
        },
      ],
    },
  },

  // runc_config.proto
  RuncConfig: {
    doc: "A runc that replaces the one in the node image, by version or package URL. Empty strings keep the image's.",
    fields: {
      'string runc_version = 1': [
        'Version of runc that is asked for, exported as `RUNC_VERSION`.',
        { format: 'semantic-version', examples: ['1.2.6'] },
      ],
      'string runc_package_url = 2': [
        'URL of one runc package, which is installed whatever `runc_version` says. Meant for fixes and tests.',
        { format: 'url', examples: ['https://packages.contoso.example/moby-runc_1.2.6-ubuntu22.04u1_amd64.deb'] },
      ],
    },
  },

  // gpu_config.proto
  GpuConfig: {
    doc: 'GPU driver, device plugin, MIG partitions and managed GPUs, for NVIDIA in the main.',
    fields: {
      'optional bool enable_nvidia = 1':
        "Whether the node is one with NVIDIA GPUs, whatever its VM size: `GPU_NODE` is set and containerd's default runtime is NVIDIA's.",
      'bool config_gpu_driver = 2':
        'Whether provisioning installs the GPU driver. Without it a GPU node only checks that a driver works; other nodes ignore it.',
      'bool gpu_device_plugin = 3':
        'Whether the NVIDIA device plugin runs as a service of the node. Only GPU nodes look at it.',
      'string gpu_instance_profile = 4': [
        'MIG profile into which every GPU is cut. Any text marks a MIG node, which reboots once; empty leaves the GPUs whole.',
        { oneOf: migProfiles, examples: ['MIG1g', 'MIG3g'] },
      ],
      'optional bool enable_amd_gpu = 5 since v0.20250209.0':
        'Whether the node has AMD GPUs. No script variable carries it.',
      'bool managed_gpu_experience_afec_enabled = 6 since v0.20251029.0 #7210':
        'Whether the subscription has the managed GPU preview registered. It turns nothing on: `enable_managed_gpu` does.',
      'bool enable_managed_gpu = 7 since v0.20260127.0 #7695':
        "Whether AKS runs NVIDIA's device plugin, DCGM and its metrics exporter on the node. Needs `enable_nvidia`; together with `enable_managed_gpu_dra` provisioning fails.",
      'string mig_strategy = 8 since v0.20260127.0 #7695': [
        "How the managed device plugin shows a MIG node's partitions. Only the exact `Mixed` gives a resource for each profile; `Single`, `None` and everything else give plain `nvidia.com/gpu`.",
        { oneOf: ['None', 'Single', 'Mixed'], examples: ['Single', 'Mixed'] },
      ],
      'repeated string mig_profile_layout = 9 since v0.20260803.0 #9081': [
        'MIG profiles to cut each GPU into, in order, where they are not all the same. Only `gpu_instance_profile` marks a MIG node, so fill that too.',
        { oneOf: migProfiles, examples: [['MIG3g', 'MIG2g', 'MIG1g', 'MIG1g']] },
      ],
      'bool enable_managed_gpu_dra = 10 since v0.20260820.0 #9120':
        'Like `enable_managed_gpu`, but GPUs are handed out by dynamic resource allocation instead of the device plugin. Only one of the two may be set.',
    },
  },
};
