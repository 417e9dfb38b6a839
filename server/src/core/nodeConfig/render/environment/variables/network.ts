import { boolAt, type MessageValue, numberAt, textAt, stringsAt } from '../../../value.js';
import { separated } from '../../../../record/trace.js';
import { change } from '../../../../values/known/releases.js';
import { needsKubenetBridge } from '../containerd.js';
import { coreDnsSource, corefile, corefileChanges, kubenetTemplate } from '../files.js';
import { trimSpace } from '../go.js';
import {
  base64File,
  base64Of,
  bool,
  changed,
  computed,
  condition,
  constant,
  enumText,
  integer,
  since,
  template,
  traced,
  tracedStringsAt,
  type VariableRow,
  type VariableRows,
  verbatim,
} from '../variable.js';

const plugin = 'network_config.network_plugin';
const policy = 'network_config.network_policy';

const plugins = { NETWORK_PLUGIN_AZURE: 'azure', NETWORK_PLUGIN_KUBENET: 'kubenet' };
const policies = { NETWORK_POLICY_AZURE: 'azure', NETWORK_POLICY_CALICO: 'calico' };
const noneIsWritten = change('v0.20260717.0', 8871, 'An explicit `NONE` is written `none`; before, it was empty.');

/** Network plugin, interfaces, and what the node may reach. */
export const networkVariables: VariableRows = {
  NETWORK_PLUGIN: changed(enumText(plugin, { NETWORK_PLUGIN_NONE: 'none', ...plugins }), [
    noneIsWritten,
    enumText(plugin, plugins),
  ]),
  NETWORK_POLICY: changed(enumText(policy, { NETWORK_POLICY_NONE: 'none', ...policies }), [
    noneIsWritten,
    enumText(policy, policies),
  ]),
  ENSURE_NO_DUPE_PROMISCUOUS_BRIDGE: condition(
    [plugin, policy],
    'Whether the plugin is kubenet and the policy is not Calico.',
    needsKubenetBridge,
  ),
  KUBENET_TEMPLATE: constant(
    base64Of(kubenetTemplate),
    'Base64 of the CNI configuration of kubenet, the same for every config.',
    base64File('kubenet_template.conf', '/etc/containerd/kubenet_template.conf'),
  ),
  STANDARD_SECONDARY_NIC_COUNT: since('v0.20260616.0', 8642, integer('network_config.standard_secondary_nic_count')),
  IPV6_DUAL_STACK_ENABLED: bool('ipv6_dual_stack_enabled'),
  ENABLE_IMDS_RESTRICTION: bool('imds_restriction_config.enable_imds_restriction'),
  INSERT_IMDS_RESTRICTION_RULE_TO_MANGLE_TABLE: bool(
    'imds_restriction_config.insert_imds_restriction_rule_to_mangle_table',
  ),
  OUTBOUND_COMMAND: verbatim('outbound_command'),
  PRIVATE_EGRESS_PROXY_ADDRESS: verbatim('private_egress_proxy_address'),
  ENABLE_HOSTS_CONFIG_AGENT: bool('enable_hosts_config_agent'),
};

const http = 'http_proxy_config.http_proxy';
const https = 'http_proxy_config.https_proxy';
const exceptions = 'http_proxy_config.no_proxy_entries';
const proxyCa = 'http_proxy_config.proxy_trusted_ca';
const customCas = 'custom_ca_certs';

/** The shell commands that switch the proxy on. Values are not escaped. */
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
export const proxyAndTrustVariables: VariableRows = {
  SHOULD_CONFIGURE_HTTP_PROXY: condition(
    [http, https],
    `Whether \`${http}\` or \`${https}\` is not empty.`,
    (config) => textAt(config, http) !== '' || textAt(config, https) !== '',
  ),
  HTTP_PROXY_URLS: verbatim(http),
  HTTPS_PROXY_URLS: verbatim(https),
  NO_PROXY_URLS: traced([exceptions], `The entries of \`${exceptions}\`, separated by commas.`, (config) =>
    separated(tracedStringsAt(config, exceptions), ','),
  ),
  PROXY_VARS: computed(
    [http, https, exceptions],
    'Shell commands that export `NO_PROXY`, `HTTPS_PROXY` and `http_proxy`, each only if the config has it.',
    proxyCommands,
  ),
  SHOULD_CONFIGURE_HTTP_PROXY_CA: condition(
    [proxyCa],
    `Whether \`${proxyCa}\` is not empty; line breaks alone count.`,
    (config) => textAt(config, proxyCa) !== '',
  ),
  HTTP_PROXY_TRUSTED_CA: computed(
    [proxyCa],
    `The text of \`${proxyCa}\` without line breaks.`,
    (config) => oneLine(textAt(config, proxyCa)),
    { file: base64File('proxyCA.crt') },
  ),
  SHOULD_CONFIGURE_CUSTOM_CA_TRUST: condition(
    [customCas],
    `Whether \`${customCas}\` has an entry.`,
    (config) => stringsAt(config, customCas).length > 0,
  ),
  CUSTOM_CA_TRUST_COUNT: computed([customCas], `How many entries \`${customCas}\` has.`, (config) =>
    String(stringsAt(config, customCas).length),
  ),
  'CUSTOM_CA_CERT_<n>': computed(
    [customCas],
    `One variable for each entry of \`${customCas}\`, counted from 0, without its line breaks.`,
    (config) => stringsAt(config, customCas).map(oneLine),
    { file: base64File('custom-ca.<n>.crt', '/opt/certs/00000000000000cert<n>.crt') },
  ),
};

const domain = 'custom_search_domain_config.domain_name';
const user = 'custom_search_domain_config.realm_user';
const password = 'custom_search_domain_config.realm_password';

/** The DNS search domain that the node joins through a realm. */
export const searchDomainVariables: VariableRows = {
  HAS_CUSTOM_SEARCH_DOMAIN: condition(
    [domain, user, password],
    'Whether domain, user and password are all not empty.',
    (config) => [domain, user, password].every((path) => textAt(config, path) !== ''),
  ),
  CUSTOM_SEARCH_DOMAIN_NAME: verbatim(domain),
  CUSTOM_SEARCH_REALM_USER: verbatim(user),
  CUSTOM_SEARCH_REALM_PASSWORD: verbatim(password),
};

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

/** A limit counts only if local DNS is on, and 0 is no limit. */
function limitAt(config: MessageValue, path: string): number | undefined {
  const limit = boolAt(config, enabled) ? numberAt(config, path) : undefined;
  return limit === 0 ? undefined : limit;
}

const sinceLocalDns = (of: VariableRow): VariableRow => since('v0.20250911.0', 6967, of);
const sinceHostsPlugin = (of: VariableRow): VariableRow => since('v0.20260508.0', 8165, of);

/** The DNS cache on the node. */
export const localDnsVariables: VariableRows = {
  SHOULD_ENABLE_LOCALDNS: sinceLocalDns(bool(enabled)),
  SHOULD_ENABLE_HOSTS_PLUGIN: sinceHostsPlugin(
    condition(
      [enabled, hostsPlugin],
      `Whether \`${enabled}\` and \`${hostsPlugin}\` are both true.`,
      (config) => boolAt(config, enabled) && boolAt(config, hostsPlugin),
    ),
  ),
  LOCALDNS_CPU_LIMIT: sinceLocalDns(
    computed(
      [enabled, cpuLimit],
      `\`${cpuLimit}\` in percent of a core with one decimal, if \`${enabled}\` is true and the number is not 0; else \`200.0%\`.`,
      (config) => `${((limitAt(config, cpuLimit) ?? 2000) / 10).toFixed(1)}%`,
    ),
  ),
  LOCALDNS_MEMORY_LIMIT: sinceLocalDns(
    computed(
      [enabled, memoryLimit],
      `\`${memoryLimit}\` followed by \`M\`, if \`${enabled}\` is true and the number is not 0; else \`128M\`.`,
      (config) => `${limitAt(config, memoryLimit) ?? 128}M`,
    ),
  ),
  LOCALDNS_GENERATED_COREFILE: sinceLocalDns(
    changed(
      template(
        corefileSources,
        `The same as \`LOCALDNS_COREFILE_BASE\`, for node images that know only this name.`,
        base64File('localdns.generated.corefile', corefilePath),
        (config, options) => corefile(config, false, options),
      ),
      ...Object.values(corefileChanges),
    ),
  ),
  LOCALDNS_COREFILE_BASE: sinceHostsPlugin(
    changed(
      template(
        corefileSources,
        `Base64 of CoreDNS's configuration for the zones of \`local_dns_profile\`; empty unless \`${enabled}\` is true.`,
        base64File('localdns.corefile', corefilePath),
        (config, options) => corefile(config, false, options),
      ),
      ...Object.values(corefileChanges),
    ),
  ),
  LOCALDNS_COREFILE_WITH_HOSTS: sinceHostsPlugin(
    changed(
      template(
        corefileSources,
        `The same with the hosts file of critical names in the root zones, with any \`${hostsPlugin}\`.`,
        base64File('localdns.with-hosts.corefile'),
        (config, options) => corefile(config, true, options),
      ),
      ...Object.values(corefileChanges),
    ),
  ),
  LOCALDNS_CRITICAL_FQDNS: sinceHostsPlugin(
    traced(
      [criticalNames],
      `The entries of \`${criticalNames}\` without surrounding spaces and without empty ones, separated by commas, even if local DNS is off.`,
      (config) =>
        separated(
          tracedStringsAt(config, criticalNames)
            .map((piece) => ({ ...piece, text: trimSpace(piece.text) }))
            .filter(({ text }) => text !== ''),
          ',',
        ),
    ),
  ),
  LOCALDNS_HOSTS_PLUGIN_REFRESH_INTERVAL_IN_SECONDS: since(
    'v0.20260717.0',
    8895,
    computed(
      [refreshInterval],
      `The number in \`${refreshInterval}\`, even if local DNS is off; empty unless it is above 0.`,
      (config) => {
        const seconds = numberAt(config, refreshInterval) ?? 0;
        return seconds > 0 ? String(seconds) : '';
      },
    ),
  ),
};
