import { headerOf } from '../../../formats/mime/headers.js';
import { type MimeDefect, type MimeEntity, parseMime, typeParameter } from '../../../formats/mime/message.js';
import type { SyntaxNode } from '../../../formats/tree/node.js';
import { problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../../problems/rules.js';
import { utf8Bytes } from '../../../text/bytes.js';
import { nearestName } from '../../../text/suggest.js';
import { type ArchiveEntry, type ArchiveFailure, readArchive } from '../archive.js';
import {
  archiveType,
  handlerOf,
  isIncludeType,
  knownContentTypes,
  misspeltBeginning,
  typeByBeginning,
} from '../contentTypes.js';
import { mentionsMime } from '../process.js';
import { beginningsInWords, type UserDataInput } from './input.js';

/** Defects of a MIME message that hide its parts. Nested multiparts are separate documents. */
export const message: Rule<UserDataInput> = {
  name: 'user-data/message',
  *check({ text, payload }): Generator<Problem> {
    const root = parseMime(text);
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
  return problem(
    'user-data/no-mime-version',
    span,
    'cloud-init ignores this message because its first 4096 bytes do not contain MIME-Version:. Insert the header.',
    {
      fixes: [
        {
          title: 'Insert MIME-Version: 1.0',
          changes: [{ span: { start: span.start, end: span.start }, newText: 'MIME-Version: 1.0\n' }],
          safe: false,
        },
      ],
    },
  );
}

function* faultsOf(entity: MimeEntity, text: string): Generator<Problem> {
  for (const defect of entity.defects) {
    const found = faultOf(defect, entity, text);
    if (found !== undefined) yield found;
  }
}

function faultOf({ kind, span }: MimeDefect, entity: MimeEntity, text: string): Problem | undefined {
  const boundary = typeParameter(entity, 'boundary')?.trimEnd() ?? '';
  const line = { start: span.start, end: span.start + text.slice(span.start, span.end).trimEnd().length };
  switch (kind) {
    case 'no-boundary':
      return problem(
        'payload/mime-no-boundary',
        line,
        'A multipart message must have a boundary parameter in its Content-Type.',
      );
    case 'boundary-not-found':
      return problem(
        'user-data/boundary-not-found',
        line,
        `No line of the message is --${boundary}, so it has no parts and cloud-init ignores all of it.${otherBoundary(text, entity)}`,
      );
    case 'not-closed':
      return problem(
        'payload/mime-no-closing-boundary',
        line,
        `The message has no closing line --${boundary}--, so its last part may be cut off. Add the line.`,
      );
    case 'part-after-end':
      return problem(
        'user-data/part-after-end',
        line,
        `This part is ignored because it follows the closing line --${boundary}--. Move it before that line.`,
      );
    case 'unseparated':
      return problem(
        'user-data/headers-not-separated',
        line,
        'This line is not a header, so the body begins with it. Insert an empty line between headers and body.',
      );
    case 'continuation-first':
      return problem(
        'user-data/ignored-header-line',
        line,
        'This line is ignored: an indented line continues the header above it, but there is none.',
      );
    case 'no-name':
    case 'misplaced-from':
      return problem(
        'user-data/ignored-header-line',
        line,
        'This line is ignored: it has no header name before the colon.',
      );
    case 'too-deep':
      return problem('payload/limit-depth', line, 'Messages are nested too deeply here, and the rest is not checked.');
    // Reported with the payloads.
    case 'too-many':
      return undefined;
  }
}

/** A hint about lines that look like other boundaries. */
function otherBoundary(text: string, entity: MimeEntity): string {
  const written = /^--([^\s-][^\r\n]*?)(?:--)?[ \t]*$/m.exec(text.slice(entity.body.start, entity.body.end))?.[1];
  return written === undefined ? '' : ` There are lines --${written}: use the same boundary in both.`;
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
      yield problem(
        'user-data/archive-not-a-list',
        firstCharacter(tree.root),
        'An archive must be a list with one entry for each part; cloud-init ignores this one.',
      );
    }
    for (const node of skipped) {
      yield problem(
        'user-data/archive-entry-ignored',
        node.span,
        'An entry must be a string or a mapping with the key content; cloud-init ignores this one.',
      );
    }
    for (const failure of failures) yield failureProblem(failure);
    const custom = entries.some((entry) => entry.contentType === 'text/part-handler');
    for (const entry of entries) yield* entryFaults(entry, custom);
  },
};

function firstCharacter({ kind, span }: SyntaxNode): { start: number; end: number } {
  return kind === 'object' ? { start: span.start, end: Math.min(span.end, span.start + 1) } : span;
}

function failureProblem({ kind, node, key = '' }: ArchiveFailure): Problem {
  const reasons: Readonly<Record<ArchiveFailure['kind'], string>> = {
    'content-not-text': 'content must be a string: quote it.',
    'content-not-utf-8': 'The content of a text part must be UTF-8.',
    'type-not-text': 'type must be a string such as text/cloud-config.',
    'type-without-slash': 'type must be two words separated by a slash, such as text/x-shellscript.',
    'key-not-text': `The key ${key} becomes a header name and must be a string: quote it.`,
    'header-not-text': `${key} becomes a header of the part and must be a string: quote it.`,
  };
  return problem(
    'user-data/archive-entry-fails',
    node.span,
    `${reasons[kind]} cloud-init fails here and processes no user data at all.`,
  );
}

function* entryFaults({ contentType, content, type, node, bytes }: ArchiveEntry, custom: boolean): Generator<Problem> {
  const place = (type ?? content ?? node).span;
  if (contentType === archiveType || isIncludeType(contentType)) {
    yield problem(
      'user-data/archive-in-archive',
      place,
      `cloud-init does not process ${contentType === archiveType ? 'an archive' : 'an include'} inside an archive, so it ignores this entry.`,
    );
    return;
  }
  if (handlerOf(contentType) === null) {
    if (custom) return;
    const near = nearestName(contentType, knownContentTypes, 4);
    yield problem(
      'user-data/unhandled-part',
      place,
      `cloud-init has no handler for parts of type ${contentType}${near === undefined ? '; cloud-init knows types such as text/cloud-config, text/x-shellscript and text/cloud-boothook.' : `. Did you mean ${near}?`}`,
    );
    return;
  }
  const begins = content?.kind === 'string' && bytes.length > 0 ? typeByBeginning(content.value) : undefined;
  const bothScripts = begins === 'text/x-shellscript' && contentType.startsWith('text/x-shellscript');
  if (type === undefined || bothScripts || begins === undefined) return;
  if (begins === contentType || contentType === 'text/jinja2') return;
  yield problem(
    'user-data/part-type-mismatch',
    type.span,
    `The entry has type ${contentType} but begins like ${begins}. cloud-init uses the type, so correct one of them.`,
  );
}

/** Misspelt or unsupported first lines of cloud-init (26.2). */
export const header: Rule<UserDataInput> = {
  name: 'user-data/header',
  *check({ text, contentType }): Generator<Problem> {
    const found = contentType === undefined ? misspeltBeginning(text) : undefined;
    if (found === undefined) return;
    const { span, meant } = found;
    yield problem(
      'user-data/unknown-header',
      span,
      meant === undefined
        ? 'cloud-init no longer supports Upstart jobs. Write a systemd unit with a cloud-config.'
        : `cloud-init does not recognise this text: the first line must be ${meant}. cloud-init knows ${beginningsInWords}.`,
      meant === undefined
        ? {}
        : { fixes: [{ title: `Change the line to ${meant}`, changes: [{ span, newText: meant }], safe: true }] },
    );
  },
};
