import { memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { enumerated, quoted } from '../../text/strings.js';
import { problem, type Problem, type TextChange } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { utf8Length } from '../../text/bytes.js';
import { base64Length, customDataLevel } from '../../values/encoded.js';
import { octalDigits } from '../../values/files.js';
import { moduleFiles as known, nodeConfigPath } from '../../values/known/linux.js';
import { entryProblem } from './entries.js';
import type { CloudConfigInput, WrittenFile } from './input.js';

/** How many of the lost files are named. */
const namedFile = 3;

/** An entry at which cloud-init fails, with the consequence for the entries behind it. */
export const unwrittenFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/unwritten-files',
  *check({ tree, files, writing }): Generator<Problem> {
    const { root } = tree;
    if (root === undefined) return;
    for (const [turn, index] of writing.stopsAt.entries()) {
      const next = writing.stopsAt[turn + 1];
      const to = next === undefined ? writing.unwritten.length : writing.unwritten.indexOf(next);
      const from = turn === 0 ? 0 : writing.unwritten.indexOf(index);
      const lost = writing.unwritten.slice(from, to).filter((at) => at !== index);
      if (lost.length === 0) continue;
      const pointer = `/write_files/${index}`;
      const paths = lost.slice(0, namedFile).map((at) => {
        const path = files.find(({ entry }) => entry.index === at)?.entry.path;
        return path ?? `entry ${at + 1}`;
      });
      if (lost.length > namedFile) paths.push(`${lost.length - namedFile} more`);
      yield problem(
        'cloud-config/files-not-written',
        narrowSpan(nearestNode(root, pointer)),
        `cloud-init fails at this entry and writes no further file: ${enumerated(paths, 'and')} ${lost.length === 1 ? 'is' : 'are'} lost too.`,
        { pointer },
      );
    }
  },
};

/** Files of which nothing is left, because a later entry writes the same path anew. */
export const overwrittenFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/overwritten-files',
  *check({ files }): Generator<Problem> {
    const last = new Map<string, WrittenFile>();
    // In the order of writing: deferred files come last.
    for (const file of [...files.filter(({ entry }) => !entry.defer), ...files.filter(({ entry }) => entry.defer)]) {
      const { path, append } = file.entry;
      if (path === undefined) continue;
      const before = last.get(path);
      if (before !== undefined && !append) {
        yield {
          ...entryProblem(
            'cloud-config/path-written-twice',
            before.entry,
            { key: 'path', node: before.entry.pathNode },
            `Entry ${file.entry.index + 1} writes ${quoted(path)} anew, so nothing of this one is left. Remove one of them, or give the later one append: true.`,
          ),
          unnecessary: true,
        };
      }
      last.set(path, file);
    }
  },
};

/** Files that another module of cloud-init writes after this one. */
export const moduleFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/module-files',
  *check({ tree, files }): Generator<Problem> {
    const value = (key: string): SyntaxNode | undefined => resolved(memberOf(resolved(tree.root), key)?.value);
    for (const { entry } of files) {
      const { path } = entry;
      if (path === undefined || entry.defer) continue;
      const other = known.find((candidate) => candidate.path.test(path));
      if (other === undefined) continue;
      const isOn = other.keys.length === 0 || other.keys.some((key) => value(key) !== undefined);
      if (!isOn || (other.unless !== undefined && value(other.unless) !== undefined)) continue;
      yield entryProblem(
        'cloud-config/path-of-module',
        entry,
        { key: 'path', node: entry.pathNode },
        `cloud-init's module ${other.module} writes this file later in the same boot, so what stands here does not last. Use ${other.instead}.`,
      );
    }
  },
};

/** A node config among the files: where aks-node-controller looks for it, whether it may be read, and in time. */
export const nodeConfigFile: Rule<CloudConfigInput> = {
  name: 'cloud-config/node-config-file',
  *check({ files }): Generator<Problem> {
    for (const { entry, payload } of files) {
      if (payload.kind !== 'node-config' || entry.path === undefined) continue;
      const place = { key: 'path', node: entry.pathNode } as const;
      if (entry.path !== nodeConfigPath) {
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          place,
          `This is a node config, and aks-node-controller reads it from ${nodeConfigPath} only.`,
          entry.pathNode === undefined
            ? []
            : [
                {
                  title: 'Write the path of the node config',
                  changes: [{ span: entry.pathNode.span, newText: nodeConfigPath }],
                  safe: false,
                },
              ],
        );
        continue;
      }
      const mode = entry.permissions.is === 'mode' && entry.permissions.mode !== 0 ? entry.permissions.mode : 0o644;
      if ((mode & 0o022) !== 0) {
        yield entryProblem(
          'cloud-config/node-config-mode',
          entry,
          { key: 'permissions', node: entry.permissionsNode },
          `With the mode ${octalDigits(mode)} others than root may change what the node is set up with. Use "0600".`,
        );
      }
      if (entry.append) {
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          place,
          `With append: true the config is added to what stands in ${quoted(nodeConfigPath)} already, and two configs are none.`,
        );
      } else if (entry.defer) {
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          place,
          'With defer: true the config is written at the end of the boot, when aks-node-controller may have looked for it already.',
        );
      }
    }
  },
};

/** How many files are named. */
const namedLength = 3;

/**
 * Cloud-configs that Azure refuses as custom data, or soon will. The limit of 87,380 base64 characters (64 KiB decoded)
 * is the one of `osProfile.customData` in Azure Resource Manager.
 */
export const customDataSize: Rule<CloudConfigInput> = {
  name: 'cloud-config/custom-data-size',
  *check({ text, isFile, files }): Generator<Problem> {
    // A text has at least as many bytes as characters, and at most three times as many.
    if (!isFile || customDataLevel(base64Length(text.length * 3)) === 'fine') return;
    const characters = base64Length(utf8Length(text));
    const level = customDataLevel(characters);
    if (level === 'fine') return;
    const share = Math.floor((100 * characters) / limits.customDataCharacters);
    const state =
      level === 'too-long'
        ? `Azure would refuse this as custom data: it has ${grouped(characters)} base64 characters, and at most ${grouped(limits.customDataCharacters)} are taken.`
        : `As custom data this has ${grouped(characters)} base64 characters, ${share} % of the ${grouped(limits.customDataCharacters)} that Azure takes.`;
    const biggest = [...files].sort((a, b) => roomOf(b) - roomOf(a)).filter((file) => roomOf(file) > 0);
    const most = biggest
      .slice(0, namedLength)
      .map((file) => `${quoted(file.entry.path ?? '')} (${grouped(roomOf(file))} characters)`);
    const packed = biggest
      .slice(0, namedLength)
      .every(({ entry: { encoding } }) => encoding.is === 'known' && encoding.steps.includes('gzip'));
    const advice =
      most.length === 0
        ? ''
        : ` Most room is taken by ${enumerated(most, 'and')}${packed ? '' : '; encoding: gz+b64 makes texts shorter'}.`;
    const place = biggest[0]?.entry.pathNode?.span ?? { start: 0, end: Math.min(13, text.length) };
    yield problem(
      level === 'too-long' ? 'vmss/custom-data-too-long' : 'vmss/custom-data-near-limit',
      place,
      `${state}${advice}`,
    );
  },
};

function roomOf({ entry: { content } }: WrittenFile): number {
  return content === undefined ? 0 : content.span.end - content.span.start;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

/**
 * Documents whose first line ends as on Windows. YAML makes line feeds of such ends wherever it reads text, so the
 * values stay what they are when the ends are changed.
 */
export const windowsLineEnds: Rule<CloudConfigInput> = {
  name: 'cloud-config/windows-line-ends',
  *check({ text }): Generator<Problem> {
    const end = text.indexOf('\n');
    if (end < 1 || text.charAt(end - 1) !== '\r') return;
    const changes: TextChange[] = [];
    for (let at = text.indexOf('\r\n'); at >= 0 && changes.length <= limits.formattingChanges;) {
      changes.push({ span: { start: at, end: at + 1 }, newText: '' });
      at = text.indexOf('\r\n', at + 1);
    }
    yield problem(
      'cloud-config/windows-line-ends',
      { start: 0, end: end - 1 },
      'The lines end with a carriage return, as on Windows. cloud-init reads that, while other tools take it for a part of the header. Save the file with line feeds only.',
      {
        fixes: changes.length > limits.formattingChanges ? [] : [{ title: 'Use line feeds only', changes, safe: true }],
      },
    );
  },
};
