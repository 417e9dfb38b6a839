import { errorsOf } from '../error.js';
import { install, scriptLog, unit } from './forms.js';

/** Docker, containerd, runc, and the tools that talk to them. */
export const containerRuntimeErrors = errorsOf('container-runtime', {
  ERR_DOCKER_INSTALL_TIMEOUT: install('Docker', 'docker-engine', 'download.docker.com is not reachable from the node.'),
  ERR_DOCKER_START_FAIL: unit(
    'Docker',
    'docker.service',
    'The config in /etc/docker/daemon.json is not valid, or its data disk is full or not mounted.',
  ),
  ERR_MOBY_INSTALL_TIMEOUT: install(
    'Moby',
    'moby-engine and moby-cli',
    'The version of Moby that was asked for is not in packages.microsoft.com for this release.',
  ),
  ERR_CONTAINERD_INSTALL_TIMEOUT: install(
    'containerd',
    'moby-containerd',
    'The version of containerd that was asked for is not in the repository of this release.',
  ),
  ERR_RUNC_INSTALL_TIMEOUT: install(
    'runc',
    'moby-runc',
    'The version of runc that was asked for is not in the repository of this release.',
  ),
  ERR_CONTAINERD_INSTALL_FILE_NOT_FOUND: {
    meaning: 'The package file of containerd is not on the node, although it was to be installed from there.',
    causes: [
      'The image caches another version of containerd than the config asks for.',
      'A download before this step failed without being noticed.',
    ],
    next: ['On the node, run `ls -l /opt/containerd/downloads` and compare with the version in the node config.'],
  },
  ERR_CONTAINERD_VERSION_INVALID: {
    meaning: 'The version of containerd that was asked for is not usable.',
    causes: ['The version is empty, or has a form other than 1.7.22: the image does not know one for this release.'],
    next: [
      'Look at `containerd_version` under `containerd_config` of the node config.',
      'On the node, look for containerd in /opt/azure/components.json.',
    ],
  },
  ERR_KATA_INSTALL_TIMEOUT: install(
    'Kata Containers',
    'kata-containers',
    'The repository of Kata Containers for this release is gone or not reachable.',
  ),
  ERR_SYSTEMD_DOCKER_STOP_FAIL: {
    meaning: 'The daemon of Docker would not stop, so that containerd could not take its place.',
    causes: ['A container hangs while it is being ended.'],
    next: ['On the node, run `systemctl status docker` and `journalctl -u docker --no-pager | tail -50`.'],
  },
  ERR_CRICTL_OPERATION_ERROR: {
    meaning: 'A call of crictl failed while images were listed, pulled or removed.',
    causes: ['containerd was not ready, or its socket is not where crictl looks for it.'],
    next: [
      'On the node, run `crictl info` and `systemctl status containerd`.',
      `Look in ${scriptLog} for the last call of crictl.`,
    ],
  },
  ERR_CTR_OPERATION_ERROR: {
    meaning: 'A call of ctr failed while images were listed, tagged or removed.',
    causes: ['containerd was not running, or the image that the call names is not in the namespace k8s.io.'],
    next: [
      'On the node, run `ctr -n k8s.io images ls`.',
      `Look in ${scriptLog} for the last call of ctr and its message.`,
    ],
  },
  ERR_INVALID_CLI_TOOL: {
    meaning: 'A script asked for a tool for images that is none of ctr, crictl and docker.',
    causes: [
      'The scripts on the node do not belong together, as with a custom image or files left from another version.',
    ],
    next: [`Look in ${scriptLog} for \`CLI_TOOL\` or \`pullContainerImage\`, and compare the versions of the scripts.`],
  },
  ERR_CLEANUP_CONTAINER_IMAGES: {
    meaning: 'The script could not find out how much to install, or not remove images that this node does not need.',
    causes: [
      'containerd did not answer while the images were removed.',
      'The tag of the VM that controls the clean-up could not be read from the metadata service.',
    ],
    next: [
      `Look in ${scriptLog} for \`getInstallModeAndCleanupContainerImages\` and \`should_skip_binary_cleanup\`.`,
      'On the node, run `systemctl status containerd`.',
    ],
  },
  ERR_CRI_SLICE_SETUP_FAIL: {
    meaning: 'The group of control (cgroup slice) for the container runtime could not be set up.',
    causes: ['systemd refused the unit of the slice, as with another version of cgroups than the script expects.'],
    next: ['On the node, run `systemctl status system.slice` and `stat -fc %T /sys/fs/cgroup`.'],
  },
});
