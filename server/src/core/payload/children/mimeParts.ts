import type { DocumentKind } from '../../document/kinds.js';
import { limits } from '../../limits.js';
import { type MimePart, parseMime } from '../../mime/parse.js';
import { quotedPrintableBytes } from '../../mime/quotedPrintable.js';
import { problem, type Problem } from '../../problems/problem.js';
import { composeMaps, fragmentMap } from '../../text/positionMap.js';
import type { DecodeContext } from '../context.js';
import { byteContent, type Content, decodeBase64Content, textContent } from '../decoders.js';
import type { PartChild } from '../payload.js';
import type { Findings, Surroundings } from './finder.js';

/** Finds the parts of a MIME message; nested multiparts are parts with parts of their own. */
export function mimeParts(surroundings: Surroundings, context: DecodeContext): Findings {
  const { payload, text } = surroundings;
  const message = parseMime(text);
  const problems: Problem[] = message.problems.map((found) => ({ ...found, span: payload.map.toOuter(found.span) }));
  const children: PartChild[] = [];
  for (const [index, part] of message.parts.entries()) {
    if (index >= limits.childrenPerPayload) {
      problems.push(
        problem(
          'payload/limit-children',
          surroundings.origin,
          `More than ${limits.childrenPerPayload} parts; the rest is not decoded.`,
        ),
      );
      break;
    }
    children.push(openPart(surroundings, part, index, context));
  }
  return { children, problems };
}

function openPart(surroundings: Surroundings, part: MimePart, index: number, context: DecodeContext): PartChild {
  const { payload, text } = surroundings;
  const problems: Problem[] = [];
  // A nested multipart needs its own header to be read as a message.
  const nested = part.contentType.startsWith('multipart/');
  const extent = nested ? part.whole : part.body;
  const origin = payload.map.toOuter(extent);
  let content = textContent(
    text.slice(extent.start, extent.end),
    composeMaps(payload.map, fragmentMap(extent.start)),
    origin,
  );
  const decoded = decodeTransfer(part, content, context);
  if (decoded === undefined) {
    const place = payload.map.toOuter(part.encodingSpan ?? part.body);
    problems.push(
      problem(
        'payload/mime-unknown-encoding',
        place,
        `${JSON.stringify(part.transferEncoding)} is no transfer encoding; the part is taken as it stands.`,
      ),
    );
  } else content = decoded.content;
  problems.push(...(decoded?.problems ?? []));
  const kind = nested ? 'mime' : kindOfType(part.contentType);
  return {
    is: 'part',
    contentType: part.contentType,
    transferEncoding: part.transferEncoding,
    filename: part.filename,
    span: origin,
    payload: surroundings.open({
      content,
      name: part.filename ?? `part ${index + 1}`,
      steps: [...payload.steps, `part:${index}`],
      problems,
      ...(kind === undefined ? {} : { kind }),
    }),
  };
}

function decodeTransfer(
  part: MimePart,
  content: Content,
  context: DecodeContext,
): { content: Content; problems: readonly Problem[] } | undefined {
  switch (part.transferEncoding.toLowerCase()) {
    case '7bit':
    case '8bit':
    case 'binary':
      return { content, problems: [] };
    case 'base64':
      return decodeBase64Content(content, context, 'The part');
    case 'quoted-printable':
      return { content: byteContent(quotedPrintableBytes(content.text ?? ''), content.origin), problems: [] };
    default:
      return undefined;
  }
}

/** Parts whose type says more than their first line; a wrong first line is then a problem of the part. */
function kindOfType(contentType: string): DocumentKind | undefined {
  return contentType === 'text/cloud-config' ? 'cloud-config' : undefined;
}
