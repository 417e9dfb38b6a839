import { bool, type EnvironmentVariable, verbatim } from '../variable.js';

const imagePull = 'service_account_image_pull_profile';

/** Whom the node signs in to Azure as. */
export const identityVariables: readonly EnvironmentVariable[] = [
  verbatim('TENANT_ID', 'auth_config.tenant_id'),
  verbatim('SUBSCRIPTION_ID', 'auth_config.subscription_id'),
  verbatim('SERVICE_PRINCIPAL_CLIENT_ID', 'auth_config.service_principal_id'),
  verbatim('SERVICE_PRINCIPAL_FILE_CONTENT', 'auth_config.service_principal_secret'),
  verbatim('USER_ASSIGNED_IDENTITY_ID', 'auth_config.assigned_identity_id'),
  bool('USE_MANAGED_IDENTITY_EXTENSION', 'auth_config.use_managed_identity_extension'),
  bool('SERVICE_ACCOUNT_IMAGE_PULL_ENABLED', `${imagePull}.enabled`),
  verbatim('SERVICE_ACCOUNT_IMAGE_PULL_DEFAULT_CLIENT_ID', `${imagePull}.default_client_id`),
  verbatim('SERVICE_ACCOUNT_IMAGE_PULL_DEFAULT_TENANT_ID', `${imagePull}.default_tenant_id`),
  verbatim('IDENTITY_BINDINGS_LOCAL_AUTHORITY_SNI', `${imagePull}.local_authority_sni`),
];
