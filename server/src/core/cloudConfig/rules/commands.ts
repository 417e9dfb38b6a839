import { memberOf, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import { quoted } from '../../text/strings.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { octalDigits } from '../../values/files.js';
import { type Command, firstOf, programOf } from '../commands.js';
import type { WriteFileEntry } from '../../document/writeFile.js';
import { entryProblem } from './entries.js';
import type { CloudConfigInput, WrittenFile } from './input.js';
import { insertYamlMember } from './keys.js';

/**
 * Commands of `bootcmd` that run too early or too often: before `write_files`, users and packages (cloud-init 26.2,
 * `config/cloud.cfg.tmpl`), and at every boot.
 */
export const bootCommands: Rule<CloudConfigInput> = {
  name: 'cloud-config/boot-commands',
  *check({ tree, files, commands }): Generator<Problem> {
    const paths = new Set(files.flatMap(({ entry }) => entry.path ?? []));
    const packages = packagesOf(tree.root);
    for (const command of commands.bootcmd) {
      const path = firstOf(wordsOf(command), (word) => paths.has(word));
      if (path !== undefined) {
        yield commandProblem(
          command,
          'cloud-config/runs-too-early',
          `bootcmd runs before files are written, so ${quoted(path)} does not exist yet in the first boot. Use runcmd.`,
        );
        continue;
      }
      const installed = firstOf(programsOf(command), (program) => packages.has(program));
      if (installed !== undefined) {
        yield commandProblem(
          command,
          'cloud-config/runs-too-early',
          `bootcmd runs before packages are installed, so ${installed} may not exist yet in the first boot. Use runcmd.`,
        );
      } else {
        const again = repeated(command);
        if (again !== undefined) {
          yield commandProblem(
            command,
            'cloud-config/runs-every-boot',
            `bootcmd runs at every boot, and ${again}. Use runcmd, or add the prefix cloud-init-per once NAME.`,
          );
        }
      }
    }
  },
};

function* wordsOf({ simple }: Command): Generator<string> {
  for (const words of simple()) yield* words;
}

function* programsOf({ simple }: Command): Generator<string> {
  for (const words of simple()) {
    const program = programOf(words);
    if (program !== undefined) yield program;
  }
}

/** Why running a command twice differs from running it once; undefined if it doesn't. */
function repeated(command: Command): string | undefined {
  const { node } = command;
  if (firstOf(programsOf(command), (program) => program === 'cloud-init-per') !== undefined) return undefined;
  if (node.kind === 'string' && /(?<!\d)>>\s*[^\s&]/.test(node.value))
    return 'this command appends to a file each time';
  const program = firstOf(programsOf(command), (name) =>
    /^(?:\/\S*\/)?(?:mkfs(?:\.\w+)?|useradd|adduser|groupadd|addgroup)$/.test(name),
  );
  return program === undefined ? undefined : `${program} should only run once`;
}

function packagesOf(root: SyntaxNode | undefined): Set<string> {
  const list = resolved(memberOf(resolved(root), 'packages')?.value);
  const names = new Set<string>();
  for (const item of list?.kind === 'array' ? list.items : []) {
    const node = resolved(item);
    const name = node?.kind === 'array' ? resolved(node.items[0]) : node;
    if (name?.kind === 'string') names.add(name.value);
  }
  return names;
}

function commandProblem(
  command: Command,
  code: 'cloud-config/runs-too-early' | 'cloud-config/runs-every-boot',
  message: string,
): Problem {
  const { span } = command.node;
  return problem(code, command.isList ? { start: span.start, end: span.start + 1 } : span, message, {
    pointer: command.pointer,
  });
}

/** Scripts in `write_files` that commands start but the kernel can't run. */
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

/** The first command that starts each program. */
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
    `runcmd starts ${quoted(entry.path ?? '')}, which is not executable with mode ${octalDigits(mode)}. Set permissions: "${wanted}".`,
    fixes,
  );
}

function* interpreter(
  { entry, payload: { text, bytes } }: WrittenFile,
  started: Command | undefined,
): Generator<Problem> {
  const member = { key: 'content', node: entry.content } as const;
  const first = /^[^\n]*/.exec(text ?? '')?.[0] ?? '';
  if (first.startsWith('#!') && first.endsWith('\r')) {
    yield entryProblem(
      'cloud-config/script-interpreter',
      entry,
      member,
      'The script has Windows line endings, so the kernel looks for an interpreter with a carriage return in its name. Save the script with line feeds only.',
    );
  } else if (/^\s+#!|^\ufeff#!/.test(text ?? '')) {
    yield entryProblem(
      'cloud-config/script-interpreter',
      entry,
      member,
      'The kernel does not find the interpreter, because #! is not at the beginning of the script. Remove the text before it.',
    );
  } else if (started !== undefined && text !== undefined && bytes.length > 0 && !first.startsWith('#!')) {
    yield entryProblem(
      'cloud-config/script-interpreter',
      entry,
      member,
      started.isList
        ? 'runcmd starts this file without a shell, but its first line has no interpreter. Begin it with a line such as #!/bin/bash.'
        : 'runcmd starts this file, but its first line has no interpreter, so the shell runs it, which is dash on Ubuntu. Begin it with a line such as #!/bin/bash.',
    );
  }
}

/** Commands that end the boot while cloud-init is still running. */
export const reboots: Rule<CloudConfigInput> = {
  name: 'cloud-config/reboots',
  *check({ commands }): Generator<Problem> {
    for (const [key, list] of Object.entries(commands)) {
      for (const { node, pointer, simple, isList } of list) {
        const words = firstOf(simple(), endsBoot);
        if (words === undefined) continue;
        const again = key === 'bootcmd' ? ' bootcmd runs at every boot, so the machine never finishes booting.' : '';
        yield problem(
          'cloud-config/reboot-in-command',
          isList ? { start: node.span.start, end: node.span.start + 1 } : node.span,
          `This command ends the boot before cloud-init finishes, so later steps don't run.${again} Use power_state, which waits for the end.`,
          { pointer },
        );
      }
    }
  },
};

function endsBoot(words: readonly string[]): boolean {
  const program = programOf(words)?.replace(/^.*\//, '');
  if (program === 'systemctl') return words.some((word) => /^(?:reboot|poweroff|halt|kexec)$/.test(word));
  if (program === 'init' || program === 'telinit') return words.some((word) => word === '0' || word === '6');
  if (program === 'shutdown') return !words.includes('-c');
  return program === 'reboot' || program === 'poweroff' || program === 'halt';
}

/**
 * Lists of modules in which `power_state` ends the boot before all phases finish. cc_power_state_change waits `timeout`
 * seconds for the process of its own phase, so it must be last in the last phase (cloud-init 26.2).
 */
export const powerState: Rule<CloudConfigInput> = {
  name: 'cloud-config/power-state',
  *check({ tree }): Generator<Problem> {
    const root = resolved(tree.root);
    const settings = resolved(memberOf(root, 'power_state')?.value);
    if (settings?.kind !== 'object') return;
    for (const [key, isLast] of phases) {
      const list = resolved(memberOf(root, key)?.value);
      if (list?.kind !== 'array') continue;
      const index = list.items.findIndex((item) => moduleName(item) === 'power_state_change');
      const item = list.items[index];
      const later = list.items.slice(index + 1).map(moduleName);
      if (item === undefined || (isLast && later.length === 0)) continue;
      yield problem(
        'cloud-config/power-state-too-early',
        item.span,
        isLast
          ? `power_state waits at most ${secondsOf(settings)} seconds for the modules after it and then ends the boot: ${later.join(', ')}. Move it to the end.`
          : `Here power_state ends the boot after this phase, so later phases don't run. Move it to the end of cloud_final_modules.`,
        { pointer: `/${key}/${index}` },
      );
    }
  },
};

const phases: readonly [key: string, isLast: boolean][] = [
  ['cloud_init_modules', false],
  ['cloud_config_modules', false],
  ['cloud_final_modules', true],
];

/** The name of a module in a list, with or without a frequency, in one spelling. */
function moduleName(item: SyntaxNode): string {
  const node = resolved(item);
  const name = node?.kind === 'array' ? stringValue(resolved(node.items[0])) : stringValue(node);
  return (name ?? '').replaceAll('-', '_').replace(/^cc_/, '');
}

/** The timeout in seconds; 30 by default. */
function secondsOf(settings: SyntaxNode): number {
  const timeout = resolved(memberOf(settings, 'timeout')?.value);
  return timeout?.kind === 'number' ? timeout.value : 30;
}
