import type { Rule } from '../../rule.js';
import { bootCommands } from './bootCommands.js';
import { customDataSize } from './customDataSize.js';
import { encodings } from './encodings.js';
import { header } from './header.js';
import { homes } from './homes.js';
import { ignoreComments } from './ignoreComments.js';
import type { CloudConfigInput } from './input.js';
import { keyTypes } from './keyTypes.js';
import { lifecycle } from './lifecycle.js';
import { moduleFiles } from './moduleFiles.js';
import { nodeConfigFile } from './nodeConfigFile.js';
import { overwrittenFiles } from './overwrittenFiles.js';
import { owners } from './owners.js';
import { paths } from './paths.js';
import { permissions } from './permissions.js';
import { powerState } from './powerState.js';
import { reboots } from './reboots.js';
import { scripts } from './scripts.js';
import { shape } from './shape.js';
import { syntaxFaults } from './syntaxFaults.js';
import { unwrittenFiles } from './unwrittenFiles.js';
import { windowsLineEnds } from './windowsLineEnds.js';

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
