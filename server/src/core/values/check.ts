import { checkBase64Certificates, checkBase64PrivateKey } from './certificates.js';
import { checkDuration } from './durations.js';
import { checkBase64, checkJsonObject } from './encoded.js';
import { checkAbsolutePath, checkSysctlPattern } from './files.js';
import type { FormatCheck, FormatFault, FormatName } from './format.js';
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

const checks: Readonly<Record<FormatName, FormatCheck>> = {
  'absolute-path': checkAbsolutePath,
  base64: checkBase64,
  'base64-certificates': checkBase64Certificates,
  'base64-private-key': checkBase64PrivateKey,
  'bootstrap-token': checkBootstrapToken,
  cidr: checkCidr,
  'dns-name': checkDnsName,
  'dns-suffix': checkDnsSuffix,
  'dns-zone': checkDnsZone,
  duration: checkDuration,
  'eviction-threshold': checkEvictionThreshold,
  'feature-name': checkFeatureName,
  host: checkHost,
  'image-reference': checkImageReference,
  'ip-address': checkIpAddress,
  'json-object': checkJsonObject,
  'kubernetes-version': checkKubernetesVersion,
  'label-key': checkLabelKey,
  'label-value': checkLabelValue,
  'linux-user-name': checkLinuxUserName,
  location: checkLocation,
  'no-proxy-entry': checkNoProxyEntry,
  percentage: checkPercentage,
  'port-range': checkPortRange,
  'proxy-url': checkProxyUrl,
  quantity: checkQuantity,
  'registry-host': checkRegistryHost,
  'resource-group-name': checkResourceGroupName,
  'resource-name': checkResourceName,
  'semantic-version': checkSemanticVersion,
  'sysctl-pattern': checkSysctlPattern,
  'systemd-limit': checkSystemdLimit,
  'taint-list': checkTaintList,
  url: checkUrl,
  uuid: checkUuid,
  'vm-size': checkVmSize,
};

/** Formats of secrets: a suggestion would carry the secret into messages. */
const secretFormats: ReadonlySet<FormatName> = new Set(['base64-private-key', 'bootstrap-token']);

/**
 * Says why a text does not have a form; undefined where it has. Never throws, takes time linear in the text's length,
 * and suggests only texts that have the form themselves. A suggestion may repeat what the text holds, so it is not to
 * be shown for fields that are secret.
 */
export function checkFormat(format: FormatName, text: string): FormatFault | undefined {
  return formatCheck(format)(text);
}

/** `checkFormat` of one form, for those who have many texts to check. */
export function formatCheck(format: FormatName): FormatCheck {
  const check = checks[format];
  return (text) => {
    const fault = check(text);
    if (fault === undefined) return undefined;
    return surroundingBlanks(format, text) ?? withSoundSuggestion(check, text, fault);
  };
}

/** Blanks around a text are seldom seen by its author, and they are all that is wrong where the rest has the form. */
function surroundingBlanks(format: FormatName, text: string): FormatFault | undefined {
  const trimmed = text.trim();
  if (trimmed === text || trimmed === '' || checks[format](trimmed) !== undefined) return undefined;
  const lead = text.length - text.trimStart().length;
  const part = lead > 0 ? { start: 0, end: lead } : { start: trimmed.length, end: text.length };
  const reason = `has a space or line break ${lead > 0 ? 'in front of it' : 'behind it'}, which is not part of it`;
  return secretFormats.has(format) ? { reason, part } : { reason, part, suggestion: trimmed };
}

function withSoundSuggestion(check: FormatCheck, text: string, fault: FormatFault): FormatFault {
  const { suggestion, ...rest } = fault;
  if (suggestion === undefined || (suggestion !== text && suggestion !== '' && check(suggestion) === undefined))
    return fault;
  return rest;
}

/** What each form is called in a sentence, with its article. */
export const formatNouns: Readonly<Record<FormatName, string>> = {
  'absolute-path': 'an absolute path',
  base64: 'base64',
  'base64-certificates': 'base64 of PEM certificates',
  'base64-private-key': 'base64 of a private key',
  'bootstrap-token': 'a bootstrap token',
  cidr: 'an IP range',
  'dns-name': 'a DNS name',
  'dns-suffix': 'a DNS suffix',
  'dns-zone': 'a DNS zone',
  duration: 'a duration',
  'eviction-threshold': 'a quantity or a percentage',
  'feature-name': 'a name that a shell variable can have',
  host: 'a host name or IP address',
  'image-reference': 'an image reference',
  'ip-address': 'an IP address',
  'json-object': 'a JSON object as text',
  'kubernetes-version': 'a Kubernetes version',
  'label-key': 'the key of a label',
  'label-value': 'the value of a label',
  'linux-user-name': 'a login name',
  location: 'an Azure region',
  'no-proxy-entry': 'a host, a domain or an IP range',
  percentage: 'a percentage',
  'port-range': 'a port range',
  'proxy-url': 'the URL of a proxy',
  quantity: 'a quantity',
  'registry-host': 'the name of a registry',
  'resource-group-name': 'the name of a resource group',
  'resource-name': 'the name of an Azure resource',
  'semantic-version': 'a version',
  'sysctl-pattern': 'a sysctl or a pattern of them',
  'systemd-limit': 'a limit of systemd',
  'taint-list': 'a list of taints',
  url: 'a URL',
  uuid: 'a UUID',
  'vm-size': 'a VM size',
};
