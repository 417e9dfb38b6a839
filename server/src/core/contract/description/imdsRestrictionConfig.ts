/** aksnodeconfig/v1/imds_restriction_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const imdsRestrictionConfigMessages = [
  message(
    'ImdsRestrictionConfig',
    'A firewall rule that keeps pods from the Azure instance metadata service at 169.254.169.254.',
    [
      field(
        'bool enable_imds_restriction = 1',
        "Whether traffic to the metadata service is dropped unless it comes from the node's own address. The rule is made sure of whenever the kubelet starts.",
      ),
      field(
        'bool insert_imds_restriction_rule_to_mangle_table = 2',
        "Whether the rule goes into iptables' mangle table instead of the filter table. Without `enable_imds_restriction` there is no rule.",
      ),
    ],
  ),
];
