/** aksnodeconfig/v1/kube_binary_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const kubeBinaryConfigMessages = [
  message(
    'KubeBinaryConfig',
    'Sources of the Kubernetes binaries, of the pod sandbox image and of the registry credential provider.',
    [
      field(
        'string kube_binary_url = 1',
        'Archive with kubelet and kubectl, as URL or as registry reference, for an image that has no copy of `kubernetes_version`. The custom and the private one come first.',
        {
          examples: ['https://acs-mirror.azureedge.net/kubernetes/v1.33.2/binaries/kubernetes-node-linux-amd64.tar.gz'],
        },
      ),
      field(
        'string custom_kube_binary_url = 2',
        'Archive of a kubelet and kubectl of your own, as URL or as registry reference. It replaces the ones in the image and wins over `private_kube_binary_url`.',
        { examples: ['https://packages.contoso.example/kubernetes-node-linux-amd64.tar.gz'] },
      ),
      field(
        'string private_kube_binary_url = 3',
        'Archive of a private kubelet and kubectl build. Only its file name counts: the archive has to be cached in the image.',
        { examples: ['https://packages.contoso.example/private/kubernetes-node-linux-amd64.tar.gz'] },
      ),
      field(
        'string pod_infra_container_image_url = 4',
        "Image reference of the pause container that holds each pod's namespaces, without scheme. It becomes containerd's sandbox image.",
        { format: 'image-reference', examples: ['mcr.microsoft.com/oss/kubernetes/pause:3.9'] },
      ),
      field(
        'string linux_credential_provider_url = 5',
        'Archive of the provider by which the kubelet signs in to Azure registries, as URL or as registry reference. It matters when kubelet flags name a credential provider.',
        {
          examples: [
            'https://acs-mirror.azureedge.net/cloud-provider-azure/v1.33.0/binaries/azure-acr-credential-provider-linux-amd64-v1.33.0.tar.gz',
          ],
        },
      ),
    ],
  ),
];
