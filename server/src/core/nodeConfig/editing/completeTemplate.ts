import { blocks, inlineCode, markup, prose, sequence } from '../../text/markdown.js';
import type { Completion } from '../../document/editing.js';
import type { Span } from '../../text/span.js';
import { renderTemplate } from './templateStops.js';
import { templates } from './templates.js';

/** The position of a template, and what has to be written around its members. */
interface TemplatePosition {
  /** What is replaced: spaces on the cursor's line. */
  readonly span: Span;
  /** Missing brackets and line breaks before and after the members. */
  readonly before: string;
  readonly after: string;
  /** Added to the indentation of the cursor's line, which editors repeat. */
  readonly indent: string;
}

/** In an empty text, or between the brackets of an empty object that is the whole text, closed or not. */
function templatePosition(text: string, offset: number): TemplatePosition | undefined {
  const body = text.trim();
  const span = spacesAround(text, offset);
  if (body === '') return { span, before: '{\n', after: '\n}', indent: '\t' };
  const start = text.indexOf('{') + 1;
  const isClosed = body.endsWith('}');
  const end = isClosed ? text.lastIndexOf('}') : text.length;
  const isEmpty = body.startsWith('{') && text.slice(start, end).trim() === '';
  if (!isEmpty || offset < start || offset > end) return undefined;
  const breakBefore = text.slice(start, offset).includes('\n');
  const breakAfter = text.slice(offset, end).includes('\n');
  return {
    // Spaces between the beginning of the line and the cursor are its indentation.
    span: { start: breakBefore ? offset : span.start, end: span.end },
    before: breakBefore ? '' : '\n',
    after: isClosed ? (breakAfter ? '' : '\n') : '\n}',
    indent: breakBefore && span.start < offset ? '' : '\t',
  };
}

function spacesAround(text: string, offset: number): Span {
  const isSpace = (at: number): boolean => text.charAt(at) === ' ' || text.charAt(at) === '\t';
  let start = offset;
  let end = offset;
  while (start > 0 && isSpace(start - 1)) start--;
  while (end < text.length && isSpace(end)) end++;
  return { start, end };
}

/** Whole configs for empty documents, sorted before everything else. */
export function completeTemplate(text: string, offset: number): Completion[] {
  const position = templatePosition(text, offset);
  if (position === undefined) return [];
  const around = (lines: readonly string[]): string =>
    position.before + lines.map((line) => position.indent + line).join('\n') + position.after;
  return templates.map((template, index) => {
    const { snippet, plainText, stops } = renderTemplate(template);
    return {
      label: template.label,
      kind: 'template',
      detail: 'new node config',
      documentation: blocks([prose(template.doc), markup`To be filled in: ${sequence(stops.map(inlineCode), ', ')}.`]),
      snippet: around(snippet),
      plainText: around(plainText),
      filterText: template.label,
      sortText: `!${String(index).padStart(3, '0')}`,
      span: position.span,
      insertSpan: position.span,
      deprecated: false,
      preselect: false,
      goesOn: false,
    };
  });
}
