import { errorsOf, type ErrorText } from '../error.js';

/** The log of the Windows provisioning scripts. */
export const scriptLog = 'C:\\AzureData\\CustomDataSetupScript.log';

/** A file that could not be fetched. */
export function download(thing: string, host: string, variable: string): ErrorText {
  return {
    meaning: `The node could not download ${thing}.`,
    causes: [
      `A firewall, proxy or route keeps the node from ${host}, where ${thing} comes from.`,
      `The address in ${variable} leads to a version of ${thing} that is not there; storage answers then with BlobNotFound.`,
    ],
    next: [
      `Look in ${scriptLog} for the URL of ${thing} and for what curl says behind it.`,
      `On the node, run \`curl.exe -v -L -o NUL\` with that URL.`,
    ],
  };
}

/** A port setting of the network stack that netsh refused. */
export function ports(which: string, command: string): ErrorText {
  return {
    meaning: `The ${which} could not be set.`,
    causes: [`netsh refused the ${which}: the numbers overlap with a range that another service has reserved.`],
    next: [`On the node, run \`${command}\`.`, `Look in ${scriptLog} for netsh and the ${which}.`],
  };
}

/** An artifact that an isolated cluster takes from its own registry. */
export function fromRegistry(thing: string, repository: string): ErrorText {
  return {
    meaning: `On a network isolated cluster, ${thing} could not be pulled from the registry of the cluster.`,
    causes: [
      `The registry has no cache rule for ${repository}, or its upstream does not hold the version.`,
      `The private endpoint of the registry does not serve the subnet, so that ${thing} cannot be reached.`,
    ],
    next: [
      `Look in C:\\aks-tools\\oras\\oras_verbose.out and in ${scriptLog} for ${repository}.`,
      'Run `az acr cache list` for the registry.',
    ],
  };
}

/** A step of setting up group managed service accounts. */
function gmsa(step: string, cause: string): ErrorText {
  return {
    meaning: `Setting up group managed service accounts (gMSA) failed while ${step}.`,
    causes: [cause],
    next: [`Look in ${scriptLog} for gMSA and for the exception that was thrown while ${step}.`],
  };
}

/** The scripts themselves, the operating system, identities and storage. */
export const generalErrors = [
  ...errorsOf('done', {
    WINDOWS_CSE_SUCCESS: {
      meaning: 'Provisioning finished without an error.',
      causes: ['Nothing went wrong in the scripts; a node that is not ready yet has its reason after them.'],
      next: ['If the node did not join, look at C:\\k\\kubelet.log and C:\\k\\kubelet.err.log.'],
    },
  }),
  ...errorsOf('other', {
    WINDOWS_CSE_ERROR_UNKNOWN: {
      meaning: 'The provisioning script ended with an exception that none of its steps expected.',
      causes: ['A step failed in a way that has no code of its own; the text behind `Error:` is the exception.'],
      next: [
        `Read the text behind \`Error:\`, then look at the last lines of ${scriptLog} for the step and its line number.`,
      ],
    },
    WINDOWS_CSE_ERROR_INVOKE_EXECUTABLE: {
      meaning: 'A program that the script called ended with an error.',
      causes: ['The program is missing, or refuses its arguments; the message names it.'],
      next: [`Look in ${scriptLog} for the command line and its exit code, and run it by hand on the node.`],
    },
  }),
  ...errorsOf('os-config', {
    WINDOWS_CSE_ERROR_FILE_NOT_EXIST: {
      meaning: 'A file that the script needs is not on the node.',
      causes: ['The node image is of another version than the scripts, or a package was unpacked incompletely.'],
      next: [`The message names the file; look in ${scriptLog} for the step that should have made it.`],
    },
    WINDOWS_CSE_ERROR_OPENSSH_NOT_INSTALLED: {
      meaning: 'OpenSSH was to be set up and is not installed.',
      causes: ['The image was built without the optional feature OpenSSH.Server.'],
      next: ['On the node, run `Get-WindowsCapability -Online -Name OpenSSH.Server*`.'],
    },
    WINDOWS_CSE_ERROR_OPENSSH_FIREWALL_NOT_CONFIGURED: {
      meaning: 'The rule of the firewall that lets OpenSSH in is not there.',
      causes: ['A policy removes rules of the Windows firewall, or OpenSSH was installed without its rule.'],
      next: ['On the node, run `Get-NetFirewallRule -Name *OpenSSH-Server*`.'],
    },
    WINDOWS_CSE_ERROR_NOT_FOUND_BUILD_NUMBER: {
      meaning: 'The build number of Windows could not be found out.',
      causes: ['The registry value of the build number is missing or cannot be read, as in an image that was changed.'],
      next: [
        'On the node, run `(Get-ItemProperty "HKLM:\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion").CurrentBuild`.',
      ],
    },
  }),
  ...errorsOf('cse-package', {
    WINDOWS_CSE_ERROR_NOT_FOUND_PROVISIONING_SCRIPTS: {
      meaning: 'The scripts that start kubelet and kube-proxy are not on the node.',
      causes: ['The Kubernetes package does not bring them along, as with a package that was made by hand.'],
      next: ['On the node, run `dir C:\\AzureData\\provisioningscripts C:\\k`.'],
    },
    WINDOWS_CSE_ERROR_NO_CSE_RESULT_LOG: {
      meaning: 'The set-up script ended without leaving its result, so that its own exit code is not known.',
      causes: [
        'The script was ended from outside, for example by a reboot or because the time of the extension was over.',
        'PowerShell could not even load the script.',
      ],
      next: [`See how far ${scriptLog} goes, and whether C:\\AzureData\\CSEResult.log is there.`],
    },
    WINDOWS_CSE_ERROR_COPY_LOG_COLLECTION_SCRIPTS: {
      meaning: 'The scripts that collect logs could not be copied to C:\\k\\debug.',
      causes: ['The package of scripts lacks its folder debug, or the target is in use.'],
      next: ['On the node, run `dir C:\\AzureData\\windows\\debug C:\\k\\debug`.'],
    },
    WINDOWS_CSE_ERROR_NETWORK_ISOLATED_CLUSTER_CSE_NOT_CACHED: {
      meaning: 'The node belongs to a network isolated cluster, and its image does not hold the package of scripts.',
      causes: ['The image is too old for network isolated clusters: nothing may be downloaded there.'],
      next: [
        'On the node, run `dir C:\\akse-cache -Recurse -Filter aks-windows-cse-scripts*`; use a newer node image.',
      ],
    },
  }),
  ...errorsOf('custom-data', {
    WINDOWS_CSE_ERROR_NO_CUSTOM_DATA_BIN: {
      meaning: 'The custom data of the VM never reached the disk.',
      causes: [
        'The scale set has no custom data, or Windows set-up ended before it wrote C:\\AzureData\\CustomData.bin.',
      ],
      next: [
        'On the node, run `dir C:\\AzureData`, and look at C:\\Windows\\Panther\\UnattendGC\\setupact.log.',
        'See whether `osProfile.customData` was given in the model of the scale set.',
      ],
    },
  }),
  ...errorsOf('storage', {
    WINDOWS_CSE_ERROR_RESIZE_OS_DRIVE: {
      meaning: 'The drive C: could not be enlarged to the size of the disk.',
      causes: ['A recovery partition stands behind C: and is in the way.'],
      next: ['On the node, run `Get-Partition` and `Get-PartitionSupportedSize -DriveLetter C`.'],
    },
    WINDOWS_CSE_ERROR_ADJUST_PAGEFILE_SIZE: {
      meaning: 'The size of the page file could not be changed.',
      causes: ['The drive has too little room for it, or Windows manages the page file and does not give it away.'],
      next: ['On the node, run `Get-CimInstance Win32_PageFileSetting` and `Get-Volume`.'],
    },
  }),
  ...errorsOf('identity', {
    WINDOWS_CSE_ERROR_GENERATE_TOKEN_FOR_ARM: {
      meaning: 'The node got no token for the Azure resource manager.',
      causes: [
        'The secret of the service principal has expired or is wrong.',
        'login.microsoftonline.com, or the endpoint of the cloud, is not reachable from the node.',
      ],
      next: [
        'Run `az ad sp credential list --id <client id>` and look at the end dates.',
        `Look in ${scriptLog} for the request to oauth2/token.`,
      ],
    },
    WINDOWS_CSE_ERROR_LOOKUP_INSTANCE_DATA_TAG: {
      meaning: 'A tag of the VM could not be looked up in its metadata.',
      causes: ['The metadata service at 169.254.169.254 did not answer when the tags were asked for.'],
      next: [
        'On the node, ask the metadata service for `compute/tagsList` with `Invoke-RestMethod -Headers @{Metadata="true"}`.',
      ],
    },
    WINDOWS_CSE_ERROR_LOAD_METADATA: {
      meaning: 'The metadata that the scripts keep for themselves could not be loaded.',
      causes: ['The metadata service did not answer, or what was stored of its answer is gone.'],
      next: [`Look in ${scriptLog} for metadata, and whether 169.254.169.254 can be reached from the node.`],
    },
    WINDOWS_CSE_ERROR_PARSE_METADATA: {
      meaning: 'The metadata were there and are not the JSON that the script expects.',
      causes: ['A proxy answered in place of the metadata service, or the stored answer was cut off.'],
      next: [`Look in ${scriptLog} for the text that could not be parsed; a page of HTML comes from a proxy.`],
    },
    WINDOWS_CSE_ERROR_ORAS_IMDS_TIMEOUT: {
      meaning: 'The node asked the metadata service for a token to log in to the registry and got no answer.',
      causes: ['The kubelet identity is not assigned to the scale set, or 169.254.169.254 cannot be reached.'],
      next: ['Compare the identities of the Windows scale set with `az aks show --query identityProfile`.'],
    },
    WINDOWS_CSE_ERROR_ORAS_PULL_UNAUTHORIZED: {
      meaning: 'The registry of the network isolated cluster refused the identity of this Windows node.',
      causes: ['The kubelet identity has no AcrPull role on the registry, or its assignment is too fresh.'],
      next: [
        'Run `az role assignment list --scope <registry>`, and look for 401 or 403 in C:\\aks-tools\\oras\\oras_verbose.out.',
      ],
    },
    WINDOWS_CSE_ERROR_GMSA_EXPAND_ARCHIVE: gmsa(
      'the archive of its plug-in was unpacked',
      'The archive is damaged or came incompletely.',
    ),
    WINDOWS_CSE_ERROR_GMSA_ENABLE_POWERSHELL_PRIVILEGE: gmsa(
      'the script took the privilege to change protected registry keys',
      'A policy does not let the system account take ownership.',
    ),
    WINDOWS_CSE_ERROR_GMSA_SET_REGISTRY_PERMISSION: gmsa(
      'permissions on its registry key were changed',
      'The key of the COM class is owned by TrustedInstaller and was not given away.',
    ),
    WINDOWS_CSE_ERROR_GMSA_SET_REGISTRY_VALUES: gmsa(
      'the plug-in was registered',
      'A value under CCG\\COMClasses could not be written.',
    ),
    WINDOWS_CSE_ERROR_GMSA_IMPORT_CCGEVENTS: gmsa(
      'the manifest of the CCG events was imported with wevtutil',
      'An event log with the same name exists already or the manifest does not fit this Windows.',
    ),
    WINDOWS_CSE_ERROR_GMSA_IMPORT_CCGAKVPPLUGINEVENTS: gmsa(
      'the manifest of the key vault plug-in events was imported with wevtutil',
      'The DLL that the manifest names is not in its place.',
    ),
  }),
];
