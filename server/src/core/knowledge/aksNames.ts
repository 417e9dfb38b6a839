import { locations } from './locations.js';

/** What AKS and Azure put into a name that they made. */
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
      /** The same as a decimal number, as Azure's tools take it. */
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
      /** Group and cluster; undefined where underscores in them leave open which is which. */
      readonly owner: { readonly group: string; readonly cluster: string } | undefined;
      /** The region; undefined where the name was cut, or ends with none that is known. */
      readonly location: string | undefined;
    };

/**
 * Reads a name that AKS made. Scale sets are `aks-POOL-HASH-vmss`; Azure puts the instance ID behind that name, in base
 * 36 with six digits, for the host name, which the kubelet takes for the node (scale set documentation, 2024). Managed
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
