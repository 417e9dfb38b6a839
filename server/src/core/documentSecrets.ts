import type { Analysis } from './analysis.js';
import type { Payload } from './document/payload.js';
import { parseJson } from './formats/json/parse.js';
import { limits } from './limits.js';
import { kinds } from './payload/kindTable.js';
import { parameterSecrets, secureParameters } from './payload/secrets.js';
import { findSecrets, maskText } from './secrets/find.js';
import type { KnownSecret } from './secrets/known.js';
import { type PlacedSecret, secretsByMember } from './secrets/places.js';
import { append } from './text/strings.js';

/** The secrets of a file and of everything inside it, whether or not there was time to read all of it. */
export function secretsIn({ complete: analysis }: Analysis): readonly KnownSecret[] {
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
  append(secrets, analysis.made(givenSecrets));
  append(secrets, [...evaluatedSecrets(analysis)]);
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

/** The values in a parameters file that are secret by their names, or because a template says so. */
function givenSecrets({ source, root }: Analysis): readonly KnownSecret[] {
  const text = source.templates?.parameters;
  if (text === undefined) return [];
  const given = parseJson(text).root;
  const secrets = [...secretsByMember(given), ...parameterSecrets(given, secureParameters(root.tree?.root))];
  return secrets.map((secret) => ({ ...secret, text }));
}

/**
 * The values of secure parameters in what the expressions of a template are evaluated to: there, an ordinary word has neither
 * its name nor what precedes it in the template.
 */
function* evaluatedSecrets(analysis: Analysis): Generator<KnownSecret> {
  const declared = [...analysis.documents()].flatMap(({ tree }) => [
    ...parameterSecrets(tree?.root, secureParameters(tree?.root)),
  ]);
  if (declared.length === 0 && analysis.source.templates?.parameters === undefined) return;
  const values = new Set([...declared, ...analysis.made(givenSecrets)].map(({ value }) => value));
  const searched = [...values].filter((value) => value.length >= shortestEvaluated).slice(0, limits.templateParameters);
  for (const { text } of analysis.documents()) {
    if (text === undefined || text === analysis.text) continue;
    for (const value of searched)
      for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length))
        yield { value, text, span: { start, end: start + value.length } };
  }
}

/** Shorter values would be found by chance. */
const shortestEvaluated = 4;
