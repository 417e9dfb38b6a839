import { numberAt } from '../../../contract/fields.js';
import { needsKubenetBridge } from '../files/containerdSettings.js';
import { kubenetTemplate } from '../files/kubenetTemplate.js';
import { base64File } from '../hiddenFile.js';
import {
  base64Of,
  bool,
  computed,
  condition,
  constant,
  type EnvironmentVariable,
  enumText,
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
