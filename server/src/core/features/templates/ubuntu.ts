import { nodeConfig } from './base.js';
import type { Template } from './template.js';

/** The script that writes apt's periodic jobs runs on Ubuntu only (`cse_main.sh`, AgentBaker 06836ee230). */
export const ubuntu: Template = {
  label: 'Ubuntu node',
  doc: 'A node on an AKS Ubuntu image, in a scale set, with Azure CNI and a bootstrap token. The node installs security updates by itself.',
  config: nodeConfig('Ubuntu', { enable_unattended_upgrade: true }),
};
