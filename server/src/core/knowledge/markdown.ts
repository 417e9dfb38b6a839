import type { KnownName } from './vocabulary.js';

/** A known name in Markdown: what it is, what it takes, and which versions of Kubernetes know it. */
export function nameMarkdown(known: KnownName): string {
  const { name, detail, doc, example, oneOf, since, deprecatedIn, removedIn, instead } = known;
  const life = [
    since === undefined ? undefined : `Since Kubernetes ${since}.`,
    deprecatedIn === undefined ? undefined : `Deprecated in Kubernetes ${deprecatedIn}.`,
    removedIn === undefined ? undefined : `Removed in Kubernetes ${removedIn}.`,
    instead === undefined ? undefined : `In its place: ${instead}.`,
  ].filter((fact) => fact !== undefined);
  const choices = oneOf === undefined ? '' : `Takes ${oneOf.map((choice) => `\`${choice}\``).join(', ')}.`;
  return [
    `**${name}**${detail === undefined ? '' : ` (${detail})`}`,
    doc,
    [choices, ...life].filter((fact) => fact !== '').join(' '),
    example === undefined ? '' : `For example \`${example}\`.`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
