import { textAt } from '../../../contract/value.js';
import { condition, type EnvironmentVariable, verbatim } from '../variable.js';

const domain = 'custom_search_domain_config.domain_name';
const user = 'custom_search_domain_config.realm_user';
const password = 'custom_search_domain_config.realm_password';

/** The DNS search domain that the node joins through a realm. */
export const searchDomainVariables: readonly EnvironmentVariable[] = [
  condition(
    'HAS_CUSTOM_SEARCH_DOMAIN',
    { from: [domain, user, password], rule: 'Whether domain, user and password are all not empty.' },
    (config) => [domain, user, password].every((path) => textAt(config, path) !== ''),
  ),
  verbatim('CUSTOM_SEARCH_DOMAIN_NAME', domain),
  verbatim('CUSTOM_SEARCH_REALM_USER', user),
  verbatim('CUSTOM_SEARCH_REALM_PASSWORD', password),
];
