import type { Analysis } from '../analysis.js';
import type { Span } from '../text/span.js';
import { cloudConfigAt, readableCloudConfigs } from '../cloudConfig/editing/readable.js';
import { type NamedThing, namedThingAt, namedThings } from '../cloudConfig/editing/relations.js';
import { commandsAround, phaseAt } from '../failure/editing.js';

/** Where something is said to be: all of it, and its name. */
export interface Definition {
  readonly span: Span;
  readonly name: Span;
}

/** Where the alias or path under the cursor comes from, or the phase of a log; empty where there is nothing to go to. */
export function definitionsAt(analysis: Analysis, offset: number): readonly Definition[] {
  if (analysis.kind === 'provision-log') return phaseAt(analysis, offset);
  return thingAt(analysis, offset)?.definitions ?? [];
}

/**
 * The places that name the same anchor or file as the cursor, or the commands of the phase that it is in; in the order of
 * the document.
 */
export function referencesAt(analysis: Analysis, offset: number, withDefinitions: boolean): readonly Span[] {
  if (analysis.kind === 'provision-log') return commandsAround(analysis, offset, withDefinitions);
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

/** The paths in commands of cloud-configs that lead to files which these write, in the order of the file. */
export function fileLinks({ root }: Analysis): FileLink[] {
  return [...readableCloudConfigs(root)].flatMap(({ text = '', tree, map }) =>
    namedThings(text, tree?.root)
      .flatMap(({ definitions, uses }) => {
        const target = definitions.at(-1)?.name;
        // Aliases are no addresses; editors lead from them by definition.
        return target === undefined || text.startsWith('&', target.start)
          ? []
          : uses.map((span) => ({ span: map.toOuter(span), target: map.toOuter(target) }));
      })
      .sort((a, b) => a.span.start - b.span.start),
  );
}

/** The thing at an offset of the file, with its places there. */
function thingAt({ root }: Analysis, offset: number): NamedThing | undefined {
  const around = cloudConfigAt(root, offset);
  if (around === undefined) return undefined;
  const { text = '', tree, map } = around.payload;
  const thing = namedThingAt(text, tree?.root, around.inner);
  return (
    thing && {
      definitions: thing.definitions.map(({ span, name }) => ({ span: map.toOuter(span), name: map.toOuter(name) })),
      uses: thing.uses.map((use) => map.toOuter(use)),
    }
  );
}
