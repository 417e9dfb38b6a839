/** A stretch of text: UTF-16 offsets, `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether `offset` touches the span; its end counts, as a cursor behind the last character does. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}
