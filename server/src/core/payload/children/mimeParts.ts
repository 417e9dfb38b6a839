import type { DocumentKind } from '../../document/kinds.js';
import { filenameOf, type MimeEntity, parseMime, transferEncodingOf } from '../../mime/message.js';
import { transferredBody } from '../../mime/transfer.js';
import { problem, type Problem } from '../../problems/problem.js';
import { composeMaps, verbatimMap } from '../../text/positionMap.js';
import { archiveType, isIncludeType, isTypeByBeginning, typeByBeginning } from '../../userData/contentTypes.js';
import type { DecodeContext } from '../context.js';
import {
  byteContent,
  type Content,
  type Decoded,
  decodeBase64Content,
  textContent,
  withinBudget,
} from '../decoders.js';
import type { PartChild } from '../payload.js';
import { type Findings, opened, type Surroundings, tooMany } from './finder.js';

/** Finds the parts of a MIME message; nested multiparts are parts with parts of their own. */
export function mimeParts(surroundings: Surroundings, context: DecodeContext): Findings {
  const { text } = surroundings;
  const message = parseMime(text);
  const parts = partsOf(message);
  const isCut = message.defects.some(({ kind }) => kind === 'too-many');
  const { kept, problems } = opened(parts, 'parts', surroundings.origin);
  const children = kept.map((part, index) => openPart(surroundings, part, index, context));
  return { children, problems: isCut && problems.length === 0 ? [tooMany('parts', surroundings.origin)] : problems };
}

/** The parts of a message; one that holds none is its own only part. */
export function partsOf(message: MimeEntity): readonly MimeEntity[] {
  return message.contentType.startsWith('multipart/') ? (message.parts ?? []) : [message];
}

function openPart(surroundings: Surroundings, part: MimeEntity, index: number, context: DecodeContext): PartChild {
  const { payload, text } = surroundings;
  // A message inside of another one needs its own headers to be read.
  const isMessage = part.contentType.startsWith('multipart/') && part.parts !== undefined;
  const extent = isMessage ? part.whole : part.body;
  const origin = payload.map.toOuter(extent);
  const written = textContent(
    text.slice(extent.start, extent.end),
    composeMaps(payload.map, verbatimMap(extent.start)),
    origin,
  );
  const { content, problems } = isMessage ? { content: written, problems: [] } : decodeTransfer(part, written, context);
  const type =
    (isTypeByBeginning(part.contentType) && content.text !== undefined ? typeByBeginning(content.text) : undefined) ??
    part.contentType;
  const kind = isMessage ? 'mime' : kindOfType(type);
  const encoding = transferEncodingOf(part).trim();
  return {
    is: 'part',
    contentType: part.contentType,
    transferEncoding: encoding === '' ? '7bit' : encoding,
    filename: filenameOf(part),
    span: origin,
    payload: surroundings.open({
      content,
      name: filenameOf(part) ?? `part ${index + 1}`,
      steps: [...payload.steps, `part:${index}`],
      problems,
      partType: type,
      ...(kind === undefined ? {} : { kind }),
    }),
  };
}

/**
 * A body without its transfer encoding, as cloud-init's reader of messages takes it off. Text that is not encoded stays
 * what it is, with its places.
 */
function decodeTransfer(part: MimeEntity, content: Content, context: DecodeContext): Decoded {
  const encoding = transferEncodingOf(part);
  const text = content.text ?? '';
  switch (encoding.toLowerCase()) {
    case 'base64': {
      const { content: decoded, problems, urlSafe } = decodeBase64Content(content, context, 'The part');
      // Python's reader supplies missing padding and passes over what is no base64.
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

/** Parts whose type says more than their first line; a wrong first line is then a problem of the part. */
export function kindOfType(contentType: string): DocumentKind | undefined {
  if (contentType === 'text/cloud-config') return 'cloud-config';
  if (contentType === archiveType || isIncludeType(contentType) || contentType === 'text/cloud-config-jsonp')
    return 'user-data';
  return undefined;
}
