import type { Rule } from '../../problems/rules.js';
import { bootCommands, powerState, reboots, scripts } from './commands.js';
import {
  customDataSize,
  moduleFiles,
  nodeConfigFile,
  overwrittenFiles,
  unwrittenFiles,
  windowsLineEnds,
} from './files.js';
import { encodings, homes, owners, paths, permissions } from './entries.js';
import { header, ignoreComments, syntaxFaults } from './header.js';
import type { CloudConfigInput } from './input.js';
import { keyTypes, lifecycle } from './keys.js';
import { shape } from './shape.js';

/** The rules about cloud-configs. */
export const cloudConfigRules: readonly Rule<CloudConfigInput>[] = [
  // What cloud-init validates.
  header,
  syntaxFaults,
  shape,
  keyTypes,
  lifecycle,
  // Written files.
  encodings,
  permissions,
  paths,
  overwrittenFiles,
  moduleFiles,
  owners,
  homes,
  unwrittenFiles,
  scripts,
  nodeConfigFile,
  // Commands.
  bootCommands,
  reboots,
  powerState,
  // The whole document.
  windowsLineEnds,
  customDataSize,
  ignoreComments,
];

/** The rules about a part whose type is cloud-config, whatever its first line. */
export const cloudConfigPartRules: readonly Rule<CloudConfigInput>[] = cloudConfigRules.filter(
  (rule) => rule !== header,
);
