import { quoted } from '../../text/strings.js';
import { subnetParts } from '../script/variable.js';
import type { OptionsBuilder } from './builder.js';
import { securityGroupName } from './machine.js';
import type { Sourced } from './model.js';
import { isIn } from './release.js';

const validation = 'pkg/operator/options/options_validation.go';

/** Why a value is refused; undefined if it isn't. */
type Check = (value: string) => string | undefined;

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value) ? undefined : `must be ${words.map((word) => (word === '' ? 'empty' : word)).join(' or ')}`;

const notEmpty: Check = (value) => (value === '' ? 'must not be empty' : undefined);

const uuid: Check = (value) =>
  value === '' || /^(?:urn:uuid:)?\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(value)
    ? undefined
    : 'must be a UUID';

const adminName: Check = (value) =>
  value.length <= 32 && /^[A-Za-z][\w-]*$/.test(value)
    ? undefined
    : 'must be at most 32 letters, digits, - and _, and begin with a letter';

const diskEncryptionSet: Check = (value) =>
  value === '' ||
  /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Compute\/diskEncryptionSets\/[^/]+$/i.test(
    value,
  )
    ? undefined
    : 'must be the ID of a disk encryption set';

const tags: Check = (value) => {
  const pairs = value.split(',').filter((pair) => pair.trim() !== '');
  const names = pairs.map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  if (pairs.some((pair) => !pair.includes('='))) return 'must be pairs such as team=shop,stage=test';
  if (names.some((name) => name.length > 512)) return 'must not have names of more than 512 characters';
  if (names.some((name) => /[<>%&\\?/]/.test(name))) return 'must not have <, >, %, &, \\, ? or / in names';
  return new Set(names.map((name) => name.toLowerCase())).size < names.length
    ? 'must not have a name twice, whatever its casing'
    : undefined;
};

const modesOfAks = ['aksmachineapi', 'aksmachineapiheaderbatch'];

/** What Karpenter checks when it starts (352646f5), with the lines that do, and since when. */
const checks: readonly (readonly [name: string, lines: string, check: Check, since?: string])[] = [
  ['NETWORK_PLUGIN', '79-81', oneOf('azure', 'none')],
  ['NETWORK_PLUGIN_MODE', '82-84', oneOf('overlay', '')],
  ['NETWORK_DATAPLANE', '85-87', oneOf('azure', 'cilium', '')],
  [
    'VNET_SUBNET_ID',
    '95-101',
    (value) => notEmpty(value) ?? (subnetParts(value) ? undefined : 'must be the ID of a subnet'),
  ],
  [
    'DNS_SERVICE_IP',
    '55-62',
    (value) => (value === '' || isAddress(value) ? undefined : 'must be an IP address'),
    'v1.6.6',
  ],
  ['VNET_GUID', '64-69', uuid],
  ['KUBELET_IDENTITY_CLIENT_ID', '71-76', uuid, 'v1.7.2'],
  [
    'CLUSTER_ENDPOINT',
    '103-111',
    (value) => notEmpty(value) ?? (isUrl(value) ? undefined : 'must be a URL with a host'),
  ],
  ...['CLUSTER_NAME', 'KUBELET_BOOTSTRAP_TOKEN', 'SSH_PUBLIC_KEY', 'AZURE_NODE_RESOURCE_GROUP'].map(
    (name) => [name, '161-181', notEmpty] as const,
  ),
  ['VM_MEMORY_OVERHEAD_PERCENT', '113-118', (value) => (/^\s*-/.test(value) ? 'must not be negative' : undefined)],
  ['LINUX_ADMIN_USERNAME', '202-217', adminName],
  ['ADDITIONAL_TAGS', '224-243', tags, 'v1.6.1'],
  ['NODE_OSDISK_DISKENCRYPTIONSET_ID', '252-283', diskEncryptionSet, 'v1.6.5'],
];

/** Reports settings with which Karpenter doesn't start, or makes no script. */
export function refuseSettings(builder: OptionsBuilder): void {
  for (const [name, lines, check, since] of checks) {
    if (!isIn({ since }, builder.release)) continue;
    const given = builder.settings.byName.get(name);
    const reason = given && check(given.text);
    if (reason === undefined) continue;
    const message = `${name} ${reason}${name === 'KUBELET_BOOTSTRAP_TOKEN' ? '' : `, not ${quoted(given?.text ?? '')}`}; Karpenter doesn't start.`;
    builder.refuse('karpenter/refused-setting', given, message, `${validation}#${lines}`);
  }
  refuseMode(builder);
  const group = builder.settings.byName.get('networkSecurityGroupName');
  if (group !== undefined && !securityGroupName.test(group.text))
    builder.refuse(
      'karpenter/refused-setting',
      group,
      `networkSecurityGroupName must be the group that AKS created, such as aks-agentpool-12345678-nsg; Karpenter finds no other one, and creates no node.`,
      'pkg/providers/networksecuritygroup/networksecuritygroup.go#65-92',
    );
}

function refuseMode(builder: OptionsBuilder): void {
  const { byName } = builder.settings;
  if (builder.setting('NETWORK_PLUGIN') === 'none' && builder.setting('NETWORK_PLUGIN_MODE') === 'overlay')
    builder.refuse(
      'karpenter/refused-setting',
      byName.get('NETWORK_PLUGIN_MODE') ?? byName.get('NETWORK_PLUGIN'),
      "NETWORK_PLUGIN_MODE must be empty with NETWORK_PLUGIN none, and overlay is its default: set it to an empty string. Karpenter doesn't start.",
      `${validation}#89-91`,
    );
  refuseProvisioning(builder);
}

/** The provision modes of a release. */
function modesOf({ release }: OptionsBuilder): readonly string[] {
  const [first = '', ...later] = modesOfAks;
  return [
    'aksscriptless',
    'bootstrappingclient',
    ...(isIn({ since: 'v1.7.0' }, release) ? [first] : []),
    ...(isIn({ since: 'v1.12.0' }, release) ? later : []),
  ];
}

/** Reports modes without a script, and settings without which a mode doesn't start. */
function refuseProvisioning(builder: OptionsBuilder): void {
  const { byName } = builder.settings;
  const mode = byName.get('PROVISION_MODE');
  const wrong = mode && oneOf(...modesOf(builder))(mode.text);
  const refuse = (about: Sourced | undefined, message: string, lines: string): void => {
    builder.refuse(
      'karpenter/refused-setting',
      about,
      `${message}; Karpenter doesn't start.`,
      `${validation}#${lines}`,
    );
  };
  if (mode !== undefined && wrong !== undefined) {
    refuse(mode, `PROVISION_MODE ${wrong}, not ${quoted(mode.text)}`, '120-123');
    return;
  }
  if (mode !== undefined && mode.text !== 'aksscriptless')
    builder.refuse(
      'karpenter/no-script',
      mode,
      `Karpenter makes no script in the mode ${mode.text}: the node is set up by AKS. The preview shows what the mode aksscriptless would give.`,
      'pkg/providers/launchtemplate/launchtemplate.go#225-243',
    );
  const isGiven = (name: string): boolean => (builder.setting(name) ?? '') !== '';
  const isOfAks = mode !== undefined && modesOfAks.includes(mode.text);
  // Go's strconv.ParseBool; with anything else the default, false, counts.
  const sig = byName.get('USE_SIG');
  const usesSig = /^(?:1|t|T|true|TRUE|True)$/.test(sig?.text ?? '');
  if (mode?.text === 'bootstrappingclient' && !isGiven('NODEBOOTSTRAPPING_SERVER_URL'))
    refuse(mode, 'PROVISION_MODE bootstrappingclient needs NODEBOOTSTRAPPING_SERVER_URL', '125-127');
  if (isOfAks && !isGiven('AKS_MACHINES_POOL_NAME'))
    refuse(mode, `PROVISION_MODE ${mode.text} needs AKS_MACHINES_POOL_NAME`, '129-131');
  if (isOfAks && !usesSig) refuse(mode, `PROVISION_MODE ${mode.text} needs USE_SIG true`, '132-134');
  if (!usesSig) return;
  if (!isGiven('SIG_SUBSCRIPTION_ID')) refuse(sig, 'USE_SIG true needs SIG_SUBSCRIPTION_ID', '194-196');
  if (!isOfAks && !isUrl(builder.setting('SIG_ACCESS_TOKEN_SERVER_URL') ?? ''))
    refuse(sig, 'USE_SIG true needs a URL in SIG_ACCESS_TOKEN_SERVER_URL', '184-192');
}

function isAddress(value: string): boolean {
  const parts = value.split('.');
  if (parts.length === 4) return parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return /^[0-9a-f:]{2,45}$/i.test(value) && value.includes(':') && value.split('::').length <= 2;
}

/** An absolute URL with a host, as Go's `url.Parse` reads it. */
function isUrl(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+/i.test(value);
}
