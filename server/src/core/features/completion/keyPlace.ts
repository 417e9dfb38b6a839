import type { CursorPlace } from '../../syntax/locate.js';
import type { Completion } from './completion.js';
import { asSnippet, completionWord } from './completionWord.js';
import type { Shape } from './shape.js';

type Written = Pick<
  Completion,
  'label' | 'snippet' | 'plainText' | 'filterText' | 'span' | 'insertSpan' | 'preselect' | 'goesOn'
>;

/** A place for a key: what a key that is chosen there is written as. */
export interface KeyPlace {
  completion(name: string, value: Shape): Written;
}

/** Looks at what stands around the cursor: a key with its value keeps the value, and one in front of another gets a comma. */
export function keyPlace(cursor: Extract<CursorPlace, { at: 'key' }>, text: string, offset: number): KeyPlace {
  const token = cursor.member?.key.span;
  const behind = text.slice(token?.end ?? offset);
  const hasColon = token !== undefined && /^\s*:/.test(behind);
  const comma = !hasColon && /^\s*"/.test(behind) ? ',' : '';
  const { span, insertSpan, isInside, hasQuote } = completionWord(text, token, offset, hasColon);
  return {
    completion(name, value) {
      const written = isInside ? JSON.stringify(name).slice(1, -1) : JSON.stringify(name);
      return {
        label: name,
        snippet: hasColon ? asSnippet(written) : `${asSnippet(written)}: ${value.snippet}${comma}`,
        plainText: hasColon ? written : `${written}: ${value.plainText}${comma}`,
        filterText: hasQuote ? JSON.stringify(name) : name,
        span,
        insertSpan,
        preselect: false,
        goesOn: !hasColon && value.goesOn,
      };
    },
  };
}
