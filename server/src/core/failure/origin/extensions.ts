import { described, type ErrorDescription, type StepsText } from '../errors/error.js';

/** What is known about an extension of VMs. */
export interface KnownExtension extends ErrorDescription {
  readonly title: string;
  /** Its log on the node; undefined if Microsoft documents none. */
  readonly log: string | undefined;
  /** Whether a node without it joins the cluster late or never. */
  readonly blocksNode: boolean;
}

/** Names of the custom script extensions with which AKS, Karpenter, aks-engine and acs-engine provision nodes, as a pattern. */
export const nodeExtensionNames = String.raw`vmssCSE|cse-(?:master|agent)-\w[\w-]{0,60}|cse\d{1,3}|windows-cse-agent-karpenter`;
const nodeExtension = new RegExp(`^(?:${nodeExtensionNames})$`, 'i');
const nodeExtensionInText = new RegExp(String.raw`(?<![\w-])(?:${nodeExtensionNames})(?![\w-])`);

/** Whether an extension of this name provisions a node. */
export function provisionsNodes(name: string): boolean {
  return nodeExtension.test(name);
}

/** The first name of such an extension in a text. */
export function nodeExtensionIn(text: string): RegExpExecArray | null {
  return nodeExtensionInText.exec(text);
}

/** Whether this is a type of the custom script extension, of Linux or Windows, also in its early rings (`Edp`). */
export function isCustomScript(type: string): boolean {
  return /(?:^|\.)CustomScript(?:Extension|ForLinux)?$/i.test(type);
}

/** Pattern of the name or type, title, log, whether it blocks the node, description. */
const rows: readonly (readonly [RegExp, string, string | undefined, boolean, StepsText])[] = [
  [
    /CAPZ\.(?:(?:Linux|Windows)\.)?Bootstrapping/i,
    'the bootstrapping extension of Cluster API (CAPZ)',
    undefined,
    true,
    `Cluster API waits on the VM for the mark that kubeadm has finished; the mark did not come. kubeadm or cloud-init failed before.
      >linux On the VM, read /var/log/cloud-init-output.log: the last output of kubeadm shows the cause.
      >windows On the VM, read the logs in C:\\Program Files\\Cloudbase Solutions\\Cloudbase-Init\\log: the last output of kubeadm shows the cause.
      > \`kubectl describe azuremachine\` shows the conditions of the machine.`,
  ],
  [
    /AADSSHLogin|AADLoginFor/i,
    'the extension for signing in with Microsoft Entra ID',
    '/var/log/azure/Microsoft.Azure.ActiveDirectory.AADSSHLoginForLinux',
    false,
    `The sign-in with Microsoft Entra ID could not be installed. The node works without it.
      > Read the end of its output: often a package manager holds its lock, or the operating system isn't supported.
      > Remove the extension from the node pool, or install it again when the node is ready.`,
  ],
  [
    /OmsAgent|MMAExtension|MicrosoftMonitoringAgent/i,
    'the Log Analytics agent (retired in August 2024)',
    '/var/log/azure/Microsoft.EnterpriseCloud.Monitoring.OmsAgentForLinux/extension.log',
    false,
    `The Log Analytics agent could not be set up. The node works without it.
      > Check the ID and the key of the workspace in the settings of the extension.
      > Remove the extension: Azure Monitor Agent has taken its place.`,
  ],
  [
    /AzureMonitor(?:Linux|Windows)Agent/i,
    'Azure Monitor Agent',
    '/var/log/azure/Microsoft.Azure.Monitor.AzureMonitorLinuxAgent',
    false,
    `Azure Monitor Agent could not be set up. The node works without it, but sends no metrics and logs.
      > Read its log on the node: often its endpoints are blocked, or the VM has no managed identity.`,
  ],
  [
    /VMApplicationManager|VMAppExtension/i,
    'the extension for VM applications',
    '/var/log/azure/Microsoft.CPlat.Core.VMApplicationManagerLinux',
    false,
    `A VM application could not be installed. It is part of the scale set, but not of the node.
      > Read its log on the node: it names the application and what its script printed.`,
  ],
  [
    /RunCommand/i,
    'Run Command',
    '/var/log/azure/run-command',
    false,
    `A script that was run with Run Command failed. Its author defines the codes.
      > Read its output in the message or on the node. It has nothing to do with provisioning.`,
  ],
  [
    /AKSLinuxExtension|AKS\.Linux\.AKSNode|AKSNode/i,
    'the node extension of AKS',
    '/var/log/azure/Microsoft.AKS.Compute.AKS.Linux.AKSNode',
    false,
    `The extension with which AKS services nodes did not finish. It detects problems and collects logs; nodes join without it.
      > If other extensions failed on the same VM, look at them first: extensions run one after another.`,
  ],
  [
    /Linux\.Billing|computeAksLinuxBilling|AKSLinuxBilling/i,
    'the billing extension of AKS',
    undefined,
    false,
    `The billing extension of AKS did not finish. It runs nothing on the node.
      > Look at the other extensions of the VM, and at its guest agent.`,
  ],
  [
    /GuestConfig|AzurePolicy|ConfigurationFor(?:Linux|Windows)/i,
    'the machine configuration of Azure Policy',
    '/var/log/azure/Microsoft.GuestConfiguration.ConfigurationforLinux',
    false,
    `The machine configuration of Azure Policy could not be set up. The node works without it.
      > Exempt the node resource group from the policy that installs it: AKS manages its nodes itself.`,
  ],
  [
    /MDE\.(?:Linux|Windows)|AzureDefender|Qualys|AzureSecurity/i,
    'a security extension (Defender)',
    '/var/log/azure/Microsoft.Azure.AzureDefenderForServers.MDE.Linux',
    false,
    `A security extension could not be set up. The node works without it.
      > Use Defender for Containers for nodes, and leave the scale sets of AKS out of what installs extensions on VMs.`,
  ],
  [
    /KeyVaultFor(?:Linux|Windows)/i,
    'the Key Vault extension',
    '/var/log/azure/Microsoft.Azure.KeyVault.KeyVaultForLinux',
    false,
    `The Key Vault extension could not fetch a certificate.
      > Check that the identity of the VM may read the secrets of the vault, and that its firewall lets the subnet in.`,
  ],
];

/** All extensions that are described here. */
export const knownExtensions: readonly KnownExtension[] = rows.map(([, title, log, blocksNode, text]) => ({
  title,
  log,
  blocksNode,
  ...described(text),
}));

/** What is known about an extension, by its name or type. */
export function knownExtension(nameOrType: string): KnownExtension | undefined {
  return knownExtensions[rows.findIndex(([pattern]) => pattern.test(nameOrType))];
}
