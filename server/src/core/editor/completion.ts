import type { Analysis } from '../analysis.js';
import type { Completion } from '../document/editing.js';
import type { PositionMap } from '../text/positionMap.js';
import { askAt } from './worker.js';

/** What can be written at the cursor, in half-typed text too; empty for kinds of documents without completion. */
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

/** Whether new lines stay lines there, and the position is the cursor's: the indentation in front of a block isn't. */
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
