import type { PlainValue } from '../formats/tree/expand.js';
import { limits } from '../limits.js';
import type { Platform } from '../platform.js';
import { findSecrets, type Inflate, isSecretName, type MaskOf, maskText, replaceSecrets } from './find.js';

/** A text with its secrets replaced. Compressed payloads in it are looked into where `inflate` is given. */
export function maskSecrets(
  text: string,
  inflate?: Inflate,
  maskOf?: MaskOf,
): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text, inflate, maskOf);
  return { text: replaceSecrets(text, secrets), masked: secrets.length };
}

/** The same, but every character keeps its column: for code frames. */
export function maskInPlace(text: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, '*');
    at = end;
  }
  return result + text.slice(at);
}

/** What is shown of a variable's value: nothing of a secret by its name, else the text without the secrets in it. */
export function maskVariable(name: string, value: string, inflate?: Inflate): string {
  return value !== '' && isSecretName(name) ? maskText : maskSecrets(value, inflate).text;
}

/** A plain value with its secrets replaced, by the names that they stand under and by their form. */
export function maskValue(value: PlainValue, inflate?: Inflate, name = ''): PlainValue {
  if (typeof value === 'string') return maskVariable(name, value, inflate);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, inflate, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskValue(item, inflate, key)]));
}

/** Unpacks what masking looks into with the means of a machine; nothing comes of what is too large. */
export function inflatingOn(platform: Platform): Inflate {
  return (bytes) => platform.gunzip(bytes, limits.decodedBytes).bytes;
}
