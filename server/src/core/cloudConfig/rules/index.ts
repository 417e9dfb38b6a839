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

/** The rules about cloud-configs. A new one is a file beside these and a line here. */
export const cloudConfigRules: readonly Rule<CloudConfigInput>[] = [
  // What cloud-init itself says.
  header,
  syntaxFaults,
  shape,
  keyTypes,
  lifecycle,
  // What becomes of the files.
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
  // When commands run.
  bootCommands,
  reboots,
  powerState,
  // What holds the document.
  windowsLineEnds,
  customDataSize,
  ignoreComments,
];

/** The rules about a part that is handed on as a cloud-config whatever it begins with. */
export const cloudConfigPartRules: readonly Rule<CloudConfigInput>[] = cloudConfigRules.filter(
  (rule) => rule !== header,
);
