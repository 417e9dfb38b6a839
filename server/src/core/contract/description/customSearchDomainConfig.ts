/** aksnodeconfig/v1/custom_search_domain_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customSearchDomainConfigMessages = [
  message('CustomSearchDomainConfig', 'TBD', [
    field('string domain_name = 1', 'TBD'),
    field('string realm_user = 2', 'TBD'),
    field('string realm_password = 3', 'TBD'),
  ]),
];
