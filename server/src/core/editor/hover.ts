import { blocks, bulleted, fencedCode, inlineCode, type Markdown, markup, prose } from '../text/markdown.js';
import type { Analysis } from '../analysis.js';
import { handlerSentence } from '../cloudConfig/userData/view.js';
import type { HoverInfo } from '../document/editing.js';
import { type Child, childAround, childTitle, type Payload } from '../document/payload.js';
import { limits } from '../limits.js';
import { isEncoded, payloadSummary } from '../payload/summary.js';
import type { Masking } from '../secrets/masking.js';
import { maskingOf } from '../masking.js';
import { askAt } from './documentsAt.js';
import { grouped } from '../text/strings.js';

interface HoverOptions {
  /** Whether payload strings show their content. */
  readonly payloads?: boolean;
  readonly masking?: Masking;
  /** Whether the editor can open payloads as documents, so that the beginning is enough. */
  readonly opensPayloads?: boolean;
}

/** The hover at an offset; undefined if nothing is known there. */
export function hover(
  analysis: Analysis,
  offset: number,
  { payloads = true, masking = maskingOf([analysis]), opensPayloads = true }: HoverOptions = {},
): HoverInfo | undefined {
  // A decoded file has no positions in the original.
  if (!analysis.root.map.exact || !analysis.isInteractive) return undefined;
  const known = askAt(analysis, offset, ({ kind, view, payload }, inner) => {
    const found = kind.hover?.(view, inner);
    return found && { ...found, span: payload.map.toOuter(found.span) };
  });
  return known ?? (payloads ? payloadHover(analysis, offset, masking, opensPayloads) : undefined);
}

/** The content of a payload string: its layers, the beginning of its text with secrets masked, and its payloads. */
function payloadHover(
  analysis: Analysis,
  offset: number,
  masking: Masking,
  opensPayloads: boolean,
): HoverInfo | undefined {
  const child = childAround(analysis.root, offset);
  if (child === undefined) return undefined;
  const { payload } = child;
  // A part that can be read in the file has a hover in its first line only.
  if (child.is === 'part' && payload.map.exact && offset > child.span.start + firstLineLength(payload))
    return undefined;
  const shown = blocks([
    markup`**${prose(childTitle(child))}**: ${prose(payloadSummary(payload))}`,
    child.is === 'part' ? handlerSentence(payload.partType) : undefined,
    isEncoded(payload)
      ? beginning(payload, masking, opensPayloads ? limits.shownLines : limits.shownLinesAlone)
      : undefined,
    listOf(payload.children),
  ]);
  return { markdown: shown, span: child.span };
}

/** The first lines of a text in a code block; undefined if it is empty or binary. */
function beginning({ text, format }: Payload, masking: Masking, shownLines: number): Markdown | undefined {
  if (text === undefined || text === '') return undefined;
  const { shownLineLength } = limits;
  // More than is shown, so that a secret at the end is recognised; the whole text could be megabytes.
  const start = text.slice(0, shownLines * shownLineLength * 20);
  const lines = masking.text(start).trimEnd().split(/\r?\n/);
  const shown = lines
    .slice(0, shownLines)
    .map((line) => (line.length > shownLineLength ? `${line.slice(0, shownLineLength)}…` : line));
  const isWhole = lines.length <= shownLines && start.length === text.length;
  return fencedCode([...shown, ...(isWhole ? [] : ['…'])].join('\n'), languages.get(format) ?? '');
}

/** Names by which editors colour code blocks. */
const languages: ReadonlyMap<Payload['format'], string> = new Map([
  ['cloud-config', 'yaml'],
  ['json', 'json'],
  ['ignition', 'json'],
  ['shell-script', 'sh'],
  ['shell-command', 'sh'],
  ['cloud-boothook', 'sh'],
  ['powershell', 'powershell'],
  ['python', 'python'],
]);

/** The number of list entries that a hover shows. */
const listed = 20;

function listOf(children: readonly Child[], indent = ''): Markdown | undefined {
  if (children.length === 0) return undefined;
  const items = children.slice(0, listed).map((child) => {
    const { payload } = child;
    const size = grouped(payload.bytes.length);
    const inner = listOf(payload.children, `${indent}  `);
    const item = markup`${inlineCode(childTitle(child))} ${prose(size)} bytes`;
    return inner === undefined ? item : markup`${item}\n${inner}`;
  });
  if (children.length > listed) items.push(markup`and ${children.length - listed} more`);
  return bulleted(items, { indent });
}

function firstLineLength({ text = '' }: Payload): number {
  const newline = text.indexOf('\n');
  return newline < 0 ? text.length : newline;
}
