import { memberOf, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { quoted } from '../../text/strings.js';
import { subnetParts } from '../script/variable.js';
import type { OptionsBuilder } from './builder.js';
import { fieldIn, nodeAtPath, type Resource } from './model.js';
import { type NodeClass, nodeClassOf } from './nodeClass.js';
import { isIn, type ProviderRelease } from './release.js';

const crd = 'pkg/apis/v1beta1/aksnodeclass.go';

/** Reports a field, by its names, with the lines of the rule. */
type Refuse = (names: readonly string[], message: string, lines: string) => void;

/** Reports what the API server rejects in an AKSNodeClass beside wrong types (352646f5, the rules of its CRD). */
export function refuseNodeClass(builder: OptionsBuilder, nodeClass: Resource): void {
  const { node } = nodeClass;
  const { release } = builder;
  const refuse: Refuse = (names, message, lines) => {
    builder.refuse(
      'karpenter/refused-node-class',
      fieldIn(nodeClass, names, ''),
      `${message} The API server rejects the AKSNodeClass.`,
      `${crd}#${lines}`,
    );
  };
  const given = nodeClassOf(nodeClass, release);
  refuseFips(refuse, given, release);
  if (familiesBefore(release)?.includes(given.imageFamily) === false)
    refuse(
      ['spec', 'imageFamily'],
      `${release ?? ''} has no image family ${quoted(given.imageFamily)}, only ${familiesBefore(release) ?? ''}.`,
      '84',
    );
  const subnet = stringValue(nodeAtPath(node, 'spec', 'vnetSubnetID'));
  if (subnet !== undefined && subnetParts(subnet) === undefined)
    refuse(
      ['spec', 'vnetSubnetID'],
      'vnetSubnetID must have the format /subscriptions/…/resourceGroups/…/providers/Microsoft.Network/virtualNetworks/…/subnets/….',
      '70',
    );
  const swap = nodeAtPath(node, 'spec', 'linuxOSConfig', 'swapFileSize');
  const failSwapOn = nodeAtPath(node, 'spec', 'kubelet', 'failSwapOn');
  if (swap !== undefined && !(failSwapOn?.kind === 'boolean' && !failSwapOn.value))
    refuse(['spec', 'linuxOSConfig', 'swapFileSize'], 'swapFileSize needs kubelet.failSwapOn: false.', '66');
  refuseTags(refuse, nodeAtPath(node, 'spec', 'tags'));
  refuseSysctls(refuse, nodeAtPath(node, 'spec', 'linuxOSConfig', 'sysctls'));
  for (const list of ['vnetDNSOverrides', 'kubeDNSOverrides'])
    refuseZones(refuse, list, nodeAtPath(node, 'spec', 'localDNS', list));
}

/** The image families of releases that have fewer than the newest. */
function familiesBefore(release: ProviderRelease | undefined): string | undefined {
  if (isIn({ since: 'v1.6.3' }, release)) return undefined;
  return isIn({ since: 'v1.6.2' }, release) ? 'Ubuntu, Ubuntu2204 and AzureLinux' : 'Ubuntu2204 and AzureLinux';
}

function refuseFips(
  refuse: Refuse,
  { imageFamily, fips, trustedLaunch }: NodeClass,
  release: ProviderRelease | undefined,
) {
  const fipsMode = ['spec', 'fipsMode'];
  if (!fips) return;
  if (imageFamily === 'Ubuntu2404') refuse(fipsMode, 'fipsMode FIPS is not supported for Ubuntu2404.', '63');
  if (imageFamily === 'Ubuntu2204' && !trustedLaunch)
    refuse(
      fipsMode,
      release === undefined
        ? 'fipsMode FIPS with Ubuntu2204 needs security.trustedLaunch with vtpm or secureBoot.'
        : `fipsMode FIPS is not supported for Ubuntu2204 in ${release}.`,
      '64',
    );
  if (trustedLaunch && !['Ubuntu', 'Ubuntu2204'].includes(imageFamily))
    refuse(fipsMode, 'fipsMode FIPS with Trusted Launch needs the imageFamily Ubuntu or Ubuntu2204.', '65');
}

function refuseTags(refuse: Refuse, tags: SyntaxNode | undefined): void {
  for (const { key, value } of tags?.kind === 'object' ? tags.members : []) {
    const names = ['spec', 'tags', key.name];
    const text = stringValue(value) ?? '';
    if (key.name.length > 512) refuse(names, 'The name of a tag must have at most 512 characters.', '92');
    if (/[<>%&?\\]/.test(key.name))
      refuse(names, `The name of a tag must not contain <, >, %, &, ? or \\: ${quoted(key.name)}.`, '93-94');
    if (text.length > 256) refuse(names, 'The value of a tag must have at most 256 characters.', '95');
  }
}

/** Kernel parameters of which the first must not be above the second. */
const ordered = [
  ['netCoreRmemDefault', 'netCoreRmemMax'],
  ['netCoreWmemDefault', 'netCoreWmemMax'],
  ['netIPv4NeighDefaultGcThresh1', 'netIPv4NeighDefaultGcThresh2'],
  ['netIPv4NeighDefaultGcThresh2', 'netIPv4NeighDefaultGcThresh3'],
] as const;

function refuseSysctls(refuse: Refuse, sysctls: SyntaxNode | undefined): void {
  const number = (name: string): number | undefined => {
    const node = nodeAtPath(sysctls, name);
    return node?.kind === 'number' ? node.value : undefined;
  };
  const at = (name: string): string[] => ['spec', 'linuxOSConfig', 'sysctls', name];
  for (const [low, high] of ordered) {
    const [lower, upper] = [number(low), number(high)];
    if (lower !== undefined && upper !== undefined && lower > upper)
      refuse(at(low), `${low} (${lower}) must not be above ${high} (${upper}).`, '504-507');
  }
  const ports = stringValue(nodeAtPath(sysctls, 'netIPv4IPLocalPortRange')) ?? '';
  const [first, last] = /^\d{1,9} \d{1,9}$/.test(ports) ? ports.split(' ').map(Number) : [];
  if (first === undefined || last === undefined) return;
  if (first < 1_024 || first > 60_999 || last < 32_768 || last > 65_535 || first > last)
    refuse(
      at('netIPv4IPLocalPortRange'),
      'netIPv4IPLocalPortRange must begin between 1024 and 60999, and end between 32768 and 65535.',
      '508-510',
    );
}

/** The DNS zones that must be in each list. */
const requiredZones = ['.', 'cluster.local'];

function refuseZones(refuse: Refuse, name: string, list: SyntaxNode | undefined): void {
  const overrides = resolved(list);
  if (overrides?.kind !== 'array') return;
  const names = ['spec', 'localDNS', name];
  const found = overrides.items.map((item) => {
    const text = (member: string): string => stringValue(memberOf(resolved(item), member)?.value) ?? '';
    return {
      zone: text('zone'),
      to: text('forwardDestination'),
      stale: text('serveStale'),
      protocol: text('protocol'),
    };
  });
  const missing = requiredZones.filter((zone) => !found.some((each) => each.zone === zone));
  if (missing.length > 0) refuse(names, `${name} needs the zones . and cluster.local.`, '186');
  for (const { zone, to, stale, protocol } of found) {
    const isOfCluster = zone.endsWith('cluster.local');
    if (isOfCluster && to === 'VnetDNS') refuse(names, `${zone} of ${name} must not be forwarded to VnetDNS.`, '201');
    if (!isOfCluster && to === 'ClusterCoreDNS' && name === 'vnetDNSOverrides')
      refuse(names, `${zone} of ${name} must not be forwarded to ClusterCoreDNS.`, '187-188');
    if (stale === 'Verify' && protocol === 'ForceTCP')
      refuse(names, `${zone} of ${name} must not combine serveStale Verify and protocol ForceTCP.`, '202');
  }
}
