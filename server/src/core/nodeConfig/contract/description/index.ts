import type { TypeDescriptions } from '../describe.js';
import { bootstrappingTypes } from './bootstrapping.js';
import { clusterTypes } from './cluster.js';
import { configTypes } from './config.js';
import { kubeletTypes } from './kubelet.js';
import { linuxTypes } from './linux.js';
import { localDnsTypes } from './localDns.js';
import { networkTypes } from './network.js';
import { runtimeTypes } from './runtime.js';

/**
 * Every message and enum of `aksnodeconfig/v1/*.proto` of Azure/AgentBaker 06836ee230; the sentences are ours. "The
 * parser" is the one of its aks-node-controller.
 */
export const typeDescriptions: TypeDescriptions = {
  ...bootstrappingTypes,
  ...clusterTypes,
  ...configTypes,
  ...kubeletTypes,
  ...linuxTypes,
  ...localDnsTypes,
  ...networkTypes,
  ...runtimeTypes,
};
