import type { Command } from './commands/command.js';

/** What `aks-bootstrap --help` prints. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length + command.operands.length)) + 1;
  const rows = commands.map(
    (command) => `  ${`${command.name} ${command.operands}`.padEnd(width)}  ${command.summary}`,
  );
  return `aks-bootstrap: author, preview and decode what an AKS node boots with.

Usage: aks-bootstrap COMMAND [OPTIONS] FILE...

Commands
${rows.join('\n')}

"aks-bootstrap COMMAND --help" explains a command with examples. A file may be - for standard
input. Every command but diff takes many files and keeps their order. Nothing touches the network,
runs a payload, or writes a file that was not named; secrets are masked unless --show-secrets is given.

Exit status: 0 no errors, 1 at least one error, 2 wrong usage or an unreadable file.
Colours are used on a terminal only and never with NO_COLOR set.
`;
}

/** What `aks-bootstrap COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const rows = Object.entries(command.options).map(([name, option]) => {
    const left = `--${name}${option.value === undefined ? '' : ` ${option.value}`}`;
    return left.length > 26 ? `  ${left}\n  ${''.padEnd(28)}${option.help}` : `  ${left.padEnd(28)}${option.help}`;
  });
  return `aks-bootstrap ${command.name}: ${command.summary}

Usage: aks-bootstrap ${command.name} [OPTIONS] ${command.operands}

Options
${rows.join('\n')}

${command.details}
`;
}
