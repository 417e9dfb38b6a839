import { once } from 'node:events';
import { type Command, exitStatus, sharedOptions, UsageError } from '../command.js';

export const lsp: Command = {
  name: 'lsp',
  summary: 'run the language server for an editor',
  operands: '',
  options: {
    stdio: { type: 'boolean', help: 'use standard input and output (the only transport)' },
    help: sharedOptions.help,
  },
  details: `docs/editors.md shows how Neovim, Helix and Emacs start it.

Example
  aks-bootstrap lsp --stdio`,
  async run(args) {
    if (!args.flag('stdio')) throw new UsageError('lsp needs --stdio');
    // Only this command has a use for the protocol, which takes longer to load than most commands take to run.
    await import('../../main.js');
    await once(process.stdin, 'close');
    return exitStatus.fine;
  },
};
