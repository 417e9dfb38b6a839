import { nodeControllerPath } from '../../values/known/linux.js';

/** `commandToExecute` of the vmssCSE extension: it only waits (AgentBaker 06836ee230, `nodeconfigutils.CSE`). */
export const cseCommand = `${nodeControllerPath} provision-wait`;

/** What a producer puts into a scale set for a node config, in the casing of Azure Resource Manager. */
export interface VmssModel {
  readonly properties: {
    readonly virtualMachineProfile: {
      readonly osProfile: { readonly customData: string };
      readonly extensionProfile: { readonly extensions: readonly VmssExtension[] };
    };
  };
}

interface VmssExtension {
  readonly name: string;
  readonly properties: {
    readonly publisher: string;
    readonly type: string;
    readonly typeHandlerVersion: string;
    readonly autoUpgradeMinorVersion: boolean;
    readonly settings: Readonly<Record<string, never>>;
    readonly protectedSettings: { readonly commandToExecute: string };
  };
}

/** A scale set model with the custom data in place, and with the extension that waits for the node controller. */
export function vmssModel(customData: string): VmssModel {
  const waiting: VmssExtension = {
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

/**
 * What aks-node-controller starts on the node once it has the bootstrap environment
 * (AgentBaker 06836ee230, `parser.BuildCSECmd`); it does not depend on the config.
 */
export function bootCommand(): string[] {
  const prepare =
    '[ -f "${INIT_AKS_CLOUD_FILEPATH}" ]; then \t"${INIT_AKS_CLOUD_FILEPATH}" >> /var/log/azure/cluster-provision.log 2>&1 || exit $?; fi';
  const provision = '/usr/bin/nohup /bin/bash -c "/bin/bash /opt/azure/containers/provision_start.sh" ';
  return ['/bin/bash', '-c', `echo $(date),$(hostname) > \${PROVISION_OUTPUT}; if ${prepare}; ${provision}`];
}
