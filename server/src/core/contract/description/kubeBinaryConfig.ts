/** aksnodeconfig/v1/kube_binary_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const kubeBinaryConfigMessages = [
  message('KubeBinaryConfig', 'Where Kubernetes binaries and images come from.', [
    field('string kube_binary_url = 1', 'URL of the Kubernetes node binaries, a tarball.'),
    field('string custom_kube_binary_url = 2', 'URL of binaries that replace the regular ones, for tests.'),
    field('string private_kube_binary_url = 3', 'URL of binaries in a private store that needs a sign-in.'),
    field(
      'string pod_infra_container_image_url = 4',
      "Image reference of the pause container that holds each pod's namespaces.",
      { examples: ['mcr.microsoft.com/oss/kubernetes/pause:3.6'] },
    ),
    field(
      'string linux_credential_provider_url = 5',
      'URL of the credential provider with which the kubelet signs in to registries.',
    ),
  ]),
];
