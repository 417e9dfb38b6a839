import type { SyntaxNode } from '../../formats/tree/node.js';
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
import type { WrittenFile } from '../writeFiles/disk.js';
import type { CloudConfigInput } from './input.js';
import { insertionFixes, valueFixes } from './fixes.js';

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
  const node = entry.encodingNode;
  // A file that can't be decoded isn't written, so nothing is lost.
  const fixes = node === undefined ? [] : valueFixes(`Change the encoding to ${wanted}`, node, wanted);
  const effect = ok
    ? 'so the content must be base64 inside base64'
    : 'which fails because the result is no longer base64';
  return entryProblem(
    'cloud-config/decoded-twice',
    entry,
    { key: 'encoding', node },
    `The content is decoded twice: !!binary decodes the base64, and this encoding decodes it again, ${effect}. Use ${wanted} here, or remove !!binary.`,
    fixes,
  );
}

function* notDecoded({ entry }: WrittenFile, content: string, text: string): Generator<Problem> {
  const inside = insideBase64(content);
  const gzipWanted = entry.encoding.is === 'known' && entry.encoding.steps.includes('gzip');
  if (inside === undefined || (gzipWanted && inside !== 'gzip')) return;
  const wanted = inside === 'gzip' ? 'gz+b64' : 'b64';
  const title = `Set encoding: ${wanted}`;
  const node = entry.encodingNode;
  const reason = gzipWanted
    ? "encoding gz doesn't decode base64"
    : 'the encoding is not set, so cloud-init writes the base64 itself';
  yield entryProblem(
    'cloud-config/not-decoded',
    entry,
    { key: 'content', node: entry.content },
    `The content looks like base64 of ${inside === 'gzip' ? 'gzip data' : 'text'}, but ${reason}. Use encoding: ${wanted}.`,
    node === undefined
      ? insertionFixes(title, text, entry.node, `encoding: ${wanted}`)
      : valueFixes(title, node, wanted),
  );
}

/** What a string that is most likely base64 decodes to. */
function insideBase64(content: string): 'gzip' | 'text' | undefined {
  if (/[^A-Za-z0-9+/=\s]/.test(content)) return undefined;
  const compact = content.replace(/\s/g, '');
  // Short words and hashes are base64 by chance.
  if (compact.length < 24 || !/[^0-9a-fA-F]/.test(compact) || /=[^=]|={3}/.test(compact)) return undefined;
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
      const member = { key: 'owner', node: entry.ownerNode } as const;
      const number = [entry.owner?.user, entry.owner?.group].find((name) => /^\d+$/.test(name ?? ''));
      if (entry.ownerNode === undefined) continue;
      if (number !== undefined) {
        const message = `cloud-init looks up owners by name and finds none called ${number}, so it stops writing files here. Use the name.`;
        yield entryProblem('cloud-config/unknown-owner', entry, member, message);
        continue;
      }
      const reason = entry.defer ? undefined : lateOwner(entry, accounts);
      if (reason === undefined) continue;
      const message = `${reason}, and cloud-init stops writing files at an unknown owner. Use defer: true to write the file at the end.`;
      yield entryProblem('cloud-config/unknown-owner', entry, member, message, deferFix(text, entry));
    }
  },
};

/** A user or group that owns a file before it exists, as a clause. */
function lateOwner({ owner }: WriteFileEntry, { users, groups }: ReturnType<typeof accountsOf>): string | undefined {
  const { user, group } = owner ?? {};
  if (user !== undefined && !systemUsers.has(user)) return originOf('user', user, users);
  const isKnown = group === undefined || systemUsers.has(group) || systemGroups.has(group);
  return isKnown ? undefined : originOf('group', group, groups);
}

function originOf(what: 'user' | 'group', name: string, created: ReadonlySet<string>): string {
  return created.has(name)
    ? `The ${what} ${name} is created after files are written`
    : `The ${what} ${name} does not exist this early, unless the image contains it`;
}

/** Writes the file in the last stage. Not safe: commands that run earlier no longer find it. */
function deferFix(text: string, entry: WriteFileEntry): Fix[] {
  if (entry.node.members.some(({ key }) => key.name === 'defer')) return [];
  return insertionFixes('Add defer: true', text, entry.node, 'defer: true');
}

/** Paths of other files than it seems, or of none. */
export const paths: Rule<CloudConfigInput> = {
  name: 'cloud-config/paths',
  *check({ files, writing }): Generator<Problem> {
    for (const { entry } of files) {
      const { pathNode: node, path = '' } = entry;
      const isBlocked = writing.blocked.includes(entry.index);
      const fault = node?.kind === 'string' ? pathFault(node.value, entry, isBlocked) : undefined;
      if (node?.kind !== 'string' || fault === undefined) continue;
      const isRelative = path !== '' && !node.value.startsWith('/');
      const fixes = isRelative ? valueFixes(`Write ${path}`, node, JSON.stringify(path)) : [];
      yield entryProblem('cloud-config/unusual-path', entry, { key: 'path', node }, fault, fixes);
    }
  },
};

function pathFault(written: string, { path, defer }: WriteFileEntry, isBlocked: boolean): string | undefined {
  if (path === undefined) return 'cloud-init ignores an entry with an empty path. Set the path of the file.';
  if (!written.startsWith('/'))
    return `The path is not absolute: cloud-init runs in /, so it writes ${quoted(path)}. Write the absolute path.`;
  if (written.trim() !== written || controlCharacter.test(written))
    return 'The path contains spaces at its beginning or end, or a control character, which become part of the file name. Remove them.';
  if (isBlocked)
    return `cloud-init can't write ${quoted(path)}: it is a folder, or a file is in the place of a folder of it. Change the path.`;
  if (written.endsWith('/'))
    return `The path ends with / like a folder, but cloud-init writes a file ${quoted(path)}. Remove the / or add a file name.`;
  if (path.startsWith('/tmp/') && !defer)
    return '/tmp may be cleared after cloud-init writes the file early in the boot. Use a folder below /run.';
  return undefined;
}

const controlCharacter = /[\u0000-\u001f\u007f]/; // eslint-disable-line no-control-regex -- matches them

/** Quoted permissions that aren't a mode, or not the mode that they look like. Unquoted ones are a wrong type. */
export const permissions: Rule<CloudConfigInput> = {
  name: 'cloud-config/permissions',
  *check({ files }): Generator<Problem> {
    for (const { entry } of files) {
      const node = entry.permissionsNode;
      if (node?.kind !== 'string') continue;
      const fault = modeFault(node.value);
      if (fault === undefined) continue;
      const wanted = symbolic(node.value);
      const fixes = wanted === undefined ? [] : valueFixes(`Write "${wanted}"`, node, `"${wanted}"`);
      yield entryProblem('cloud-config/invalid-permissions', entry, { key: 'permissions', node }, fault, fixes);
    }
  },
};

function modeFault(value: string): string | undefined {
  const mode = octal(value);
  if (mode === undefined)
    return `permissions must be octal digits: cloud-init can't read ${quoted(value)} and uses 0644.`;
  if (mode < 0 || mode > 0o7777)
    return `permissions must be a mode from 0000 to 7777: ${quoted(value)} is reduced to ${octalDigits(mode & 0o7777)}.`;
  if (mode === 0) return 'cloud-init ignores mode 0: the file keeps its default mode, usually 0644. Set another mode.';
  if ((mode & 0o400) === 0) return `With mode ${octalDigits(mode)}, not even the owner can read the file.`;
  return undefined;
}

/** The digits of a mode in the notation of `ls`. */
function symbolic(text: string): string | undefined {
  if (!/^[-dl]?([r-][w-][x-]){3}$/.test(text.trim())) return undefined;
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
