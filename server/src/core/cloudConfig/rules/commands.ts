import { itemsOf, memberValue, resolved, stringValue, type SyntaxNode } from '../../formats/tree/node.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { quoted } from '../../text/strings.js';
import { octalDigits } from '../../values/files.js';
import { type Command, type CommandList, firstOf, isGuarded, programOf, withoutQuotes } from '../commands.js';
import type { WriteFileEntry } from '../../document/writeFile.js';
import { entryProblem } from './entries.js';
import type { WrittenFile } from '../writeFiles/disk.js';
import type { CloudConfigInput } from './input.js';
import { insertionFixes, valueFixes } from './fixes.js';

/**
 * Commands of `bootcmd` that run too early or too often: before `write_files`, users and packages (cloud-init 26.2,
 * `config/cloud.cfg.tmpl`), and at every boot.
 */
export const bootCommands: Rule<CloudConfigInput> = {
  name: 'cloud-config/boot-commands',
  *check({ tree, files, commands }): Generator<Problem> {
    const paths = new Set(files.flatMap(({ entry }) => entry.path ?? []));
    const packages = packagesOf(tree.root);
    for (const command of commands.bootcmd.all) {
      const missing = notThereYet(command, paths, packages);
      const again = repeated(command);
      if (missing !== undefined) {
        const message = `bootcmd runs before ${missing} exist yet in the first boot. Use runcmd.`;
        yield commandProblem(commands.bootcmd, command, 'cloud-config/runs-too-early', message);
      } else if (again !== undefined) {
        const message = `bootcmd runs at every boot, and ${again}. Use runcmd, or add the prefix cloud-init-per once NAME.`;
        yield commandProblem(commands.bootcmd, command, 'cloud-config/runs-every-boot', message);
      }
    }
  },
};

/** A file or program that a command of `bootcmd` uses before it is there. */
function notThereYet(command: Command, paths: ReadonlySet<string>, packages: ReadonlySet<string>): string | undefined {
  const path = firstOf(wordsOf(command), (word) => paths.has(word));
  if (path !== undefined) return `files are written, so ${quoted(path)} does not`;
  const program = firstOf(programsOf(command), (name) => packages.has(name));
  return program === undefined ? undefined : `packages are installed, so ${program} may not`;
}

/** The words of a command without those that only test for a file. */
function* wordsOf({ simple, script }: Command): Generator<string> {
  if (!isGuarded(script)) for (const words of simple()) yield* words;
}

function* programsOf({ simple }: Command): Generator<string> {
  for (const words of simple()) {
    const program = programOf(words);
    if (program !== undefined) yield program;
  }
}

/** Why running a command twice differs from running it once; undefined if it doesn't, or if it tests what is there. */
function repeated(command: Command): string | undefined {
  if (firstOf(programsOf(command), (program) => program === 'cloud-init-per') !== undefined) return undefined;
  if (isGuarded(command.script)) return undefined;
  if (/(?<!\d)>>\s*(?!\/dev\/)[^\s&]/.test(withoutQuotes(command.script)))
    return 'this command appends to a file each time';
  const program = firstOf(programsOf(command), (name) =>
    /^(?:\/\S*\/)?(?:mkfs(?:\.\w+)?|useradd|adduser|groupadd|addgroup)$/.test(name),
  );
  return program === undefined ? undefined : `${program} should only run once`;
}

function packagesOf(root: SyntaxNode | undefined): Set<string> {
  const names = itemsOf(memberValue(root, 'packages')).map((item) => {
    const node = resolved(item);
    return stringValue(node?.kind === 'array' ? node.items[0] : node);
  });
  return new Set(names.filter((name) => name !== undefined));
}

function commandProblem(list: CommandList, command: Command, code: ProblemCode, message: string): Problem {
  const { start, end } = list.nodeOf(command)?.span ?? { start: 0, end: 0 };
  const pointer = `/${list.key}/${command.index}`;
  return problem(code, { start, end: command.isList ? start + 1 : end }, message, { pointer });
}

/** Scripts in `write_files` that commands start but the kernel can't run. */
export const scripts: Rule<CloudConfigInput> = {
  name: 'cloud-config/scripts',
  *check({ text, files, commands, writing }): Generator<Problem> {
    const modes = new Map(writing.files.map(({ path, mode }) => [path, parseInt(mode, 8)]));
    const started = commands.runcmd.made(startedBy);
    const last = new Map(files.map((file) => [file.entry.path, file]));
    for (const [path, file] of last) {
      if (path === undefined) continue;
      const mode = modes.get(path);
      const start = started.get(path);
      if (start?.isMadeExecutable === false && mode !== undefined && (mode & 0o111) === 0)
        yield notExecutable(file.entry, mode, text);
      const { entry } = file;
      const fault = interpreterFault(file, start?.command);
      if (fault !== undefined)
        yield entryProblem('cloud-config/script-interpreter', entry, { key: 'content', node: entry.content }, fault);
    }
  },
};

/** The first time that commands start a program. */
interface Start {
  readonly command: Command;
  /** Whether a command before may have made the program executable. */
  readonly isMadeExecutable: boolean;
}

/** The first command that starts each program. */
function startedBy(commands: readonly Command[]): ReadonlyMap<string, Start> {
  const started = new Map<string, Start>();
  const executable = new Set<string>();
  let isAny = false;
  for (const command of commands) {
    for (const words of command.simple()) {
      const program = programOf(words);
      const isMadeExecutable = isAny || (program !== undefined && executable.has(program));
      if (program?.startsWith('/') === true && !started.has(program))
        started.set(program, { command, isMadeExecutable });
      for (const path of madeExecutable(words)) {
        // A folder, a pattern, a variable, or what another command finds.
        if (/^\/[^*?[\]$]*[^/*?[\]$]$/.test(path) && !words.some(isRecursive)) executable.add(path);
        else isAny = true;
      }
    }
  }
  return started;
}

/** The paths that `chmod` makes executable, also inside of `find -exec`; one empty path if they aren't written. */
function madeExecutable(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^(?:\/\S*\/)?chmod$/.test(word));
  if (at < 0) return [];
  const [mode = '', ...paths] = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  if (!/^[ugoa]*[+=][rwst]*[xX]|^[0-7]{0,2}[1357][0-7]{0,2}$/.test(mode)) return [];
  return paths.length > 0 ? paths : [''];
}

function isRecursive(word: string): boolean {
  return /^-[A-Za-z]*R|^--recursive$/.test(word);
}

function notExecutable(entry: WriteFileEntry, mode: number, text: string): Problem {
  const wanted = octalDigits((mode & 0o7777) | 0o111);
  const node = entry.permissionsNode;
  const title = `Set permissions to "${wanted}"`;
  const fixes =
    node === undefined
      ? insertionFixes(title, text, entry.node, `permissions: "${wanted}"`)
      : valueFixes(title, node, `"${wanted}"`);
  return entryProblem(
    'cloud-config/script-not-executable',
    entry,
    node === undefined ? { key: 'path', node: entry.pathNode } : { key: 'permissions', node },
    `runcmd starts ${quoted(entry.path ?? '')}, which is not executable with mode ${octalDigits(mode)}. Set permissions: "${wanted}".`,
    fixes,
  );
}

function interpreterFault({ payload: { text } }: WrittenFile, started: Command | undefined): string | undefined {
  const first = /^[^\n]*/.exec(text ?? '')?.[0] ?? '';
  if (first.startsWith('#!') && first.endsWith('\r'))
    return 'The script has Windows line endings, so the kernel looks for an interpreter with a carriage return in its name. Save the script with line feeds only.';
  if (/^\s+#!|^\ufeff#!/.test(text ?? ''))
    return 'The kernel does not find the interpreter, because #! is not at the beginning of the script. Remove the text before it.';
  if (started === undefined || text === undefined || text === '' || first.startsWith('#!')) return undefined;
  return started.isList
    ? 'runcmd starts this file without a shell, but its first line has no interpreter. Begin it with a line such as #!/bin/bash.'
    : 'runcmd starts this file, but its first line has no interpreter, so the shell runs it, which is dash on Ubuntu. Begin it with a line such as #!/bin/bash.';
}

/** Commands that end the boot while cloud-init is still running. */
export const reboots: Rule<CloudConfigInput> = {
  name: 'cloud-config/reboots',
  *check({ commands }): Generator<Problem> {
    for (const list of [commands.bootcmd, commands.runcmd]) {
      const again = list.key === 'bootcmd' ? ' bootcmd runs at every boot, so the machine never finishes booting.' : '';
      const message = `This command ends the boot before cloud-init finishes, so later steps don't run.${again} Use power_state, which waits for the end.`;
      for (const command of list.made(endingBoot))
        yield commandProblem(list, command, 'cloud-config/reboot-in-command', message);
    }
  },
};

function endingBoot(commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ simple }) => firstOf(simple(), endsBoot) !== undefined);
}

function endsBoot(words: readonly string[]): boolean {
  const program = programOf(words)?.replace(/^.*\//, '');
  // A time was chosen, such as one after cloud-init has finished.
  if (words.some((word) => /^(?:\+[1-9]\d*|\d{1,2}:\d\d|--when=\S+)$/.test(word))) return false;
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
    const settings = memberValue(tree.root, 'power_state');
    if (settings?.kind !== 'object') return;
    for (const [key, isLast] of phases) {
      const items = itemsOf(memberValue(tree.root, key));
      const index = items.findIndex((item) => moduleName(item) === 'power_state_change');
      const item = items[index];
      const later = items.slice(index + 1).map(moduleName);
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
  const name = stringValue(node?.kind === 'array' ? node.items[0] : node);
  return (name ?? '').replaceAll('-', '_').replace(/^cc_/, '');
}

/** The timeout in seconds; 30 by default. */
function secondsOf(settings: SyntaxNode): number {
  const timeout = memberValue(settings, 'timeout');
  return timeout?.kind === 'number' ? timeout.value : 30;
}
