import type { HoverInfo, InlayHint } from '../../document/editing.js';
import { memberOf, resolved, type SyntaxNode } from '../../formats/tree/node.js';
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

/** What is known of the header, the key, the value or the variable of a template under the cursor. */
export function cloudConfigHover(view: CloudConfigView, offset: number): HoverInfo | undefined {
  const { text, around, instanceData } = view;
  return variableHover(text, offset, around.regions, instanceData) ?? keyHover(view, offset);
}

function keyHover({ text, tree, schema }: CloudConfigView, offset: number): HoverInfo | undefined {
  const root = tree?.root;
  const header = /^#cloud-config\b/.exec(text)?.[0].length ?? -1;
  if (offset <= header) return { markdown: `**#cloud-config**\n\n${headerMarkdown}`, span: { start: 0, end: header } };
  const place = touchedNode(root, text, offset);
  if (place === undefined) return undefined;
  const { path, member, node, isOnKey } = place;
  if (member !== undefined && isOnKey) {
    const schemas = schemasAt(path, root, schema);
    const markdown = keyMarkdown(member.key.name, schemas, String(path[0]));
    return markdown === '' ? undefined : { markdown, span: member.key.span };
  }
  if (node === undefined) return undefined;
  const markdown = isMode(path) ? modeMarkdown(node) : undefined;
  return markdown === undefined ? undefined : { markdown, span: node.span };
}

/** Whether a path is that of the mode of a written file. */
function isMode(path: readonly (string | number)[]): boolean {
  return path.length === 3 && path[0] === 'write_files' && path[2] === 'permissions';
}

/** The mode that cloud-init gives a file, in words. */
function modeMarkdown(node: SyntaxNode): string | undefined {
  if (node.kind !== 'string' && node.kind !== 'number') return undefined;
  const read = permissionsOf(node);
  if (read.is === 'fault') return 'No computer can use this number as a mode; cloud-init fails here.';
  if (read.is === 'unreadable')
    return `cloud-init cannot read this as a mode; the file gets \`${octalDigits(defaultMode)}\` (${modeInWords(defaultMode)}).`;
  const { mode } = read;
  const unquoted = node.kind === 'number' ? ' YAML makes a number of it, and cloud-init takes that as the mode.' : '';
  return `Mode \`${octalDigits(mode)}\`, \`${modeLetters(mode)}\`: ${modeInWords(mode)}.${unquoted}`;
}

/** Hints in a cloud-config: what the mode of a written file allows, and what its encoded content comes to. */
export function cloudConfigHints({ payload }: CloudConfigView, range: Span): InlayHint[] {
  return [...modeHints(resolved(payload.tree?.root)), ...contentHints(payload)]
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
    const node = touchedNode(root, text, span.start)?.node;
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
