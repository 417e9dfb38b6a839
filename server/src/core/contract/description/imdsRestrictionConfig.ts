/** aksnodeconfig/v1/imds_restriction_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const imdsRestrictionConfigMessages = [
  message('ImdsRestrictionConfig', 'TBD', [
    field('bool enable_imds_restriction = 1', 'TBD'),
    field('bool insert_imds_restriction_rule_to_mangle_table = 2', 'TBD'),
  ]),
];
