import { findSecrets, type Inflate, type MaskOf, maskText } from '../secrets/find.js';
import { maskValue } from '../secrets/mask.js';
import type { PlainValue } from '../syntax/toValue.js';
import type { TextLines } from './hunks.js';

/** How much a comparison shows. */
export interface Showing {
  /** Whether secrets appear as they are. */
  readonly showSecrets: boolean;
  /** Unpacks gzip, so that secrets in compressed payloads are found too. */
  readonly inflate?: Inflate | undefined;
  /** What stands in the place of a secret; the usual mask where it is absent. */
  readonly maskOf?: MaskOf | undefined;
}

/** A plain value as it may be shown, and whether secrets were replaced in it; `name` is what it stands under. */
export function shownValue(
  value: PlainValue,
  name: string,
  { showSecrets, inflate }: Showing,
): { readonly value: PlainValue; readonly masked: boolean } {
  if (showSecrets) return { value, masked: false };
  const shown = maskValue(value, inflate, name);
  return { value: shown, masked: JSON.stringify(shown) !== JSON.stringify(value) };
}

/** The lines of a text with each line's part of a secret replaced, so that lines keep their numbers. */
export function linesOf(
  text: string,
  { showSecrets, inflate, maskOf = () => maskText }: Showing,
): TextLines & { readonly masked: boolean } {
  const real = text === '' ? [] : text.split('\n');
  const secrets = showSecrets ? [] : findSecrets(text, inflate);
  if (secrets.length === 0) return { real, shown: real, masked: false };
  const shown: string[] = [];
  let start = 0;
  let next = 0;
  for (const line of real) {
    const end = start + line.length;
    let [rest, at] = ['', start];
    for (let secret = secrets[next]; secret !== undefined && secret.start < end; secret = secrets[next]) {
      rest += text.slice(at, Math.max(at, secret.start)) + maskOf(text.slice(secret.start, secret.end));
      at = Math.min(end, secret.end);
      if (secret.end > end) break;
      next++;
    }
    // A secret that ended in the line break belongs to no later line.
    while ((secrets[next]?.end ?? Infinity) <= end + 1) next++;
    shown.push(rest + text.slice(at, end));
    start = end + 1;
  }
  return { real, shown, masked: true };
}
