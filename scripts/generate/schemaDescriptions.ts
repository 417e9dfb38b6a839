import { defaultOf, factsOf, requirementOf } from '../../server/src/core/record/explain.js';
import type { Field } from '../../server/src/core/record/model.js';

/** A description without Markdown for every tool, and one with Markdown for VS Code if they differ. */
export function descriptionsOf(markdown: string): { description: string; markdownDescription?: string } {
  const description = plain(markdown);
  return description === markdown ? { description } : { description, markdownDescription: markdown };
}

/** Removes the backticks of Markdown. */
export function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

/** The description of a field in Markdown: its purpose, its accepted values and the releases that know it. */
export function fieldText(field: Field): string {
  return [
    requirementOf(field),
    field.doc,
    rangeText(field),
    defaultOf(field),
    field.secret === true ? 'Contains a secret.' : undefined,
    field.availability,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** The description of an option in Markdown: its purpose, its accepted values and its origin. */
export function optionText(option: Field): string {
  return [option.doc, ...factsOf(option), option.origin].join(' ');
}

/** The range of a field, unless its sentence contains it. A minimum of 0 is left out, because it is obvious for counts. */
function rangeText({ range: { min, max } = {}, doc }: Field): string | undefined {
  if (max !== undefined) {
    if (min === undefined) return `At most ${max}.`;
    return doc.includes(`${min} to ${max}`) ? undefined : `From ${min} to ${max}.`;
  }
  return min === undefined || min === 0 ? undefined : `At least ${min}.`;
}
