import { windowsErrors, type ErrorText } from '../error.js';

/** The log of the Windows provisioning scripts. */
export const scriptLog = 'C:\\AzureData\\CustomDataSetupScript.log';

/** A file that could not be fetched. */
export function download(thing: string, host: string, variable: string): ErrorText {
  return `The node could not download ${thing}.
    - A firewall, proxy or route blocks ${host}, the source of ${thing}.
    - The address in ${variable} points to a version of ${thing} that doesn't exist; storage then returns BlobNotFound.
    > Search ${scriptLog} for the URL of ${thing} and the curl message after it.
    > On the node, run \`curl.exe -v -L -o NUL\` with that URL.`;
}

/** A port setting of the network stack that netsh refused. */
export function ports(which: string, command: string): ErrorText {
  return `The ${which} could not be set.
    - netsh rejected the ${which}: the numbers overlap with a range that another service reserved.
    > On the node, run \`${command}\`.
    > Search ${scriptLog} for netsh and the ${which}.`;
}

/** An artifact that an isolated cluster pulls from its own registry. */
export function fromRegistry(thing: string, repository: string): ErrorText {
  return `On a network isolated cluster, ${thing} could not be pulled from the registry of the cluster.
    - The registry has no cache rule for ${repository}, or its upstream doesn't have the version.
    - The private endpoint of the registry doesn't serve the subnet, so ${thing} is not reachable.
    > Search C:\\aks-tools\\oras\\oras_verbose.out and in ${scriptLog} for ${repository}.
    > Run \`az acr cache list\` for the registry.`;
}

/** A step that sets up group managed service accounts. */
function gmsa(step: string, cause: string): ErrorText {
  return `Setting up group managed service accounts (gMSA) failed while ${step}.
    - ${cause}
    > Search ${scriptLog} for gMSA and for the exception that was thrown while ${step}.`;
}

/** The scripts themselves, the operating system, identities and storage. */
export const generalErrors = [
  ...windowsErrors('done', {
    WINDOWS_CSE_SUCCESS: `Provisioning finished without an error.
      - The scripts succeeded; if the node isn't ready, the cause is after them.
      > If the node did not join, read C:\\k\\kubelet.log and C:\\k\\kubelet.err.log.`,
  }),
  ...windowsErrors('other', {
    WINDOWS_CSE_ERROR_UNKNOWN: `The provisioning script failed with an unexpected exception.
      - A step failed without a code of its own; the text after \`Error:\` is the exception.
      > Read the text after \`Error:\`, then search the last lines of ${scriptLog} for the step and its line number.`,
    WINDOWS_CSE_ERROR_INVOKE_EXECUTABLE: `A program that the script called ended with an error.
      - The program is missing or rejects its arguments; the message names it.
      > Search ${scriptLog} for the command line and its exit code, and run it manually on the node.`,
  }),
  ...windowsErrors('os-config', {
    WINDOWS_CSE_ERROR_FILE_NOT_EXIST: `A file that the script needs is not on the node.
      - The node image and the scripts have different versions, or a package was unpacked incompletely.
      > The message names the file; search ${scriptLog} for the step that should have created it.`,
    WINDOWS_CSE_ERROR_OPENSSH_NOT_INSTALLED: `OpenSSH should be set up but is not installed.
      - The image was built without the optional feature OpenSSH.Server.
      > On the node, run \`Get-WindowsCapability -Online -Name OpenSSH.Server*\`.`,
    WINDOWS_CSE_ERROR_OPENSSH_FIREWALL_NOT_CONFIGURED: `The firewall rule that allows OpenSSH is missing.
      - A policy removes rules of the Windows firewall, or OpenSSH was installed without its rule.
      > On the node, run \`Get-NetFirewallRule -Name *OpenSSH-Server*\`.`,
    WINDOWS_CSE_ERROR_NOT_FOUND_BUILD_NUMBER: `The build number of Windows could not be determined.
      - The registry value of the build number is missing or unreadable, for example because the image was changed.
      > On the node, run \`(Get-ItemProperty "HKLM:\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion").CurrentBuild\`.`,
  }),
  ...windowsErrors('cse-package', {
    WINDOWS_CSE_ERROR_NOT_FOUND_PROVISIONING_SCRIPTS: `The scripts that start kubelet and kube-proxy are not on the node.
      - The Kubernetes package doesn't contain them, for example because it is a custom package.
      > On the node, run \`dir C:\\AzureData\\provisioningscripts C:\\k\`.`,
    WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG: `The setup script ended without writing its result, so its exit code is unknown.
      - The script was terminated, for example by a reboot or because the extension timed out.
      - PowerShell could not load the script.
      > Check where ${scriptLog} ends, and whether C:\\AzureData\\CSEResult.log exists.`,
    WINDOWS_CSE_ERROR_COPY_LOG_COLLECTION_SCRIPTS: `The scripts that collect logs could not be copied to C:\\k\\debug.
      - The script package has no folder debug, or the target is in use.
      > On the node, run \`dir C:\\AzureData\\windows\\debug C:\\k\\debug\`.`,
    WINDOWS_CSE_ERROR_NETWORK_ISOLATED_CLUSTER_CSE_NOT_CACHED: `The node belongs to a network isolated cluster, and its image doesn't contain the script package.
      - The image is too old for network isolated clusters, which can't download the scripts.
      > On the node, run \`dir C:\\akse-cache -Recurse -Filter aks-windows-cse-scripts*\`; use a newer node image.`,
  }),
  ...windowsErrors('custom-data', {
    WINDOWS_CSE_ERROR_NO_CUSTOM_DATA_BIN: `The custom data of the VM was not written to the disk.
      - The scale set has no custom data, or Windows setup ended before it wrote C:\\AzureData\\CustomData.bin.
      > On the node, run \`dir C:\\AzureData\`, and read C:\\Windows\\Panther\\UnattendGC\\setupact.log.
      > Check whether the model of the scale set has \`osProfile.customData\`.`,
  }),
  ...windowsErrors('storage', {
    WINDOWS_CSE_ERROR_RESIZE_OS_DRIVE: `The drive C: could not be enlarged to the size of the disk.
      - A recovery partition after C: blocks it.
      > On the node, run \`Get-Partition\` and \`Get-PartitionSupportedSize -DriveLetter C\`.`,
    WINDOWS_CSE_ERROR_ADJUST_PAGEFILE_SIZE: `The size of the page file could not be changed.
      - The drive has too little space, or Windows manages the page file itself.
      > On the node, run \`Get-CimInstance Win32_PageFileSetting\` and \`Get-Volume\`.`,
  }),
  ...windowsErrors('identity', {
    WINDOWS_CSE_ERROR_GENERATE_TOKEN_FOR_ARM: `The node could not get a token for Azure Resource Manager.
      - The secret of the service principal has expired or is wrong.
      - login.microsoftonline.com, or the endpoint of the cloud, is not reachable from the node.
      > Run \`az ad sp credential list --id <client id>\` and check the end dates.
      > Search ${scriptLog} for the request to oauth2/token.`,
    WINDOWS_CSE_ERROR_LOOKUP_INSTANCE_DATA_TAG: `A VM tag could not be read from the metadata.
      - The metadata service at 169.254.169.254 did not return the tags.
      > On the node, query the metadata service for \`compute/tagsList\` with \`Invoke-RestMethod -Headers @{Metadata="true"}\`.`,
    WINDOWS_CSE_ERROR_LOAD_METADATA: `The metadata that the scripts store could not be loaded.
      - The metadata service did not respond, or the stored response is missing.
      > Search ${scriptLog} for metadata, and whether 169.254.169.254 can be reached from the node.`,
    WINDOWS_CSE_ERROR_PARSE_METADATA: `The metadata is not the JSON that the script expects.
      - A proxy responded instead of the metadata service, or the stored response was cut off.
      > Search ${scriptLog} for the text that could not be parsed; an HTML page comes from a proxy.`,
    WINDOWS_CSE_ERROR_ORAS_IMDS_TIMEOUT: `The metadata service did not return a token for the registry login.
      - The kubelet identity is not assigned to the scale set, or 169.254.169.254 is not reachable.
      > Compare the identities of the Windows scale set with \`az aks show --query identityProfile\`.`,
    WINDOWS_CSE_ERROR_ORAS_PULL_UNAUTHORIZED: `The registry of the network isolated cluster rejected the identity of this Windows node.
      - The kubelet identity has no AcrPull role on the registry, or it was assigned only minutes ago.
      > Run \`az role assignment list --scope <registry>\`, and search for 401 or 403 in C:\\aks-tools\\oras\\oras_verbose.out.`,
    WINDOWS_CSE_ERROR_GMSA_EXPAND_ARCHIVE: gmsa(
      'the archive of its plug-in was unpacked',
      'The archive is damaged or incomplete.',
    ),
    WINDOWS_CSE_ERROR_GMSA_ENABLE_POWERSHELL_PRIVILEGE: gmsa(
      'the script took the privilege to change protected registry keys',
      'A policy prevents the system account from taking ownership.',
    ),
    WINDOWS_CSE_ERROR_GMSA_SET_REGISTRY_PERMISSION: gmsa(
      'permissions on its registry key were changed',
      'The key of the COM class is owned by TrustedInstaller, and its ownership could not be changed.',
    ),
    WINDOWS_CSE_ERROR_GMSA_SET_REGISTRY_VALUES: gmsa(
      'the plug-in was registered',
      'A value under CCG\\COMClasses could not be written.',
    ),
    WINDOWS_CSE_ERROR_GMSA_IMPORT_CCGEVENTS: gmsa(
      'the manifest of the CCG events was imported with wevtutil',
      "An event log with the same name exists already or the manifest doesn't fit this Windows version.",
    ),
    WINDOWS_CSE_ERROR_GMSA_IMPORT_CCGAKVPPLUGINEVENTS: gmsa(
      'the manifest of the key vault plug-in events was imported with wevtutil',
      'The DLL in the manifest is missing.',
    ),
  }),
];
