import { nodeConfig } from './base.js';
import type { Template } from './template.js';

export const azureLinux: Template = {
  label: 'Azure Linux node',
  doc: 'A node on an AKS Azure Linux image, in a scale set, with Azure CNI and a bootstrap token. Unattended upgrades are left out: the provisioning scripts switch them on for Ubuntu only.',
  config: nodeConfig('AzureLinux'),
};
