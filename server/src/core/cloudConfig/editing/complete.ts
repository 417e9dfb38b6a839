import { markup } from '../../text/markdown.js';
import type { Completion } from '../../document/editing.js';
import type { CloudConfigView } from '../view.js';
import { yamlCursor } from '../../formats/yaml/cursor.js';
import { touchesAny } from '../../text/span.js';
import { entriesAt, keysAt } from './keys.js';
import { newDocuments, writtenTemplate } from './templates.js';
import { variablesAt } from './templateVariables.js';
import { valuesAt } from './values.js';
import { yamlStyle } from './writing.js';

const header = '#cloud-config';

/** The header's description in completion and hover. */
export const headerMarkdown = markup`The first line must be exactly this: cloud-init recognises a cloud-config by it, and ignores the whole document without it.`;

/** The header and new documents, on a first line that is empty or begins a comment. */
export function headersAt(text: string, offset: number): Completion[] {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  if (offset > firstLine.length || !/^\s*(?:#[!\w \t-]*)?$/.test(firstLine)) return [];
  const rest = text.slice(firstLine.length);
  if (firstLine.trimEnd() === header || /^#cloud-config\b/m.test(rest)) return [];
  const plain = header + (rest === '' ? '\n' : '');
  const common = {
    kind: 'template',
    filterText: header,
    span: { start: 0, end: firstLine.length },
    insertSpan: { start: 0, end: offset },
    deprecated: false,
    goesOn: false,
  } as const;
  const alone: Completion = {
    ...common,
    label: header,
    detail: 'header of a cloud-config',
    documentation: headerMarkdown,
    snippet: plain,
    plainText: plain,
    sortText: '!000',
    preselect: true,
  };
  if (rest.trim() !== '') return [alone];
  const documents = newDocuments.map((template, index): Completion => {
    const { snippet, plainText } = writtenTemplate(template);
    return {
      ...common,
      label: `${header} ${template.label}`,
      detail: 'new cloud-config',
      documentation: template.doc,
      snippet: `${header}\n${snippet}\n`,
      plainText: `${header}\n${plainText}\n`,
      sortText: `!${String(index + 1).padStart(3, '0')}`,
      preselect: false,
    };
  });
  return [alone, ...documents];
}

/** Completions at an offset: names of instance data in an expression, otherwise keys, entries and values. */
export function completeIn(
  { text: written, around, schema, instanceData }: CloudConfigView,
  offset: number,
): Completion[] {
  const { text, regions } = around;
  if (touchesAny({ start: offset - 1, end: offset + 1 }, regions))
    return variablesAt(written, offset, regions, instanceData);
  const headers = headersAt(text, offset);
  // Nothing can be before the header.
  const found = /^\s*#cloud-config\b/.test(text.slice(offset)) ? undefined : yamlCursor(text, offset);
  if (found === undefined) return headers;
  const cursor = { ...found, text, offset, style: yamlStyle(text), document: schema };
  return [...headers, ...entriesAt(cursor), ...valuesAt(cursor), ...keysAt(cursor)];
}
