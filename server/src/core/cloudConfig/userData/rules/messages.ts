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

/**
 * What keeps a MIME message from falling into the parts that its author meant. Nested multiparts are documents of
 * their own.
 */
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
    'cloud-init reads user data as a message only when MIME-Version: stands in its first 4096 bytes; without it nothing takes this text.',
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
        'A multipart message needs a boundary parameter in its Content-Type.',
      );
    case 'boundary-not-found':
      return problem(
        'user-data/boundary-not-found',
        line,
        `No line of the message is --${boundary}, so that it has no parts and nothing of it reaches the node.${otherBoundary(text, entity)}`,
      );
    case 'not-closed':
      return problem(
        'payload/mime-no-closing-boundary',
        line,
        `The message has no closing line --${boundary}--; its last part may be cut off.`,
      );
    case 'part-after-end':
      return problem(
        'user-data/part-after-end',
        line,
        `This part stands behind the closing line --${boundary}-- and is not read.`,
      );
    case 'unseparated':
      return problem(
        'user-data/headers-not-separated',
        line,
        'This line is no header, so that the body begins with it; an empty line has to stand between headers and body.',
      );
    case 'continuation-first':
      return problem(
        'user-data/ignored-header-line',
        line,
        'An indented line continues the header above it, and there is none; the line is not read.',
      );
    case 'no-name':
    case 'misplaced-from':
      return problem(
        'user-data/ignored-header-line',
        line,
        'This line has no name of a header in front of its colon and is not read.',
      );
    case 'too-deep':
      return problem('payload/limit-depth', line, 'Messages are nested too deeply here; the rest is not read.');
    // Said where the parts are found.
    case 'too-many':
      return undefined;
  }
}

/** What the author may have meant: lines that look like boundaries. */
function otherBoundary(text: string, entity: MimeEntity): string {
  const written = /^--([^\s-][^\r\n]*?)(?:--)?[ \t]*$/m.exec(text.slice(entity.body.start, entity.body.end))?.[1];
  return written === undefined ? '' : ` There are lines --${written}: both have to name the same boundary.`;
}

/** What keeps entries of a `#cloud-config-archive` from reaching their handlers (cloud-init 26.2). */
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
        firstPlace(tree.root),
        'An archive is a list, with one entry for each part; cloud-init takes nothing from this one.',
      );
    }
    for (const node of skipped) {
      yield problem(
        'user-data/archive-entry-ignored',
        node.span,
        'An entry is a text, or a mapping with a content key; cloud-init passes over this one.',
      );
    }
    for (const failure of failures) yield failed(failure);
    const custom = entries.some((entry) => entry.contentType === 'text/part-handler');
    for (const entry of entries) yield* entryFaults(entry, custom);
  },
};

function firstPlace({ kind, span }: SyntaxNode): { start: number; end: number } {
  return kind === 'object' ? { start: span.start, end: Math.min(span.end, span.start + 1) } : span;
}

function failed({ kind, node, key = '' }: ArchiveFailure): Problem {
  const reasons: Readonly<Record<ArchiveFailure['kind'], string>> = {
    'content-not-text': 'content has to be a text; quote it.',
    'content-not-utf-8': 'The bytes are no UTF-8, which a part of a text type has to be.',
    'type-not-text': 'type has to be a text such as text/cloud-config.',
    'type-without-slash': 'type has to be two words with a slash between them, such as text/x-shellscript.',
    'key-not-text': `The key ${key} is no text, and a header needs a name; quote it.`,
    'header-not-text': `${key} becomes a header of the part and has to be a text; quote it.`,
  };
  return problem(
    'user-data/archive-entry-fails',
    node.span,
    `${reasons[kind]} cloud-init ends with an error here and takes no user data at all.`,
  );
}

function* entryFaults({ contentType, content, type, node, bytes }: ArchiveEntry, custom: boolean): Generator<Problem> {
  const place = (type ?? content ?? node).span;
  if (contentType === archiveType || isIncludeType(contentType)) {
    yield problem(
      'user-data/archive-in-archive',
      place,
      `Inside of an archive cloud-init does not take ${contentType === archiveType ? 'another archive apart' : 'an include for one'}; nothing takes this entry.`,
    );
    return;
  }
  if (handlerOf(contentType) === null) {
    if (custom) return;
    const near = nearestName(contentType, knownContentTypes, 4);
    yield problem(
      'user-data/unhandled-part',
      place,
      `Nothing takes parts of type ${contentType}${near === undefined ? '; cloud-init knows types such as text/cloud-config, text/x-shellscript and text/cloud-boothook.' : `; was ${near} meant?`}`,
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
    `The entry is handed on as ${contentType}, but begins as ${begins} does; cloud-init believes the type.`,
  );
}

/** First lines that are meant for cloud-init and that it does not know (26.2). */
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
        ? 'cloud-init takes no Upstart jobs any more, because no supported distribution starts with Upstart; write a systemd unit with a cloud-config.'
        : `Nothing takes this text: the first line has to be ${meant}. cloud-init knows ${beginningsInWords}.`,
      meant === undefined
        ? {}
        : { fixes: [{ title: `Change the line to ${meant}`, changes: [{ span, newText: meant }], safe: true }] },
    );
  },
};
