import type { MessageValue } from '../../../contract/value.js';
import { isAtLeast } from '../../../values/version.js';
import type { EnvironmentOptions } from '../options.js';
import { containerd1Config } from './containerd1.js';
import { containerd2Config } from './containerd2.js';
import { containerdSettings } from './containerdSettings.js';

/** The containerd release from which the config is written for containerd 2. */
export const containerd2From = '2.0.0';

/** The containerd config in the form of the containerd on the node, whatever version the config asks for. */
export function containerdConfig(
  config: MessageValue,
  { containerdVersion }: EnvironmentOptions,
  gpu: boolean,
): string {
  const generation = isAtLeast(containerdVersion ?? '', containerd2From) ? containerd2Config : containerd1Config;
  return `${generation(containerdSettings(config), gpu).join('\n')}\n`;
}
