/** aksnodeconfig/v1/network_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { enumeration, field, message, value } from '../describe.js';

export const networkConfigMessages = [
  message('NetworkConfig', "The cluster's network plugin and policy engine.", [
    field('NetworkPlugin network_plugin = 1', 'What gives pods their addresses.'),
    field('NetworkPolicy network_policy = 2', 'What enforces network policies.'),
    field('string vnet_cni_plugins_url = 3', 'URL of the Azure CNI plugins, a tarball.'),
    field('string cni_plugins_url = 4', 'URL of the generic CNI plugins. No script variable carries it.'),
    field('int32 standard_secondary_nic_count = 5', 'Network interfaces beside the first one that the node gets.', {
      since: 'v0.20260616.0',
    }),
  ]),
];

export const networkConfigEnums = [
  enumeration('NetworkPlugin', 'What gives pods their addresses.', [
    value('NETWORK_PLUGIN_UNSPECIFIED = 0', 'Nothing was chosen.'),
    value('NETWORK_PLUGIN_NONE = 1', 'No plugin: the cluster brings its own.'),
    value('NETWORK_PLUGIN_AZURE = 2', 'Azure CNI.'),
    value('NETWORK_PLUGIN_KUBENET = 3', "kubenet, with routes in the node's route table."),
  ]),
  enumeration('NetworkPolicy', 'What enforces network policies.', [
    value('NETWORK_POLICY_UNSPECIFIED = 0', 'Nothing was chosen.'),
    value('NETWORK_POLICY_NONE = 1', 'Network policies are not enforced.'),
    value('NETWORK_POLICY_AZURE = 2', "Azure's own policy manager."),
    value('NETWORK_POLICY_CALICO = 3', 'Calico.'),
  ]),
];
