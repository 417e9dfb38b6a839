import type { Analysis } from '../analysis.js';
import type { Payload } from '../document/payload.js';
import { type Kind, kinds } from '../payload/kindTable.js';
import type { TextChange } from '../problems/problem.js';
import { innerOffset } from '../text/positionMap.js';
import { type Span, touches } from '../text/span.js';

/** A document whose text is in the file as it is, so that positions lead into it and out of it. */
export interface ReadableDocument {
  readonly payload: Payload;
  readonly kind: Kind;
  /** What the kind works out about the document. */
  readonly view: unknown;
}

/**
 * The documents of a file that can be read in it, outer ones first; encoded ones have no positions in the file. None of a
 * file that is too large.
 */
export function* readableDocuments(analysis: Analysis, payload = analysis.root): Generator<ReadableDocument> {
  if (!payload.map.exact || !analysis.isInteractive) return;
  yield readable(analysis, payload);
  for (const child of payload.children) yield* readableDocuments(analysis, child.payload);
}

/**
 * The documents around an offset of the file, with the offset in each, the outermost first; none of a file that is too large.
 * The next one is opened only when it is requested, because that decodes all payloads of a document.
 */
export function* documentsAround(
  analysis: Analysis,
  offset: number,
): Generator<{ readonly document: ReadableDocument; readonly offset: number }> {
  let next: Payload | undefined = analysis.isInteractive ? analysis.root : undefined;
  while (next?.map.exact === true) {
    yield { document: readable(analysis, next), offset: innerOffsetOf(analysis, next, offset) };
    next = next.children.find(({ span }) => touches(span, offset))?.payload;
  }
}

/**
 * The first answer of the documents around an offset of the file. `ask` gets the offset in the document and answers
 * undefined if the document's kind knows nothing there, such as for most strings with a payload.
 */
export function askAt<Answer>(
  analysis: Analysis,
  offset: number,
  ask: (document: ReadableDocument, offset: number) => Answer | undefined,
): Answer | undefined {
  for (const { document, offset: inner } of documentsAround(analysis, offset)) {
    const answer = ask(document, inner);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function readable(analysis: Analysis, payload: Payload): ReadableDocument {
  return {
    payload,
    kind: kinds[payload.kind],
    get view() {
      return analysis.view(payload);
    },
  };
}

/** The part of a document that a range of the file is in. */
export function innerSpan(analysis: Analysis, { payload }: ReadableDocument, { start, end }: Span): Span {
  return { start: innerOffsetOf(analysis, payload, start), end: innerOffsetOf(analysis, payload, end) };
}

function innerOffsetOf({ text }: Analysis, payload: Payload, offset: number): number {
  return payload.text === text ? offset : innerOffset(payload.map, payload.text?.length ?? 0, offset);
}

/** The changes of the file that make the changes of a document; undefined if one of them can't be written there. */
export function outerChanges({ map }: Payload, changes: readonly TextChange[]): TextChange[] | undefined {
  const made = changes.map((change) => map.toOuterChange?.(change));
  return made.every((change) => change !== undefined) ? made : undefined;
}
