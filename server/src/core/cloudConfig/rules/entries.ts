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

/** What a problem of an entry is about. */
interface EntryPlace {
  readonly key: 'path' | 'content' | 'encoding' | 'permissions' | 'owner' | 'append' | 'defer';
  readonly node: SyntaxNode | undefined;
}

/** A problem at a value of an entry of `write_files`, or at the entry's beginning where the value is not given. */
export function entryProblem(
  code: ProblemCode,
  entry: WriteFileEntry,
  place: EntryPlace,
  message: string,
  fixes: readonly Fix[] = [],
): Problem {
  const { node } = place;
  const first = entry.node.members[0]?.key.span ?? { start: entry.node.span.start, end: entry.node.span.start + 1 };
  const pointer = `/write_files/${entry.index}`;
  return problem(code, node === undefined ? first : node.span, message, {
    pointer: node === undefined ? pointer : `${pointer}/${place.key}`,
    ...(fixes.length === 0 ? {} : { fixes }),
  });
}

/** Content whose encoding is not the one that `encoding` says, or that is decoded once too often. */
export const encodings: Rule<CloudConfigInput> = {
  name: 'cloud-config/encodings',
  *check({ text, files }): Generator<Problem> {
    for (const file of files) {
      const { content, encoding } = file.entry;
      if (encoding.is !== 'known') continue;
      const base64 = encoding.steps.includes('base64');
      if (content?.kind === 'binary' && base64) yield twice(file);
      else if (content?.kind === 'string' && !base64) yield* forgotten(file, content.value, text);
    }
  },
};

function twice({ entry, ok }: WrittenFile): Problem {
  const gzip = entry.encoding.is === 'known' && entry.encoding.steps.includes('gzip');
  const wanted = gzip ? 'gz' : 'text/plain';
  const fixes: Fix[] =
    entry.encodingNode === undefined
      ? []
      : [
          {
            title: `Change the encoding to ${wanted}`,
            changes: [{ span: entry.encodingNode.span, newText: wanted }],
            // What cannot be decoded is not written at all, so nothing is lost.
            safe: false,
          },
        ];
  const effect = ok ? 'so the content has to be base64 inside base64' : 'and the second time there is no base64 left';
  return entryProblem(
    'cloud-config/decoded-twice',
    entry,
    { key: 'encoding', node: entry.encodingNode },
    `!!binary has decoded the base64 already, and this encoding does it once more, ${effect}. Use ${wanted} here, or take away !!binary.`,
    fixes,
  );
}

function* forgotten({ entry }: WrittenFile, content: string, text: string): Generator<Problem> {
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
    `This looks like base64 of ${inside === 'gzip' ? 'gzip data' : 'a text'}, which the encoding ${gzipWanted ? 'gz does not take off' : 'does not say, so the letters themselves are written'}. Use encoding: ${wanted}.`,
    change === undefined ? [] : [{ title: `Set encoding: ${wanted}`, changes: [change], safe: false }],
  );
}

/** What a text decodes to that can hardly be anything but base64. */
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
 * Owners that nobody has created yet when the file is written. cloud-init (26.2) looks names up, and an unknown one
 * ends the whole module. Users and groups are made later in the same stage, packages later still.
 */
export const owners: Rule<CloudConfigInput> = {
  name: 'cloud-config/owners',
  *check({ text, tree, files }): Generator<Problem> {
    const made = accountsOf(tree.root);
    for (const { entry } of files) {
      if (entry.owner === undefined || entry.ownerNode === undefined) continue;
      const { user, group } = entry.owner;
      const place = { key: 'owner', node: entry.ownerNode } as const;
      const number = [user, group].find((name) => /^\d+$/.test(name ?? ''));
      if (number !== undefined) {
        yield entryProblem(
          'cloud-config/unknown-owner',
          entry,
          place,
          `cloud-init looks owners up by name and has none called ${number}; it stops writing files there. Give the name.`,
        );
        continue;
      }
      if (entry.defer) continue;
      const late =
        user !== undefined && !systemUsers.has(user)
          ? { what: 'user', name: user, here: made.users.has(user) }
          : group !== undefined && !systemUsers.has(group) && !systemGroups.has(group)
            ? { what: 'group', name: group, here: made.groups.has(group) }
            : undefined;
      if (late === undefined) continue;
      const origin = late.here
        ? `The ${late.what} ${late.name} is created after files are written`
        : `No ${late.what} ${late.name} exists this early, unless the image brings it`;
      yield entryProblem(
        'cloud-config/unknown-owner',
        entry,
        place,
        `${origin}, and cloud-init stops writing files at an unknown owner. With defer: true the file is written at the end.`,
        deferFix(text, entry),
      );
    }
  },
};

/** Writes the file in the last stage. Not safe: what runs before that no longer finds it. */
function deferFix(text: string, entry: WriteFileEntry): Fix[] {
  if (entry.node.members.some(({ key }) => key.name === 'defer')) return [];
  const change = insertYamlMember(text, entry.node, 'defer: true');
  return change === undefined ? [] : [{ title: 'Add defer: true', changes: [change], safe: false }];
}

/** Paths that lead somewhere else than they seem to, or nowhere. */
export const paths: Rule<CloudConfigInput> = {
  name: 'cloud-config/paths',
  *check({ files }): Generator<Problem> {
    for (const { entry } of files) {
      const { pathNode, path } = entry;
      if (pathNode?.kind !== 'string') continue;
      const place = { key: 'path', node: pathNode } as const;
      const written = pathNode.value;
      if (path === undefined) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          'Without a path cloud-init passes over the entry.',
        );
      } else if (!written.startsWith('/')) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          `The path is not absolute. cloud-init runs in /, so the file becomes ${quoted(path)}; write that.`,
          [{ title: `Write ${path}`, changes: [{ span: pathNode.span, newText: JSON.stringify(path) }], safe: false }],
        );
      } else if (written.trim() !== written || hasControlCharacter(written)) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          'A blank at its end or a control character belongs to the name of the file, which is hardly meant.',
        );
      } else if (written.endsWith('/')) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          `A path that ends with / is one of a folder; cloud-init writes a file called ${quoted(path)}.`,
        );
      } else if (path.startsWith('/tmp/') && !entry.defer) {
        yield entryProblem(
          'cloud-config/unusual-path',
          entry,
          place,
          'Early in the boot /tmp may be cleared after cloud-init has written there; use a folder below /run.',
        );
      }
    }
  },
};

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x20 || text.charCodeAt(at) === 0x7f) return true;
  return false;
}

/** Permissions in quotes that are no mode, or not the one that they look like. Those without are a matter of types. */
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
    return `cloud-init reads permissions as octal digits; ${quoted(value)} are none, and the file gets 0644.`;
  if (mode < 0 || mode > 0o7777)
    return `A mode has four octal digits, 0000 to 7777; of ${quoted(value)} the bits ${octalDigits(mode & 0o7777)} are left.`;
  if (mode === 0)
    return 'cloud-init does not set the mode 0: the file keeps the one that it is made with, 0644 as a rule.';
  if ((mode & 0o400) === 0) return `With ${octalDigits(mode)} not even the owner may read the file.`;
  return undefined;
}

function fixesFor(node: StringNode): Fix[] {
  const wanted = symbolic(node.value);
  return wanted === undefined
    ? []
    : [{ title: `Write "${wanted}"`, changes: [{ span: node.span, newText: `"${wanted}"` }], safe: false }];
}

/** The digits of a mode that is written as `ls` shows it. */
function symbolic(text: string): string | undefined {
  const found = /^[-dl]?([r-][w-][x-]){3}$/.exec(text.trim());
  if (found === null) return undefined;
  const bits = text.trim().slice(-9).replaceAll('-', '0').replace(/[rwx]/g, '1');
  return octalDigits(parseInt(bits, 2));
}

/**
 * Files in the home of a user that is created later: the folder then exists already, belongs to root, and is not
 * filled from /etc/skel.
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
        `The user ${user} is created after this file, and then finds a home that belongs to root and lacks what /etc/skel holds. With defer: true the file is written at the end.`,
        deferFix(text, entry),
      );
    }
  },
};
