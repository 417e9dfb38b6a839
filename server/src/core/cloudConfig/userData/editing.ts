import type { HoverInfo } from '../../document/editing.js';
import { type Span, touches } from '../../text/span.js';
import { archiveType, handlerOf, isIncludeType } from './contentTypes.js';
import type { MessageView } from './view.js';

/** What becomes of a part of user data, for its headers; undefined elsewhere. */
export function partHeaderHover({ payload, parts }: MessageView, offset: number): HoverInfo | undefined {
  for (const [index, part] of parts.entries()) {
    const headers = part.headers.map(({ span }) => span);
    const header = headers.find((span) => touches(span, offset));
    const child = payload.children[index];
    if (header === undefined || child === undefined) continue;
    const first = headers[0] ?? header;
    const span: Span = { start: first.start, end: headers.at(-1)?.end ?? header.end };
    const lines = [`**Part ${index + 1}**: ${child.payload.bytes.length.toLocaleString('en')} bytes`];
    const fate = handlerSentence(child.payload.partType);
    return { markdown: [...lines, ...(fate === undefined ? [] : [fate])].join('\n\n'), span };
  }
  return undefined;
}

/** A sentence on what handles a part of a type; undefined for what only holds other parts. */
export function handlerSentence(type: string | undefined): string | undefined {
  if (type === undefined || type.startsWith('multipart/')) return undefined;
  if (isIncludeType(type)) return `\`${type}\`: cloud-init fetches the addresses in it and processes what they hold.`;
  if (type === archiveType) return `\`${type}\`: cloud-init takes its entries apart.`;
  const handler = handlerOf(type);
  if (handler === null) return `\`${type}\`: nothing takes it.`;
  return type === 'text/part-handler'
    ? `\`${type}\`: cloud-init registers it as a handler of further types.`
    : `\`${type}\`, taken by cloud-init's ${handler}.`;
}
