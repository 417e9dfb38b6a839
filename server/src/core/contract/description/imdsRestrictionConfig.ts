/** aksnodeconfig/v1/imds_restriction_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const imdsRestrictionConfigMessages = [
  message('ImdsRestrictionConfig', 'Keeps pods away from the instance metadata service.', [
    field(
      'bool enable_imds_restriction = 1',
      'Whether pods are kept from the instance metadata service by firewall rules.',
    ),
    field(
      'bool insert_imds_restriction_rule_to_mangle_table = 2',
      "Whether the rule goes to iptables' mangle table instead of the filter table; only with `enable_imds_restriction`.",
    ),
  ]),
];
