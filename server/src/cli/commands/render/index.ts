import type { Command } from '../command.js';
import { bootCommand, cse } from './commandLines.js';
import { customData } from './customData.js';
import { environment } from './environment.js';
import { karpenter } from './karpenter.js';
import { nodeFiles } from './nodeFiles.js';
import { vmss } from './vmss.js';

/** The `render` family. A new rendering is a function in the core, a file here and an entry in this list. */
export const renderCommands: readonly Command[] = [
  customData,
  cse,
  environment,
  bootCommand,
  nodeFiles,
  vmss,
  karpenter,
];
