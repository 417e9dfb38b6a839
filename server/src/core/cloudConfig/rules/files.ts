import { memberValue } from '../../formats/tree/node.js';
import { narrowSpan, nearestNode } from '../../formats/tree/paths.js';
import { limits } from '../../limits.js';
import { enumerated, grouped, quoted } from '../../text/strings.js';
import { problem, type Problem, type TextChange } from '../../problems/problem.js';
import { valueFixes } from './fixes.js';
import type { Rule } from '../../problems/rules.js';
import { utf8Length } from '../../text/bytes.js';
import { base64Length, customDataLevel } from '../../values/encoded.js';
import { octalDigits } from '../../values/files.js';
import { moduleFiles as known, nodeConfigPath } from '../../values/known/linux.js';
import { entryProblem } from './entries.js';
import type { WrittenFile } from '../writeFiles/disk.js';
import type { CloudConfigInput } from './input.js';

/** The maximum number of files in a message. */
const namedFiles = 3;

/** An entry at which cloud-init fails, so later entries aren't written. */
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
      const paths = lost.slice(0, namedFiles).map((at) => {
        const path = files.find(({ entry }) => entry.index === at)?.entry.path;
        return path ?? `entry ${at + 1}`;
      });
      if (lost.length > namedFiles) paths.push(`${lost.length - namedFiles} more`);
      yield problem(
        'cloud-config/files-not-written',
        narrowSpan(nearestNode(root, pointer)),
        `cloud-init fails at this entry and does not write later files: ${enumerated(paths, 'and')} ${lost.length === 1 ? 'is' : 'are'} missing too.`,
        { pointer },
      );
    }
  },
};

/** Files that a later entry overwrites. */
export const overwrittenFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/overwritten-files',
  *check({ files }): Generator<Problem> {
    const last = new Map<string, WrittenFile>();
    // In the order of writing: deferred files are last.
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
            `Entry ${file.entry.index + 1} overwrites ${quoted(path)}, so nothing of this entry remains. Remove one of them, or set append: true on the later one.`,
          ),
          unnecessary: true,
        };
      }
      last.set(path, file);
    }
  },
};

/** Files that another module of cloud-init writes later. */
export const moduleFiles: Rule<CloudConfigInput> = {
  name: 'cloud-config/module-files',
  *check({ tree, files }): Generator<Problem> {
    const isSet = (key: string): boolean => memberValue(tree.root, key) !== undefined;
    for (const { entry } of files) {
      const { path } = entry;
      if (path === undefined || entry.defer) continue;
      const other = known.find((candidate) => candidate.path.test(path));
      if (other === undefined) continue;
      const isOn = other.keys.length === 0 || other.keys.some(isSet);
      if (!isOn || (other.unless !== undefined && isSet(other.unless))) continue;
      yield entryProblem(
        'cloud-config/path-of-module',
        entry,
        { key: 'path', node: entry.pathNode },
        `The cloud-init module ${other.module} overwrites this file later in the same boot. Use ${other.instead} instead.`,
      );
    }
  },
};

/** The path, mode and time of a node config among the files. */
export const nodeConfigFile: Rule<CloudConfigInput> = {
  name: 'cloud-config/node-config-file',
  *check({ files }): Generator<Problem> {
    for (const { entry, payload } of files) {
      if (payload.kind !== 'node-config' || entry.path === undefined) continue;
      const node = entry.pathNode;
      const member = { key: 'path', node } as const;
      if (entry.path !== nodeConfigPath) {
        const title = 'Write the path of the node config';
        yield entryProblem(
          'cloud-config/node-config-path',
          entry,
          member,
          `aks-node-controller reads a node config only from ${nodeConfigPath}. Change the path.`,
          node === undefined ? [] : valueFixes(title, node, nodeConfigPath),
        );
        continue;
      }
      const mode = entry.permissions.is === 'mode' && entry.permissions.mode !== 0 ? entry.permissions.mode : 0o644;
      if ((mode & 0o022) !== 0) {
        yield entryProblem(
          'cloud-config/node-config-mode',
          entry,
          { key: 'permissions', node: entry.permissionsNode },
          `Mode ${octalDigits(mode)} lets users other than root change the node config. Use "0600".`,
        );
      }
      const effect = entry.append
        ? `append: true adds the config to an existing ${quoted(nodeConfigPath)}, which makes the file invalid. Remove append.`
        : 'defer: true writes the config at the end of the boot, possibly after aks-node-controller reads it. Remove defer.';
      if (entry.append || entry.defer) yield entryProblem('cloud-config/node-config-path', entry, member, effect);
    }
  },
};

/**
 * Cloud-configs that are too long or nearly too long for custom data. The limit of 87,380 base64 characters (64 KiB
 * decoded) is the one of `osProfile.customData` in Azure Resource Manager.
 */
export const customDataSize: Rule<CloudConfigInput> = {
  name: 'cloud-config/custom-data-size',
  *check({ text, isFile, files }): Generator<Problem> {
    // A string has at least as many bytes as characters, and at most three times as many.
    if (!isFile || customDataLevel(base64Length(text.length * 3)) === 'fine') return;
    const characters = base64Length(utf8Length(text));
    const level = customDataLevel(characters);
    if (level === 'fine') return;
    const share = Math.floor((100 * characters) / limits.customDataCharacters);
    const state =
      level === 'too-long'
        ? `Too long for custom data: this is ${grouped(characters)} base64 characters, and Azure accepts at most ${grouped(limits.customDataCharacters)}.`
        : `Nearly too long for custom data: this is ${grouped(characters)} base64 characters, ${share} % of the ${grouped(limits.customDataCharacters)} that Azure accepts.`;
    const biggest = files
      .filter((file) => lengthOf(file) > 0)
      .sort((a, b) => lengthOf(b) - lengthOf(a))
      .slice(0, namedFiles);
    const most = biggest.map((file) => `${quoted(file.entry.path ?? '')} (${grouped(lengthOf(file))} characters)`);
    const packed = biggest.every(
      ({ entry: { encoding } }) => encoding.is === 'known' && encoding.steps.includes('gzip'),
    );
    const hint = packed ? '' : '; use encoding: gz+b64 to shorten them';
    const advice = most.length === 0 ? '' : ` The largest files are ${enumerated(most, 'and')}${hint}.`;
    const span = biggest[0]?.entry.pathNode?.span ?? { start: 0, end: Math.min(13, text.length) };
    const code = level === 'too-long' ? 'vmss/custom-data-too-long' : 'vmss/custom-data-near-limit';
    yield problem(code, span, state + advice);
  },
};

function lengthOf({ entry: { content } }: WrittenFile): number {
  return content === undefined ? 0 : content.span.end - content.span.start;
}

/**
 * Documents whose first line has a Windows line ending. YAML normalises line endings in strings, so converting them
 * changes no value.
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
      'The file has Windows line endings. cloud-init accepts them, but other tools read the carriage return as part of the header. Save the file with line feeds only.',
      {
        fixes: changes.length > limits.formattingChanges ? [] : [{ title: 'Use line feeds only', changes, safe: true }],
      },
    );
  },
};
