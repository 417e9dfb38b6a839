import { errorsOf } from '../error.js';
import { fromRegistry, scriptLog } from './general.js';

/** containerd, the pause image, kubelet and registries. */
export const runtimeErrors = [
  ...errorsOf('container-runtime', {
    WINDOWS_CSE_ERROR_PAUSE_IMAGE_NOT_EXIST: {
      meaning: 'The pause image is missing on the node.',
      causes: ['The node image caches another version of pause than the config requests.'],
      next: ['On the node, run `ctr.exe -n k8s.io images ls | findstr pause`.'],
    },
    WINDOWS_CSE_ERROR_CONTAINERD_NOT_INSTALLED: {
      meaning: 'containerd is not installed as a service.',
      causes: ['The step that registers the service failed, or its files were not unpacked.'],
      next: ['On the node, run `Get-Service containerd` and `dir "C:\\Program Files\\containerd"`.'],
    },
    WINDOWS_CSE_ERROR_CONTAINERD_NOT_RUNNING: {
      meaning: 'The containerd service is installed but not running.',
      causes: ['Its config.toml is not valid, or the Windows feature Containers is not enabled.'],
      next: [
        'On the node, read C:\\ProgramData\\containerd\\root\\panic.log and C:\\k\\containerd.err.log.',
        'Run `"C:\\Program Files\\containerd\\containerd.exe" --log-level debug` manually.',
      ],
    },
    WINDOWS_CSE_ERROR_NO_DOCKER_TO_BUILD_PAUSE_CONTAINER: {
      meaning: 'The pause image should be built with Docker, which is not on the node.',
      causes: ['The node image only has containerd, but the config requires a build with Docker.'],
      next: ['Use a pause image from a registry (windowsPauseImageURL) and a newer node image.'],
    },
    WINDOWS_CSE_ERROR_BUILD_DOCKER_PAUSE_CONTAINER: {
      meaning: 'Docker could not build the pause image.',
      causes: ['The base image of the matching Windows version could not be pulled.'],
      next: [`Search ${scriptLog} for \`docker build\`.`],
    },
    WINDOWS_CSE_ERROR_BUILD_TAG_PAUSE_IMAGE: {
      meaning: 'The pause image could not be tagged.',
      causes: ['containerd did not answer, or the image was not pulled.'],
      next: [`Search ${scriptLog} for \`images tag\`.`],
    },
    WINDOWS_CSE_ERROR_CONTAINERD_BINARY_EXIST: {
      meaning: 'containerd is not where the package should have installed it.',
      causes: ["The containerd archive doesn't have the layout that the script expects."],
      next: ['On the node, run `dir "C:\\Program Files\\containerd" -Recurse`, and inspect the archive.'],
    },
    WINDOWS_CSE_ERROR_GET_CONTAINERD_VERSION: {
      meaning: 'The version of containerd could not be determined.',
      causes: ['`containerd.exe --version` failed, for example because the file is damaged or for another processor.'],
      next: ['On the node, run `& "C:\\Program Files\\containerd\\containerd.exe" --version`.'],
    },
  }),
  ...errorsOf('kubelet', {
    WINDOWS_CSE_ERROR_INVALID_PARAMETER_IN_AZURE_CONFIG: {
      meaning: 'A value of the config for the cloud provider is not valid.',
      causes: ['A parameter of azure.json is empty or has the wrong format.'],
      next: ['On the node, read C:\\k\\azure.json; the message names the parameter.'],
    },
    WINDOWS_CSE_ERROR_START_NODE_RESET_SCRIPT_TASK: {
      meaning: 'The task that resets the node did not start kubelet and kube-proxy.',
      causes: ['windowsnodereset.ps1 waits for the host network service, or one of the services stops immediately.'],
      next: ['On the node, read C:\\k\\windowsnodereset.log, C:\\k\\kubelet.err.log and C:\\k\\kubeproxy.err.log.'],
    },
    WINDOWS_CSE_ERROR_UPDATING_KUBE_CLUSTER_CONFIG: {
      meaning: 'The file with the cluster config could not be updated.',
      causes: ['C:\\k\\kubeclusterconfig.json is not valid JSON, or in use.'],
      next: ['On the node, run `Get-Content C:\\k\\kubeclusterconfig.json | ConvertFrom-Json`.'],
    },
    WINDOWS_CSE_ERROR_INSTALL_CREDENTIAL_PROVIDER: {
      meaning: "kubelet's credential provider was downloaded but could not be installed.",
      causes: ["The archive doesn't contain acr-credential-provider.exe, or its folder could not be written."],
      next: ['On the node, run `dir C:\\var\\lib\\kubelet\\credential-provider`.'],
    },
    WINDOWS_CSE_ERROR_CREDENTIAL_PROVIDER_CONFIG: {
      meaning: "The config of kubelet's credential provider is not valid for kubelet.",
      causes: ['The path of the provider or of its config is missing among the flags of kubelet.'],
      next: [`Search ${scriptLog} for image-credential-provider, and compare the kubelet flags.`],
    },
  }),
  ...errorsOf('registry', {
    WINDOWS_CSE_ERROR_PULL_PAUSE_IMAGE: {
      meaning: 'The pause image could not be pulled.',
      causes: ['mcr.microsoft.com or its data endpoints are not reachable from the Windows node.'],
      next: [
        'On the node, run `ctr.exe -n k8s.io images pull mcr.microsoft.com/oss/kubernetes/pause:3.9` and `curl.exe -v https://mcr.microsoft.com/v2/`.',
      ],
    },
    WINDOWS_CSE_ERROR_ORAS_NOT_FOUND: {
      meaning: "The node belongs to a network isolated cluster, and its image doesn't contain the client oras.",
      causes: ["The image is too old and doesn't contain C:\\aks-tools\\oras\\oras.exe."],
      next: ['On the node, run `dir C:\\aks-tools\\oras`; use a newer node image.'],
    },
    WINDOWS_CSE_ERROR_ORAS_PULL_NETWORK_TIMEOUT: {
      meaning: 'The Windows node could not log in to the registry of its isolated cluster.',
      causes: ["The login server of the registry doesn't resolve to its private endpoint, or a rule blocks port 443."],
      next: ['On the node, run `Resolve-DnsName <registry>` and `Test-NetConnection <registry> -Port 443`.'],
    },
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
export const gpuErrors = errorsOf('gpu', {
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_FAILED: {
    meaning: 'The installer of the GPU driver failed.',
    causes: ["The driver doesn't support the GPU of this VM size or this Windows version."],
    next: ['On the node, read C:\\AzureData\\NvidiaInstallLog and run `nvidia-smi`.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_TIMEOUT: {
    meaning: 'The installer of the GPU driver timed out.',
    causes: ['It waits for input or for another installation that runs at the same time.'],
    next: ['On the node, check which msiexec and setup processes run.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_VM_SIZE_NOT_SUPPORTED: {
    meaning: 'The scripts have no GPU driver for this VM size.',
    causes: ['The VM size is newer than the scripts, or AKS offers no Windows GPU driver for it.'],
    next: ['Choose a VM size that AKS supports for Windows GPU pools, or install no driver and bring your own.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_URL_NOT_SET: {
    meaning: 'A GPU driver should be installed, but its URL is missing.',
    causes: ['windowsGpuDriverURL is empty.'],
    next: [`Search ${scriptLog} for GpuDriverURL.`],
  },
  WINDOWS_CSE_ERROR_GPU_SKU_INFO_NOT_FOUND: {
    meaning: 'The information about the GPU of this VM size is missing on the node.',
    causes: ["The script package doesn't contain the file with the list of sizes."],
    next: [`Search ${scriptLog} for the list of GPU sizes, and the unpacked version of the scripts.`],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_DOWNLOAD_FAILURE: {
    meaning: 'The GPU driver could not be downloaded.',
    causes: ['The firewall of this network blocks the address in windowsGpuDriverURL.'],
    next: ['On the node, run `curl.exe -v -L -o NUL` with the URL of the driver.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INVALID_SIGNATURE: {
    meaning: 'The downloaded GPU driver has no valid signature, so it was not run.',
    causes: ["The file is damaged, was replaced, or signed with a certificate that this Windows version doesn't know."],
    next: ['On the node, run `Get-AuthenticodeSignature` for the downloaded file.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_EXCEPTION: {
    meaning: 'The step that installs the GPU driver failed with an exception.',
    causes: ['The installer could not be started, for example because another program holds its file.'],
    next: [`Read the exception after \`Error:\`, and search ${scriptLog} for Start-InstallGPUDriver.`],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_URL_NOT_EXE: {
    meaning: "The URL of the GPU driver doesn't point to an installer.",
    causes: ['windowsGpuDriverURL ends in something other than .exe.'],
    next: ['Correct the URL of the driver in the config of the node pool.'],
  },
});
