import { bashCompletion } from '../completion/bash.js';
import { fishCompletion } from '../completion/fish.js';
import { type CompletionModel, completionModel } from '../completion/model.js';
import { powershellCompletion } from '../completion/powershell.js';
import { zshCompletion } from '../completion/zsh.js';
import { type Command, exitStatus, sharedOptions, UsageError } from '../command.js';

const shells: Readonly<Record<string, (model: CompletionModel) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

/** The command that prints the completion of all commands, itself included. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'print a script with which a shell completes commands, options and values',
    operands: 'SHELL',
    operandValues: () => Object.keys(shells),
    options: { help: sharedOptions.help },
    details: `SHELL is ${Object.keys(shells).join(', ')}. Add the line of your shell to its profile. Print the script again after an
update: it has the commands of this version.

Examples
  source <(aks-bootstrap completion bash)
  source <(aks-bootstrap completion zsh)
  aks-bootstrap completion fish | source
  aks-bootstrap completion powershell | Out-String | Invoke-Expression`,
    run(args, io) {
      const [shell = '', ...others] = args.files;
      const complete = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (complete === undefined || others.length > 0)
        throw new UsageError(`name one of ${Object.keys(shells).join(', ')}`);
      io.own(complete(completionModel(commands())));
      return Promise.resolve(exitStatus.fine);
    },
  };
}
