import type { PlainValue } from '../formats/tree/expand.js';
import { findSecrets, type Inflate, isSecretName, maskText, type MaskOf, replaceSecrets } from './find.js';

/** The text with its secrets replaced. Compressed payloads in it are searched if `inflate` is given. */
export function maskSecrets(
  text: string,
  inflate?: Inflate,
  maskOf?: MaskOf,
): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text, inflate, maskOf);
  return { text: replaceSecrets(text, secrets), masked: secrets.length };
}

/** The text with its secrets replaced so that all characters keep their columns: for code frames. */
export function maskInPlace(text: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of findSecrets(text)) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, '*');
    at = end;
  }
  return result + text.slice(at);
}

/** The value of a variable to show: a mask if the name is secret, otherwise the value with the secrets in it replaced. */
export function maskVariable(name: string, value: string, inflate?: Inflate): string {
  return value !== '' && isSecretName(name) ? maskText : maskSecrets(value, inflate).text;
}

/** The value with its secrets, found by their keys and their format, replaced. */
export function maskValue(value: PlainValue, inflate?: Inflate, name = ''): PlainValue {
  if (typeof value === 'string') return maskVariable(name, value, inflate);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, inflate, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskValue(item, inflate, key)]));
}
