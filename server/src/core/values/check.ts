import { checkBase64Certificates, checkBase64PrivateKey } from './certificates.js';
import { checkDuration } from './durations.js';
import { checkBase64, checkJsonObject } from './encoded.js';
import { checkAbsolutePath, checkSysctlPattern } from './files.js';
import { fault, type FormatCheck, type FormatFault } from './format.js';
import { checkKubernetesVersion, checkSemanticVersion } from './goVersions.js';
import {
  checkCidr,
  checkDnsName,
  checkDnsSuffix,
  checkDnsZone,
  checkHost,
  checkIpAddress,
  checkPortRange,
} from './hosts.js';
import { checkLabelKey, checkLabelValue, checkTaintList } from './labels.js';
import {
  checkBootstrapToken,
  checkFeatureName,
  checkLinuxUserName,
  checkLocation,
  checkResourceGroupName,
  checkResourceName,
  checkUuid,
  checkVmSize,
} from './names.js';
import { checkEvictionThreshold, checkPercentage, checkQuantity, checkSystemdLimit } from './quantities.js';
import { checkImageReference, checkNoProxyEntry, checkProxyUrl, checkRegistryHost, checkUrl } from './urls.js';

interface Format {
  /** What it is called in a sentence, with its article. */
  readonly noun: string;
  readonly check: FormatCheck;
  /** Whether its strings are secrets: a suggestion would carry the secret into messages. */
  readonly isSecret?: true;
}

/**
 * The formats that strings in a node config have. A format says what the reader of the value on the node (kubelet,
 * containerd, the provisioning scripts, Azure) accepts; the empty string is never checked.
 */
const formats = {
  'absolute-path': { noun: 'an absolute path', check: checkAbsolutePath },
  base64: { noun: 'base64', check: checkBase64 },
  'base64-certificates': { noun: 'base64 of PEM certificates', check: checkBase64Certificates },
  'base64-private-key': { noun: 'base64 of a private key', check: checkBase64PrivateKey, isSecret: true },
  'bootstrap-token': { noun: 'a bootstrap token', check: checkBootstrapToken, isSecret: true },
  cidr: { noun: 'an IP range', check: checkCidr },
  'dns-name': { noun: 'a DNS name', check: checkDnsName },
  'dns-suffix': { noun: 'a DNS suffix', check: checkDnsSuffix },
  'dns-zone': { noun: 'a DNS zone', check: checkDnsZone },
  duration: { noun: 'a duration', check: checkDuration },
  'eviction-threshold': { noun: 'a quantity or a percentage', check: checkEvictionThreshold },
  'feature-name': { noun: 'a name that a shell variable can have', check: checkFeatureName },
  host: { noun: 'a host name or IP address', check: checkHost },
  'image-reference': { noun: 'an image reference', check: checkImageReference },
  'ip-address': { noun: 'an IP address', check: checkIpAddress },
  'json-object': { noun: 'a JSON object as text', check: checkJsonObject },
  'kubernetes-version': { noun: 'a Kubernetes version', check: checkKubernetesVersion },
  'label-key': { noun: 'the key of a label', check: checkLabelKey },
  'label-value': { noun: 'the value of a label', check: checkLabelValue },
  'linux-user-name': { noun: 'a login name', check: checkLinuxUserName },
  location: { noun: 'an Azure region', check: checkLocation },
  'no-proxy-entry': { noun: 'a host, a domain or an IP range', check: checkNoProxyEntry },
  percentage: { noun: 'a percentage', check: checkPercentage },
  'port-range': { noun: 'a port range', check: checkPortRange },
  'proxy-url': { noun: 'the URL of a proxy', check: checkProxyUrl },
  quantity: { noun: 'a quantity', check: checkQuantity },
  'registry-host': { noun: 'the name of a registry', check: checkRegistryHost },
  'resource-group-name': { noun: 'the name of a resource group', check: checkResourceGroupName },
  'resource-name': { noun: 'the name of an Azure resource', check: checkResourceName },
  'semantic-version': { noun: 'a version', check: checkSemanticVersion },
  'sysctl-pattern': { noun: 'a sysctl or a pattern of them', check: checkSysctlPattern },
  'systemd-limit': { noun: 'a limit of systemd', check: checkSystemdLimit },
  'taint-list': { noun: 'a list of taints', check: checkTaintList },
  url: { noun: 'a URL', check: checkUrl },
  uuid: { noun: 'a UUID', check: checkUuid },
  'vm-size': { noun: 'a VM size', check: checkVmSize },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

/** What a format is called in a sentence, with its article. */
export function formatNoun(format: FormatName): string {
  return formats[format].noun;
}

/**
 * Says why a string does not have a format; undefined if it has. Never throws, takes time linear in the string's length,
 * and suggests only strings that have the format themselves. A suggestion may repeat what the string contains, so it
 * must not be shown for fields that are secret.
 */
export function checkFormat(name: FormatName, text: string): FormatFault | undefined {
  const format: Format = formats[name];
  const found = format.check(text);
  return found && (surroundingSpace(format, text) ?? withSoundSuggestion(format, text, found));
}

/** Space around a string is seldom seen by its author, and it is all that is wrong if the rest has the format. */
function surroundingSpace({ check, isSecret }: Format, text: string): FormatFault | undefined {
  const trimmed = text.trim();
  if (trimmed === text || trimmed === '' || check(trimmed) !== undefined) return undefined;
  const lead = text.length - text.trimStart().length;
  const part = lead > 0 ? { start: 0, end: lead } : { start: trimmed.length, end: text.length };
  const reason = `has a space or line break ${lead > 0 ? 'in front of it' : 'behind it'}, which is not part of it`;
  return fault(reason, part, isSecret ? undefined : trimmed);
}

function withSoundSuggestion({ check }: Format, text: string, found: FormatFault): FormatFault {
  const { reason, part, suggestion } = found;
  const isSound =
    suggestion !== text && suggestion !== '' && suggestion !== undefined && check(suggestion) === undefined;
  return isSound ? found : fault(reason, part);
}
