import type { ErrorText } from '../error.js';

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
export function gmsa(step: string, cause: string): ErrorText {
  return {
    meaning: `Setting up group managed service accounts (gMSA) failed while ${step}.`,
    causes: [cause],
    next: [`Look in ${scriptLog} for gMSA and for the exception that was thrown while ${step}.`],
  };
}
