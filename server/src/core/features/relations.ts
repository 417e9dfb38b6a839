import type { Analysis } from '../analysis.js';
import type { Span } from '../text/span.js';
import { type NamedThing, namedThingAt, namedThings } from './cloudConfig/relations.js';

/** Where something is said to be: all of it, and its name. */
export interface Definition {
  readonly span: Span;
  readonly name: Span;
}

/** Where the alias or path under the cursor comes from; empty where there is nothing to go to. */
export function definitionsAt(analysis: Analysis, offset: number): readonly Definition[] {
  return thingAt(analysis, offset)?.definitions ?? [];
}

/** The places that name the same anchor or file as the cursor, in the order of the document. */
export function referencesAt(analysis: Analysis, offset: number, withDefinitions: boolean): readonly Span[] {
  const thing = thingAt(analysis, offset);
  if (thing === undefined) return [];
  const names = withDefinitions ? thing.definitions.map(({ name }) => name) : [];
  return [...names, ...thing.uses].sort((a, b) => a.start - b.start);
}

/** A path in a command that leads to where its file is written. */
export interface FileLink {
  readonly span: Span;
  /** The `path` of the file; the last one where it is written several times. */
  readonly target: Span;
}

/** The paths in commands of a cloud-config that lead to files which it writes, in the order of the document. */
export function fileLinks({ root, text }: Analysis): FileLink[] {
  if (root.kind !== 'cloud-config' || root.steps.length > 0) return [];
  return namedThings(text, root.tree?.root)
    .flatMap(({ definitions, uses }) => {
      const target = definitions.at(-1)?.name;
      // Aliases are no addresses; editors lead from them by definition.
      return target === undefined || text.startsWith('&', target.start) ? [] : uses.map((span) => ({ span, target }));
    })
    .sort((a, b) => a.span.start - b.span.start);
}

function thingAt({ root, text }: Analysis, offset: number): NamedThing | undefined {
  if (root.kind !== 'cloud-config' || root.steps.length > 0) return undefined;
  return namedThingAt(text, root.tree?.root, offset);
}
