import type { StringNode, SyntaxNode } from '../../formats/tree/node.js';
import { quoted } from '../../text/strings.js';
import type { ProblemCode } from '../../problems/codes.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { decodeBase64 } from '../../text/base64.js';
import { decodeText, looksLikeText } from '../../text/bytes.js';
import { octalDigits } from '../../values/files.js';
import { systemGroups, systemUsers } from '../../values/known/linux.js';
import { accountsOf } from '../commands.js';
import { octal } from '../writeFiles/entry.js';
import type { WriteFileEntry } from '../../document/writeFile.js';
import type { CloudConfigInput, WrittenFile } from './input.js';
import { insertYamlMember } from './keys.js';

/** The member of an entry that a problem is about. */
interface EntryMember {
  readonly key: 'path' | 'content' | 'encoding' | 'permissions' | 'owner' | 'append' | 'defer';
  readonly node: SyntaxNode | undefined;
}

/** A problem at a value of an entry of `write_files`, or at the beginning of the entry if it has no such value. */
export function entryProblem(
  code: ProblemCode,
  entry: WriteFileEntry,
  member: EntryMember,
  message: string,
  fixes: readonly Fix[] = [],
): Problem {
  const { node } = member;
  const first = entry.node.members[0]?.key.span ?? { start: entry.node.span.start, end: entry.node.span.start + 1 };
  const pointer = `/write_files/${entry.index}`;
  return problem(code, node === undefined ? first : node.span, message, {
    pointer: node === undefined ? pointer : `${pointer}/${member.key}`,
    ...(fixes.length === 0 ? {} : { fixes }),
  });
}

/** Content with another encoding than `encoding`, or that is decoded once too often. */
export const encodings: Rule<CloudConfigInput> = {
  name: 'cloud-config/encodings',
  *check({ text, files }): Generator<Problem> {
    for (const file of files) {
      const { content, encoding } = file.entry;
      if (encoding.is !== 'known') continue;
      const base64 = encoding.steps.includes('base64');
      if (content?.kind === 'binary' && base64) yield decodedTwice(file);
      else if (content?.kind === 'string' && !base64) yield* notDecoded(file, content.value, text);
    }
  },
};

function decodedTwice({ entry, ok }: WrittenFile): Problem {
  const gzip = entry.encoding.is === 'known' && entry.encoding.steps.includes('gzip');
  const wanted = gzip ? 'gz' : 'text/plain';
  const fixes: Fix[] =
    entry.encodingNode === undefined
      ? []
      : [
          {
            title: `Change the encoding to ${wanted}`,
            changes: [{ span: entry.encodingNode.span, newText: wanted }],
            // A file that can't be decoded isn't written, so nothing is lost.
            safe: false,
          },
        ];
  const effect = ok
    ? 'so the content must be base64 inside base64'
    : 'which fails because the result is no longer base64';
  return entryProblem(
    'cloud-config/decoded-twice',
    entry,
    { key: 'encoding', node: entry.encodingNode },
    `The content is decoded twice: !!binary decodes the base64, and this encoding decodes it again, ${effect}. Use ${wanted} here, or remove !!binary.`,
    fixes,
  );
}

function* notDecoded({ entry }: WrittenFile, content: string, text: string): Generator<Problem> {
  const inside = insideBase64(content);
  const gzipWanted = entry.encoding.is === 'known' && entry.encoding.steps.includes('gzip');
  if (inside === undefined || (gzipWanted && inside !== 'gzip')) return;
  const wanted = inside === 'gzip' ? 'gz+b64' : 'b64';
  const change =
    entry.encodingNode === undefined
      ? insertYamlMember(text, entry.node, `encoding: ${wanted}`)
      : { span: entry.encodingNode.span, newText: wanted };
  yield entryProblem(
    'cloud-config/not-decoded',
    entry,
    { key: 'content', node: entry.content },
    `The content looks like base64 of ${inside === 'gzip' ? 'gzip data' : 'text'}, but ${gzipWanted ? "encoding gz doesn't decode base64" : 'the encoding is not set, so cloud-init writes the base64 itself'}. Use encoding: ${wanted}.`,
    change === undefined ? [] : [{ title: `Set encoding: ${wanted}`, changes: [change], safe: false }],
  );
}

/** What a string that is most likely base64 decodes to. */
function insideBase64(content: string): 'gzip' | 'text' | undefined {
  if (!/^[A-Za-z0-9+/\s]+(?:=\s*){0,2}$/.test(content)) return undefined;
  const compact = content.replace(/\s+/g, '');
  // Short words and hashes are base64 by chance.
  if (compact.length < 24 || /^[0-9a-fA-F]+$/.test(compact)) return undefined;
  const { bytes, fault } = decodeBase64(compact);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  if (fault !== undefined) return undefined;
  const decoded = decodeText(bytes);
  return looksLikeText(decoded) && /[\s:={<#]/.test(decoded.text) ? 'text' : undefined;
}

/**
 * Owners that don't exist yet when the file is written. cloud-init (26.2) looks up names, and an unknown name ends the
 * module. Users and groups are created later in the same stage, packages even later.
 */
export const owners: Rule<CloudConfigInput> = {
  name: 'cloud-config/owners',
  *check({ text, tree, files }): Generator<Problem> {
    const accounts = accountsOf(tree.root);
    for (const { entry } of files) {
      if (entry.owner === undefined || entry.ownerNode === undefined) continue;
      const { user, group } = entry.owner;
      const member = { key: 'owner', node: entry.ownerNode } as const;
      const number = [user, group].find((name) => /^\d+$/.test(name ?? ''));
      if (number !== undefined) {
        yield entryProblem(
          'cloud-config/unknown-owner',
          entry,
          member,
          `cloud-init looks up owners by name and finds none called ${number}, so it stops writing files here. Use the name.`,
        );
        continue;
      }
      if (entry.defer) continue;
      const late =
        user !== undefined && !systemUsers.has(user)
          ? { what: 'user', name: user, here: accounts.users.has(user) }
          : group !== undefined && !systemUsers.has(group) && !systemGroups.has(group)
            ? { what: 'group', name: group, here: accounts.groups.has(group) }
            : undefined;
      if (late === undefined) continue;
      const origin = late.here
        ? `The ${late.what} ${late.name} is created after files are written`
        : `The ${late.what} ${late.name} does not exist this early, unless the image contains it`;
      yield entryProblem(
        'cloud-config/unknown-owner',
        entry,
        member,
        `${origin}, and cloud-init stops writing files at an unknown owner. Use defer: true to write the file at the end.`,
        deferFix(text, entry),
      );
    }
  },
};

/** Writes the file in the last stage. Not safe: commands that run earlier no longer find it. */
function deferFix(text: string, entry: WriteFileEntry): Fix[] {
  if (entry.node.members.some(({ key }) => key.name === 'defer')) return [];
  const change = insertYamlMember(text, entry.node, 'defer: true');
  return change === undefined ? [] : [{ title: 'Add defer: true', changes: [change], safe: false }];
}

/** Paths of other files than it seems, or of none. */
export const paths: Rule<CloudConfigInput> = {
  name: 'cloud-config/paths',
  *check({ files }): Generator<Problem> {
    for (const { entry } of files) {
      const { pathNode, path } = entry;
      if (pathNode?.kind !== 'string') continue;
      const member = { key: 'path', node: pathNode } as const;
      const written = pathNode.value;
      if (path === undefined) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          member,
          'cloud-init ignores an entry with an empty path. Set the path of the file.',
        );
      } else if (!written.startsWith('/')) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          member,
          `The path is not absolute: cloud-init runs in /, so it writes ${quoted(path)}. Write the absolute path.`,
          [{ title: `Write ${path}`, changes: [{ span: pathNode.span, newText: JSON.stringify(path) }], safe: false }],
        );
      } else if (written.trim() !== written || hasControlCharacter(written)) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          member,
          'The path contains spaces at its beginning or end, or a control character, which become part of the file name. Remove them.',
        );
      } else if (written.endsWith('/')) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          member,
          `The path ends with / like a folder, but cloud-init writes a file ${quoted(path)}. Remove the / or add a file name.`,
        );
      } else if (path.startsWith('/tmp/') && !entry.defer) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          member,
          '/tmp may be cleared after cloud-init writes the file early in the boot. Use a folder below /run.',
        );
      }
    }
  },
};

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x20 || text.charCodeAt(at) === 0x7f) return true;
  return false;
}

/** Quoted permissions that aren't a mode, or not the mode that they look like. Unquoted ones are a wrong type. */
export const permissions: Rule<CloudConfigInput> = {
  name: 'cloud-config/permissions',
  *check({ files }): Generator<Problem> {
    for (const { entry } of files) {
      const node = entry.permissionsNode;
      if (node?.kind !== 'string') continue;
      const fault = faultOf(node);
      if (fault !== undefined) {
        yield entryProblem(
          'cloud-config/invalid-permissions',
          entry,
          { key: 'permissions', node },
          fault,
          fixesFor(node),
        );
      }
    }
  },
};

function faultOf({ value }: StringNode): string | undefined {
  const mode = octal(value);
  if (mode === undefined)
    return `permissions must be octal digits: cloud-init can't read ${quoted(value)} and uses 0644.`;
  if (mode < 0 || mode > 0o7777)
    return `permissions must be a mode from 0000 to 7777: ${quoted(value)} is reduced to ${octalDigits(mode & 0o7777)}.`;
  if (mode === 0) return 'cloud-init ignores mode 0: the file keeps its default mode, usually 0644. Set another mode.';
  if ((mode & 0o400) === 0) return `With mode ${octalDigits(mode)}, not even the owner can read the file.`;
  return undefined;
}

function fixesFor(node: StringNode): Fix[] {
  const wanted = symbolic(node.value);
  return wanted === undefined
    ? []
    : [{ title: `Write "${wanted}"`, changes: [{ span: node.span, newText: `"${wanted}"` }], safe: false }];
}

/** The digits of a mode in the notation of `ls`. */
function symbolic(text: string): string | undefined {
  const found = /^[-dl]?([r-][w-][x-]){3}$/.exec(text.trim());
  if (found === null) return undefined;
  const bits = text.trim().slice(-9).replaceAll('-', '0').replace(/[rwx]/g, '1');
  return octalDigits(parseInt(bits, 2));
}

/**
 * Files in the home directory of a user that is created later: the directory then already exists, belongs to root and
 * isn't filled from /etc/skel.
 */
export const homes: Rule<CloudConfigInput> = {
  name: 'cloud-config/homes',
  *check({ text, tree, files }): Generator<Problem> {
    const { users } = accountsOf(tree.root);
    for (const { entry } of files) {
      const user = /^\/home\/([^/]+)\//.exec(entry.path ?? '')?.[1];
      if (entry.defer || user === undefined || !users.has(user)) continue;
      yield entryProblem(
        'cloud-config/home-before-user',
        entry,
        { key: 'path', node: entry.pathNode },
        `The user ${user} is created after this file, so the home directory belongs to root and misses the files of /etc/skel. Use defer: true to write the file at the end.`,
        deferFix(text, entry),
      );
    }
  },
};
