import type { KnownError } from './error.js';
import { containerRuntimeErrors } from './linux/containerRuntime.js';
import { downloadErrors } from './linux/downloads.js';
import { engineErrors } from './linux/engines.js';
import { gpuErrors } from './linux/gpu.js';
import { kubeletErrors } from './linux/kubelet.js';
import { networkErrors } from './linux/network.js';
import { packageErrors } from './linux/packages.js';
import { registryErrors } from './linux/registry.js';
import { startupErrors } from './linux/startup.js';
import { systemdErrors } from './linux/systemd.js';
import { downloadErrors as windowsDownloadErrors } from './windows/downloads.js';
import { generalErrors } from './windows/general.js';
import { gpuErrors as windowsGpuErrors } from './windows/gpu.js';
import { networkErrors as windowsNetworkErrors } from './windows/network.js';
import { runtimeErrors } from './windows/runtime.js';

export type { KnownError } from './error.js';

/** Everything that is known of errors, whichever table gives them a code. */
export const knownErrors: readonly KnownError[] = [
  ...startupErrors,
  ...systemdErrors,
  ...packageErrors,
  ...downloadErrors,
  ...containerRuntimeErrors,
  ...kubeletErrors,
  ...networkErrors,
  ...registryErrors,
  ...gpuErrors,
  ...engineErrors,
  ...generalErrors,
  ...windowsNetworkErrors,
  ...runtimeErrors,
  ...windowsDownloadErrors,
  ...windowsGpuErrors,
];

/** What is known of an error by its name. */
export const errorByName: ReadonlyMap<string, KnownError> = new Map(knownErrors.map((error) => [error.name, error]));
