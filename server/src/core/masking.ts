import type { Analysis } from './analysis.js';
import type { Payload } from './document/payload.js';
import { parseJson } from './formats/json/parse.js';
import { limits } from './limits.js';
import { kinds } from './payload/kindTable.js';
import { parameterSecrets, secureParameters } from './payload/secrets.js';
import { findSecrets, type Inflate, inflatingOn, maskText } from './secrets/find.js';
import { type KnownSecret, KnownSecrets } from './secrets/known.js';
import { createMasking, type Masking, maskingsKnowing, maskingWith, nothingMasked } from './secrets/masking.js';
import { type PlacedSecret, secretsByMember } from './secrets/places.js';
import { append } from './text/strings.js';

/** The masking for one output about some documents. */
export function maskingOf(analyses: readonly Analysis[], { showSecrets }: { readonly showSecrets: boolean }): Masking {
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

/** The secrets of a file and of everything inside it. */
export function secretsIn(analysis: Analysis): readonly KnownSecret[] {
  const secrets: KnownSecret[] = [];
  for (const payload of analysis.documents()) {
    const { text } = payload;
    if (text === undefined) continue;
    // What base64 encodes is a document of its own.
    for (const { start, end, shown } of findSecrets(text, undefined, undefined, limits.secretDepth))
      if (shown === maskText) secrets.push({ value: text.slice(start, end) });
    append(
      secrets,
      placedSecrets(analysis, payload).map((secret) => ({ ...secret, text })),
    );
  }
  append(secrets, givenSecrets(analysis));
  return secrets;
}

/** The secrets of one document that their names or places show. */
export function placedSecrets(analysis: Analysis, payload: Payload): readonly PlacedSecret[] {
  const known = analysis.made(newSecretsByDocument);
  let secrets = known.get(payload);
  if (secrets === undefined) {
    secrets = [
      ...secretsByMember(payload.tree?.root),
      ...(kinds[payload.kind].secrets?.(analysis.view(payload)) ?? []),
    ];
    known.set(payload, secrets);
  }
  return secrets;
}

function newSecretsByDocument(): Map<Payload, readonly PlacedSecret[]> {
  return new Map();
}

/** The secrets in the parameters that the expressions of a file are evaluated with. */
function givenSecrets({ source, root }: Analysis): readonly KnownSecret[] {
  const text = source.templates?.parameters;
  if (text === undefined) return [];
  const given = parseJson(text).root;
  const secrets = [...secretsByMember(given), ...parameterSecrets(given, secureParameters(root.tree?.root))];
  return secrets.map((secret) => ({ ...secret, text }));
}
