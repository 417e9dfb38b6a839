import { parseMime, type MimeEntity } from '../../../mime/message.js';
import { WriteError } from '../obstacle.js';
import type { HeldLayer } from '../openLayers.js';
import type { PartChild } from '../../payload.js';
import type { Holder } from './holder.js';

/** The body of a part of a message, which a boundary line ends. */
export function mimePartHolder(text: string, child: PartChild): Holder | WriteError {
  const transfer = child.payload.kind === 'mime' ? [] : transferLayers(child.transferEncoding ?? '');
  if (transfer instanceof WriteError) return transfer;
  const { span } = child;
  const boundaries = new Set(boundaryLines(text, parseMime(text)));
  return {
    value: text.slice(span.start, span.end),
    layers: [...transfer, ...child.payload.encodings],
    write(value) {
      // A message in a message brings its own boundaries along.
      const inner = child.payload.kind === 'mime' ? new Set(boundaryLines(value, parseMime(value))) : new Set<string>();
      const line = value.split(/\r?\n/).find((one) => boundaries.has(bare(one)) && !inner.has(bare(one)));
      if (line !== undefined)
        return new WriteError(`The line ${JSON.stringify(line)} is a boundary of the message, and would end the part.`);
      return [{ span, text: value }];
    },
  };
}

function transferLayers(encoding: string): readonly HeldLayer[] | WriteError {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return ['transferred-base64'];
    case 'quoted-printable':
      return ['quoted-printable'];
    case 'x-uuencode':
    case 'uuencode':
    case 'x-uue':
    case 'uue':
      return new WriteError('The part is uuencoded; there is no way to write that as it was.');
    default:
      return [];
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
