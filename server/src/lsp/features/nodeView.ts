import { addToList, type Analysis, type FilledField, limits, maskingOf, type Span } from '../../core/index.js';
import { type NodeViewResult, requests } from '../../protocol.js';
import { toRange } from '../convert.js';
import type { Session } from '../session.js';
import type { Shown } from '../shown.js';

/** Answers with what the node sees of a node config. */
export function registerNodeView(session: Session): void {
  session.answer(requests.nodeView, async ({ uri }) => {
    const document = await session.configured(uri);
    return document === undefined ? null : nodeView(document.analysis);
  });
}

function nodeView(analysis: Analysis): Shown<NodeViewResult> {
  const seen = analysis.isInteractive ? analysis.nodeConfig?.asNodeSees : undefined;
  if (seen === undefined) return null;
  const { lines } = analysis;
  const masking = maskingOf([analysis]);
  return {
    summary: masking.text(seen.summary),
    lost: seen.lost
      .flatMap(({ span, reason }) => linesOf(analysis.text, span).map((line) => ({ line, reason })))
      .slice(0, limits.nodeViewParts)
      .map(({ line, reason }) => ({ range: toRange(lines, line), message: masking.text(reason) })),
    filled: filledByOffset(seen.filled)
      .slice(0, limits.nodeViewParts)
      .map(([offset, fields]) => ({
        position: lines.positionAt(offset),
        label: masking.text(labelOf(fields)),
        message: masking.text(messageOf(fields)),
      })),
  };
}

/** The part of each line in a span, without the space around it, which isn't to be struck out. */
function linesOf(text: string, { start, end }: Span): Span[] {
  return [...text.slice(start, end).matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) => {
    const trimmed = line.trim();
    const from = start + index + line.indexOf(trimmed);
    return trimmed === '' ? [] : [{ start: from, end: from + trimmed.length }];
  });
}

function filledByOffset(filled: readonly FilledField[]): [number, FilledField[]][] {
  const byOffset = new Map<number, FilledField[]>();
  for (const field of filled) addToList(byOffset, field.offset, field);
  return [...byOffset];
}

/** More are only counted; the hover lists them. */
const namedFields = 2;

/** `unset: 110 (kubelet's default)` behind a member; behind an object with the names of its fields. */
function labelOf(fields: readonly FilledField[]): string {
  const named = fields.slice(0, namedFields).map(({ isNamed, name, value }) => (isNamed ? value : `${name} ${value}`));
  const more = fields.length - named.length;
  const by = fields[0]?.filledBy ?? 'node';
  return `unset: ${named.join(', ')}${more === 0 ? '' : ` +${more}`} (${by}'s default${fields.length === 1 ? '' : 's'})`;
}

function messageOf(fields: readonly FilledField[]): string {
  return fields.map(({ name, value, filledBy }) => `${name}: ${value} (the ${filledBy}'s default)`).join('\n');
}
