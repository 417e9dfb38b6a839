import { errorsOf } from '../error.js';
import { fromRegistry, scriptLog } from './general.js';

/** containerd, the pause image, kubelet, and what comes from registries. */
export const runtimeErrors = [
  ...errorsOf('container-runtime', {
    WINDOWS_CSE_ERROR_PAUSE_IMAGE_NOT_EXIST: {
      meaning: 'The pause image is not among the images of the node.',
      causes: ['The image of the node caches another version of pause than the config asks for.'],
      next: ['On the node, run `ctr.exe -n k8s.io images ls | findstr pause`.'],
    },
    WINDOWS_CSE_ERROR_CONTAINERD_NOT_INSTALLED: {
      meaning: 'containerd is not installed as a service.',
      causes: ['The step that registers the service failed, or its files were not unpacked.'],
      next: ['On the node, run `Get-Service containerd` and `dir "C:\\Program Files\\containerd"`.'],
    },
    WINDOWS_CSE_ERROR_CONTAINERD_NOT_RUNNING: {
      meaning: 'The service of containerd is installed and does not run.',
      causes: ['Its config.toml is not valid, or the feature Containers of Windows is not switched on.'],
      next: [
        'On the node, look at C:\\ProgramData\\containerd\\root\\panic.log and C:\\k\\containerd.err.log.',
        'Run `"C:\\Program Files\\containerd\\containerd.exe" --log-level debug` by hand.',
      ],
    },
    WINDOWS_CSE_ERROR_NO_DOCKER_TO_BUILD_PAUSE_CONTAINER: {
      meaning: 'The pause image was to be built with Docker, which is not on the node.',
      causes: ['The image of the node has containerd only, but the config still asks for a build by Docker.'],
      next: ['Use a pause image from a registry (windowsPauseImageURL) and a newer node image.'],
    },
    WINDOWS_CSE_ERROR_BUILD_DOCKER_PAUSE_CONTAINER: {
      meaning: 'Docker could not build the pause image.',
      causes: ['The base image of the fitting Windows version could not be pulled.'],
      next: [`Look in ${scriptLog} for \`docker build\`.`],
    },
    WINDOWS_CSE_ERROR_BUILD_TAG_PAUSE_IMAGE: {
      meaning: 'The pause image could not be tagged.',
      causes: ['containerd did not answer, or the image that was to be tagged had not been pulled.'],
      next: [`Look in ${scriptLog} for \`images tag\`.`],
    },
    WINDOWS_CSE_ERROR_CONTAINERD_BINARY_EXIST: {
      meaning: 'The program containerd is not where the package should have put it.',
      causes: ['The archive of containerd has another layout than the script expects.'],
      next: ['On the node, run `dir "C:\\Program Files\\containerd" -Recurse`, and look into the archive.'],
    },
    WINDOWS_CSE_ERROR_GET_CONTAINERD_VERSION: {
      meaning: 'The version of containerd could not be found out.',
      causes: ['`containerd.exe --version` failed, as with a damaged file or one for another processor.'],
      next: ['On the node, run `& "C:\\Program Files\\containerd\\containerd.exe" --version`.'],
    },
  }),
  ...errorsOf('kubelet', {
    WINDOWS_CSE_ERROR_INVALID_PARAMETER_IN_AZURE_CONFIG: {
      meaning: 'A value of the config for the cloud provider is not valid.',
      causes: ['A parameter with which azure.json is written was empty or of the wrong form.'],
      next: ['On the node, look at C:\\k\\azure.json; the message names the parameter.'],
    },
    WINDOWS_CSE_ERROR_START_NODE_RESET_SCRIPT_TASK: {
      meaning: 'The task that resets the node did not bring kubelet and kube-proxy up.',
      causes: ['windowsnodereset.ps1 waits for the host network service, or one of the services ends at once.'],
      next: ['On the node, look at C:\\k\\windowsnodereset.log, C:\\k\\kubelet.err.log and C:\\k\\kubeproxy.err.log.'],
    },
    WINDOWS_CSE_ERROR_UPDATING_KUBE_CLUSTER_CONFIG: {
      meaning: 'The file with the cluster config could not be brought up to date.',
      causes: ['C:\\k\\kubeclusterconfig.json is not valid JSON, or in use.'],
      next: ['On the node, run `Get-Content C:\\k\\kubeclusterconfig.json | ConvertFrom-Json`.'],
    },
    WINDOWS_CSE_ERROR_INSTALL_CREDENTIAL_PROVIDER: {
      meaning: "kubelet's credential provider was downloaded and could not be installed.",
      causes: ['The archive does not hold acr-credential-provider.exe, or its folder could not be written.'],
      next: ['On the node, run `dir C:\\var\\lib\\kubelet\\credential-provider`.'],
    },
    WINDOWS_CSE_ERROR_CREDENTIAL_PROVIDER_CONFIG: {
      meaning: "The config of kubelet's credential provider is not as kubelet wants it.",
      causes: ['The path of the provider or of its config is missing among the flags of kubelet.'],
      next: [`Look in ${scriptLog} for image-credential-provider, and compare the kubelet flags.`],
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
      meaning: 'The node belongs to a network isolated cluster, and the client oras is not on its image.',
      causes: ['The image is too old to carry C:\\aks-tools\\oras\\oras.exe.'],
      next: ['On the node, run `dir C:\\aks-tools\\oras`; use a newer node image.'],
    },
    WINDOWS_CSE_ERROR_ORAS_PULL_NETWORK_TIMEOUT: {
      meaning: 'The login of the Windows node to the registry of its isolated cluster did not get through.',
      causes: ['The login server of the registry does not resolve to its private endpoint, or a rule denies port 443.'],
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
    meaning: 'The installer of the GPU driver ended with an error.',
    causes: ['The driver does not fit the GPU of this VM size or this Windows.'],
    next: ['On the node, look at C:\\AzureData\\NvidiaInstallLog and run `nvidia-smi`.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_TIMEOUT: {
    meaning: 'The installer of the GPU driver did not end in time.',
    causes: ['It waits for input or for another installation that runs at the same time.'],
    next: ['On the node, look which msiexec and setup processes run.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_VM_SIZE_NOT_SUPPORTED: {
    meaning: 'The scripts know no GPU driver for this VM size.',
    causes: ['The VM size is newer than the scripts, or AKS offers no Windows GPU driver for it.'],
    next: ['Choose a VM size that AKS supports for Windows GPU pools, or install no driver and bring your own.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_URL_NOT_SET: {
    meaning: 'A GPU driver was to be installed, and no address for it was given.',
    causes: ['windowsGpuDriverURL is empty.'],
    next: [`Look in ${scriptLog} for GpuDriverURL.`],
  },
  WINDOWS_CSE_ERROR_GPU_SKU_INFO_NOT_FOUND: {
    meaning: 'The facts about the GPU of this VM size are not on the node.',
    causes: ['The file with the list of sizes is missing in the package of scripts.'],
    next: [`Look in ${scriptLog} for the list of GPU sizes, and which version of the scripts was unpacked.`],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_DOWNLOAD_FAILURE: {
    meaning: 'The GPU driver could not be downloaded.',
    causes: ['The address in windowsGpuDriverURL is not reachable through the firewall of this network.'],
    next: ['On the node, run `curl.exe -v -L -o NUL` with the URL of the driver.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INVALID_SIGNATURE: {
    meaning: 'The GPU driver that was downloaded carries no valid signature, so it was not run.',
    causes: ['The file is damaged, was replaced, or was signed with a certificate that this Windows does not know.'],
    next: ['On the node, run `Get-AuthenticodeSignature` for the downloaded file.'],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_EXCEPTION: {
    meaning: 'The step that installs the GPU driver ended with an exception.',
    causes: ['The installer could not be started, for example because another program holds its file.'],
    next: [`Read the exception behind \`Error:\`, and look in ${scriptLog} for Start-InstallGPUDriver.`],
  },
  WINDOWS_CSE_ERROR_GPU_DRIVER_INSTALLATION_URL_NOT_EXE: {
    meaning: 'The address of the GPU driver does not lead to an installer.',
    causes: ['windowsGpuDriverURL ends in something other than .exe.'],
    next: ['Correct the URL of the driver in the config of the node pool.'],
  },
});
