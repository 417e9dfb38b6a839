import { nodeControllerPath } from '../../values/known/linux.js';

/** `commandToExecute` of the vmssCSE extension: it only waits (AgentBaker 06836ee230, `nodeconfigutils.CSE`). */
export const cseCommand = `${nodeControllerPath} provision-wait`;

/** What a producer puts into a scale set for a node config, in the casing of Azure Resource Manager. */
export type VmssModel = ReturnType<typeof vmssModel>;

/** A scale set model with custom data and the extension that waits for the node controller. */
export function vmssModel(customData: string) {
  const waiting = {
    name: 'vmssCSE',
    properties: {
      publisher: 'Microsoft.Azure.Extensions',
      type: 'CustomScript',
      typeHandlerVersion: '2.0',
      autoUpgradeMinorVersion: true,
      settings: {},
      protectedSettings: { commandToExecute: cseCommand },
    },
  };
  return {
    properties: {
      virtualMachineProfile: { osProfile: { customData }, extensionProfile: { extensions: [waiting] } },
    },
  };
}
