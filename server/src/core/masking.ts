import type { Analysis } from './analysis.js';
import { secretsIn } from './documentSecrets.js';
import { type Inflate, inflatingOn } from './secrets/find.js';
import { KnownSecrets } from './secrets/known.js';
import { createMasking, type Masking, maskingsKnowing, maskingWith, nothingMasked } from './secrets/masking.js';

/** The masking for one output about some documents. Only who names the option gets their secrets. */
export function maskingOf(analyses: readonly Analysis[], { showSecrets = false } = {}): Masking {
  const [first] = analyses;
  if (showSecrets) return nothingMasked;
  if (first === undefined)
    return createMasking(
      () => [],
      () => new Uint8Array(),
    );
  if (analyses.length === 1) return first.made(maskingsOfOne)();
  return createMasking(() => analyses.flatMap((analysis) => analysis.made(secretsIn)), inflatingOn(first.platform));
}

/** An editor asks for many outputs about one version of a document. */
function maskingsOfOne(analysis: Analysis): () => Masking {
  return maskingsKnowing(() => analysis.made(secretsIn), inflatingOn(analysis.platform));
}

/** A masking for an output about documents that are read one after another. */
export interface GrowingMasking extends Masking {
  /** Hides the secrets of a further document from now on. */
  about(analysis: Analysis): void;
}

/** The masking for one output about documents that are still to be read. */
export function growingMasking({ showSecrets }: { readonly showSecrets: boolean }): GrowingMasking {
  if (showSecrets) return { ...nothingMasked, about: () => undefined };
  const known = new KnownSecrets();
  const unread: Analysis[] = [];
  let inflate: Inflate = () => new Uint8Array();
  const secrets = (): KnownSecrets => {
    for (const analysis of unread.splice(0)) {
      inflate = inflatingOn(analysis.platform);
      known.add(analysis.made(secretsIn));
    }
    return known;
  };
  const about = (analysis: Analysis): void => void unread.push(analysis);
  return { ...maskingWith(secrets, (bytes) => inflate(bytes)), about };
}
