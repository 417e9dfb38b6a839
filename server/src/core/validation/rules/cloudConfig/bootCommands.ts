import { type Command, firstOf, programOf } from '../../../cloudConfig/commands.js';
import { quoted } from '../../../contract/explain.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { memberOf, resolved, type SyntaxNode } from '../../../syntax/node.js';
import type { Rule } from '../../rule.js';
import type { CloudConfigInput } from './input.js';

/**
 * Commands of `bootcmd` that come too early or too often: it runs in front of `write_files`, users and packages
 * (cloud-init 26.2, `config/cloud.cfg.tmpl`), and again at every boot.
 */
export const bootCommands: Rule<CloudConfigInput> = {
  name: 'cloud-config/boot-commands',
  *check({ tree, files, commands }): Generator<Problem> {
    const paths = new Set(files.flatMap(({ entry }) => entry.path ?? []));
    const packages = packagesOf(tree.root);
    for (const command of commands.bootcmd) {
      const path = firstOf(wordsOf(command), (word) => paths.has(word));
      if (path !== undefined) {
        yield told(
          command,
          'cloud-config/runs-too-early',
          `bootcmd runs before files are written, so in the first boot ${quoted(path)} is not there yet. Use runcmd.`,
        );
        continue;
      }
      const installed = firstOf(programsOf(command), (program) => packages.has(program));
      if (installed !== undefined) {
        yield told(
          command,
          'cloud-config/runs-too-early',
          `bootcmd runs before packages are installed, so in the first boot there may be no ${installed} yet. Use runcmd.`,
        );
      } else {
        const again = repeated(command);
        if (again !== undefined) {
          yield told(
            command,
            'cloud-config/runs-every-boot',
            `bootcmd runs at every boot, and ${again}. Use runcmd, or put cloud-init-per once NAME in front.`,
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

/** The words of a command say that doing it twice does something else than doing it once. */
function repeated(command: Command): string | undefined {
  const { node } = command;
  if (firstOf(programsOf(command), (program) => program === 'cloud-init-per') !== undefined) return undefined;
  if (node.kind === 'string' && /(?<!\d)>>\s*[^\s&]/.test(node.value)) return 'this one adds to a file each time';
  const program = firstOf(programsOf(command), (name) =>
    /^(?:\/\S*\/)?(?:mkfs(?:\.\w+)?|useradd|adduser|groupadd|addgroup)$/.test(name),
  );
  return program === undefined ? undefined : `${program} is meant to run once`;
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

function told(
  command: Command,
  code: 'cloud-config/runs-too-early' | 'cloud-config/runs-every-boot',
  message: string,
): Problem {
  const { span } = command.node;
  return problem(code, command.isList ? { start: span.start, end: span.start + 1 } : span, message, {
    pointer: command.pointer,
  });
}
