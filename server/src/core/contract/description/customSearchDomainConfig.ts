/** aksnodeconfig/v1/custom_search_domain_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customSearchDomainConfigMessages = [
  message('CustomSearchDomainConfig', 'An extra DNS search domain, joined through a realm.', [
    field('string domain_name = 1', 'Name of the search domain.', { examples: ['corp.contoso.example'] }),
    field('string realm_user = 2', 'Account that joins the realm.'),
    field('string realm_password = 3', 'Password of the account that joins the realm.', { secret: true }),
  ]),
];
