import type { Completed, CompletionModel } from './model.js';

export function zshCompletion({ commands, firstWords }: CompletionModel): string {
  const families = firstWords.flatMap(({ word, seconds }) => {
    if (seconds.length === 0) return [];
    const isCommand = commands.some(({ name }) => name.startsWith(`${word} `));
    return `    ${word})
      if ((CURRENT == 3)); then
        names=(${describedWords(seconds)})
        _describe command names
        return
      fi${isCommand ? '\n      command="$command $words[3]"\n      shift words\n      ((CURRENT--))' : ''}
      ;;`;
  });
  const cases = commands.map(({ name, options, operands }) => {
    const specs = options.map(({ flag, help, value }) => {
      const described = `${flag}${value === undefined ? '' : '='}[${help.replace(/[[\]\\]/g, '\\$&')}]`;
      return quoted(value === undefined ? described : `${described}:value:${actionOf(value)}`);
    });
    const rest = operands === undefined ? [] : [quoted(`*:argument:${actionOf(operands)}`)];
    return `    ${quoted(name)})
      _arguments \\
        ${[...specs, ...rest].join(' \\\n        ')}
      ;;`;
  });
  return `#compdef aks-bootstrap
# Completion of aks-bootstrap for zsh: source <(aks-bootstrap completion zsh), or this file as _aks-bootstrap in $fpath.
_aks-bootstrap() {
  local -a names
  if ((CURRENT == 2)); then
    names=(${describedWords(firstWords.map(({ word, summary }) => ({ name: word, summary })))})
    _describe command names
    return
  fi
  local command=$words[2]
  case $command in
${families.join('\n')}
  esac
  shift words
  ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _aks-bootstrap ]]; then
  _aks-bootstrap "$@"
else
  compdef _aks-bootstrap aks-bootstrap
fi
`;
}

function describedWords(words: readonly { readonly name: string; readonly summary: string }[]): string {
  return words.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');
}

function actionOf(value: Completed): string {
  if (value === 'files') return '_files';
  if (value === 'folders') return '_files -/';
  return value === 'other' ? ' ' : `(${value.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
