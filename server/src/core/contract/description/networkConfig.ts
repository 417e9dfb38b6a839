/** aksnodeconfig/v1/network_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const networkConfigMessages = [
  message('NetworkConfig', 'TBD', [
    field('NetworkPlugin network_plugin = 1', 'TBD'),
    field('NetworkPolicy network_policy = 2', 'TBD'),
    field('string vnet_cni_plugins_url = 3', 'TBD'),
    field('string cni_plugins_url = 4', 'TBD'),
    field('int32 standard_secondary_nic_count = 5', 'TBD', { since: 'v0.20260616.0' }),
  ]),
];

export const networkConfigEnums = [
  enumeration('NetworkPlugin', 'TBD', [
    value('NETWORK_PLUGIN_UNSPECIFIED = 0', 'TBD'),
    value('NETWORK_PLUGIN_NONE = 1', 'TBD'),
    value('NETWORK_PLUGIN_AZURE = 2', 'TBD'),
    value('NETWORK_PLUGIN_KUBENET = 3', 'TBD'),
  ]),
  enumeration('NetworkPolicy', 'TBD', [
    value('NETWORK_POLICY_UNSPECIFIED = 0', 'TBD'),
    value('NETWORK_POLICY_NONE = 1', 'TBD'),
    value('NETWORK_POLICY_AZURE = 2', 'TBD'),
    value('NETWORK_POLICY_CALICO = 3', 'TBD'),
  ]),
];
