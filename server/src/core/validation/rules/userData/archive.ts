import { problem, type Problem } from '../../../problems/problem.js';
import type { SyntaxNode } from '../../../syntax/node.js';
import { nearestName } from '../../../text/suggest.js';
import { type ArchiveEntry, type ArchiveFailure, readArchive } from '../../../userData/archive.js';
import {
  archiveType,
  handlerOf,
  isIncludeType,
  knownContentTypes,
  typeByBeginning,
} from '../../../userData/contentTypes.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';

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
