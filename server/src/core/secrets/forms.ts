import { bytesOfBase64 } from '../text/base64.js';
import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { asciiTable, copyOf } from '../text/strings.js';

/** Secrets that are recognised by their format, whatever is before them. */
export function secretsByForm(text: string, budget?: Budget): Span[] {
  const secrets: Span[] = [];
  for (const find of forms) {
    for (const span of find(text, budget)) secrets.push(span);
    if (budget?.pass(text) === true) return secrets;
  }
  for (const { marker, lead = 0, pattern } of formats) {
    let sticky: RegExp | undefined;
    for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) {
      if (budget?.step() === true) return secrets;
      sticky ??= copyOf(pattern, 'y');
      sticky.lastIndex = at - lead;
      const match = at < lead ? null : sticky.exec(text);
      if (match === null) continue;
      const secret = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      secrets.push({ start, end: start + secret.length });
      at = start + secret.length - 1;
    }
  }
  return secrets;
}

/*
 * The patterns below write "at least n" as n and then any number, for example `\w{8}\w*`: `\w{8,}` overflows the stack
 * on several megabytes of letters.
 */

/** Secrets with a `marker`, which is fast to search for, `lead` characters after their beginning. */
const formats: readonly { readonly marker: string; readonly lead?: number; readonly pattern: RegExp }[] = [
  // Client secrets of Azure AD.
  { marker: 'Q~', lead: 4, pattern: /[\w~.-]{3}\dQ~[\w~.-]{31}[\w~.-]{0,3}/ },
  // Passwords of Azure's container registries.
  { marker: '+ACR', lead: 42, pattern: /[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5}/ },
  // Keys of Azure Functions, Azure DevOps and Azure AI.
  { marker: 'AzFu', lead: 44, pattern: /(?<![A-Za-z0-9])[\w-]{44}AzFu[\w-]{5}[AQgw](?:==|%3D%3D)?/ },
  { marker: 'AZDO', lead: 76, pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/ },
  { marker: 'JQQJ99', lead: 52, pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}/ },
  // Tokens of HCP Terraform.
  { marker: '.atlasv1.', lead: 14, pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40}[\w=-]*/ },
  // Hashes of passwords, whose dollar signs may be escaped.
  {
    marker: '$',
    pattern:
      /\$(?:[1567y]|2[abxy]|gy|apr1|sha1|md5|scrypt|argon2(?:i|d|id)|pbkdf2[\w-]{0,10}|[PH])\\?\$[\w./+=,\\$-]{20}[\w./+=,\\$-]*/,
  },
  { marker: '{SSHA', pattern: /\{SSHA(?:256|512)?\}[\w+/=]{16}[\w+/=]*/ },
  { marker: '{CRYPT}', pattern: /\{CRYPT\}[\w+/=.$]{12}[\w+/=.$]*/ },
  { marker: 'hooks.slack.com/', pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/]{20}[\w/]*)/ },
  { marker: '/webhookb2/', pattern: /\/webhookb2\/([\w@/-]{20}[\w@/-]*)/ },
  { marker: '/api/webhooks/', pattern: /\/api\/webhooks\/(\d{10}\d*\/[\w-]{20}[\w-]*)/ },
];

/** Bootstrap tokens of Kubernetes. Words with a dot have no digits, parts of host names have another dot. */
function* bootstrapTokens(text: string): Generator<Span> {
  for (const { 0: rest, index: dot } of text.matchAll(/\.(?<=(?<![\w.])[a-z0-9]{6}\.)[a-z0-9]{16}(?![\w-]|\.\w)/g)) {
    const [start, end] = [dot - 6, dot + rest.length];
    if (/\d/.test(text.slice(start, end))) yield { start, end };
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Letters, digits and dashes of the shortest token that is recognised by a prefix. */
const shortestRun = 20;
/** Longer runs are data; a token begins them, or there is none. */
const longestRun = 400;

/** Characters of the longest prefix of an issuer that ends with a dot. */
const longestDottedPrefix = 7;

/** Tokens with the prefix of their issuer, which are long runs of letters, digits and dashes. */
function* issuedTokens(text: string): Generator<Span> {
  for (let start = 0; start + shortestRun <= text.length;) {
    let last = start + shortestRun - 1;
    while (last >= start && isRunLetter[text.charCodeAt(last)] === 1) last--;
    if (last >= start) {
      start = last + 1;
      continue;
    }
    let end = start + shortestRun;
    while (isRunLetter[text.charCodeAt(end)] === 1) end++;
    // Random letters and digits contain a digit, other long words seldom do.
    let digit = start;
    while (digit < end && !isDigit(text.charCodeAt(digit))) digit++;
    if (digit === end) {
      start = end + 1;
      continue;
    }
    // Some prefixes end with a dot.
    const from = Math.max(0, start - longestDottedPrefix);
    const token = issued.exec(text.slice(from, Math.min(end + 100, from + longestRun)));
    if (token !== null) yield { start: from + token.index, end: from + token.index + token[0].length };
    start = end + 1;
  }
}

const isRunLetter = asciiTable(/[\w-]/);

/** Prefixes of issuers and what follows each, as patterns. */
const issuers: readonly (readonly [prefix: string, rest: string, before?: string])[] = [
  ['gh[opsur]_', '[A-Za-z0-9]{30}[A-Za-z0-9]*'],
  ['github_pat_', String.raw`\w{22}\w*`],
  ['gl(?:pat|dt|rt|ft|soat|cbt|ptt|oas|agent|imt)-', String.raw`[\w.-]{20}[\w.-]*`],
  ['npm_', '[A-Za-z0-9]{36}'],
  ['xox[abeoprs]-', String.raw`[\w-]{10}[\w-]*`],
  ['xapp-', String.raw`\d-[\w-]{20}[\w-]*`],
  ['A(?:KIA|SIA|BIA|CCA)', '[A-Z2-7]{16}(?![A-Za-z0-9])'],
  ['AIza', String.raw`[\w-]{35}`],
  ['GOCSPX-', String.raw`[\w-]{20}[\w-]*`],
  [String.raw`ya29\.`, String.raw`[\w-]{20}[\w-]*`],
  ['sk-', String.raw`(?=[a-z-]{0,40}[A-Z0-9])[\w-]{20}[\w-]*`, String.raw`(?<![\w-])`],
  ['[rsp]k_live_', '[A-Za-z0-9]{16}[A-Za-z0-9]*'],
  [String.raw`hv[sbr]\.`, String.raw`[\w-]{24}[\w-]*`, String.raw`(?<![\w.])`],
  ['dapi', String.raw`[0-9a-f]{32}(?:-\d)?`],
  ['dckr_(?:pat|oat)_', String.raw`[\w-]{20}[\w-]*`],
  ['pypi-AgE', String.raw`[\w-]{50}[\w-]*`],
  [String.raw`SG\.`, String.raw`[\w-]{16,32}\.[\w-]{16,64}`, String.raw`(?<![\w.])`],
  ['do[opr]_v1_', '[0-9a-f]{64}'],
  ['hf_', '[A-Za-z0-9]{34}'],
  ['glsa_', '[A-Za-z0-9]{20}[A-Za-z0-9]*_[0-9a-f]{8}'],
  ['glc_', '[A-Za-z0-9+/]{32}[A-Za-z0-9+/]*={0,2}'],
  ['pul-', '[0-9a-f]{40}'],
  ['tskey-', String.raw`[a-z]{2,10}-[\w-]{16}[\w-]*`],
  ['NRAK-', '[A-Z0-9]{20}[A-Z0-9]*'],
  [String.raw`dt0[a-z]\d\d\.`, String.raw`[A-Z0-9]{24}\.[A-Z0-9]{64}`],
  ['SWMTKN-1-', '[a-z0-9]{40}[a-z0-9]*-[a-z0-9]{20}[a-z0-9]*'],
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{50}[A-Z0-9]*'],
];

/** A pattern for the prefix of an issuer. */
export const issuedPrefix = issuers.map(([prefix]) => prefix).join('|');

const issued = new RegExp(
  `(?<![A-Za-z0-9])(?:${issuers.map(([prefix, rest, before = '']) => before + prefix + rest).join('|')})`,
);

/** Credentials after `Bearer` or `Basic`, whatever is before that. */
function* credentialsAfterScheme(text: string): Generator<Span> {
  for (const [marker, scheme] of [
    ['earer ', 'bearer'],
    ['asic ', 'basic'],
  ] as const)
    for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) {
      const start = at + marker.length;
      const value = credentials.exec(text.slice(start, start + longestCredentials))?.[0] ?? '';
      if (isCredential(scheme, value)) yield { start, end: start + value.length };
    }
}

const credentials = /^[\w.~+/=:-]*/;
const longestCredentials = 10_000;

/** Whether the word after the scheme of an authorization isn't prose, as in "Basic authentication". */
export function isCredential(scheme: string, value: string): boolean {
  if (value.length < 8) return false;
  if (scheme.toLowerCase() === 'basic') return isUserAndPassword(value);
  return value.length > longestWord || !/^[A-Z]?[a-z]+(?:[._/-][A-Z]?[a-z]+)*[.:-]?$/.test(value);
}

const longestWord = 24;

/** Whether base64 contains a name and a password. */
export function isUserAndPassword(encoded: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && /^[\x20-\x7e]*:[^]/.test(bytesOfBase64(encoded) ?? '');
}

/** The bodies of private keys in PEM, PGP and SSH formats, also with escaped line endings, and of PuTTY. */
function* privateKeys(text: string): Generator<Span> {
  for (let at = text.indexOf('PRIVATE KEY'); at >= 0; at = text.indexOf('PRIVATE KEY', at + 1)) {
    const header = /-{4,5} ?BEGIN [A-Z0-9 ]{0,30}$/.exec(text.slice(Math.max(0, at - 50), at));
    const rest = /^PRIVATE KEY(?: BLOCK)? ?-{4,5}/.exec(text.slice(at, at + 30));
    if (header === null || rest === null) continue;
    const start = at + rest[0].length;
    const dashes = text.indexOf('----', start);
    // A key that is cut ends before the next block, or with the string or element that contains it.
    const end = dashes < 0 ? endOfCutKey(text, start) : dashes;
    if (end > start) yield { start, end };
    at = end;
  }
  for (let at = text.indexOf('Private-Lines:'); at >= 0; at = text.indexOf('Private-Lines:', at + 1)) {
    const count = /^Private-Lines:\s*\d+\s*/.exec(text.slice(at, at + 50));
    if (count === null) continue;
    const start = at + count[0].length;
    let end = start;
    for (let next = start; next < text.length && /[\w+/=\s]/.test(text.charAt(next)); next++)
      if (/[\w+/=]/.test(text.charAt(next))) end = next + 1;
    const mac = text.slice(Math.max(start, end - 20), end + 1).search(/\sPrivate-$/);
    if (mac >= 0) end = Math.max(start, end - 20) + mac;
    yield { start, end };
    at = end;
  }
}

function endOfCutKey(text: string, start: number): number {
  const end = text.slice(start).search(/["'<>{}]/);
  return end < 0 ? text.length : start + end;
}

/** Passwords of URLs, which may contain `@`; also long user names without a password, which are tokens. */
function* passwordsInUrls(text: string, budget?: Budget): Generator<Span> {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    if (budget?.step() === true) return;
    if (!/[A-Za-z0-9]/.test(text.charAt(at - 1))) continue;
    const authority = text.slice(at + 3, at + 3 + longestAuthority);
    if (!authority.includes('@')) continue;
    const end = authority.search(/[/?#\s"'<>`\\|]|$/);
    let host = authority.lastIndexOf('@', end - 1);
    const colon = authority.indexOf(':');
    if (host < 0 && colon >= 0 && colon < end && !/^:\d{0,5}$/.test(authority.slice(colon, end))) {
      // A password with a slash in it.
      const spaces = authority.search(/[\s"'<>`\\|]|$/);
      host = authority.lastIndexOf('@', spaces - 1);
    }
    if (host < 0) continue;
    const start = colon >= 0 && colon < host ? colon + 1 : 0;
    const password = authority.slice(start, host);
    if (start === 0 ? !/^(?=.*\d)(?=.*[A-Za-z])[\w.~-]{20}[\w.~-]*$/.test(password) : variable.test(password)) continue;
    yield { start: at + 3 + start, end: at + 3 + host };
  }
}

/** Characters after `://` that are read. */
const longestAuthority = 400;

/** Variables and placeholders instead of a password. */
const variable = /^(?:|\$\w+|\$?\{+[\w. -]*\}+|\$\([^()]*\)|%\w+%|%s|\*+(?:#\d+#)?|<[\w -]+>|\[[\w -]+\]|x+|X+|\.+)$/;

/** Keys of storage and database accounts: 64 bytes in base64, which is also the size of a SHA-512 sum. */
function* accountKeys(text: string): Generator<Span> {
  for (let at = text.indexOf('=='); at >= 0; at = text.indexOf('==', at + 2)) {
    const start = at - 86;
    if (start < 0 || !/^[A-Za-z0-9+/]{86}$/.test(text.slice(start, at))) continue;
    // The end of longer base64, maybe wrapped.
    if (/[A-Za-z0-9+/]$|[A-Za-z0-9+/]{20}\s{1,20}$/.test(text.slice(Math.max(0, start - 45), start))) continue;
    if (/[A-Za-z0-9+/=]/.test(text.charAt(at + 2))) continue;
    const before = text.slice(Math.max(0, start - 24), start);
    const isSum = /sha-?512|sum|digest|hash|sig(?:nature)?["'\s:=]{1,8}$|integrity/i;
    if (isSum.test(before.slice(before.lastIndexOf('\n') + 1))) continue;
    if (/^[\t\n\r\x20-\x7e]*$/.test(bytesOfBase64(text.slice(start, at + 2)) ?? '')) continue;
    yield { start, end: at + 2 };
  }
}

/**
 * JSON web tokens: a header and a payload, which begin with `{"` in base64url, and a signature; encrypted ones have five
 * parts. Searched from the dots, since one pattern for the token takes quadratic time if a text repeats its beginning.
 */
function* webTokens(text: string, budget?: Budget): Generator<Span> {
  let end = 0;
  for (let dot = text.indexOf('.eyJ'); dot >= 0; dot = text.indexOf('.eyJ', dot + 1)) {
    if (budget?.step() === true) return;
    let start = dot;
    while (start > end && /[\w-]/.test(text.charAt(start - 1))) start--;
    const header = text.slice(start, dot).search(/\beyJ[\w-]{8}/);
    if (header < 0) continue;
    const payload = copyOf(payloadAndSignature);
    payload.lastIndex = dot;
    if (!payload.test(text)) continue;
    end = payload.lastIndex;
    yield { start: start + header, end };
  }
}

const payloadAndSignature = /\.eyJ[\w-]{8}[\w-]*\.[\w-]*/y;

const forms: readonly ((text: string, budget?: Budget) => Iterable<Span>)[] = [
  privateKeys,
  passwordsInUrls,
  accountKeys,
  webTokens,
  bootstrapTokens,
  issuedTokens,
  credentialsAfterScheme,
];
