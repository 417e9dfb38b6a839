import { escapedCharacter } from '../../../syntax/jsonEscapes.js';
import type { Span } from '../../../text/span.js';
import type { Payload } from '../../payload.js';
import { escapesAlike } from '../escapesAlike.js';
import { WriteError } from '../obstacle.js';
import { differenceOf } from '../splice.js';
import type { Holder, Writing } from './holder.js';

const reason = 'An expression of the template makes this text; change the expression.';

/**
 * A text that an expression of a template is put together to: what stands in a literal, of the expression or of a
 * variable, can be changed there. `text` is the template.
 */
export function expressionHolder(text: string, { map, text: value = '' }: Payload): Holder | WriteError {
  const written = (span: Span): Writing => {
    const there = map.toOuter(span);
    return { span: there, text: text.slice(there.start, there.end) };
  };
  const isLiteral = (span: Span): boolean => {
    const unescaped = unescapedJson(written(span).text);
    const meant = value.slice(span.start, span.end);
    // Quotes are doubled in literals of expressions, and not in variables.
    return unescaped === meant || unescaped.replaceAll("''", "'") === meant;
  };
  const isOpen = Array.from({ length: value.length }, (_, at) => at).some((at) =>
    isLiteral({ start: at, end: at + 1 }),
  );
  if (!isOpen) return new WriteError(reason);
  return {
    value,
    layers: [],
    write(next) {
      const { span } = differenceOf(value, next);
      const writings = stretchesAround(span, value.length)
        .filter(isLiteral)
        .flatMap((stretch): Writing[] => {
          const before = written(stretch);
          const literal = next.slice(stretch.start, stretch.end + next.length - value.length);
          const escaped = escapesAlike(before.text);
          return [literal.replaceAll("'", "''"), literal].map((one) => ({ span: before.span, text: escaped(one) }));
        });
      return writings.length > 0 ? writings : new WriteError(reason);
    },
  };
}

/** A stretch, and the same with a neighbour, which tells to which literal its end belongs. */
function stretchesAround({ start, end }: Span, length: number): readonly Span[] {
  const before = { start: Math.max(0, start - 1), end };
  const behind = { start, end: Math.min(length, end + 1) };
  return start < end ? [{ start, end }, before, behind] : [before, behind];
}

function unescapedJson(written: string): string {
  return written.replace(/\\(?:u[0-9a-fA-F]{4}|[^u])/g, escapedCharacter);
}
