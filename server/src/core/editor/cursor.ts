import type { Analysis } from '../analysis.js';
import type { Completion, Definition } from '../document/editing.js';
import type { PositionMap } from '../text/positionMap.js';
import type { Span } from '../text/span.js';
import { askAt } from './documentsAt.js';

/** The completions at the cursor, also in half-typed text; empty for kinds without completion. */
export function complete(analysis: Analysis, offset: number): Completion[] {
  return (
    askAt(analysis, offset, ({ kind, view, payload }, inner) => {
      const found = kind.complete?.(view, inner) ?? [];
      return found.length > 0 && takesLines(payload.map, inner, offset)
        ? found.map((completion) => moved(completion, payload.map))
        : undefined;
    }) ?? []
  );
}

/** Whether a line break can be inserted at exactly this position; it can't in the indentation before a block. */
function takesLines({ toOuterChange }: PositionMap, inner: number, outer: number): boolean {
  const probe = toOuterChange?.({ span: { start: inner, end: inner }, newText: 'a\nb' });
  return probe?.span.start === outer && probe.newText.includes('\n');
}

function moved(completion: Completion, map: PositionMap): Completion {
  const { span, insertSpan, comma } = completion;
  return {
    ...completion,
    span: map.toOuter(span),
    insertSpan: map.toOuter(insertSpan),
    ...(comma === undefined ? {} : { comma: { ...comma, span: map.toOuter(comma.span) } }),
  };
}

/** Where the alias or path under the cursor comes from, or the phase of a log; empty if there is nothing to go to. */
export function definitionsAt(analysis: Analysis, offset: number): readonly Definition[] {
  return (
    askAt(analysis, offset, ({ kind, view, payload: { map } }, inner) => {
      const found = kind.definitions?.(view, inner) ?? [];
      return found.length === 0
        ? undefined
        : found.map(({ span, name }) => ({ span: map.toOuter(span), name: map.toOuter(name) }));
    }) ?? []
  );
}

/**
 * The positions that name the same anchor or file as the cursor, or the commands of the phase that it is in, in the order
 * of the document.
 */
export function referencesAt(analysis: Analysis, offset: number, withDefinitions: boolean): readonly Span[] {
  return (
    askAt(analysis, offset, ({ kind, view, payload: { map } }, inner) => {
      const found = kind.references?.(view, inner, withDefinitions) ?? [];
      return found.length === 0 ? undefined : found.map((span) => map.toOuter(span));
    }) ?? []
  );
}
