import type { MessageValue } from '../../../contract/value.js';
import { separated } from '../../trace.js';
import { boolAt, numberAt } from '../../../contract/fields.js';
import { tracedStringsAt } from '../textPieces.js';
import { coreDnsSource, corefile } from '../files/corefile.js';
import { trimSpace } from '../go/text.js';
import { base64File } from '../hiddenFile.js';
import { bool, computed, condition, type EnvironmentVariable, traced, template } from '../variable.js';

const enabled = 'local_dns_profile.enable_local_dns';
const hostsPlugin = 'local_dns_profile.enable_hosts_plugin';
const cpuLimit = 'local_dns_profile.cpu_limit_in_milli_cores';
const memoryLimit = 'local_dns_profile.memory_limit_in_mb';
const criticalNames = 'local_dns_profile.critical_fqdns';
const refreshInterval = 'local_dns_profile.hosts_plugin_refresh_interval_in_seconds';

const corefileSources = [
  enabled,
  'local_dns_profile.vnet_dns_overrides',
  'local_dns_profile.kube_dns_overrides',
  coreDnsSource,
];
const corefilePath = '/opt/azure/containers/localdns/localdns.corefile';

/** A limit counts only where local DNS is on, and 0 is no limit. */
function limitAt(config: MessageValue, path: string): number | undefined {
  const limit = boolAt(config, enabled) ? numberAt(config, path) : undefined;
  return limit === 0 ? undefined : limit;
}

/** The DNS cache on the node. */
export const localDnsVariables: readonly EnvironmentVariable[] = [
  bool('SHOULD_ENABLE_LOCALDNS', enabled),
  condition(
    'SHOULD_ENABLE_HOSTS_PLUGIN',
    { from: [enabled, hostsPlugin], rule: `Whether \`${enabled}\` and \`${hostsPlugin}\` are both true.` },
    (config) => boolAt(config, enabled) && boolAt(config, hostsPlugin),
  ),
  computed(
    'LOCALDNS_CPU_LIMIT',
    {
      from: [enabled, cpuLimit],
      rule: `\`${cpuLimit}\` in percent of a core with one decimal, where \`${enabled}\` is true and the number is not 0; else \`200.0%\`.`,
    },
    (config) => `${((limitAt(config, cpuLimit) ?? 2000) / 10).toFixed(1)}%`,
  ),
  computed(
    'LOCALDNS_MEMORY_LIMIT',
    {
      from: [enabled, memoryLimit],
      rule: `\`${memoryLimit}\` followed by \`M\`, where \`${enabled}\` is true and the number is not 0; else \`128M\`.`,
    },
    (config) => `${limitAt(config, memoryLimit) ?? 128}M`,
  ),
  template(
    'LOCALDNS_GENERATED_COREFILE',
    {
      from: corefileSources,
      rule: `The same as \`LOCALDNS_COREFILE_BASE\`, for node images that know only this name.`,
      file: base64File('localdns.generated.corefile', corefilePath),
    },
    (config) => corefile(config, false),
  ),
  template(
    'LOCALDNS_COREFILE_BASE',
    {
      from: corefileSources,
      rule: `Base64 of CoreDNS's configuration for the zones of \`local_dns_profile\`; empty unless \`${enabled}\` is true.`,
      file: base64File('localdns.corefile', corefilePath),
    },
    (config) => corefile(config, false),
  ),
  template(
    'LOCALDNS_COREFILE_WITH_HOSTS',
    {
      from: corefileSources,
      rule: `The same with the hosts file of critical names in the root zones, whatever \`${hostsPlugin}\` says.`,
      file: base64File('localdns.with-hosts.corefile'),
    },
    (config) => corefile(config, true),
  ),
  traced(
    'LOCALDNS_CRITICAL_FQDNS',
    {
      from: [criticalNames],
      rule: `The entries of \`${criticalNames}\` without surrounding blanks and without empty ones, separated by commas, also where local DNS is off.`,
    },
    (config) =>
      separated(
        tracedStringsAt(config, criticalNames)
          .map((piece) => ({ ...piece, text: trimSpace(piece.text) }))
          .filter(({ text }) => text !== ''),
        ',',
      ),
  ),
  computed(
    'LOCALDNS_HOSTS_PLUGIN_REFRESH_INTERVAL_IN_SECONDS',
    {
      from: [refreshInterval],
      rule: `The number in \`${refreshInterval}\`, also where local DNS is off; empty unless it is above 0.`,
    },
    (config) => {
      const seconds = numberAt(config, refreshInterval) ?? 0;
      return seconds > 0 ? String(seconds) : '';
    },
  ),
];
