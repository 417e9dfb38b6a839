import { type ArchiveEntry, readArchive } from '../../cloudConfig/userData/archive.js';
import {
  archiveType,
  isExecuted,
  isIncludeType,
  isTypeByBeginning,
  typeByBeginning,
  userDataTypeOf,
} from '../../cloudConfig/userData/contentTypes.js';
import { filenameOf, type MimeEntity, parseMime, transferEncodingOf } from '../../formats/mime/message.js';
import { transferredBody } from '../../formats/mime/transfer.js';
import { givenValues } from '../../formats/tree/given.js';
import { resolved } from '../../formats/tree/node.js';
import { stringMap } from '../../formats/tree/stringMap.js';
import { problem, type Problem } from '../../problems/problem.js';
import { composeMaps, verbatimMap } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { byteContent, type Content, type DecodeContext, type Decoded, textContent, withinBudget } from '../content.js';
import type { DocumentKind } from '../../document/kinds.js';
import { decodeBase64Content, wrapped } from '../layers/base64.js';
import type { Holder, LayerName, OverriddenChild, PartChild, Payload } from '../../document/payload.js';
import {
  type ChildFinder,
  childStep,
  type Findings,
  opened,
  type Surroundings,
  type TakenSteps,
  tooMany,
} from './container.js';
import { openOverridden } from './repeated.js';
import { shellScript } from './shell.js';
import { stringHolder } from './strings.js';

/** Finds the parts of a MIME message; nested multiparts are parts with parts of their own. */
export function mimeParts(surroundings: Surroundings): Findings {
  const { text, context } = surroundings;
  const message = context.readOnce('mime', text, () => parseMime(text, context.budget));
  const parts = partsOf(message);
  const isCut = message.defects.some(({ kind }) => kind === 'too-many');
  const { kept, problems } = opened(parts, 'parts', surroundings);
  const children = kept.map((part, index) => openPart(surroundings, message, part, index));
  return { children, problems: isCut && problems.length === 0 ? [tooMany('parts', surroundings)] : problems };
}

/** The parts of a message; a message without parts is its own only part. */
export function partsOf(message: MimeEntity): readonly MimeEntity[] {
  return message.contentType.startsWith('multipart/') ? (message.parts ?? []) : [message];
}

function openPart(surroundings: Surroundings, message: MimeEntity, part: MimeEntity, index: number): PartChild {
  const { payload, text } = surroundings;
  // A message inside another one needs its own headers to be read.
  const isMessage = part.contentType.startsWith('multipart/') && part.parts !== undefined;
  const extent = isMessage ? part.whole : part.body;
  const origin = payload.map.toOuter(extent);
  const written = textContent(
    text.slice(extent.start, extent.end),
    composeMaps(payload.map, verbatimMap(extent.start)),
    origin,
  );
  const { content, problems } = isMessage
    ? { content: written, problems: [] }
    : decodeTransfer(part, written, surroundings.context);
  const type =
    (isTypeByBeginning(part.contentType) && content.text !== undefined ? typeByBeginning(content.text) : undefined) ??
    part.contentType;
  const kind = isMessage ? 'mime' : kindOfType(type);
  const encoding = transferEncodingOf(part).trim();
  const opened = surroundings.open({
    content,
    name: filenameOf(part) ?? `part ${index + 1}`,
    steps: [...payload.steps, `part:${index}`],
    problems,
    partType: type,
    ...(kind === undefined ? {} : { kind }),
    fallbackKind: fallbackOfType(type),
  });
  return {
    is: 'part',
    contentType: part.contentType,
    transferEncoding: encoding === '' ? '7bit' : encoding,
    filename: filenameOf(part),
    span: origin,
    payload: opened,
    holder: () => partHolder(text, message, extent, isMessage ? '' : encoding, opened),
  };
}

/**
 * A body without its transfer encoding, as decoded by cloud-init. Text that isn't encoded keeps its positions.
 */
function decodeTransfer(part: MimeEntity, content: Content, context: DecodeContext): Decoded {
  const encoding = transferEncodingOf(part);
  const text = content.text ?? '';
  switch (encoding.toLowerCase()) {
    case 'base64': {
      const { content: decoded, problems, urlSafe } = decodeBase64Content(content, context, 'The part');
      // Python's decoder adds missing padding and skips other characters.
      const faults = problems.filter(({ code }) => code !== 'payload/base64-padding');
      if (faults.length === 0 && !urlSafe) return { content: decoded, problems: [] };
      return {
        content: byteContent(transferredBody(text, encoding).bytes, content.origin),
        problems: faults.length > 0 ? faults : [urlSafeProblem(content)],
      };
    }
    case 'quoted-printable':
    case 'x-uuencode':
    case 'uuencode':
    case 'x-uue':
    case 'uue': {
      const { bytes, defects } = transferredBody(text, encoding);
      if (defects.length > 0) return { content, problems: [] };
      return withinBudget(byteContent(bytes, content.origin), context, 'The part');
    }
    default:
      return { content, problems: [] };
  }
}

function urlSafeProblem({ origin }: Content): Problem {
  return problem(
    'payload/base64-invalid',
    origin,
    'The part is URL-safe base64; cloud-init drops its - and _, so that other bytes come out. Use + and / instead.',
  );
}

/** The kind of parts whose type determines it; a wrong first line is then a problem of the part. */
function kindOfType(contentType: string): DocumentKind | undefined {
  if (contentType === 'text/cloud-config') return 'cloud-config';
  if (contentType === archiveType || isIncludeType(contentType) || contentType === 'text/cloud-config-jsonp')
    return 'user-data';
  return undefined;
}

/** The kind of parts whose content says none: a script without `#!` can't be executed. */
function fallbackOfType(contentType: string): DocumentKind | undefined {
  return isExecuted(contentType) ? 'user-data' : undefined;
}

/** Finds the entries of a `#cloud-config-archive` that cloud-init reads. */
function archiveEntries(surroundings: Surroundings): Findings {
  const { tree } = surroundings.payload;
  const { entries } = tree === undefined ? { entries: [] } : readArchive(tree);
  const { kept, problems } = opened(entries, 'entries', surroundings);
  const taken: TakenSteps = new Map();
  const children = kept.map((entry, index) => openEntry(surroundings, entry, childStep(`part:${index}`, taken), index));
  const overridden = kept.flatMap((entry, index) => overriddenContents(surroundings, entry, index, taken));
  return { children: [...children, ...overridden], problems };
}

/** The contents of an entry that a later content takes the place of. */
function overriddenContents(
  surroundings: Surroundings,
  entry: ArchiveEntry,
  index: number,
  taken: TakenSteps,
): OverriddenChild[] {
  const { payload, text } = surroundings;
  return givenValues({ node: entry.node, isOverridden: false }, 'content').flatMap(({ node, isOverridden }) => {
    const content = resolved(node);
    if (!isOverridden || content?.kind !== 'string') return [];
    const map = composeMaps(payload.map, stringMap(text, content));
    const written = textContent(content.value, map, payload.map.toOuter(content.span));
    const { content: bounded, problems } = withinBudget(written, surroundings.context, 'The entry');
    return openOverridden(surroundings, `part:${index}`, taken, {
      opening: { content: bounded, name: nameOfEntry(entry, index), transport: 'none', problems },
      holder: () => stringHolder(text, content),
    });
  });
}

function nameOfEntry({ filename }: ArchiveEntry, index: number): string {
  return filename === undefined || filename === '' ? `entry ${index + 1}` : filename;
}

function openEntry(surroundings: Surroundings, entry: ArchiveEntry, step: string, index: number): PartChild {
  const { payload } = surroundings;
  const { contentType, filename, writtenType } = entry;
  // With aliases, one string is the content of many entries.
  const { content, problems } = withinBudget(contentOf(surroundings, entry), surroundings.context, 'The entry');
  // cloud-init ignores archives and includes inside an archive.
  const kind = contentType === archiveType || isIncludeType(contentType) ? 'unknown' : kindOfType(contentType);
  // The format follows from the beginning of the content; an entry may be a cloud-config without its first line.
  const vague = kind === 'cloud-config' && content.text !== undefined && typeByBeginning(content.text) === undefined;
  return {
    is: 'part',
    contentType: writtenType,
    transferEncoding: undefined,
    filename,
    span: content.origin,
    holder: () => stringHolder(surroundings.text, entry.content ?? entry.node),
    payload: surroundings.open({
      content,
      name: nameOfEntry(entry, index),
      steps: [...payload.steps, step],
      transport: 'none',
      partType: contentType,
      problems,
      ...(kind === undefined ? {} : { kind }),
      fallbackKind: fallbackOfType(contentType),
      ...(vague ? { format: 'text' as const } : {}),
    }),
  };
}

function contentOf({ payload, text }: Surroundings, entry: ArchiveEntry): Content {
  const { bytes, content, node } = entry;
  const origin = payload.map.toOuter((content ?? node).span);
  if (content?.kind === 'string')
    return textContent(content.value, composeMaps(payload.map, stringMap(text, content)), origin);
  return byteContent(bytes, origin);
}

/** Finds entries of an archive and files that a script writes. */
export const userDataChildren: ChildFinder = (surroundings) =>
  userDataTypeOf(surroundings.payload) === archiveType ? archiveEntries(surroundings) : shellScript(surroundings);

/** The body of a part, or a message in a message, up to a boundary line. */
function partHolder(
  text: string,
  message: MimeEntity,
  span: Span,
  transferEncoding: string,
  payload: Payload,
): Result<Holder> {
  const transfer = transferLayers(transferEncoding);
  if (!transfer.ok) return transfer;
  const body = text.slice(span.start, span.end);
  const boundaries = new Set(boundaryLines(text, message));
  return success({
    value: body,
    layers: [...transfer.value, ...payload.encodings],
    write(value) {
      const newText = transfer.value.includes('base64') ? inLinesOfMessages(body, value) : value;
      // A message in a message has boundaries of its own.
      const inner = payload.kind === 'mime' ? new Set(boundaryLines(newText, parseMime(newText))) : new Set<string>();
      const line = newText.split(/\r?\n/).find((one) => boundaries.has(bare(one)) && !inner.has(bare(one)));
      return line === undefined
        ? success([{ span, newText }])
        : failure(`The line ${JSON.stringify(line)} is a boundary of the message, and would end the part.`);
    },
  });
}

/** Lines of encoded bodies have at most 76 characters (RFC 2045, 6.8). A body on one longer line is not wrapped. */
function inLinesOfMessages(body: string, value: string): string {
  const most = 76;
  if (/\S\s+\S/.test(body) || body.trim().length > most) return value;
  const letters = value.trim();
  return value.replace(letters, () => wrapped(letters, most, body.includes('\r\n') ? '\r\n' : '\n'));
}

function transferLayers(encoding: string): Result<readonly LayerName[]> {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return success(['base64']);
    case 'quoted-printable':
      return success(['quoted-printable']);
    case 'x-uuencode':
    case 'uuencode':
    case 'x-uue':
    case 'uue':
      return failure("The part is uuencoded, which can't be written back.");
    default:
      return success([]);
  }
}

/** The boundary lines of a message and of those in it, without the dashes that close one. */
function boundaryLines(text: string, entity: MimeEntity): string[] {
  const own = entity.boundaries.map(({ start, end }) => bare(text.slice(start, end)));
  return [...own, ...(entity.parts ?? []).flatMap((part) => boundaryLines(text, part))];
}

function bare(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith('--') && trimmed.length > 4 ? trimmed.slice(0, -2) : trimmed;
}
