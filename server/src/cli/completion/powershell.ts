import type { CompletionModel } from './model.js';

/** A completion for PowerShell 5.1 and newer; what it has no words for, PowerShell completes with names of files. */
export function powershellCompletion({ commands, firstWords }: CompletionModel): string {
  const first = firstWords.map(({ word, summary }) => `    ${quoted(word)} = ${quoted(summary)}`);
  const seconds = firstWords.flatMap(({ word, seconds }) =>
    seconds.length === 0
      ? []
      : `    ${quoted(word)} = ${table(seconds.map(({ name, summary }) => [name, quoted(summary)]))}`,
  );
  const options = commands.map(({ name, options }) => {
    return `    ${quoted(name)} = ${table(options.map(({ flag, help }) => [flag, quoted(help)]))}`;
  });
  const values = commands.flatMap(({ name, options, operands }) => [
    ...options.flatMap(({ flag, value }) =>
      typeof value === 'object' ? [`    ${quoted(`${name} ${flag}`)} = ${list(value)}`] : [],
    ),
    ...(typeof operands === 'object' ? [`    ${quoted(name)} = ${list(operands)}`] : []),
  ]);
  return `# Completion of aks-bootstrap for PowerShell: aks-bootstrap completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName aks-bootstrap -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $first = [ordered]@{
${first.join('\n')}
  }
  $second = @{
${seconds.join('\n')}
  }
  $options = @{
${options.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
      Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $found = [ordered]@{}
  if ($words.Count -eq 0) {
    $found = $first
  } elseif ($words.Count -eq 1 -and $second.Contains($words[0])) {
    $found = $second[$words[0]]
  } else {
    $command = $words[0]
    if ($second.Contains($command)) { $command = $words[0..1] -join ' ' }
    $position = $command
    if ($words[-1].StartsWith('--')) { $position = $command + ' ' + $words[-1] }
    if ($wordToComplete.StartsWith('-') -and $options.Contains($command)) {
      $found = $options[$command]
    } elseif ($values.Contains($position)) {
      foreach ($value in $values[$position]) { $found[$value] = $value }
    }
  }
  foreach ($word in $found.Keys) {
    if ($word.StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $found[$word])
    }
  }
}
`;
}

function table(entries: readonly (readonly [name: string, value: string])[]): string {
  return `[ordered]@{ ${entries.map(([name, value]) => `${quoted(name)} = ${value}`).join('; ')} }`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

/** Beside the apostrophe, PowerShell also reads typographic ones as the end of a string. */
function quoted(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}
