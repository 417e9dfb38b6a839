import { download, linuxErrors, install, keyDownload, scriptLog, unit } from '../error.js';

/** Docker, containerd, runc, and the tools that talk to them. */
export const containerRuntimeErrors = linuxErrors('container-runtime', {
  ERR_DOCKER_INSTALL_TIMEOUT: install('Docker', 'docker-engine', 'download.docker.com is not reachable from the node.'),
  ERR_DOCKER_START_FAIL: unit(
    'Docker',
    'docker.service',
    'The config in /etc/docker/daemon.json is not valid, or its data disk is full or not mounted.',
  ),
  ERR_MOBY_INSTALL_TIMEOUT: install(
    'Moby',
    'moby-engine and moby-cli',
    "packages.microsoft.com doesn't have the requested version of Moby for this release.",
  ),
  ERR_CONTAINERD_INSTALL_TIMEOUT: install(
    'containerd',
    'moby-containerd',
    'The version of containerd that was requested is not in the repository of this release.',
  ),
  ERR_RUNC_INSTALL_TIMEOUT: install(
    'runc',
    'moby-runc',
    'The version of runc that was requested is not in the repository of this release.',
  ),
  ERR_CONTAINERD_INSTALL_FILE_NOT_FOUND: `The package file of containerd that should be installed is missing on the node.
    - The image caches another version of containerd than the config requests.
    - An earlier download failed unnoticed.
    > On the node, run \`ls -l /opt/containerd/downloads\` and compare with the version in the node config.`,
  ERR_CONTAINERD_VERSION_INVALID: `The requested version of containerd is not usable.
    - The version is empty or not in the format 1.7.22, because the image has none for this release.
    > Check \`containerd_version\` under \`containerd_config\` of the node config.
    > On the node, search /opt/azure/components.json for containerd.`,
  ERR_KATA_INSTALL_TIMEOUT: install(
    'Kata Containers',
    'kata-containers',
    'The repository of Kata Containers for this release no longer exists or is not reachable.',
  ),
  ERR_SYSTEMD_DOCKER_STOP_FAIL: `The Docker daemon did not stop, so containerd could not replace it.
    - A container hangs while it stops.
    > On the node, run \`systemctl status docker\` and \`journalctl -u docker --no-pager | tail -50\`.`,
  ERR_CRICTL_OPERATION_ERROR: `A call of crictl failed while images were listed, pulled or removed.
    - containerd was not ready, or its socket is not where crictl expects it.
    > On the node, run \`crictl info\` and \`systemctl status containerd\`.
    > Search ${scriptLog} for the last call of crictl.`,
  ERR_CTR_OPERATION_ERROR: `A call of ctr failed while images were listed, tagged or removed.
    - containerd was not running, or the image is not in the namespace k8s.io.
    > On the node, run \`ctr -n k8s.io images ls\`.
    > Search ${scriptLog} for the last call of ctr and its message.`,
  ERR_INVALID_CLI_TOOL: `A script uses an image tool other than ctr, crictl and docker.
    - The scripts on the node have different versions, for example because of a custom image or leftover files.
    > Search ${scriptLog} for \`CLI_TOOL\` or \`pullContainerImage\`, and compare the versions of the scripts.`,
  ERR_CLEANUP_CONTAINER_IMAGES: `The script could not determine what to install, or could not remove images that this node doesn't need.
    - containerd did not answer while the images were removed.
    - The tag of the VM that controls the clean-up could not be read from the metadata service.
    > Search ${scriptLog} for \`getInstallModeAndCleanupContainerImages\` and \`should_skip_binary_cleanup\`.
    > On the node, run \`systemctl status containerd\`.`,
  ERR_CRI_SLICE_SETUP_FAIL: `The cgroup slice for the container runtime could not be set up.
    - systemd rejected the slice unit, for example because of another cgroup version than the script expects.
    > On the node, run \`systemctl status system.slice\` and \`stat -fc %T /sys/fs/cgroup\`.`,
});

/** Drivers and services for GPUs. */
export const gpuErrors = linuxErrors('gpu', {
  ERR_MISSING_CUDA_PACKAGE: `No package with the CUDA driver matches the kernel of this node.
    - The kernel of the image is newer than the packages in the repository of NVIDIA for Azure Linux.
    > On the node, run \`uname -r\` and \`dnf list --showduplicates "cuda*"\`.`,
  ERR_GPU_DOWNLOAD_TIMEOUT: download('the driver of the GPU', 'mcr.microsoft.com', 'aks-gpu'),
  ERR_GPU_DRIVERS_START_FAIL: `The modules of the NVIDIA driver could not be loaded, or one of its services did not start.
    - The VM size has no NVIDIA GPU, or its GPU is no longer supported by this driver.
    - The driver was built for another kernel, or Secure Boot rejects it because it isn't signed.
    - The fabric manager of a VM size with several GPUs has another version than the driver.
    > On the node, run \`lspci | grep -i nvidia\`, \`nvidia-smi\` and \`dmesg | grep -i nvrm\`.
    > Run \`systemctl status nvidia-modprobe nvidia-fabricmanager\`.`,
  ERR_GPU_DRIVERS_INSTALL_TIMEOUT: `The installation of the GPU driver timed out.
    - The driver container could not compile its modules: the headers of the running kernel are missing.
    - The driver image was pulled too slowly.
    > On the node, read /var/log/nvidia-installer.log and the files under /opt/gpu.
    > Search ${scriptLog} for \`configGPUDrivers\` and aks-gpu.`,
  ERR_GPU_DRIVERS_CONFIG: `The service that sets up the GPU driver at boot failed.
    - The driver was installed for another kernel than the running one.
    > On the node, run \`systemctl status nvidia-modprobe\` and \`nvidia-smi\`.`,
  ERR_GPU_DEVICE_PLUGIN_START_FAIL: unit(
    'the device plugin of NVIDIA, which offers GPUs to Kubernetes',
    'nvidia-device-plugin.service',
    "The driver doesn't work, so the plugin finds no GPU; or the MIG profile doesn't fit the GPU.",
  ),
  ERR_GPU_INFO_ROM_CORRUPTED: `nvidia-smi reports that the infoROM of the GPU is corrupted: a hardware fault.
    - The physical GPU under this VM is broken.
    > On the node, run \`nvidia-smi\`: it exits with 14 and a warning about infoROM.
    > Delete the VM to move to another host, and report the host to Azure support.`,
  ERR_AMDAMA_DRIVER_NOT_FOUND: `No driver for the AMD AMA media accelerator matches the running kernel.
    - The kernel of the image is newer than the driver packages.
    > On the node, run \`uname -r\` and search the package repositories for amdama.`,
  ERR_AMDAMA_INSTALL_FAIL: `The software of the AMD AMA media accelerator could not be installed.
    - Its packages need versions of libraries that this image doesn't have.
    > Search ${scriptLog} for \`setupAmdAma\` and the package manager's message.`,
  ERR_ENABLE_MANAGED_GPU_EXPERIENCE: `The GPU services that AKS manages could not be set up.
    - The driver, DCGM or the device plugin was not ready in time.
    > On the node, run \`systemctl status nvidia-device-plugin nvidia-dcgm nvidia-dcgm-exporter\`.`,
  ERR_DRA_DRIVER_START_FAIL: unit(
    "NVIDIA's driver for dynamic resource allocation",
    'dra-driver-nvidia-gpu.service',
    "Kubernetes on this node is too old for dynamic resource allocation, or the GPU driver doesn't work.",
  ),
  ERR_NVIDIA_DRIVER_INSTALL: `The script could not decide whether this node needs the NVIDIA driver.
    - The VM tag that disables the driver could not be read from the metadata service.
    > Search ${scriptLog} for \`should_skip_nvidia_drivers\`.
    > On the node, query the metadata service for \`compute/tagsList\`.`,
  ERR_NVIDIA_GPG_KEY_DOWNLOAD_TIMEOUT: keyDownload(
    "NVIDIA's package repository",
    'developer.download.nvidia.com/compute/cuda/repos/',
  ),
  ERR_NVIDIA_AZURELINUX_REPO_FILE_DOWNLOAD_TIMEOUT: download(
    "the definition of NVIDIA's repository for Azure Linux",
    'developer.download.nvidia.com',
    'cuda-azl3.repo',
  ),
  ERR_MANAGED_NVIDIA_EXP_INSTALL_FAIL: `The packages for the GPU services that AKS manages could not be installed.
    - They are neither in the cache of the image nor in a repository that the node can reach.
    > Search ${scriptLog} for \`installNvidiaManagedExpPkgFromCache\` and the names of the packages.`,
  ERR_NVIDIA_DCGM_FAIL: unit(
    "NVIDIA's data center GPU manager (DCGM)",
    'nvidia-dcgm.service',
    "The GPU driver doesn't work, or DCGM has an incompatible version.",
  ),
  ERR_NVIDIA_DCGM_EXPORTER_FAIL: unit(
    'the exporter of GPU metrics',
    'nvidia-dcgm-exporter.service',
    "DCGM doesn't run, or another process uses the port of the exporter.",
  ),
  ERR_NVIDIA_DCGM_INSTALL: `DCGM could not be installed from the packages that the image caches.
    - The image doesn't cache DCGM for its release, or the cache was cleaned.
    > On the node, run \`ls /opt/datacenter-gpu-manager*\`; use a newer node image.`,
  ERR_LOOKUP_ENABLE_MANAGED_GPU_EXPERIENCE_TAG: `The VM tag that enables the GPU services managed by AKS could not be read.
    - The metadata service did not answer when the script asked for the tags.
    > Search ${scriptLog} for \`should_enable_managed_gpu_experience\`.`,
});
