import type { Span } from '../text/span.js';

/** What kind a secret is, as the manifest counts secrets. */
export type SecretKind = 'bootstrap token' | 'web token' | 'private key' | 'signature' | 'password in a URL' | 'other';

/** The kind of a secret, as far as its format and what precedes it show one. */
export function secretKindOf(text: string, { start, end }: Span): SecretKind {
  const secret = text.slice(start, Math.min(end, start + 64));
  const before = text.slice(Math.max(0, start - 64), start);
  if (end - start === 23 && /^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(secret)) return 'bootstrap token';
  if (/^eyJ[\w-]{8}/.test(secret)) return 'web token';
  if (/PRIVATE KEY-----\s*$/.test(before) || /^-----BEGIN [A-Z ]{0,20}PRIVATE KEY/.test(secret)) return 'private key';
  if (/[?&;]sig=$/i.test(before)) return 'signature';
  return /:\/\/[^\s/@]{1,60}:$/.test(before) ? 'password in a URL' : 'other';
}
