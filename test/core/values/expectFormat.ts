import { describe, expect, it } from 'vitest';
import { checkFormat, type FormatName } from '../../../server/src/core/values/check.js';

/** A string without the format, a part of the reason, and the suggestion: undefined if there must be none. */
export type Refused = readonly [text: string, reason: string, suggestion?: string];

/** Checks a format with strings that have it and strings that do not. */
export function format(name: FormatName, accepted: readonly string[], refused: readonly Refused[]): void {
  describe(name, () => {
    for (const text of accepted) {
      it(`accepts ${title(text)}`, () => {
        expect(checkFormat(name, text)).toBeUndefined();
      });
    }
    for (const [text, reason, suggestion] of refused) {
      it(`refuses ${title(text)}: it ${reason}`, () => {
        const fault = checkFormat(name, text);
        expect(fault?.reason ?? '').toContain(reason);
        expect(fault?.suggestion).toBe(suggestion);
      });
    }
  });
}

function title(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** The part of a string that a fault names. */
export function faultyPart(name: FormatName, text: string): string | undefined {
  const part = checkFormat(name, text)?.part;
  return part === undefined ? undefined : text.slice(part.start, part.end);
}
