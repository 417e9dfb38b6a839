/** Where aks-node-controller looks for its config on the node, from AgentBaker 06836ee230. */
export const nodeConfigPath = '/opt/azure/containers/aks-node-controller-config.json';
