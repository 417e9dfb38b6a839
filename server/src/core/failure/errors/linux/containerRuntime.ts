import { download, errorsOf, install, keyDownload, scriptLog, unit } from '../error.js';

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

/** Drivers and services for GPUs. */
export const gpuErrors = errorsOf('gpu', {
  ERR_MISSING_CUDA_PACKAGE: {
    meaning: 'No package with the CUDA driver fits the kernel of this node.',
    causes: ['The kernel of the image is newer than the packages in the repository of NVIDIA for Azure Linux.'],
    next: ['On the node, run `uname -r` and `dnf list --showduplicates "cuda*"`.'],
  },
  ERR_GPU_DOWNLOAD_TIMEOUT: download('the driver of the GPU', 'mcr.microsoft.com', 'aks-gpu'),
  ERR_GPU_DRIVERS_START_FAIL: {
    meaning: 'The modules of the NVIDIA driver could not be loaded, or one of its services would not start.',
    causes: [
      'The VM size has no GPU of NVIDIA, or one that this driver no longer supports.',
      'The driver was built for another kernel; or Secure Boot refuses it because it is not signed.',
      'The fabric manager of a size with several GPUs has another version than the driver.',
    ],
    next: [
      'On the node, run `lspci | grep -i nvidia`, `nvidia-smi` and `dmesg | grep -i nvrm`.',
      'Run `systemctl status nvidia-modprobe nvidia-fabricmanager`.',
    ],
  },
  ERR_GPU_DRIVERS_INSTALL_TIMEOUT: {
    meaning: 'The installation of the GPU driver did not end in time.',
    causes: [
      'The driver container could not compile its modules: headers of the running kernel are missing.',
      'The image of the driver was pulled too slowly.',
    ],
    next: [
      'On the node, look at /var/log/nvidia-installer.log and the files under /opt/gpu.',
      `Look in ${scriptLog} for \`configGPUDrivers\` and aks-gpu.`,
    ],
  },
  ERR_GPU_DRIVERS_CONFIG: {
    meaning: 'The service that sets up the GPU driver at boot failed.',
    causes: ['The driver was not installed for the kernel that is running.'],
    next: ['On the node, run `systemctl status nvidia-modprobe` and `nvidia-smi`.'],
  },
  ERR_GPU_DEVICE_PLUGIN_START_FAIL: unit(
    'the device plugin of NVIDIA, which offers GPUs to Kubernetes',
    'nvidia-device-plugin.service',
    'The driver does not work: the plugin finds no GPU. With MIG, the profile does not fit the GPU.',
  ),
  ERR_GPU_INFO_ROM_CORRUPTED: {
    meaning: 'nvidia-smi reports that the information memory of the GPU is damaged: the hardware is at fault.',
    causes: ['The physical GPU under this VM is broken.'],
    next: [
      'On the node, run `nvidia-smi`: it ends with 14 and a warning about infoROM.',
      'Delete the VM so that another machine is chosen, and report the host to Azure support.',
    ],
  },
  ERR_AMDAMA_DRIVER_NOT_FOUND: {
    meaning: 'There is no driver for the AMD AMA media accelerator that fits the running kernel.',
    causes: ['The kernel of the image is newer than the driver packages.'],
    next: ['On the node, run `uname -r` and look for amdama in the package repositories.'],
  },
  ERR_AMDAMA_INSTALL_FAIL: {
    meaning: 'The software of the AMD AMA media accelerator could not be installed.',
    causes: ['Its packages need versions of libraries that this image does not have.'],
    next: [`Look in ${scriptLog} for \`setupAmdAma\` and the package manager's message.`],
  },
  ERR_ENABLE_MANAGED_GPU_EXPERIENCE: {
    meaning: 'The GPU services that AKS manages could not be set up.',
    causes: ['One of driver, DCGM or device plugin was not ready when the others were to be connected to it.'],
    next: ['On the node, run `systemctl status nvidia-device-plugin nvidia-dcgm nvidia-dcgm-exporter`.'],
  },
  ERR_DRA_DRIVER_START_FAIL: unit(
    "NVIDIA's driver for dynamic resource allocation",
    'dra-driver-nvidia-gpu.service',
    'Kubernetes on this node is too old for dynamic resource allocation, or the GPU driver does not work.',
  ),
  ERR_NVIDIA_DRIVER_INSTALL: {
    meaning: 'The script could not decide whether this node needs the NVIDIA driver.',
    causes: ['The tag of the VM that switches the driver off could not be read from the metadata service.'],
    next: [
      `Look in ${scriptLog} for \`should_skip_nvidia_drivers\`.`,
      'On the node, ask the metadata service for `compute/tagsList`.',
    ],
  },
  ERR_NVIDIA_GPG_KEY_DOWNLOAD_TIMEOUT: keyDownload(
    "NVIDIA's package repository",
    'developer.download.nvidia.com/compute/cuda/repos/',
  ),
  ERR_NVIDIA_AZURELINUX_REPO_FILE_DOWNLOAD_TIMEOUT: download(
    "the definition of NVIDIA's repository for Azure Linux",
    'developer.download.nvidia.com',
    'cuda-azl3.repo',
  ),
  ERR_MANAGED_NVIDIA_EXP_INSTALL_FAIL: {
    meaning: 'The packages for the GPU services that AKS manages could not be installed.',
    causes: ['They are neither in the cache of the image nor to be had from the repositories that the node reaches.'],
    next: [`Look in ${scriptLog} for \`installNvidiaManagedExpPkgFromCache\` and the names of the packages.`],
  },
  ERR_NVIDIA_DCGM_FAIL: unit(
    "NVIDIA's data center GPU manager (DCGM)",
    'nvidia-dcgm.service',
    'The GPU driver does not work, or DCGM has a version that does not fit it.',
  ),
  ERR_NVIDIA_DCGM_EXPORTER_FAIL: unit(
    'the exporter of GPU metrics',
    'nvidia-dcgm-exporter.service',
    'DCGM does not run, or another process uses the port of the exporter.',
  ),
  ERR_NVIDIA_DCGM_INSTALL: {
    meaning: 'DCGM could not be installed from the packages that the image caches.',
    causes: ['The image caches no DCGM for its release, or the cache was cleaned.'],
    next: ['On the node, run `ls /opt/datacenter-gpu-manager*`; use a newer node image.'],
  },
  ERR_LOOKUP_ENABLE_MANAGED_GPU_EXPERIENCE_TAG: {
    meaning: 'The tag of the VM that switches on the GPU services managed by AKS could not be looked up.',
    causes: ['The metadata service did not answer when the script asked for the tags.'],
    next: [`Look in ${scriptLog} for \`should_enable_managed_gpu_experience\`.`],
  },
});
