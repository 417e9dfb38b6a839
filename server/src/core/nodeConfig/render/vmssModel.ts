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

const prepare =
  '[ -f "${INIT_AKS_CLOUD_FILEPATH}" ]; then \t"${INIT_AKS_CLOUD_FILEPATH}" >> /var/log/azure/cluster-provision.log 2>&1 || exit $?; fi';
const provision = '/usr/bin/nohup /bin/bash -c "/bin/bash /opt/azure/containers/provision_start.sh" ';

/**
 * The command that aks-node-controller starts with the bootstrap environment, the same for every config (AgentBaker
 * 06836ee230, `parser.BuildCSECmd`).
 */
export const bootCommand = [
  '/bin/bash',
  '-c',
  `echo $(date),$(hostname) > \${PROVISION_OUTPUT}; if ${prepare}; ${provision}`,
];
