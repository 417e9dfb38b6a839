import type { CursorPlace } from '../formats/tree/paths.js';
import type { TextChange } from '../problems/problem.js';
import { asSnippet, type Completion, completionWord } from './editing.js';

type KeyCursor = Extract<CursorPlace, { at: 'key' }>;

type Written = Pick<
  Completion,
  'label' | 'snippet' | 'plainText' | 'filterText' | 'span' | 'insertSpan' | 'comma' | 'preselect' | 'goesOn'
>;

/** A value with tab stops, and as plain text. */
export interface ValueSnippet {
  readonly snippet: string;
  readonly plainText: string;
  /** Whether there is something to choose from at its first tab stop. */
  readonly goesOn: boolean;
}

/** Writes a key with a value at the cursor. */
export type KeyCompletion = (name: string, value: ValueSnippet) => Written;

/**
 * Looks at the text around the cursor: a key with a value keeps it, and a new one gets the commas that are missing
 * before and after it.
 */
export function keyCompletion(cursor: KeyCursor, text: string, offset: number): KeyCompletion {
  const token = cursor.member?.key.span;
  const behind = text.slice(token?.end ?? offset);
  const hasColon = token !== undefined && /^\s*:/.test(behind);
  const commaBehind = !hasColon && /^\s*"/.test(behind) ? ',' : '';
  const { span, insertSpan, isInside, hasQuote } = completionWord(text, token, offset, hasColon);
  const comma = hasColon ? undefined : commaBefore(cursor, text, span.start);
  return (name, value) => {
    const written = isInside ? JSON.stringify(name).slice(1, -1) : JSON.stringify(name);
    return {
      label: name,
      snippet: hasColon ? asSnippet(written) : `${asSnippet(written)}: ${value.snippet}${commaBehind}`,
      plainText: hasColon ? written : `${written}: ${value.plainText}${commaBehind}`,
      filterText: hasQuote ? JSON.stringify(name) : name,
      span,
      insertSpan,
      ...(comma === undefined ? {} : { comma }),
      preselect: false,
      goesOn: !hasColon && value.goesOn,
    };
  };
}

/** The comma behind the member before, if there is none yet and only white space follows it. */
function commaBefore({ object, member }: KeyCursor, text: string, start: number): TextChange | undefined {
  const before = object.members.findLast((candidate) => candidate !== member && candidate.span.end <= start);
  if (before?.value === undefined || !/^\s*$/.test(text.slice(before.span.end, start))) return undefined;
  return { span: { start: before.span.end, end: before.span.end }, newText: ',' };
}
