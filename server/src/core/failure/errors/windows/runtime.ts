import { windowsErrors } from '../error.js';
import { fromRegistry, scriptLog } from './general.js';

/** containerd, the pause image, kubelet and registries. */
export const runtimeErrors = [
  ...windowsErrors('container-runtime', {
    WINDOWS_CSE_ERROR_PAUSE_IMAGE_NOT_EXIST: `The pause image is missing on the node.
      - The node image caches another version of pause than the config requests.
      > On the node, run \`ctr.exe -n k8s.io images ls | findstr pause\`.`,
    WINDOWS_CSE_ERROR_CONTAINERD_NOT_INSTALLED: `containerd is not installed as a service.
      - The step that registers the service failed, or its files were not unpacked.
      > On the node, run \`Get-Service containerd\` and \`dir "C:\\Program Files\\containerd"\`.`,
    WINDOWS_CSE_ERROR_CONTAINERD_NOT_RUNNING: `The containerd service is installed but not running.
      - Its config.toml is not valid, or the Windows feature Containers is not enabled.
      > On the node, read C:\\ProgramData\\containerd\\root\\panic.log and C:\\k\\containerd.err.log.
      > Run \`"C:\\Program Files\\containerd\\containerd.exe" --log-level debug\` manually.`,
    WINDOWS_CSE_ERROR_NO_DOCKER_TO_BUILD_PAUSE_CONTAINER: `The pause image should be built with Docker, which is not on the node.
      - The node image only has containerd, but the config requires a build with Docker.
      > Use a pause image from a registry (windowsPauseImageURL) and a newer node image.`,
    WINDOWS_CSE_ERROR_BUILD_DOCKER_PAUSE_CONTAINER: `Docker could not build the pause image.
      - The base image of the matching Windows version could not be pulled.
      > Search ${scriptLog} for \`docker build\`.`,
    WINDOWS_CSE_ERROR_BUILD_TAG_PAUSE_IMAGE: `The pause image could not be tagged.
      - containerd did not answer, or the image was not pulled.
      > Search ${scriptLog} for \`images tag\`.`,
    WINDOWS_CSE_ERROR_CONTAINERD_BINARY_EXIST: `containerd is not where the package should have installed it.
      - The containerd archive doesn't have the layout that the script expects.
      > On the node, run \`dir "C:\\Program Files\\containerd" -Recurse\`, and inspect the archive.`,
    WINDOWS_CSE_ERROR_GET_CONTAINERD_VERSION: `The version of containerd could not be determined.
      - \`containerd.exe --version\` failed, for example because the file is damaged or for another processor.
      > On the node, run \`& "C:\\Program Files\\containerd\\containerd.exe" --version\`.`,
  }),
  ...windowsErrors('kubelet', {
    WINDOWS_CSE_ERROR_INVALID_PARAMETER_IN_AZURE_CONFIG: `A value of the config for the cloud provider is not valid.
      - A parameter of azure.json is empty or has the wrong format.
      > On the node, read C:\\k\\azure.json; the message names the parameter.`,
    WINDOWS_CSE_ERROR_START_NODE_RESET_SCRIPT_TASK: `The task that resets the node did not start kubelet and kube-proxy.
      - windowsnodereset.ps1 waits for the host network service, or one of the services stops immediately.
      > On the node, read C:\\k\\windowsnodereset.log, C:\\k\\kubelet.err.log and C:\\k\\kubeproxy.err.log.`,
    WINDOWS_CSE_ERROR_UPDATING_KUBE_CLUSTER_CONFIG: `The file with the cluster config could not be updated.
      - C:\\k\\kubeclusterconfig.json is not valid JSON, or in use.
      > On the node, run \`Get-Content C:\\k\\kubeclusterconfig.json | ConvertFrom-Json\`.`,
    WINDOWS_CSE_ERROR_INSTALL_CREDENTIAL_PROVIDER: `kubelet's credential provider was downloaded but could not be installed.
      - The archive doesn't contain acr-credential-provider.exe, or its folder could not be written.
      > On the node, run \`dir C:\\var\\lib\\kubelet\\credential-provider\`.`,
    WINDOWS_CSE_ERROR_CREDENTIAL_PROVIDER_CONFIG: `The config of kubelet's credential provider is not valid for kubelet.
      - The path of the provider or of its config is missing among the flags of kubelet.
      > Search ${scriptLog} for image-credential-provider, and compare the kubelet flags.`,
  }),
  ...windowsErrors('registry', {
    WINDOWS_CSE_ERROR_PULL_PAUSE_IMAGE: `The pause image could not be pulled.
      - mcr.microsoft.com or its data endpoints are not reachable from the Windows node.
      > On the node, run \`ctr.exe -n k8s.io images pull mcr.microsoft.com/oss/kubernetes/pause:3.9\` and \`curl.exe -v https://mcr.microsoft.com/v2/\`.`,
    WINDOWS_CSE_ERROR_ORAS_NOT_FOUND: `The node belongs to a network isolated cluster, and its image doesn't contain the client oras.
      - The image is too old and doesn't contain C:\\aks-tools\\oras\\oras.exe.
      > On the node, run \`dir C:\\aks-tools\\oras\`; use a newer node image.`,
    WINDOWS_CSE_ERROR_ORAS_PULL_NETWORK_TIMEOUT: `The Windows node could not log in to the registry of its isolated cluster.
      - The login server of the registry doesn't resolve to its private endpoint, or a rule blocks port 443.
      > On the node, run \`Resolve-DnsName <registry>\` and \`Test-NetConnection <registry> -Port 443\`.`,
    WINDOWS_CSE_ERROR_ORAS_PULL_WINDOWSZIP_FAIL: fromRegistry(
      'the archive with kubelet',
      'aks/packages/kubernetes/windowszip',
    ),
    WINDOWS_CSE_ERROR_ORAS_PULL_CREDENTIAL_PROVIDER: fromRegistry(
      'the credential provider',
      'aks/packages/kubernetes/azure-acr-credential-provider',
    ),
    WINDOWS_CSE_ERROR_ORAS_PULL_POD_INFRA_CONTAINER: fromRegistry('the pause image', 'oss/kubernetes/pause'),
    WINDOWS_CSE_ERROR_ORAS_PULL_CONTAINERD: fromRegistry('containerd', 'aks/packages/containerd'),
  }),
];

/** GPU drivers on Windows. */
export const gpuErrors = windowsErrors('gpu', {
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_FAILED: `The installer of the GPU driver failed.
    - The driver doesn't support the GPU of this VM size or this Windows version.
    > On the node, read C:\\AzureData\\NvidiaInstallLog and run \`nvidia-smi\`.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_TIMEOUT: `The installer of the GPU driver timed out.
    - It waits for input or for another installation that runs at the same time.
    > On the node, check which msiexec and setup processes run.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_VM_SIZE_NOT_SUPPORTED: `The scripts have no GPU driver for this VM size.
    - The VM size is newer than the scripts, or AKS offers no Windows GPU driver for it.
    > Choose a VM size that AKS supports for Windows GPU pools, or install no driver and bring your own.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_URL_NOT_SET: `A GPU driver should be installed, but its URL is missing.
    - windowsGpuDriverURL is empty.
    > Search ${scriptLog} for GpuDriverURL.`,
  WINDOWS_CSE_ERROR_GPU_SKU_INFO_NOT_FOUND: `The information about the GPU of this VM size is missing on the node.
    - The script package doesn't contain the file with the list of sizes.
    > Search ${scriptLog} for the list of GPU sizes, and the unpacked version of the scripts.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_DOWNLOAD_FAILURE: `The GPU driver could not be downloaded.
    - The firewall of this network blocks the address in windowsGpuDriverURL.
    > On the node, run \`curl.exe -v -L -o NUL\` with the URL of the driver.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INVALID_SIGNATURE: `The downloaded GPU driver has no valid signature, so it was not run.
    - The file is damaged, was replaced, or signed with a certificate that this Windows version doesn't know.
    > On the node, run \`Get-AuthenticodeSignature\` for the downloaded file.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_EXCEPTION: `The step that installs the GPU driver failed with an exception.
    - The installer could not be started, for example because another program holds its file.
    > Read the exception after \`Error:\`, and search ${scriptLog} for Start-InstallGPUDriver.`,
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_URL_NOT_EXE: `The URL of the GPU driver doesn't point to an installer.
    - windowsGpuDriverURL ends in something other than .exe.
    > Correct the URL of the driver in the config of the node pool.`,
});
