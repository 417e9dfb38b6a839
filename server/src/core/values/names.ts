import { type FormatFault, quoted } from './format.js';

/** The last name of an Azure resource ID, where somebody gave the ID in place of a name. */
function nameInResourceId(text: string): string | undefined {
  return /^\/?subscriptions\/[^/]+\/.*\/([^/]+)\/?$/is.exec(text)?.[1];
}

function resourceIdFault(text: string): FormatFault | undefined {
  const name = nameInResourceId(text);
  return name === undefined
    ? undefined
    : { reason: 'is a resource ID, where the name alone is wanted', suggestion: name };
}

/**
 * Names of virtual networks, subnets, route tables, network security groups, scale sets and availability sets by
 * Azure's naming rules (Microsoft.Network and Microsoft.Compute, 2025): 1 to 80 letters, digits and `_ . -` that begin
 * with a letter or digit and end with one or `_`. Virtual networks and scale sets stop at 64, which their fields cannot
 * tell here.
 */
export function checkResourceName(text: string): FormatFault | undefined {
  const id = resourceIdFault(text);
  if (id !== undefined) return id;
  const stranger = /[^a-z0-9_.-]/i.exec(text);
  if (stranger !== null) {
    return {
      reason: `holds ${quoted(stranger[0])}: names in Azure are made of letters, digits and _ . -`,
      part: { start: stranger.index, end: stranger.index + 1 },
    };
  }
  if (text.length > 80) return { reason: `has ${text.length} characters, and names in Azure have at most 80` };
  if (!/^[a-z0-9]/i.test(text)) return { reason: 'does not begin with a letter or digit', part: { start: 0, end: 1 } };
  if (!/[a-z0-9_]$/i.test(text)) {
    return {
      reason: 'does not end with a letter, digit or underscore',
      part: { start: text.length - 1, end: text.length },
    };
  }
  return undefined;
}

/**
 * Names of resource groups by Azure Resource Manager's rules (2025): 1 to 90 letters and digits of any script, and `_ -
 * . ( )`, without a full stop at the end.
 */
export function checkResourceGroupName(text: string): FormatFault | undefined {
  const group = /^\/?subscriptions\/[^/]+\/resourceGroups\/([^/]+)(?:\/|$)/i.exec(text)?.[1];
  if (group !== undefined)
    return { reason: 'is a resource ID, where the name of the group alone is wanted', suggestion: group };
  const stranger = /[^\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Nd}_.()-]/u.exec(text);
  if (stranger !== null) {
    return {
      reason: `holds ${quoted(stranger[0])}: resource groups are named with letters, digits and _ - . ( )`,
      part: { start: stranger.index, end: stranger.index + stranger[0].length },
    };
  }
  if (text.length > 90)
    return { reason: `has ${text.length} characters, and names of resource groups have at most 90` };
  if (text.endsWith('.')) {
    return {
      reason: 'ends with a full stop',
      part: { start: text.length - 1, end: text.length },
      suggestion: text.slice(0, -1),
    };
  }
  return undefined;
}

/** What Go's `unicode.IsSpace` counts as a blank. */
const goBlanks = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * A region. aks-node-controller removes blanks and lowers the case (AgentBaker 06836ee230), so `East US 2` stands for
 * `eastus2`; what is left is ASCII letters and digits. Whether the region exists is not asked here.
 */
export function checkLocation(text: string): FormatFault | undefined {
  const folded = text.replace(goBlanks, '').toLowerCase();
  if (/^[a-z][a-z0-9]*$/.test(folded)) return undefined;
  // The portal shows regions as "(US) East US".
  const plain = folded.replace(/^\([a-z ]*\)/, '').replace(/[-_.]/g, '');
  return { reason: 'is not an Azure region: a region is written like eastus2 or East US 2', suggestion: plain };
}

/**
 * The form of VM sizes: `Standard_` or `Basic_`, a family in letters, and a size. Azure ignores case here, while the
 * node's list of SGX sizes does not (AgentBaker 06836ee230).
 */
export function checkVmSize(text: string): FormatFault | undefined {
  if (text.length > 80) return { reason: `has ${text.length} characters, more than any VM size` };
  if (/^(?:standard|basic)_[a-z]+\d[a-z0-9]*(?:[_-][a-z0-9]+)*$/i.test(text)) return undefined;
  const example = 'a VM size is written like Standard_D4s_v5';
  if (/^standard_/i.test(text))
    return { reason: `is not a VM size behind its prefix: ${example}`, suggestion: text.trim().replace(/\s+/g, '_') };
  const words = text.trim().replace(/\s+/g, '_');
  const suggestion = /^(?:standard|basic)/i.test(words)
    ? words.replace(/^(standard|basic)[_-]?/i, '$1_')
    : `Standard_${words}`;
  return { reason: `does not begin with Standard_ or Basic_: ${example}`, suggestion };
}

const example = 'an ID is written like 00000000-0000-0000-0000-000000000001';

/** IDs of subscriptions, tenants and identities as Azure Resource Manager and Entra ID take them, in either case. */
export function checkUuid(text: string): FormatFault | undefined {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return undefined;
  const inner = /^(?:urn:uuid:)?[{(]?([0-9a-f-]{32,36})[)}]?$/i.exec(text)?.[1];
  const digits = inner?.replace(/-/g, '');
  if (inner !== undefined && digits?.length === 32) {
    const suggestion = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    if (inner !== text) return { reason: `is in braces or has a prefix: ${example}`, suggestion };
    return { reason: `has its hyphens elsewhere: ${example}`, suggestion };
  }
  const inId = /\/subscriptions\/([0-9a-f-]{36})(?:\/|$)/i.exec(text)?.[1];
  if (inId !== undefined) return { reason: `is a resource ID: ${example}`, suggestion: inId };
  const stranger = /[^0-9a-f-]/i.exec(text);
  if (stranger !== null && text.length <= 64) {
    const part = { start: stranger.index, end: stranger.index + 1 };
    return { reason: `holds ${quoted(stranger[0])}, which is not a hexadecimal digit: ${example}`, part };
  }
  return { reason: `is not an ID of 32 hexadecimal digits in five groups: ${example}` };
}

/** Names that Azure refuses for administrators of VMs (Microsoft.Compute `osProfile.adminUsername`, 2025). */
const refused: ReadonlySet<string> = new Set(
  (
    'administrator admin user user1 test user2 test1 user3 admin1 1 123 a actuser adm admin2 aspnet backup console david ' +
    'guest john owner root server sql support support_388945a0 sys test2 test3 user4 user5'
  ).split(' '),
);

/**
 * The login of a node's administrator: AKS wants a letter, then letters, digits, `_` and `-`
 * (`linuxProfile.adminUsername`, 2025), useradd of shadow 4.13 at most 32 characters, and Azure refuses some names.
 */
export function checkLinuxUserName(text: string): FormatFault | undefined {
  if (!/^[a-z]/i.test(text))
    return { reason: 'does not begin with a letter, as login names do', part: { start: 0, end: 1 } };
  const stranger = /[^a-z0-9_-]/i.exec(text);
  if (stranger !== null) {
    return {
      reason: `holds ${quoted(stranger[0])}: a login name is made of letters, digits, _ and -`,
      part: { start: stranger.index, end: stranger.index + 1 },
    };
  }
  if (text.length > 32) return { reason: `has ${text.length} characters, and a login name has at most 32` };
  if (refused.has(text.toLowerCase()))
    return { reason: `is ${quoted(text)}, one of the names that Azure refuses for administrators` };
  return undefined;
}

/**
 * A name that a shell variable can have: aks-node-controller leaves the other keys of `enabled_features` out of
 * `enabled_features.sh` (AgentBaker 06836ee230).
 */
export function checkFeatureName(text: string): FormatFault | undefined {
  if (/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(text)) return undefined;
  const accepted = 'the name of a shell variable is made of letters, digits and _';
  if (/^\d/.test(text)) return { reason: `begins with a digit: ${accepted}`, part: { start: 0, end: 1 } };
  const stranger = /[^a-zA-Z0-9_]/.exec(text);
  if (stranger === null) return { reason: `is empty: ${accepted}` };
  return {
    reason: `holds ${quoted(stranger[0])}: ${accepted}`,
    part: { start: stranger.index, end: stranger.index + 1 },
    ...(/^[\w.-]+$/.test(text) ? { suggestion: text.replace(/[.-]/g, '_') } : {}),
  };
}

/**
 * A bootstrap token as the API server knows it (kubernetes 3510e45d97, `cluster-bootstrap/token/api`): an ID of 6 and a
 * secret of 16 lowercase letters and digits with a dot between. It is a secret: no reason repeats any of it.
 */
export function checkBootstrapToken(text: string): FormatFault | undefined {
  if (/^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(text)) return undefined;
  const accepted = 'a bootstrap token is 6 and 16 lowercase letters and digits with a dot between';
  const parts = text.split('.');
  if (parts.length !== 2) return { reason: `has ${parts.length === 1 ? 'no dot' : 'more than one dot'}: ${accepted}` };
  const [id = '', secret = ''] = parts;
  if (/[^a-z0-9]/.test(id + secret))
    return { reason: `holds other characters than lowercase letters and digits: ${accepted}` };
  return { reason: `has ${id.length} characters in front of its dot and ${secret.length} behind: ${accepted}` };
}
