import { inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import type { ShownAdditions } from '../../document/additions.js';
import type { HoverInfo, InlayHint } from '../../document/editing.js';
import { itemsOf, memberOf, memberValue, type SyntaxNode } from '../../formats/tree/node.js';
import { touchedNode } from '../../formats/tree/paths.js';
import type { Payload } from '../../document/payload.js';
import type { Span } from '../../text/span.js';
import { modeInWords, modeLetters, octalDigits } from '../../values/files.js';
import { keyMarkdown } from '../schema/keyMarkdown.js';
import { schemasAt } from '../schema/keys.js';
import { defaultMode, permissionsOf } from '../writeFiles/entry.js';
import type { CloudConfigView } from '../view.js';
import { headerMarkdown } from './complete.js';
import { variableHover } from './templateVariables.js';
import { counted } from '../../text/strings.js';

/** Facts about the header, the key, the value or the template variable under the cursor. */
export function cloudConfigHover(view: CloudConfigView, offset: number): HoverInfo | undefined {
  const { text, around, instanceData } = view;
  return variableHover(text, offset, around.regions, instanceData) ?? keyHover(view, offset);
}

function keyHover({ text, tree, schema }: CloudConfigView, offset: number): HoverInfo | undefined {
  const root = tree?.root;
  const header = /^#cloud-config\b/.exec(text)?.[0].length ?? -1;
  if (offset <= header)
    return { markdown: markup`**#cloud-config**\n\n${headerMarkdown}`, span: { start: 0, end: header } };
  const place = touchedNode(root, text, offset);
  if (place === undefined) return undefined;
  const { path, member, node, isOnKey } = place;
  if (member !== undefined && isOnKey) {
    const schemas = schemasAt(path, root, schema);
    const about = keyMarkdown(member.key.name, schemas, String(path[0]));
    return schemas.length === 0 ? undefined : { markdown: about, span: member.key.span };
  }
  const isMode = path.length === 3 && path[0] === 'write_files' && path[2] === 'permissions';
  const about = isMode ? modeMarkdown(node) : undefined;
  return node === undefined || about === undefined ? undefined : { markdown: about, span: node.span };
}

/** The mode that cloud-init gives a file, in words. */
function modeMarkdown(node: SyntaxNode | undefined): Markdown | undefined {
  if (node?.kind !== 'string' && node?.kind !== 'number') return undefined;
  const read = permissionsOf(node);
  if (read.is === 'fault') return markup`This number is too large to be a file mode, so cloud-init fails here.`;
  if (read.is === 'unreadable')
    return markup`cloud-init can't read this as a mode; the file gets ${inlineCode(octalDigits(defaultMode))} (${prose(modeInWords(defaultMode))}).`;
  const { mode } = read;
  const isNumber = node.kind === 'number';
  const unquoted = isNumber
    ? markup` cloud-init gives the file this mode, and warns that the number isn't a string.`
    : '';
  return markup`Mode ${inlineCode(octalDigits(mode))}, ${inlineCode(modeLetters(mode))}: ${prose(modeInWords(mode))}.${unquoted}`;
}

/**
 * Hints in a cloud-config: the rights that the mode of a file gives, and the format and size of its decoded content if no lens
 * above it shows them.
 */
export function cloudConfigHints({ payload }: CloudConfigView, range: Span, shown: ShownAdditions): InlayHint[] {
  if (!shown.cloudConfigHints) return [];
  return [...modeHints(payload.tree?.root), ...(shown.payloadLenses ? [] : contentHints(payload))]
    .filter(({ offset }) => range.start <= offset && offset <= range.end)
    .sort((a, b) => a.offset - b.offset);
}

function* modeHints(root: SyntaxNode | undefined): Generator<InlayHint> {
  for (const item of itemsOf(memberValue(root, 'write_files'))) {
    const node = memberOf(item, 'permissions')?.value;
    if (node?.kind !== 'string' && node?.kind !== 'number') continue;
    const read = permissionsOf(node);
    if (read.is !== 'mode') continue;
    // The digits of a number are rarely those of its mode.
    const octal = node.kind === 'number' ? `mode ${octalDigits(read.mode)}, ` : '';
    const label = `${octal}${modeLetters(read.mode)}`;
    yield { offset: node.span.end, label, tooltip: prose(modeInWords(read.mode)) };
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
    const size = counted(bytes.length, 'byte');
    yield {
      offset: endOfFirstLine(text, tree?.root, content.span),
      label: `${what.at(-1) ?? 'text'}, ${size}`,
      tooltip: prose(`Decoded: ${layers.join(' > ')}, ${size}.`),
    };
  }
}

/** The end of a value, or of the line of its key if the value has several lines. */
function endOfFirstLine(text: string, root: SyntaxNode | undefined, span: Span): number {
  const node = touchedNode(root, text, span.start)?.node;
  const source = node?.kind === 'binary' ? node.source : node;
  const isBlock = source?.kind === 'string' && (source.style === 'literal' || source.style === 'folded');
  if (!isBlock && !text.slice(span.start, span.end).includes('\n')) return span.end;
  const newline = text.startsWith('\n', span.start) ? span.start : text.lastIndexOf('\n', span.start - 1);
  const lineEnd = newline < 0 ? span.end : newline;
  return text.charAt(lineEnd - 1) === '\r' ? lineEnd - 1 : lineEnd;
}
