import { type MessageValue, textAt } from './value.js';

/** The field that tells a custom cloud. */
export const cloudNameField = 'custom_cloud_config.custom_cloud_env_name';

/** Whether a config is for a custom cloud. */
export function isCustomCloud(config: MessageValue): boolean {
  return isCustomCloudName(textAt(config, cloudNameField));
}

/**
 * Whether a cloud's name means a custom one. aks-node-controller compares it as Unicode folds case, so that the
 * long s and the Kelvin sign count as s and k (AgentBaker 06836ee230, `helpers`).
 */
export function isCustomCloudName(name: string): boolean {
  return /^akscustom$/iu.test(name);
}
