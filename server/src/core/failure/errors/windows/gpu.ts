import { errorsOf } from '../error.js';
import { scriptLog } from './forms.js';

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
