import type { Payload } from '../../payload/payload.js';
import { memberOf, resolved, type SyntaxNode } from '../../syntax/node.js';
import { placeOf } from '../../syntax/place.js';
import type { Span } from '../../text/span.js';
import { modeInWords, octalDigits } from '../../values/fileMode.js';
import { permissionsOf } from '../../writeFiles/permissions.js';
import type { InlayHint } from '../inlayHint.js';

/** Hints in a cloud-config: what the mode of a written file allows, and what its encoded content comes to. */
export function cloudConfigHints(payload: Payload, range: Span): InlayHint[] {
  const { map, tree } = payload;
  return [...modeHints(resolved(tree?.root)), ...contentHints(payload)]
    .map((hint) => ({ ...hint, offset: map.toOuter({ start: hint.offset, end: hint.offset }).start }))
    .filter(({ offset }) => range.start <= offset && offset <= range.end)
    .sort((a, b) => a.offset - b.offset);
}

function* modeHints(root: SyntaxNode | undefined): Generator<InlayHint> {
  const list = resolved(memberOf(root, 'write_files')?.value);
  if (list?.kind !== 'array') return;
  for (const item of list.items) {
    const node = memberOf(item, 'permissions')?.value;
    if (node?.kind !== 'string' && node?.kind !== 'number') continue;
    const read = permissionsOf(node);
    if (read.is !== 'mode') continue;
    // A number seldom is the mode that its digits show.
    const octal = node.kind === 'number' ? `mode ${octalDigits(read.mode)}, ` : '';
    yield { offset: node.span.end, label: `${octal}${modeInWords(read.mode)}` };
  }
}

const encodings = new Set(['base64', 'base64url', 'gzip', 'yaml-binary']);

function* contentHints({ children, text = '', tree }: Payload): Generator<InlayHint> {
  for (const child of children) {
    const content = child.is === 'file' ? child.written?.entry.content : undefined;
    if (content === undefined) continue;
    const { layers, bytes } = child.payload;
    if (!layers.some((layer) => encodings.has(layer))) continue;
    const what = layers.filter((layer) => !encodings.has(layer));
    const size = `${bytes.length.toLocaleString('en')} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
    yield {
      offset: behindHead(text, tree?.root, content.span),
      label: `${what.at(-1) ?? 'text'}, ${size}`,
      tooltip: `Decoded: ${layers.join(' > ')}, ${size}.`,
    };
  }
}

/** The end of a value, or of the line with its key where the value has several lines. */
function behindHead(text: string, root: SyntaxNode | undefined, span: Span): number {
  if (!text.slice(span.start, span.end).includes('\n')) {
    const node = placeOf(root, span.start)?.node;
    const isBlock = node !== undefined && /[|>]/.test(styleOf(node));
    if (!isBlock) return span.end;
  }
  const newline = text.startsWith('\n', span.start) ? span.start : text.lastIndexOf('\n', span.start - 1);
  const lineEnd = newline < 0 ? span.end : newline;
  return text.charAt(lineEnd - 1) === '\r' ? lineEnd - 1 : lineEnd;
}

/** The sign that begins a block text; empty for other nodes. */
function styleOf(node: SyntaxNode): string {
  const source = node.kind === 'binary' ? node.source : node;
  if (source.kind !== 'string') return '';
  return source.style === 'literal' ? '|' : source.style === 'folded' ? '>' : '';
}
