import { headerOf } from '../../../formats/mime/headers.js';
import { type MimeDefect, type MimeEntity, parseMime, typeParameter } from '../../../formats/mime/message.js';
import type { ProblemCode } from '../../../problems/codes.js';
import { problem, type Problem, replacement } from '../../../problems/problem.js';
import type { Rule } from '../../../problems/rules.js';
import { utf8Bytes } from '../../../text/bytes.js';
import { nearestName } from '../../../text/suggest.js';
import { duplicateKeys } from '../../rules/header.js';
import { type ArchiveEntry, type ArchiveFailure, readArchive } from '../archive.js';
import {
  archiveType,
  beginningsInWords,
  handlerOf,
  isExecuted,
  isIncludeType,
  knownContentTypes,
  misspeltBeginning,
  typeByBeginning,
  type UserDataInput,
} from '../contentTypes.js';
import { mentionsMime } from '../process.js';
import { withoutTrailing } from '../../../text/strings.js';

/** Defects of a MIME message that hide its parts. Nested multiparts are separate documents. */
export const message: Rule<UserDataInput> = {
  name: 'user-data/message',
  *check({ text, payload, budget }): Generator<Problem> {
    const root = parseMime(text, budget);
    if (payload.partType === undefined && !mentionsMime(utf8Bytes(text.slice(0, 4_096)))) yield noVersion(root, text);
    yield* faultsOf(root, text);
    if (!root.contentType.startsWith('multipart/')) return;
    for (const part of root.parts ?? [])
      if (!part.contentType.startsWith('multipart/')) for (const inner of leaves(part)) yield* faultsOf(inner, text);
  },
};

function* leaves(entity: MimeEntity): Generator<MimeEntity> {
  yield entity;
  for (const part of entity.parts ?? []) yield* leaves(part);
}

function noVersion(root: MimeEntity, text: string): Problem {
  const span = headerOf(root.headers, 'content-type')?.span ?? { start: 0, end: Math.min(1, text.length) };
  const before = { start: span.start, end: span.start };
  return problem(
    'user-data/no-mime-version',
    span,
    'cloud-init ignores this message because its first 4096 bytes do not contain MIME-Version:. Insert the header.',
    { fixes: [replacement('Insert MIME-Version: 1.0', before, 'MIME-Version: 1.0\n', { safe: false })] },
  );
}

function* faultsOf(entity: MimeEntity, text: string): Generator<Problem> {
  for (const { kind, span } of entity.defects) {
    // Reported with the payloads.
    if (kind === 'too-many') continue;
    const line = { start: span.start, end: span.start + text.slice(span.start, span.end).trimEnd().length };
    yield problem(defectCodes[kind], line, defectMessage(kind, entity, text));
  }
}

type Defect = Exclude<MimeDefect['kind'], 'too-many'>;

const defectCodes: Readonly<Record<Defect, ProblemCode>> = {
  'no-boundary': 'payload/mime-no-boundary',
  'boundary-not-found': 'user-data/boundary-not-found',
  'not-closed': 'payload/mime-no-closing-boundary',
  'part-after-end': 'user-data/part-after-end',
  unseparated: 'user-data/headers-not-separated',
  'continuation-first': 'user-data/ignored-header-line',
  'no-name': 'user-data/ignored-header-line',
  'misplaced-from': 'user-data/ignored-header-line',
  'too-deep': 'payload/limit-depth',
};

function defectMessage(defect: Defect, entity: MimeEntity, text: string): string {
  const boundary = typeParameter(entity, 'boundary')?.trimEnd() ?? '';
  switch (defect) {
    case 'no-boundary':
      return 'A multipart message must have a boundary parameter in its Content-Type.';
    case 'boundary-not-found':
      return `No line of the message is --${boundary}, so it has no parts and cloud-init ignores all of it.${otherBoundary(text, entity)}`;
    case 'not-closed':
      return `The message has no closing line --${boundary}--, so its last part may be cut off. Add the line.`;
    case 'part-after-end':
      return `This part is ignored because it follows the closing line --${boundary}--. Move it before that line.`;
    case 'unseparated':
      return 'This line is not a header, so the body begins with it. Insert an empty line between headers and body.';
    case 'continuation-first':
      return 'This line is ignored: an indented line continues the header above it, but there is none.';
    case 'no-name':
    case 'misplaced-from':
      return 'This line is ignored: it has no header name before the colon.';
    case 'too-deep':
      return 'Messages are nested too deeply here, and the rest is not checked.';
  }
}

/** A hint about lines that look like other boundaries. */
function otherBoundary(text: string, entity: MimeEntity): string {
  const line = /^--([^\s-][^\r\n]*)/m.exec(text.slice(entity.body.start, entity.body.end))?.[1];
  if (line === undefined) return '';
  const written = withoutTrailing(line, ' \t').replace(/--$/, '');
  return ` There are lines --${written}: use the same boundary in both.`;
}

/** Entries of a `#cloud-config-archive` that don't reach their handlers (cloud-init 26.2). */
export const archive: Rule<UserDataInput> = {
  name: 'user-data/archive',
  *check({ payload, contentType }): Generator<Problem> {
    const { tree } = payload;
    if (contentType !== archiveType || tree === undefined) return;
    yield* tree.problems;
    const { entries, failures, skipped, isList } = readArchive(tree);
    if (!isList && tree.problems.length === 0 && tree.root !== undefined && tree.root.kind !== 'null') {
      const { kind, span } = tree.root;
      yield problem(
        'user-data/archive-not-a-list',
        kind === 'object' ? { start: span.start, end: Math.min(span.end, span.start + 1) } : span,
        'An archive must be a list with one entry for each part; cloud-init ignores this one.',
      );
    }
    for (const { span } of skipped) {
      const message = 'An entry must be a string or a mapping with the key content; cloud-init ignores this one.';
      yield problem('user-data/archive-entry-ignored', span, message);
    }
    for (const failure of failures) yield failureProblem(failure);
    for (const half of tree.halves ?? []) yield { ...half, message: `${half.message} ${failsHere}` };
    yield* duplicateKeys(tree);
    const custom = entries.some((entry) => entry.contentType === 'text/part-handler');
    for (const entry of entries) yield* entryFaults(entry, custom);
  },
};

const failsHere = 'cloud-init fails here and processes no user data at all.';

function failureProblem({ kind, node, key = '' }: ArchiveFailure): Problem {
  const reasons: Readonly<Record<ArchiveFailure['kind'], string>> = {
    'content-not-text': 'content must be a string: quote it.',
    'content-not-utf-8': 'The content of a text part must be UTF-8.',
    'type-not-text': 'type must be a string such as text/cloud-config.',
    'type-without-slash': 'type must be two words separated by a slash, such as text/x-shellscript.',
    'key-not-text': `The key ${key} becomes a header name and must be a string: quote it.`,
    'header-not-text': `${key} becomes a header of the part and must be a string: quote it.`,
  };
  const message = `${reasons[kind]} ${failsHere}`;
  return problem('user-data/archive-entry-fails', node.span, message);
}

function* entryFaults({ contentType, content, type, node, bytes }: ArchiveEntry, custom: boolean): Generator<Problem> {
  const place = (type ?? content ?? node).span;
  if (contentType === archiveType || isIncludeType(contentType)) {
    const what = contentType === archiveType ? 'an archive' : 'an include';
    const message = `cloud-init does not process ${what} inside an archive, so it ignores this entry.`;
    yield problem('user-data/archive-in-archive', place, message);
    return;
  }
  if (handlerOf(contentType) === null) {
    if (!custom) yield problem('user-data/unhandled-part', place, unhandledType(contentType).message);
    return;
  }
  const begins = content?.kind === 'string' && bytes.length > 0 ? typeByBeginning(content.value) : undefined;
  if (type !== undefined && begins !== undefined && isMismatch(contentType, begins))
    yield problem('user-data/part-type-mismatch', type.span, mismatchMessage('entry', contentType, begins));
}

/** A message about a type without a handler, and a known type with a similar name. */
export function unhandledType(type: string): { message: string; near: string | undefined } {
  const near = nearestName(type, knownContentTypes, 4);
  const hint =
    near === undefined
      ? '; cloud-init knows types such as text/cloud-config, text/x-shellscript and text/cloud-boothook.'
      : `. Did you mean ${near}?`;
  return { message: `cloud-init has no handler for parts of type ${type}${hint}`, near };
}

/**
 * Whether content begins like another type than its own. A template that isn't one has its own problem; a boothook may begin
 * like a script.
 */
export function isMismatch(type: string, begins: string): boolean {
  return begins !== type && type !== 'text/jinja2' && !(isScript(begins) && isExecuted(type));
}

export function isScript(type: string): boolean {
  return type.startsWith('text/x-shellscript');
}

export function mismatchMessage(what: 'part' | 'entry', type: string, begins: string): string {
  return `The ${what} has type ${type} but begins like ${begins}. cloud-init uses the type, so correct one of them.`;
}

/** Misspelt or unsupported first lines of cloud-init (26.2). */
export const header: Rule<UserDataInput> = {
  name: 'user-data/header',
  *check({ text, contentType }): Generator<Problem> {
    const found = contentType === undefined ? misspeltBeginning(text) : undefined;
    if (found === undefined) return;
    const { span, meant } = found;
    if (meant === undefined) {
      const message = 'cloud-init no longer supports Upstart jobs. Write a systemd unit with a cloud-config.';
      yield problem('user-data/unknown-header', span, message);
    } else {
      const marked = text.startsWith('\ufeff');
      const isBehindMark = marked && text.slice(span.start, span.end) === meant;
      const message = isBehindMark
        ? 'A byte order mark precedes the first line, so cloud-init does not recognise this text. Save the file as UTF-8 without a byte order mark.'
        : `cloud-init does not recognise this text: the first line must be ${meant}. cloud-init knows ${beginningsInWords}.`;
      const title = isBehindMark ? 'Remove the byte order mark' : `Change the line to ${meant}`;
      const replaced = marked ? { start: 0, end: span.end } : span;
      yield problem('user-data/unknown-header', span, message, {
        fixes: [replacement(title, replaced, meant, { safe: true })],
      });
    }
  },
};
