import type { KnownError } from './error.js';
import { containerRuntimeErrors, gpuErrors } from './linux/containerRuntime.js';
import { formerErrors } from './linux/former.js';
import { downloadErrors, packageErrors } from './linux/downloads.js';
import { engineErrors, startupErrors } from './linux/startup.js';
import { kubeletErrors } from './linux/kubelet.js';
import { networkErrors, registryErrors } from './linux/network.js';
import { systemdErrors } from './linux/systemd.js';
import { downloadErrors as windowsDownloadErrors, networkErrors as windowsNetworkErrors } from './windows/network.js';
import { generalErrors } from './windows/general.js';
import { runtimeErrors, gpuErrors as windowsGpuErrors } from './windows/runtime.js';

const linuxErrors = [
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
  ...formerErrors,
];

const windowsErrors = [
  ...generalErrors,
  ...windowsNetworkErrors,
  ...runtimeErrors,
  ...windowsDownloadErrors,
  ...windowsGpuErrors,
];

/** Names of errors, by platform: a table can only contain those of its own. */
export type LinuxErrorName = (typeof linuxErrors)[number]['name'];
export type WindowsErrorName = (typeof windowsErrors)[number]['name'];

/** All known errors of all tables. */
export const knownErrors: readonly KnownError[] = [...linuxErrors, ...windowsErrors];

/** Known errors by their names. */
export const errorByName: ReadonlyMap<string, KnownError> = new Map(knownErrors.map((error) => [error.name, error]));
