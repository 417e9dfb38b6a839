import { boolAt, type MessageValue, numberAt, textAt, stringsAt } from '../../../value.js';
import { separated } from '../../../../record/trace.js';
import { needsKubenetBridge } from '../containerd.js';
import { coreDnsSource, corefile, kubenetTemplate } from '../files.js';
import { trimSpace } from '../go.js';
import {
  base64File,
  base64Of,
  bool,
  computed,
  condition,
  constant,
  enumText,
  type EnvironmentVariable,
  template,
  traced,
  tracedStringsAt,
  verbatim,
} from '../variable.js';

const plugin = 'network_config.network_plugin';
const policy = 'network_config.network_policy';
const secondaryNics = 'network_config.standard_secondary_nic_count';

/** Network plugin, interfaces, and what the node may reach. */
export const networkVariables: readonly EnvironmentVariable[] = [
  enumText('NETWORK_PLUGIN', plugin, {
    NETWORK_PLUGIN_NONE: 'none',
    NETWORK_PLUGIN_AZURE: 'azure',
    NETWORK_PLUGIN_KUBENET: 'kubenet',
  }),
  enumText('NETWORK_POLICY', policy, {
    NETWORK_POLICY_NONE: 'none',
    NETWORK_POLICY_AZURE: 'azure',
    NETWORK_POLICY_CALICO: 'calico',
  }),
  condition(
    'ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE',
    { from: [plugin, policy], rule: 'Whether the plugin is kubenet and the policy is not Calico.' },
    needsKubenetBridge,
  ),
  constant(
    'KUBENET_TEMPLATE',
    base64Of(kubenetTemplate),
    'Base64 of the CNI configuration of kubenet, the same for every config.',
    base64File('kubenet_template.conf', '/etc/containerd/kubenet_template.conf'),
  ),
  computed(
    'STANDARD_SECONDARY_NIC_COUNT',
    { from: [secondaryNics], rule: `The number in \`${secondaryNics}\`; 0 where it is absent.` },
    (config) => String(numberAt(config, secondaryNics) ?? 0),
  ),
  bool('IPV6_DUAL_STACK_ENABLED', 'ipv6_dual_stack_enabled'),
  bool('ENABLE_IMDS_RESTRICTION', 'imds_restriction_config.enable_imds_restriction'),
  bool(
    'INSERT_IMDS_RESTRICTION_RULE_TO_MANGLE_TABLE',
    'imds_restriction_config.insert_imds_restriction_rule_to_mangle_table',
  ),
  verbatim('OUTBOUND_COMMAND', 'outbound_command'),
  verbatim('PRIVATE_EGRESS_PROXY_ADDRESS', 'private_egress_proxy_address'),
  bool('ENABLE_HOSTS_CONFIG_AGENT', 'enable_hosts_config_agent'),
];

const http = 'http_proxy_config.http_proxy';
const https = 'http_proxy_config.https_proxy';
const exceptions = 'http_proxy_config.no_proxy_entries';
const proxyCa = 'http_proxy_config.proxy_trusted_ca';
const customCas = 'custom_ca_certs';

/** The shell commands that switch the proxy on. Values are not quoted in any other way. */
function proxyCommands(config: MessageValue): string {
  const withoutProxy = stringsAt(config, exceptions);
  const httpsProxy = textAt(config, https);
  const httpProxy = textAt(config, http);
  return [
    ...(withoutProxy.length > 0 ? [`export NO_PROXY="${withoutProxy.join(',')}"; `] : []),
    ...(httpsProxy === '' ? [] : [`export HTTPS_PROXY="${httpsProxy}"; `]),
    ...(httpProxy === '' ? [] : [`export http_proxy="${httpProxy}";`]),
  ].join('');
}

/** Base64 may be wrapped in the config; in a variable it is one line. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

/** The HTTP proxy, and the certificate authorities that the node trusts. */
export const proxyAndTrustVariables: readonly EnvironmentVariable[] = [
  condition(
    'SHOULD_CONFIGURE_HTTP_PROXY',
    { from: [http, https], rule: `Whether \`${http}\` or \`${https}\` is not empty.` },
    (config) => textAt(config, http) !== '' || textAt(config, https) !== '',
  ),
  verbatim('HTTP_PROXY_URLS', http),
  verbatim('HTTPS_PROXY_URLS', https),
  traced(
    'NO_PROXY_URLS',
    { from: [exceptions], rule: `The entries of \`${exceptions}\`, separated by commas.` },
    (config) => separated(tracedStringsAt(config, exceptions), ','),
  ),
  computed(
    'PROXY_VARS',
    {
      from: [http, https, exceptions],
      rule: 'Shell commands that export `NO_PROXY`, `HTTPS_PROXY` and `http_proxy`, each only where the config has it.',
    },
    proxyCommands,
  ),
  condition(
    'SHOULD_CONFIGURE_HTTP_PROXY_CA',
    { from: [proxyCa], rule: `Whether \`${proxyCa}\` is not empty; line ends alone count.` },
    (config) => textAt(config, proxyCa) !== '',
  ),
  computed(
    'HTTP_PROXY_TRUSTED_CA',
    { from: [proxyCa], rule: `The text of \`${proxyCa}\` without line ends.`, file: base64File('proxyCA.crt') },
    (config) => oneLine(textAt(config, proxyCa)),
  ),
  condition(
    'SHOULD_CONFIGURE_CUSTOM_CA_TRUST',
    { from: [customCas], rule: `Whether \`${customCas}\` has an entry.` },
    (config) => stringsAt(config, customCas).length > 0,
  ),
  computed('CUSTOM_CA_TRUST_COUNT', { from: [customCas], rule: `How many entries \`${customCas}\` has.` }, (config) =>
    String(stringsAt(config, customCas).length),
  ),
  computed(
    'CUSTOM_CA_CERT_<n>',
    {
      from: [customCas],
      rule: `One variable for each entry of \`${customCas}\`, counted from 0, without its line ends.`,
      file: base64File('custom-ca.<n>.crt', '/opt/certs/00000000000000cert<n>.crt'),
    },
    (config) => stringsAt(config, customCas).map(oneLine),
  ),
];

const domain = 'custom_search_domain_config.domain_name';
const user = 'custom_search_domain_config.realm_user';
const password = 'custom_search_domain_config.realm_password';

/** The DNS search domain that the node joins through a realm. */
export const searchDomainVariables: readonly EnvironmentVariable[] = [
  condition(
    'HAS_CUSTOM_SEARCH_DOMAIN',
    { from: [domain, user, password], rule: 'Whether domain, user and password are all not empty.' },
    (config) => [domain, user, password].every((path) => textAt(config, path) !== ''),
  ),
  verbatim('CUSTOM_SEARCH_DOMAIN_NAME', domain),
  verbatim('CUSTOM_SEARCH_REALM_USER', user),
  verbatim('CUSTOM_SEARCH_REALM_PASSWORD', password),
];

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
