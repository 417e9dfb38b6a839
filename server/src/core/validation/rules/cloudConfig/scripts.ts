import { type Command, programOf } from '../../../cloudConfig/commands.js';
import { quoted } from '../../../contract/explain.js';
import type { Fix, Problem } from '../../../problems/problem.js';
import type { WriteFileEntry } from '../../../writeFiles/entry.js';
import { octalDigits } from '../../../values/fileMode.js';
import type { Rule } from '../../rule.js';
import { insertYamlMember } from '../../fixes/yamlMember.js';
import { entryProblem } from './entryProblem.js';
import type { CloudConfigInput, WrittenFile } from './input.js';

/** Written scripts that a command starts, and that the kernel would not run. */
export const scripts: Rule<CloudConfigInput> = {
  name: 'cloud-config/scripts',
  *check({ text, files, commands, writing }): Generator<Problem> {
    const modes = new Map(writing.files.map(({ path, mode }) => [path, parseInt(mode, 8)]));
    const started = startedBy(commands.runcmd);
    const last = new Map(files.map((file) => [file.entry.path, file]));
    for (const [path, file] of last) {
      if (path === undefined) continue;
      const mode = modes.get(path);
      if (started.has(path) && mode !== undefined && (mode & 0o111) === 0) yield notExecutable(file.entry, mode, text);
      yield* interpreter(file, started.get(path));
    }
  },
};

/** Programs with the first command that starts each. */
function startedBy(commands: readonly Command[]): Map<string, Command> {
  const started = new Map<string, Command>();
  for (const command of commands) {
    for (const words of command.simple()) {
      const program = programOf(words);
      if (program?.startsWith('/') === true && !started.has(program)) started.set(program, command);
    }
  }
  return started;
}

function notExecutable(entry: WriteFileEntry, mode: number, text: string): Problem {
  const wanted = octalDigits((mode & 0o7777) | 0o111);
  const node = entry.permissionsNode;
  const change =
    node === undefined
      ? insertYamlMember(text, entry.node, `permissions: "${wanted}"`)
      : { span: node.span, newText: `"${wanted}"` };
  const fixes: Fix[] =
    change === undefined ? [] : [{ title: `Set permissions to "${wanted}"`, changes: [change], safe: false }];
  return entryProblem(
    'cloud-config/script-not-executable',
    entry,
    node === undefined ? { key: 'path', node: entry.pathNode } : { key: 'permissions', node },
    `runcmd starts ${quoted(entry.path ?? '')}, which has the mode ${octalDigits(mode)} and cannot be executed. Set permissions: "${wanted}".`,
    fixes,
  );
}

function* interpreter(
  { entry, payload: { text, bytes } }: WrittenFile,
  started: Command | undefined,
): Generator<Problem> {
  const place = { key: 'content', node: entry.content } as const;
  const first = /^[^\n]*/.exec(text ?? '')?.[0] ?? '';
  if (first.startsWith('#!') && first.endsWith('\r')) {
    yield entryProblem(
      'cloud-config/script-interpreter',
      entry,
      place,
      'The first line ends like one of Windows, so the kernel looks for an interpreter with a carriage return in its name. Save the script with line feeds only.',
    );
  } else if (/^\s+#!|^\ufeff#!/.test(text ?? '')) {
    yield entryProblem(
      'cloud-config/script-interpreter',
      entry,
      place,
      'Something stands in front of #!, so the kernel does not see which interpreter the script is for.',
    );
  } else if (started !== undefined && text !== undefined && bytes.length > 0 && !first.startsWith('#!')) {
    yield entryProblem(
      'cloud-config/script-interpreter',
      entry,
      place,
      started.isList
        ? 'runcmd starts this file, and without #! in its first line only a shell guesses what to do with it. Begin it with a line such as #!/bin/bash.'
        : 'runcmd starts this file, and without #! in its first line the shell runs it itself, which on Ubuntu is dash and not bash. Begin it with a line such as #!/bin/bash.',
    );
  }
}
