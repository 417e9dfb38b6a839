import type { Completed, CompletionModel, FirstWord } from './model.js';

/** A completion for bash 3.2 and newer; what it has no words for, bash completes with names of files. */
export function bashCompletion({ commands, firstWords }: CompletionModel): string {
  const families = firstWords.filter(({ seconds }) => seconds.length > 0);
  const isFamily = ({ word }: FirstWord): boolean => commands.some(({ name }) => name.startsWith(`${word} `));
  const first = [...firstWords.map(({ word }) => word), '--help', '--version'];
  const positions = [
    `    1:*) words='${first.join(' ')}' ;;`,
    ...families.map(({ word, seconds }) => `    2:${word}) words='${seconds.map(({ name }) => name).join(' ')}' ;;`),
    ...families.filter(isFamily).map(({ word }) => `    *:${word}) command="${word} \${COMP_WORDS[2]}" ;;`),
  ];
  const values = grouped(
    commands.flatMap(({ name, options }) =>
      options.flatMap(({ flag, value }) => (value === undefined ? [] : [[`'${name} ${flag}'`, value] as const])),
    ),
  );
  const options = commands.map(
    ({ name, options }) =>
      `        ${name.includes(' ') ? `'${name}'` : name}) words='${options.map(({ flag }) => flag).join(' ')}' ;;`,
  );
  const operands = commands.flatMap(({ name, operands }) =>
    typeof operands === 'object' ? [`        ${name}) words='${operands.join(' ')}' ;;`] : [],
  );
  return `# Completion of aks-bootstrap for bash: source <(aks-bootstrap completion bash)
_aks_bootstrap() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} words='' word
  COMPREPLY=()
  # Bash splits --option=value at the equals sign.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $COMP_CWORD:$command in
${positions.join('\n')}
  esac
  if [[ -z $words ]]; then
    case "$command $prev" in
${values.map(([patterns, value]) => `      ${patterns.join(' | ')}) ${typeof value === 'object' ? `words='${value.join(' ')}'` : 'return'} ;;`).join('\n')}
    esac
  fi
  if [[ -z $words && $cur == -* ]]; then
    case $command in
${options.join('\n').replaceAll('        ', '      ')}
    esac
  elif [[ -z $words ]]; then
    case $command in
${operands.join('\n').replaceAll('        ', '      ')}
    esac
  fi
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$cur")
}
complete -o bashdefault -o default -F _aks_bootstrap aks-bootstrap
`;
}

/** The patterns of each value, so that a value that many options have is written once. */
function grouped(entries: readonly (readonly [pattern: string, value: Completed])[]): [string[], Completed][] {
  const groups = new Map<string, [string[], Completed]>();
  for (const [pattern, value] of entries) {
    // Bash itself completes all that aren't words.
    const key = typeof value === 'object' ? value.join(' ') : '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[pattern], value]);
    else group[0].push(pattern);
  }
  return [...groups.values()];
}
