import {
  apiServerConfigMessages,
  authConfigMessages,
  clusterConfigEnums,
  clusterConfigMessages,
  customCloudConfigMessages,
  serviceAccountImagePullProfileMessages,
} from './cluster.js';
import { bootstrappingConfigEnums, bootstrappingConfigMessages } from './bootstrapping.js';
import { configEnums, configMessages } from './config.js';
import {
  containerdConfigMessages,
  gpuConfigMessages,
  kubeBinaryConfigMessages,
  runcConfigMessages,
} from './runtime.js';
import { customLinuxOsConfigMessages } from './linux.js';
import {
  customSearchDomainConfigMessages,
  httpProxyConfigMessages,
  imdsRestrictionConfigMessages,
  networkConfigEnums,
  networkConfigMessages,
} from './network.js';
import { kubeletConfigEnums, kubeletConfigMessages } from './kubelet.js';
import { localdnsConfigMessages } from './localDns.js';
import type { EnumType } from '../../../record/model.js';
import type { MessageDescription } from '../describe.js';

/** Every message of `aksnodeconfig.v1`, one file for each upstream `.proto` file. */
export const messageDescriptions: readonly MessageDescription[] = [
  ...apiServerConfigMessages,
  ...authConfigMessages,
  ...bootstrappingConfigMessages,
  ...clusterConfigMessages,
  ...configMessages,
  ...containerdConfigMessages,
  ...customCloudConfigMessages,
  ...customLinuxOsConfigMessages,
  ...customSearchDomainConfigMessages,
  ...gpuConfigMessages,
  ...httpProxyConfigMessages,
  ...imdsRestrictionConfigMessages,
  ...kubeBinaryConfigMessages,
  ...kubeletConfigMessages,
  ...localdnsConfigMessages,
  ...networkConfigMessages,
  ...runcConfigMessages,
  ...serviceAccountImagePullProfileMessages,
];

/** Every enum of `aksnodeconfig.v1`. */
export const enumDescriptions: readonly EnumType[] = [
  ...bootstrappingConfigEnums,
  ...clusterConfigEnums,
  ...configEnums,
  ...kubeletConfigEnums,
  ...networkConfigEnums,
];
