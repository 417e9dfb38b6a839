import type { Completion } from '../completion/completion.js';
import { templates } from './index.js';
import { templatePlace } from './place.js';
import { renderTemplate } from './rendering.js';

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
