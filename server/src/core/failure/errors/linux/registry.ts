import { errorsOf } from '../error.js';
import { scriptLog } from './forms.js';

const pull = (tool: string, check: string): { meaning: string; causes: string[]; next: string[] } => ({
  meaning: `A container image could not be pulled in time with ${tool}.`,
  causes: [
    `The node does not reach the registry of the image that ${tool} was to pull, usually mcr.microsoft.com or its data endpoints.`,
    'The image and tag do not exist in that registry.',
  ],
  next: [
    `Look in ${scriptLog} for the last \`${tool}\` command: it names the image.`,
    `On the node, run \`${check}\` with that image.`,
  ],
});

const fromRegistry = (thing: string, step: string): { meaning: string; causes: string[]; next: string[] } => ({
  meaning: `${thing} could not be pulled from the registry that the cluster bootstraps from.`,
  causes: [
    `The cache rule of the registry does not cover ${thing.charAt(0).toLowerCase()}${thing.slice(1)}, or the upstream has no such version.`,
    'The private endpoint of the registry, or the DNS record of its data endpoint, is missing in this network.',
  ],
  next: [
    `Look in ${scriptLog} for ${step} and the output of oras: it names the artifact and the HTTP status.`,
    'Run `az acr cache list` for the registry and compare with what the log asks for.',
  ],
});

/** Images and artifacts from container registries. */
export const registryErrors = errorsOf('registry', {
  ERR_DOCKER_IMG_PULL_TIMEOUT: pull('docker', 'docker pull'),
  ERR_CONTAINERD_CTR_IMG_PULL_TIMEOUT: pull('ctr', 'ctr -n k8s.io images pull'),
  ERR_CONTAINERD_CRICTL_IMG_PULL_TIMEOUT: pull('crictl', 'crictl pull'),
  ERR_CONTAINER_IMG_PULL_TIMEOUT: {
    meaning: 'A container image could not be pulled in time.',
    causes: [
      'The registry of the image, k8s.gcr.io or mcr.microsoft.com, is not reachable or no longer holds it.',
      'Docker or containerd does not run.',
    ],
    next: [`Look in ${scriptLog} for \`pullContainerImage\`: it names the image and the tool.`],
  },
  ERR_PULL_POD_INFRA_CONTAINER_IMAGE: {
    meaning: 'The pause image, which every pod needs, could not be pulled.',
    causes: [
      'The registry that the node config names for it is not reachable, or the cache rule for oss/kubernetes/pause is missing.',
      'The node config names an image that does not exist.',
    ],
    next: [
      'On the node, run `crictl pull` with the image of `--pod-infra-container-image`.',
      `Look in ${scriptLog} for \`ensurePodInfraContainerImage\` or pause.`,
    ],
  },
  ERR_ORAS_PULL_K8S_FAIL: fromRegistry('The archive with the Kubernetes binaries', 'kubernetes-node'),
  ERR_ORAS_PULL_CREDENTIAL_PROVIDER: fromRegistry(
    "The archive with kubelet's credential provider",
    'azure-acr-credential-provider',
  ),
  ERR_ORAS_PULL_SYSEXT_FAIL: fromRegistry('A system extension of Flatcar or Azure Container Linux', '`systemd-sysext`'),
  ERR_ORAS_PULL_NETWORK_TIMEOUT: {
    meaning: 'The login of the node to the registry that the cluster bootstraps from did not get through.',
    causes: [
      'The login server of the registry is not reachable from the subnet: private endpoint, DNS record or firewall.',
      'oras is not on the image, which the script reports under the same code.',
    ],
    next: [
      'On the node, run `curl -v https://<registry>/v2/` and `which oras`.',
      `Look in ${scriptLog} for \`oras_login_with_kubelet_identity\` and the request to /oauth2/exchange.`,
    ],
  },
  ERR_ARTIFACT_STREAMING_INSTALL: {
    meaning: 'The components of artifact streaming were there and could not be installed.',
    causes: [
      'The image is of another release than the packages were built for, or the kernel lacks what overlaybd needs.',
    ],
    next: ['On the node, run `systemctl status acr-mirror overlaybd-tcmu overlaybd-snapshotter`.'],
  },
  ERR_ARTIFACT_STREAMING_ACR_NODEMON_START_FAIL: {
    meaning: 'The monitor of artifact streaming would not start. Images of today do not have it any more.',
    causes: ['The service acr-nodemon failed, for example because containerd was not ready.'],
    next: ['On the node, run `journalctl -u acr-nodemon --no-pager | tail -50`, and use a newer node image.'],
  },
});
