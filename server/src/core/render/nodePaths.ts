/** Paths and commands on the node, from AgentBaker 06836ee230 `aks-node-controller`. */
export { nodeConfigPath } from '../knowledge/nodePaths.js';
export const enabledFeaturesPath = '/opt/azure/containers/enabled_features.sh';
export const nodeControllerPath = '/opt/azure/containers/aks-node-controller';
