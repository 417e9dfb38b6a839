import { nodeConfig } from './base.js';
import { fill, type Template } from './template.js';

/** An environment in the form of go-autorest, which the Azure cloud provider reads. */
const environment = JSON.stringify({
  name: 'AksCustom',
  resourceManagerEndpoint: 'https://management.contoso.example/',
  activeDirectoryEndpoint: 'https://login.contoso.example/',
  storageEndpointSuffix: 'core.contoso.example',
  resourceManagerVMDNSSuffix: 'cloudapp.contoso.example',
});

export const customCloud: Template = {
  label: 'Node in a custom cloud',
  doc: "A node in a sovereign or air-gapped Azure. The name `AksCustom` marks such a cloud; `custom_env_json_content` is the cloud's environment as JSON text, of which `resourceManagerEndpoint` becomes the ARM endpoint; packages come from `repo_depot_endpoint`.",
  config: nodeConfig('Ubuntu', {
    custom_cloud_config: {
      custom_cloud_env_name: 'AksCustom',
      repo_depot_endpoint: fill('https://repodepot.contoso.example/ubuntu'),
      custom_env_json_content: fill(environment),
      container_registry_dns_suffix: fill('.azurecr.contoso.example'),
    },
  }),
};
