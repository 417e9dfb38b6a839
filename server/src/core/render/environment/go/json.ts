import { parseJson } from '../../../syntax/json.js';

/** Containers inside each other that Go's `encoding/json` still reads. */
const maxNesting = 10_000;

/**
 * What Go's `json.Unmarshal` puts into a string field of a struct: the text under the last of the keys
 * that `name` matches, or the empty text where there is none. `name` has to fold case as Unicode does
 * (flags `iu`), which is how `encoding/json` compares names. Undefined where Unmarshal fails.
 */
export function unmarshalText(json: string, name: RegExp): string | undefined {
  try {
    // Both read strict JSON; the tree below is more patient, but keeps every key in its order.
    JSON.parse(json);
  } catch {
    return undefined;
  }
  const { root, depth } = parseJson(json);
  if (depth > maxNesting) return undefined;
  if (root?.kind === 'null') return '';
  if (root?.kind !== 'object') return undefined;
  let found = '';
  for (const { key, value } of root.members) {
    // null leaves what was there before.
    if (!name.test(key.name) || value?.kind === 'null') continue;
    if (value?.kind !== 'string') return undefined;
    found = value.value.replace(/[\ud800-\udfff]/gu, '\ufffd');
  }
  return found;
}
