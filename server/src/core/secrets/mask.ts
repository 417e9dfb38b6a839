import { findSecrets, type Inflate, replaceSecrets } from './find.js';

/** The text with its secrets replaced. Compressed payloads in it are searched if `inflate` is given. */
export function maskSecrets(text: string, inflate?: Inflate): { readonly text: string; readonly masked: number } {
  const secrets = findSecrets(text, inflate);
  return { text: replaceSecrets(text, secrets), masked: secrets.length };
}
