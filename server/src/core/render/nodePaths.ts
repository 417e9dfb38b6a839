/** Paths and commands on the node, from AgentBaker 06836ee230 `aks-node-controller`. */
export const nodeConfigPath = '/opt/azure/containers/aks-node-controller-config.json';
export const enabledFeaturesPath = '/opt/azure/containers/enabled_features.sh';
export const nodeControllerPath = '/opt/azure/containers/aks-node-controller';
