import type { FormatFault } from './format.js';
import { isIpv6 } from './ipAddress.js';
import { hostFault, nameFault } from './hosts.js';
import { quoted } from './quoted.js';
import { inBrackets, portFault, type UrlParts, urlParts } from './urlParts.js';

const example = 'a URL is written like https://packages.contoso.example/file.tar.gz';

/** A URL that the scripts download from with curl, or that components call: absolute, http or https, with a host. */
export function checkUrl(text: string): FormatFault | undefined {
  const blank = /[\s\p{Cc}]/u.exec(text);
  if (blank !== null) {
    return {
      reason: 'holds a blank or line break: write a blank as %20',
      part: { start: blank.index, end: blank.index + 1 },
      suggestion: text.trim().replace(/ /g, '%20'),
    };
  }
  const url = urlParts(text);
  if (url === undefined) return noScheme(text);
  if (!/^https?$/i.test(url.scheme)) {
    return {
      reason: `has the scheme ${quoted(url.scheme)}, and only http and https are read`,
      part: { start: 0, end: url.scheme.length },
    };
  }
  return authorityFault(url);
}

function noScheme(text: string): FormatFault {
  if (text.startsWith('/')) return { reason: `is a path without scheme and host: ${example}` };
  const broken = /^(https?)[:/\\]+(?=[a-z0-9[])/i.exec(text);
  if (broken !== null) {
    const scheme = (broken[1] ?? '').toLowerCase();
    return {
      reason: `has a damaged scheme: ${example}`,
      part: { start: 0, end: broken[0].length },
      suggestion: `${scheme}://${text.slice(broken[0].length)}`,
    };
  }
  // A first part with a dot is a host; a single word may be anything.
  const host = /^[^/?#:@]*/.exec(text)?.[0] ?? '';
  const certain = host.includes('.') && nameFault(host) === undefined;
  return { reason: `has no scheme: ${example}`, ...(certain ? { suggestion: `https://${text}` } : {}) };
}

/** Why host or port of a URL is none. */
export function authorityFault(url: UrlParts): FormatFault | undefined {
  const part = { start: url.hostStart, end: url.hostStart + url.host.length };
  if (url.host === '') return { reason: `has no host: ${example}` };
  const bracketed = inBrackets(url.host);
  if (bracketed !== undefined) {
    return isIpv6(bracketed) ? badPort(url) : { reason: 'has no IPv6 address between its brackets', part };
  }
  if (isIpv6(url.host)) return { reason: 'has an IPv6 address without brackets around it', part };
  const fault = hostFault(url.host, { underscores: true });
  return fault === undefined ? badPort(url) : { reason: `has a host that ${fault.reason}`, part };
}

function badPort(url: UrlParts): FormatFault | undefined {
  const fault = url.port === undefined || url.port === '' ? undefined : portFault(url.port);
  const start = url.hostStart + url.host.length + 1;
  return fault === undefined ? undefined : { ...fault, part: { start, end: start + (url.port?.length ?? 0) } };
}
