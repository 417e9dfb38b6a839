import { headerOf } from '../../../mime/headers.js';
import { type MimeDefect, type MimeEntity, parseMime, typeParameter } from '../../../mime/message.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { utf8Bytes } from '../../../text/bytes.js';
import { mentionsMime } from '../../../userData/transport.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';

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
