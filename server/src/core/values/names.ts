import { quoted } from '../text/strings.js';
import { words } from '../text/table.js';
import { characterFault, fault, faultAt, type FormatFault } from './format.js';

/**
 * Names of virtual networks, subnets, route tables, network security groups, scale sets and availability sets by
 * Azure's naming rules (Microsoft.Network and Microsoft.Compute, 2025): 1 to 80 letters, digits and `_ . -` that begin
 * with a letter or digit and end with a letter, digit or `_`. The limit of virtual networks and scale sets, 64, is not
 * checked, since a format doesn't know what its field names.
 */
export function checkResourceName(text: string): FormatFault | undefined {
  // The last name of an Azure resource ID.
  const name = /^\/?subscriptions\/[^/]+\/.*\/([^/]+)\/?$/is.exec(text)?.[1];
  if (name !== undefined) return fault('is a resource ID, where the name alone is wanted', undefined, name);
  const stray = characterFault(text, /[^a-z0-9_.-]/i, 'names in Azure are made of letters, digits and _ . -');
  if (stray !== undefined) return stray;
  if (text.length > 80) return fault(`has ${text.length} characters, and names in Azure have at most 80`);
  return (
    faultAt(text, /^[^a-z0-9]/i, 'does not begin with a letter or digit') ??
    faultAt(text, /[^a-z0-9_]$/i, 'does not end with a letter, digit or underscore')
  );
}

/**
 * Names of resource groups by Azure Resource Manager's rules (2025): 1 to 90 letters and digits of any script, and `_ -
 * . ( )`, without a full stop at the end.
 */
export function checkResourceGroupName(text: string): FormatFault | undefined {
  const group = /^\/?subscriptions\/[^/]+\/resourceGroups\/([^/]+)(?:\/|$)/i.exec(text)?.[1];
  if (group !== undefined)
    return fault('is a resource ID, where the name of the group alone is wanted', undefined, group);
  const accepted = 'resource groups are named with letters, digits and _ - . ( )';
  const stray = characterFault(text, /[^\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Nd}_.()-]/u, accepted);
  if (stray !== undefined) return stray;
  if (text.length > 90) return fault(`has ${text.length} characters, and names of resource groups have at most 90`);
  return faultAt(text, /\.$/, 'ends with a full stop', text.slice(0, -1));
}

/** What Go's `unicode.IsSpace` accepts. */
const goSpaces = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * A region. aks-node-controller removes spaces and lowers the case (AgentBaker 06836ee230), so `East US 2` means
 * `eastus2`; what is left is ASCII letters and digits. Whether the region exists is not checked here.
 */
export function checkLocation(text: string): FormatFault | undefined {
  const folded = text.replace(goSpaces, '').toLowerCase();
  if (/^[a-z][a-z0-9]*$/.test(folded)) return undefined;
  // The portal shows regions as "(US) East US".
  const plain = folded.replace(/^\([a-z ]*\)/, '').replace(/[-_.]/g, '');
  return fault('is not an Azure region: a region is written like eastus2 or East US 2', undefined, plain);
}

/**
 * The form of VM sizes: `Standard_` or `Basic_`, a family in letters, and a size. Azure ignores case here, while the
 * node's list of SGX sizes does not (AgentBaker 06836ee230).
 */
export function checkVmSize(text: string): FormatFault | undefined {
  if (text.length > 80) return fault(`has ${text.length} characters, more than any VM size`);
  if (/^(?:standard|basic)_[a-z]+\d[a-z0-9]*(?:[_-][a-z0-9]+)*$/i.test(text)) return undefined;
  const example = 'a VM size is written like Standard_D4s_v5';
  const joined = text.trim().replace(/\s+/g, '_');
  if (/^standard_/i.test(text)) return fault(`is not a VM size behind its prefix: ${example}`, undefined, joined);
  const suggestion = /^(?:standard|basic)/i.test(joined)
    ? joined.replace(/^(standard|basic)[_-]?/i, '$1_')
    : `Standard_${joined}`;
  return fault(`does not begin with Standard_ or Basic_: ${example}`, undefined, suggestion);
}

const example = 'an ID is written like 00000000-0000-0000-0000-000000000001';

/** IDs of subscriptions, tenants and identities as Azure Resource Manager and Entra ID accept them, in either case. */
export function checkUuid(text: string): FormatFault | undefined {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return undefined;
  const inner = /^(?:urn:uuid:)?[{(]?([0-9a-f-]{32,36})[)}]?$/i.exec(text)?.[1];
  const digits = inner?.replace(/-/g, '');
  if (inner !== undefined && digits?.length === 32) {
    const suggestion = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const what = inner === text ? 'has its hyphens elsewhere' : 'is in braces or has a prefix';
    return fault(`${what}: ${example}`, undefined, suggestion);
  }
  const inId = /\/subscriptions\/([0-9a-f-]{36})(?:\/|$)/i.exec(text)?.[1];
  if (inId !== undefined) return fault(`is a resource ID: ${example}`, undefined, inId);
  const stray = (found: string): string => `holds ${quoted(found)}, which is not a hexadecimal digit: ${example}`;
  const whole = fault(`is not an ID of 32 hexadecimal digits in five groups: ${example}`);
  return text.length > 64 ? whole : (faultAt(text, /[^0-9a-f-]/i, stray) ?? whole);
}

/** Names that Azure refuses for administrators of VMs (Microsoft.Compute `osProfile.adminUsername`, 2025). */
const refused: ReadonlySet<string> = new Set(
  words(`
    administrator admin user user1 test user2 test1 user3 admin1 1 123 a actuser adm admin2 aspnet backup console david
    guest john owner root server sql support support_388945a0 sys test2 test3 user4 user5
  `),
);

/**
 * The login of a node's administrator: AKS requires a letter, then letters, digits, `_` and `-`
 * (`linuxProfile.adminUsername`, 2025), useradd of shadow 4.13 at most 32 characters, and Azure refuses some names.
 */
export function checkLinuxUserName(text: string): FormatFault | undefined {
  const stray =
    faultAt(text, /^[^a-z]/i, 'does not begin with a letter, as login names do') ??
    characterFault(text, /[^a-z0-9_-]/i, 'a login name is made of letters, digits, _ and -');
  if (stray !== undefined) return stray;
  if (text.length > 32) return fault(`has ${text.length} characters, and a login name has at most 32`);
  if (!refused.has(text.toLowerCase())) return undefined;
  return fault(`is ${quoted(text)}, one of the names that Azure refuses for administrators`);
}

/**
 * A name that a shell variable can have: aks-node-controller leaves the other keys of `enabled_features` out of
 * `enabled_features.sh` (AgentBaker 06836ee230).
 */
export function checkFeatureName(text: string): FormatFault | undefined {
  if (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(text)) return undefined;
  const accepted = 'the name of a shell variable is made of letters, digits and _';
  const suggestion = /^[\w.-]+$/.test(text) ? text.replace(/[.-]/g, '_') : undefined;
  const holding = (found: string): string => `holds ${quoted(found)}: ${accepted}`;
  return (
    faultAt(text, /^\d/, `begins with a digit: ${accepted}`) ??
    faultAt(text, /[^a-zA-Z0-9_]/, holding, suggestion) ??
    fault(`is empty: ${accepted}`)
  );
}

/**
 * A bootstrap token as the API server knows it (kubernetes 3510e45d97, `cluster-bootstrap/token/api`): an ID of 6 and a
 * secret of 16 lowercase letters and digits with a dot between. It is a secret: no reason repeats any of it.
 */
export function checkBootstrapToken(text: string): FormatFault | undefined {
  if (/^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(text)) return undefined;
  const accepted = 'a bootstrap token is 6 and 16 lowercase letters and digits with a dot between';
  const [id = '', secret, ...more] = text.split('.');
  if (secret === undefined || more.length > 0)
    return fault(`has ${secret === undefined ? 'no dot' : 'more than one dot'}: ${accepted}`);
  if (/[^a-z0-9]/.test(id + secret))
    return fault(`holds other characters than lowercase letters and digits: ${accepted}`);
  return fault(`has ${id.length} characters in front of its dot and ${secret.length} behind: ${accepted}`);
}
