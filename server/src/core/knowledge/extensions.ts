/** A VM extension, by its publisher and type. */
export interface KnownExtension {
  readonly publisher: string;
  readonly type: string;
  /** What it does, in one or two sentences. */
  readonly doc: string;
}

/**
 * Extensions of AKS and AKS Engine machines. From aks-engine f634f52ff, karpenter-provider-azure 352646f5, AKS's
 * frequently asked questions (2023) and the custom script extensions' own documentation.
 */
const extensions: readonly KnownExtension[] = [
  {
    publisher: 'Microsoft.Azure.Extensions',
    type: 'CustomScript',
    doc: 'The custom script extension for Linux: it runs one command as root and reports how it ended. On AKS nodes that command is the CSE, which provisions the node.',
  },
  {
    publisher: 'Microsoft.Compute',
    type: 'CustomScriptExtension',
    doc: 'The custom script extension for Windows: it runs one command and reports how it ended. On AKS nodes that command runs the PowerShell in custom data, which provisions the node.',
  },
  {
    publisher: 'Microsoft.OSTCExtensions',
    type: 'CustomScriptForLinux',
    doc: 'The former custom script extension for Linux; `CustomScript` of `Microsoft.Azure.Extensions` has taken its place.',
  },
  {
    publisher: 'Microsoft.AKS',
    type: 'Compute.AKS.Linux.AKSNode',
    doc: 'The AKS Linux extension, which AKS puts on every Linux node: tools that watch the node and collect data for troubleshooting. It takes no part in provisioning.',
  },
  {
    publisher: 'Microsoft.AKS',
    type: 'Compute.AKS.Linux.Billing',
    doc: 'Marks the VM as an AKS node for billing. It runs nothing that provisioning waits for.',
  },
  {
    publisher: 'Microsoft.AKS',
    type: 'Compute.AKS-Engine.Linux.Billing',
    doc: 'Marks the VM as one of an AKS Engine or acs-engine cluster, so that such VMs can be counted. It runs nothing that provisioning waits for.',
  },
  {
    publisher: 'Microsoft.AKS',
    type: 'Compute.AKS-Engine.Windows.Billing',
    doc: 'Marks a Windows VM as one of an AKS Engine cluster, so that such VMs can be counted.',
  },
];

/** The extension of a type; where the publisher is given, it has to be that one's. Azure ignores case in both. */
export function knownExtension(type: string, publisher: string | undefined): KnownExtension | undefined {
  return extensions.find(
    (known) =>
      known.type.toLowerCase() === type.toLowerCase() &&
      (publisher === undefined || known.publisher.toLowerCase() === publisher.toLowerCase()),
  );
}

/** What names mean that AKS, AKS Engine and Karpenter give to extensions; undefined for any other. */
export function extensionNameMeaning(name: string): string | undefined {
  return names.find(({ form }) => form.test(name))?.doc;
}

const names: readonly { readonly form: RegExp; readonly doc: string }[] = [
  { form: /^vmssCSE$/i, doc: 'The name that AKS gives to the extension which provisions the nodes of a scale set.' },
  { form: /^AKSLinuxExtension$/i, doc: 'The name that AKS gives to its AKS Linux extension.' },
  {
    form: /-AKSLinuxBilling$/i,
    doc: "The name of the scale set's billing extension, behind the name of the scale set.",
  },
  { form: /^computeAksLinuxBilling$/i, doc: "The name of a VM's billing extension." },
  {
    form: /^(?:windows-)?cse-agent-karpenter$/i,
    doc: 'The name that Karpenter gives to the extension which provisions a node of its own.',
  },
  {
    form: /^cse-(?:master|agent)-\d+$|^cse\d+$/i,
    doc: 'The name that AKS Engine and acs-engine give to the extension which provisions a node.',
  },
];
