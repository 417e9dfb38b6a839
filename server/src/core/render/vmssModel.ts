import { cseCommand } from './cse.js';

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
