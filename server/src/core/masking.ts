import type { Analysis } from './analysis.js';
import { secretsIn } from './documentSecrets.js';
import { inflatingOn, plainMask } from './secrets/find.js';
import { KnownSecrets } from './secrets/known.js';
import {
  createMasking,
  knowing,
  type Masking,
  type MaskingSearch,
  nothingMasked,
  numberedMasks,
} from './secrets/masking.js';

/**
 * The masking for one output about some documents. Only who names `showSecrets` gets their secrets. `numbered`: whether
 * different secrets have different masks.
 */
export function maskingOf(analyses: readonly Analysis[], { showSecrets = false, numbered = true } = {}): Masking {
  const [first, ...others] = analyses;
  if (showSecrets) return nothingMasked;
  if (first === undefined) return createMasking();
  const secrets = others.length === 0 ? first.made(knownIn) : knowing((known) => analyses.forEach(addTo(known)));
  const search = searchFor(first);
  return createMasking(() => search, secrets, numbered ? numberedMasks() : plainMask);
}

/** What the maskings for one version of a document know: an editor asks for many outputs about it. */
function knownIn(analysis: Analysis): () => KnownSecrets {
  return knowing((known) => addTo(known)(analysis));
}

function addTo(known: KnownSecrets): (analysis: Analysis) => void {
  return (analysis) => {
    const { secrets, unsearched } = analysis.made(secretsIn);
    known.add(secrets);
    known.addUnsearched(unsearched);
  };
}

/** How the texts of one output about a document are searched. */
function searchFor(analysis: Analysis): MaskingSearch {
  return {
    inflate: inflatingOn(analysis.platform),
    budget: analysis.newBudget(),
    searched: analysis.remembered.outputs,
  };
}

/** A masking for an output about documents that are read one after another. */
export interface GrowingMasking extends Masking {
  /** Hides the secrets of a further document from now on. */
  about(analysis: Analysis): void;
  /** Forgets all documents and masks: what follows is an output of its own. */
  startOver(): void;
}

/** The masking for one output about documents that are still to be read. */
export function growingMasking({ showSecrets }: { readonly showSecrets: boolean }): GrowingMasking {
  if (showSecrets) return { ...nothingMasked, about: () => undefined, startOver: () => undefined };
  let known = new KnownSecrets();
  let unread: Analysis[] = [];
  let search: MaskingSearch = {};
  const secrets = (): KnownSecrets => {
    unread.splice(0).forEach(addTo(known));
    return known;
  };
  const about = (analysis: Analysis): void => {
    unread.push(analysis);
    // The output about each document has its time.
    search = searchFor(analysis);
  };
  const made = (): Masking => createMasking(() => search, secrets);
  const startOver = (): void => {
    [known, unread, search] = [new KnownSecrets(), [], {}];
    Object.assign(masking, made());
  };
  const masking = { ...made(), about, startOver };
  return masking;
}
