import { rowsOf } from '../../text/table.js';
import { locations } from './locations.js';

/** The parts of a name that AKS or Azure made. */
export type AksName =
  | {
      readonly is: 'scale set';
      readonly pool: string;
      readonly hash: string;
    }
  | {
      /** A VM of a scale set, and the node that it becomes. */
      readonly is: 'instance';
      readonly scaleSet: string;
      readonly pool: string;
      readonly hash: string;
      /** The last six characters of the name. */
      readonly digits: string;
      /** The same as a decimal number, as Azure's tools accept it. */
      readonly instance: number;
    }
  | {
      /** A VM of a pool without a scale set. */
      readonly is: 'machine';
      readonly pool: string;
      readonly hash: string;
      readonly instance: number;
    }
  | {
      readonly is: 'node resource group';
      /** Group and cluster; undefined if underscores in them make the names ambiguous. */
      readonly owner: { readonly group: string; readonly cluster: string } | undefined;
      /** The region; undefined if the name was cut, or does not end with a known region. */
      readonly location: string | undefined;
    };

/**
 * Reads a name that AKS made. Scale sets are `aks-POOL-HASH-vmss`; Azure appends the instance ID, in base 36
 * with six digits, for the host name, which is also the name of the node (scale set documentation, 2024). Managed
 * groups are `MC_GROUP_CLUSTER_REGION`, cut at 80 characters (AKS documentation, 2024).
 */
export function aksName(text: string): AksName | undefined {
  return machineName(text) ?? groupName(text);
}

function machineName(text: string): AksName | undefined {
  const match = /^aks-([a-z][a-z0-9]{0,11})-(\d{8})-(?:(vmss)([0-9a-z]{6})?|(\d{1,3}))$/i.exec(text);
  if (match === null) return undefined;
  const [, pool = '', hash = '', scaleSet, digits, number] = match;
  if (scaleSet === undefined) return { is: 'machine', pool, hash, instance: Number(number) };
  if (digits === undefined) return { is: 'scale set', pool, hash };
  const name = text.slice(0, -digits.length);
  return { is: 'instance', scaleSet: name, pool, hash, digits, instance: Number.parseInt(digits, 36) };
}

/** Characters of a node resource group's name; AKS cuts what is longer. */
const longestGroup = 80;

function groupName(text: string): AksName | undefined {
  if (!/^MC_[\p{L}\p{N}_.()-]+$/iu.test(text) || text.length > longestGroup) return undefined;
  const words = text.split('_').slice(1);
  const last = words.at(-1)?.toLowerCase();
  if (words.some((word) => word === '')) return undefined;
  const location = locations.find(({ name }) => name === last)?.name;
  if (location === undefined ? text.length < longestGroup : words.length < 3) return undefined;
  const [group, cluster, ...more] = words;
  const isPlain = location !== undefined && more.length === 1 && group !== undefined && cluster !== undefined;
  return { is: 'node resource group', owner: isPlain ? { group, cluster } : undefined, location };
}

/**
 * Extensions of AKS and AKS Engine machines. From aks-engine f634f52ff, karpenter-provider-azure 352646f5, AKS's
 * frequently asked questions (2023) and the custom script extensions' own documentation.
 */
const extensions = rowsOf(`
  publisher                  | type                               | doc
  Microsoft.Azure.Extensions | CustomScript                       | The custom script extension for Linux: it runs one command as root and reports how it ended. On AKS nodes that command is the CSE, which provisions the node.
  Microsoft.Compute          | CustomScriptExtension              | The custom script extension for Windows: it runs one command and reports how it ended. On AKS nodes that command runs the PowerShell in custom data, which provisions the node.
  Microsoft.OSTCExtensions   | CustomScriptForLinux               | The former custom script extension for Linux; \`CustomScript\` of \`Microsoft.Azure.Extensions\` has taken its place.
  Microsoft.AKS              | Compute.AKS.Linux.AKSNode          | The AKS Linux extension, which AKS puts on every Linux node: tools that watch the node and collect data for troubleshooting. It takes no part in provisioning.
  Microsoft.AKS              | Compute.AKS.Linux.Billing          | Marks the VM as an AKS node for billing. It runs nothing that provisioning waits for.
  Microsoft.AKS              | Compute.AKS-Engine.Linux.Billing   | Marks the VM as one of an AKS Engine or acs-engine cluster, so that such VMs can be counted. It runs nothing that provisioning waits for.
  Microsoft.AKS              | Compute.AKS-Engine.Windows.Billing | Marks a Windows VM as one of an AKS Engine cluster, so that such VMs can be counted.
`);

/** What a VM extension does, by its publisher and type. Azure ignores case in both. */
export function extensionMeaning(publisher: string, type: string): string | undefined {
  const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  return extensions.find((known) => isSame(known.type, type) && isSame(known.publisher, publisher))?.doc;
}

/** The meaning of a name that AKS, AKS Engine or Karpenter gives to an extension. */
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
