import type { TextChange } from '../../problems/problem.js';
import type { CursorPlace } from '../../syntax/locate.js';
import type { Completion } from './completion.js';
import { asSnippet, completionWord } from './completionWord.js';
import type { Shape } from './shape.js';

type Written = Pick<
  Completion,
  'label' | 'snippet' | 'plainText' | 'filterText' | 'span' | 'insertSpan' | 'comma' | 'preselect' | 'goesOn'
>;

/** A place for a key: what a key that is chosen there is written as. */
export interface KeyPlace {
  completion(name: string, value: Shape): Written;
}

/**
 * Looks at what stands around the cursor: a key with its value keeps the value, and a new one gets the commas that
 * are missing before and behind it.
 */
export function keyPlace(cursor: Extract<CursorPlace, { at: 'key' }>, text: string, offset: number): KeyPlace {
  const token = cursor.member?.key.span;
  const behind = text.slice(token?.end ?? offset);
  const hasColon = token !== undefined && /^\s*:/.test(behind);
  const commaBehind = !hasColon && /^\s*"/.test(behind) ? ',' : '';
  const { span, insertSpan, isInside, hasQuote } = completionWord(text, token, offset, hasColon);
  const comma = hasColon ? undefined : commaBefore(cursor, text, span.start);
  return {
    completion(name, value) {
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
    },
  };
}

/** The comma behind the member before, where there is none yet and nothing but blanks follows it. */
function commaBefore(
  { object, member }: Extract<CursorPlace, { at: 'key' }>,
  text: string,
  start: number,
): TextChange | undefined {
  const before = object.members.findLast((candidate) => candidate !== member && candidate.span.end <= start);
  if (before?.value === undefined || !/^\s*$/.test(text.slice(before.span.end, start))) return undefined;
  return { span: { start: before.span.end, end: before.span.end }, newText: ',' };
}
