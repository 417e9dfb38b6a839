/** aksnodeconfig/v1/custom_search_domain_config.proto of Azure/AgentBaker 06836ee230; the sentences are ours. */
import { field, message } from '../describe.js';

export const customSearchDomainConfigMessages = [
  message(
    'CustomSearchDomainConfig',
    'An extra DNS search domain and the realm account that joins it. All three fields are needed together.',
    [
      field(
        'string domain_name = 1',
        "DNS domain that is added to the node's search list; in capital letters it is the realm that the node joins.",
        { format: 'dns-name', examples: ['corp.contoso.example'] },
      ),
      field(
        'string realm_user = 2',
        'Account that joins the node to the realm, without the realm. Empty switches the search domain off.',
        { examples: ['svc-join'] },
      ),
      field(
        'string realm_password = 3',
        'Password of `realm_user`, exported as it is. Empty switches the search domain off.',
        { secret: true },
      ),
    ],
  ),
];
