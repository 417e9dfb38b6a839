/** A stretch of text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether two stretches have a place in common; their ends count. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** Whether `offset` touches the span; its end counts, as a cursor behind the last character does. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
