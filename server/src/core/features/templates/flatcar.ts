import { nodeConfig } from './base.js';
import type { Template } from './template.js';

/** Only custom data differs by its nature: `CustomDataFlatcar` of AgentBaker 06836ee230 writes Ignition. */
export const flatcar: Template = {
  label: 'Flatcar node',
  doc: 'A node on a Flatcar or Azure Container Linux image. Its system is replaced as a whole, so there are no unattended upgrades, and it has cgroup v2 only. Its custom data are Ignition instead of cloud-init: preview and render them in the dialect `flatcar`.',
  config: nodeConfig('Flatcar'),
};
