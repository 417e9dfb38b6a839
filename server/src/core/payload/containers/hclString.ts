import type { HclTemplate } from '../../formats/hcl/syntax.js';
import type { Holder, LayerName } from '../../document/payload.js';
import type { PositionMap, Replacement } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { differenceOf, spliceThrough } from '../layers/layer.js';

/** A string of Terraform source, to write another value to; `layers` are the encodings between the value and the payload. */
export function hclHolder(text: string, template: HclTemplate, layers: readonly LayerName[]): Result<Holder> {
  if (template.form.is === 'printed') return failure('A printed plan is not written back; change the source.');
  if (!template.isClosed) return failure('The string is not closed.');
  const { text: value } = template;
  return success({ value, layers, write: (next) => replacements(text, template, next) });
}

/** Replacements of a string by another value: in its own style first, then in styles that allow more characters. */
function replacements(text: string, template: HclTemplate, next: string): Result<readonly Replacement[]> {
  const { text: before, form, span, body, map } = template;
  if (next === before) return success([{ span: { start: span.end, end: span.end }, newText: '' }]);
  const symbols = symbolsIn(template, next);
  if (symbols === undefined) return failure('An interpolation was changed; change the expression in the source.');
  const spliced = (write: (changed: string) => string): Replacement[] =>
    touchesSymbol(template, differenceOf(before, next).span) ? [] : [ofSpan(text, span, map, before, next, write)];
  /** The whole string, with its interpolations as written. */
  const written = (escape: (literal: string) => string): string => {
    let result = '';
    let at = 0;
    for (const { inner, outer } of symbols) {
      result += escape(next.slice(at, inner.start)) + text.slice(outer.start, outer.end);
      at = inner.end;
    }
    return result + escape(next.slice(at));
  };
  const quoted: Replacement = { span, newText: `"${written(inQuotes)}"` };
  if (form.is !== 'heredoc') return success([...spliced(inQuotes), quoted]);
  const lineEnd = text.slice(body.start, body.end).includes('\r\n') && !next.includes('\r') ? '\r\n' : '\n';
  const { indent } = form;
  const indented = (lines: string): string => (indent === '' ? lines : lines.replace(/^(?=[^\r\n])/gm, indent));
  const whole = written(inTemplate);
  const isWhole = whole.endsWith('\n') && lineEnd === '\n';
  return success([
    ...spliced((changed) => inTemplate(changed).replace(/\n(?=[^\r\n])/g, `\n${indent}`)),
    ...(isWhole ? [{ span: body, newText: indented(whole) }] : []),
    // Without `-`, lines that all begin with a space stay as they are.
    ...(isWhole && form.isFlush ? [withoutDash(text, template, whole)] : []),
    quoted,
  ]);
}

/** The change of the range in which two values differ, with everything else as written. */
function ofSpan(
  text: string,
  span: Span,
  map: PositionMap,
  before: string,
  next: string,
  write: (changed: string) => string,
): Replacement {
  const written = spliceThrough(text, map, before, next, write);
  return { span, newText: written.slice(span.start, span.end + written.length - text.length) };
}

function withoutDash(text: string, { span, body }: HclTemplate, lines: string): Replacement {
  const head = text.slice(span.start, body.start).replace('<<-', '<<');
  return { span, newText: head + lines + text.slice(body.end, span.end) };
}

/** A symbol of a string at its place in another text. */
interface PlacedSymbol {
  readonly inner: Span;
  readonly outer: Span;
}

/** The symbols in a changed text; undefined if one of them is missing, changed or moved past another one. */
function symbolsIn({ text, symbols }: HclTemplate, next: string): readonly PlacedSymbol[] | undefined {
  const placed: PlacedSymbol[] = [];
  let at = 0;
  for (const { inner, outer } of symbols) {
    const written = text.slice(inner.start, inner.end);
    const start = next.indexOf(written, at);
    if (start < 0) return undefined;
    at = start + written.length;
    placed.push({ inner: { start, end: at }, outer });
  }
  const count = (whole: string): number => whole.match(/__TF_EXPR_\d+__/g)?.length ?? 0;
  return count(next) === count(text) ? placed : undefined;
}

function touchesSymbol({ symbols }: HclTemplate, { start, end }: Span): boolean {
  return symbols.some(
    ({ inner }) => inner.start <= end && start <= inner.end && !(inner.end === start || inner.start === end),
  );
}

/** A literal of a string in quotes. */
function inQuotes(literal: string): string {
  const escaped = literal
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return inTemplate(escaped).replace(/[\p{Cc}\u2028\u2029\ufeff]/gu, (character) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${digits}`;
  });
}

/** A literal of any string: what begins an interpolation or a directive has its mark twice. */
function inTemplate(literal: string): string {
  return literal.replace(/([$%])\{/g, '$1$1{');
}
