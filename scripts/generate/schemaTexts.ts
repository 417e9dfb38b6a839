import { absenceMarkdown, factsOf, requirementOf } from '../../server/src/core/record/explain.js';
import type { Field } from '../../server/src/core/record/model.js';

/** A text for every tool, and in Markdown for VS Code where the two differ. */
export function texts(markdown: string): { description: string; markdownDescription?: string } {
  const description = plain(markdown);
  return description === markdown ? { description } : { description, markdownDescription: markdown };
}

/** The text without the backticks of Markdown. */
export function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

/** What a field is for, in Markdown, and behind it what its value may be and who knows it. */
export function fieldText(field: Field): string {
  return [
    requirementOf(field),
    field.doc,
    rangeText(field),
    absenceMarkdown(field),
    field.secret === true ? 'Contains a secret.' : undefined,
    field.availability,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** What an option is for, what its values are like, and where it comes from, in Markdown. */
export function optionText(option: Field): string {
  return [option.doc, ...factsOf(option), option.origin].join(' ');
}

/** The numbers that mean something, where the sentence has not said it. That counts are not negative goes without saying. */
function rangeText({ range: { min, max } = {}, doc }: Field): string | undefined {
  if (max !== undefined) {
    if (min === undefined) return `At most ${max}.`;
    return doc.includes(`${min} to ${max}`) ? undefined : `From ${min} to ${max}.`;
  }
  return min === undefined || min === 0 ? undefined : `At least ${min}.`;
}
