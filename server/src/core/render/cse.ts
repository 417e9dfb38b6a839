import { nodeControllerPath } from './nodePaths.js';

/** `commandToExecute` of the vmssCSE extension: it only waits (AgentBaker 06836ee230, `nodeconfigutils.CSE`). */
export const cseCommand = `${nodeControllerPath} provision-wait`;
