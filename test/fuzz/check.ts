import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, documentKinds } from '../../server/src/core/index.js';
import { failure, success } from '../../server/src/core/names.js';
import type { FileDocument } from '../support/layers.js';
import { entries } from './entries/index.js';
import type { Entry, Figures } from './entries/entry.js';
import { mutatedText } from './mutateText.js';
import { Random } from './random.js';

/** A platform whose clock doesn't advance, so that results don't depend on the load of the machine. */
const platform = { ...nodePlatform, now: () => 0 };

/** Entries that are tried with every input; of the others, so many. */
const always: ReadonlySet<string> = new Set(['decode', 'validate']);
const furtherEntries = 3;

/**
 * Tries entry points with a document: some of them, or only the chosen one. Throws if an invariant doesn't hold; the error
 * names the entry.
 */
export function checkInput(document: FileDocument, seed: number, figures: Figures, only?: string): void {
  const random = new Random(seed ^ 0x5bd1e995);
  const { name, content } = document;
  const kind = random.oneIn(12) ? random.pick(documentKinds) : undefined;
  const source = new Analysis({ name, content, kind, templates: { useDefaults: random.oneIn(2) } }, platform);
  // A document that reads files gets itself.
  const file = random.oneIn(4) ? failure('it is a directory') : success(content);
  const { namedFiles } = source;
  const analysis =
    namedFiles.length === 0 ? source : source.withFiles(new Map(namedFiles.map(({ path }) => [path, file])));
  const twin = (): Analysis => analysis.withText(mutatedText(analysis.text, random.fork()));
  for (const entry of chosenEntries(random.fork(), only)) {
    try {
      entry.run({ analysis, twin, random: random.fork(), figures });
    } catch (error) {
      throw new EntryError(entry.name, error);
    }
  }
}

function chosenEntries(random: Random, only: string | undefined): readonly Entry[] {
  if (only !== undefined) return entries.filter(({ name }) => name === only);
  const others = entries.filter(({ name }) => !always.has(name));
  return [...entries.filter(({ name }) => always.has(name)), ...random.some(others, furtherEntries)];
}

/** An invariant that doesn't hold, or an exception. */
export class EntryError extends Error {
  constructor(
    readonly entry: string,
    override readonly cause: unknown,
  ) {
    super(`${entry}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
  }
}
