import type { Completion } from '../../document/editing.js';
import type { Span } from '../../text/span.js';
import { renderTemplate } from './template.js';
import { templates } from './templates.js';

/** Where the members of a whole config can be written, and what has to stand around them there. */
interface TemplatePlace {
  /** What is replaced: blanks on the cursor's line. */
  readonly span: Span;
  /** Brackets and line breaks that are missing in front of the members and behind them. */
  readonly before: string;
  readonly after: string;
  /** In front of each member, on top of the indentation of the cursor's line, which editors keep up. */
  readonly indent: string;
}

/**
 * The place for a template: anywhere in a blank text, or between the brackets of an object without members
 * that is all of the text, closed or not; undefined elsewhere.
 */
function templatePlace(text: string, offset: number): TemplatePlace | undefined {
  const body = text.trim();
  const span = blanksAround(text, offset);
  if (body === '') return { span, before: '{\n', after: '\n}', indent: '\t' };
  const start = text.indexOf('{') + 1;
  const isClosed = body.endsWith('}');
  const end = isClosed ? text.lastIndexOf('}') : text.length;
  const isEmpty = body.startsWith('{') && text.slice(start, end).trim() === '';
  if (!isEmpty || offset < start || offset > end) return undefined;
  const breakBefore = text.slice(start, offset).includes('\n');
  const breakAfter = text.slice(offset, end).includes('\n');
  return {
    // Blanks in front of the cursor that begin its line are its indentation.
    span: { start: breakBefore ? offset : span.start, end: span.end },
    before: breakBefore ? '' : '\n',
    after: isClosed ? (breakAfter ? '' : '\n') : '\n}',
    indent: breakBefore && span.start < offset ? '' : '\t',
  };
}

function blanksAround(text: string, offset: number): Span {
  const isBlank = (at: number): boolean => text.charAt(at) === ' ' || text.charAt(at) === '\t';
  let start = offset;
  let end = offset;
  while (start > 0 && isBlank(start - 1)) start--;
  while (end < text.length && isBlank(end)) end++;
  return { start, end };
}

/** Whole configs to begin with, where a text has nothing in it yet. They sort in front of everything else. */
export function completeTemplate(text: string, offset: number): Completion[] {
  const place = templatePlace(text, offset);
  if (place === undefined) return [];
  const around = (lines: readonly string[]): string =>
    place.before + lines.map((line) => place.indent + line).join('\n') + place.after;
  return templates.map((template, index) => {
    const { snippet, plainText, stops } = renderTemplate(template);
    return {
      label: template.label,
      kind: 'template',
      detail: 'new node config',
      documentation: `${template.doc}\n\nTo be filled in: ${stops.map((path) => `\`${path}\``).join(', ')}.`,
      snippet: around(snippet),
      plainText: around(plainText),
      filterText: template.label,
      sortText: `!${String(index).padStart(3, '0')}`,
      span: place.span,
      insertSpan: place.span,
      deprecated: false,
      preselect: false,
      goesOn: false,
    };
  });
}
