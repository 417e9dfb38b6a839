import type { FormatFault } from './format.js';

/** A URL's pieces as they are written; what is not there is undefined. */
export interface UrlParts {
  readonly scheme: string;
  readonly userInfo: string | undefined;
  /** With its brackets for IPv6. */
  readonly host: string;
  readonly port: string | undefined;
  /** Path, query and fragment. */
  readonly rest: string;
  /** Where the host begins. */
  readonly hostStart: number;
}

/** Takes apart `scheme://user@host:port/rest`; undefined where the text does not begin with a scheme and `//`. */
export function urlParts(text: string): UrlParts | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(text)?.[0];
  if (scheme === undefined) return undefined;
  const start = scheme.length + 3;
  const end = start + text.slice(start).search(/[/?#]|$/);
  const authority = text.slice(start, end);
  // Like Go and curl: what a user name may hold is settled by the last @.
  const at = authority.lastIndexOf('@');
  const { host, port } = hostAndPort(authority.slice(at + 1));
  return {
    scheme,
    userInfo: at === -1 ? undefined : authority.slice(0, at),
    host,
    port,
    rest: text.slice(end),
    hostStart: start + at + 1,
  };
}

/** Splits `host:port` or `[ipv6]:port`; several colons without brackets are an address of their own. */
export function hostAndPort(text: string): { readonly host: string; readonly port: string | undefined } {
  const closing = text.startsWith('[') ? text.indexOf(']') : -1;
  const colon = text.indexOf(':', closing + 1);
  if (closing !== -1) {
    if (colon !== closing + 1) return { host: text, port: undefined };
  } else if (colon === -1 || text.includes(':', colon + 1)) return { host: text, port: undefined };
  return { host: text.slice(0, colon), port: text.slice(colon + 1) };
}

/** What stands between the brackets that IPv6 has in URLs; undefined without them. */
export function inBrackets(host: string): string | undefined {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : undefined;
}

/**
 * Why what follows a colon is no port. The reason does not repeat it: where a password has an unencoded slash, its
 * beginning stands in the port's place.
 */
export function portFault(port: string): FormatFault | undefined {
  if (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535) return undefined;
  return { reason: 'has a port that is no number from 1 to 65535' };
}
