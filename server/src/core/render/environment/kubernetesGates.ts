import { type MessageValue, textAt } from '../../contract/value.js';
import { isAtLeast } from '../../values/version.js';

/** The Kubernetes release whose kubelet no longer knows the idle timeout of streaming connections. */
export const streamingTimeoutRemovedFrom = '1.34.0';

/** The Kubernetes release from which containerd is told of the folder with registry hosts. */
export const registryFolderFrom = '1.22.0';

/** Whether the config is for a Kubernetes without that timeout, which upstream then drops from flags and file. */
export function hasNoStreamingTimeout(config: MessageValue): boolean {
  return isAtLeast(textAt(config, 'kubernetes_version'), streamingTimeoutRemovedFrom);
}

/** Whether the config is for a Kubernetes that has that folder; a version that cannot be read counts as older. */
export function hasRegistryFolder(config: MessageValue): boolean {
  return isAtLeast(textAt(config, 'kubernetes_version'), registryFolderFrom);
}
