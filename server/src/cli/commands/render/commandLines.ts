import { bootCommandOf, cseOf } from '../../../core/index.js';
import { renderingFields } from '../../../results/rendering.js';
import { mapRendered, renderCommand } from './renderCommand.js';

export const cse = renderCommand({
  name: 'cse',
  summary: 'the commandToExecute of the vmssCSE extension',
  details: 'It only waits for the node controller, so it is the same for every config.',
  prepare: () => (analysis) =>
    mapRendered(cseOf(analysis), (command) => ({ fields: renderingFields.cse(command), text: command })),
});

export const bootCommand = renderCommand({
  name: 'boot-command',
  summary: 'the command line that aks-node-controller starts on the node',
  details: 'Printed one argument a line.',
  prepare: () => (analysis) =>
    mapRendered(bootCommandOf(analysis), (argv) => ({ fields: { argv }, text: argv.join('\n') })),
});
