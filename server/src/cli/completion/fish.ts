import type { Completed, CompletionModel } from './model.js';

export function fishCompletion({ commands, firstWords }: CompletionModel): string {
  const line = (condition: string, ...rest: readonly string[]): string =>
    `complete -c aks-bootstrap -n ${quoted(condition)} ${rest.join(' ')}`;
  const words = firstWords.flatMap(({ word, summary, seconds }) => [
    line('__aks_bootstrap_is', '-f -a', word, '-d', quoted(summary)),
    ...seconds.map((second) => line(`__aks_bootstrap_is ${word}`, '-f -a', second.name, '-d', quoted(second.summary))),
  ]);
  const options = commands.flatMap(({ name, options, operands }) => [
    ...options.map(({ flag, help, value }) =>
      line(`__aks_bootstrap_begins ${name}`, '-l', `${flag.slice(2)}${argumentOf(value)}`, '-d', quoted(help)),
    ),
    ...(operands === undefined ? [line(`__aks_bootstrap_begins ${name}`, '-f')] : []),
    ...(typeof operands === 'object'
      ? [line(`__aks_bootstrap_begins ${name}`, '-f -a', quoted(operands.join(' ')))]
      : []),
  ]);
  return `# Completion of aks-bootstrap for fish: aks-bootstrap completion fish | source
function __aks_bootstrap_is
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end
function __aks_bootstrap_begins
    set -l words (commandline -opc)
    set -e words[1]
    string match -q -- "$argv *" "$words "
end
${[...words, ...options].join('\n')}
`;
}

function argumentOf(value: Completed | undefined): string {
  if (value === undefined) return '';
  if (value === 'files') return ' -r -F';
  if (value === 'folders') return " -x -a '(__fish_complete_directories)'";
  return value === 'other' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
