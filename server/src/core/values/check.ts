import { checkAbsolutePath } from './path.js';
import { checkBase64 } from './base64.js';
import { checkBase64Certificates } from './certificates.js';
import { checkBase64PrivateKey } from './privateKey.js';
import { checkBootstrapToken } from './bootstrapToken.js';
import { checkCidr, checkIpAddress } from './ipAddress.js';
import { checkDnsName, checkDnsSuffix, checkDnsZone, checkHost } from './hosts.js';
import { checkDuration } from './duration.js';
import { checkEvictionThreshold, checkPercentage } from './percentage.js';
import { checkFeatureName } from './featureName.js';
import { checkImageReference, checkRegistryHost } from './registry.js';
import { checkJsonObject } from './jsonObject.js';
import { checkKubernetesVersion, checkSemanticVersion } from './version.js';
import { checkLabelKey, checkLabelValue } from './label.js';
import { checkLinuxUserName } from './linuxUser.js';
import { checkLocation, checkResourceGroupName, checkResourceName, checkVmSize } from './azureNames.js';
import { checkNoProxyEntry, checkProxyUrl } from './proxy.js';
import { checkPortRange } from './portRange.js';
import { checkQuantity } from './quantity.js';
import { checkSysctlPattern } from './sysctlPattern.js';
import { checkSystemdLimit } from './systemdLimit.js';
import { checkTaintList } from './taint.js';
import { checkUrl } from './url.js';
import { checkUuid } from './uuid.js';
import type { FormatCheck, FormatFault, FormatName } from './format.js';

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
  const reason = `has a blank or line break ${lead > 0 ? 'in front of it' : 'behind it'}, which is no part of it`;
  return secretFormats.has(format) ? { reason, part } : { reason, part, suggestion: trimmed };
}

function withSoundSuggestion(check: FormatCheck, text: string, fault: FormatFault): FormatFault {
  const { suggestion, ...rest } = fault;
  if (suggestion === undefined || (suggestion !== text && suggestion !== '' && check(suggestion) === undefined))
    return fault;
  return rest;
}
