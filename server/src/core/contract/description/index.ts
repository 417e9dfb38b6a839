import { apiServerConfigMessages } from './apiServerConfig.js';
import { authConfigMessages } from './authConfig.js';
import { bootstrappingConfigEnums, bootstrappingConfigMessages } from './bootstrappingConfig.js';
import { clusterConfigEnums, clusterConfigMessages } from './clusterConfig.js';
import { configEnums, configMessages } from './config.js';
import { containerdConfigMessages } from './containerdConfig.js';
import { customCloudConfigMessages } from './customCloudConfig.js';
import { customLinuxOsConfigMessages } from './customLinuxOsConfig.js';
import { customSearchDomainConfigMessages } from './customSearchDomainConfig.js';
import { gpuConfigMessages } from './gpuConfig.js';
import { httpProxyConfigMessages } from './httpProxyConfig.js';
import { imdsRestrictionConfigMessages } from './imdsRestrictionConfig.js';
import { kubeBinaryConfigMessages } from './kubeBinaryConfig.js';
import { kubeletConfigEnums, kubeletConfigMessages } from './kubeletConfig.js';
import { localdnsConfigMessages } from './localdnsConfig.js';
import { networkConfigEnums, networkConfigMessages } from './networkConfig.js';
import { runcConfigMessages } from './runcConfig.js';
import { serviceAccountImagePullProfileMessages } from './serviceAccountImagePullProfile.js';
import type { EnumDescription, MessageDescription } from '../describe.js';

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
export const enumDescriptions: readonly EnumDescription[] = [
  ...bootstrappingConfigEnums,
  ...clusterConfigEnums,
  ...configEnums,
  ...kubeletConfigEnums,
  ...networkConfigEnums,
];
