import { quoted } from '../../text/strings.js';
import { subnetParts } from '../script/variable.js';
import type { OptionsBuilder } from './builder.js';
import { securityGroupName } from './machine.js';

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

/** What Karpenter checks when it starts (352646f5), with the lines that do. */
const checks: readonly (readonly [name: string, lines: string, check: Check])[] = [
  ['NETWORK_PLUGIN', '79-81', oneOf('azure', 'none')],
  ['NETWORK_PLUGIN_MODE', '82-84', oneOf('overlay', '')],
  ['NETWORK_DATAPLANE', '85-87', oneOf('azure', 'cilium', '')],
  [
    'VNET_SUBNET_ID',
    '95-101',
    (value) => notEmpty(value) ?? (subnetParts(value) ? undefined : 'must be the ID of a subnet'),
  ],
  ['DNS_SERVICE_IP', '55-62', (value) => (value === '' || isAddress(value) ? undefined : 'must be an IP address')],
  ['VNET_GUID', '64-69', uuid],
  ['KUBELET_IDENTITY_CLIENT_ID', '71-76', uuid],
  [
    'CLUSTER_ENDPOINT',
    '103-111',
    (value) => notEmpty(value) ?? (isUrl(value) ? undefined : 'must be a URL with a host'),
  ],
  ...['CLUSTER_NAME', 'KUBELET_BOOTSTRAP_TOKEN', 'SSH_PUBLIC_KEY', 'AZURE_NODE_RESOURCE_GROUP'].map(
    (name) => [name, '161-181', notEmpty] as const,
  ),
  [
    'PROVISION_MODE',
    '120-123',
    oneOf('aksscriptless', 'bootstrappingclient', 'aksmachineapi', 'aksmachineapiheaderbatch'),
  ],
];

/** Reports settings with which Karpenter doesn't start, or makes no script. */
export function refuseSettings(builder: OptionsBuilder): void {
  for (const [name, lines, check] of checks) {
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
  const mode = byName.get('PROVISION_MODE');
  if (mode !== undefined && ['bootstrappingclient', 'aksmachineapi', 'aksmachineapiheaderbatch'].includes(mode.text))
    builder.refuse(
      'karpenter/no-script',
      mode,
      `Karpenter makes no script in the mode ${mode.text}: the node is set up by AKS. The preview shows what the mode aksscriptless would give.`,
      'pkg/providers/launchtemplate/launchtemplate.go#225-243',
    );
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
