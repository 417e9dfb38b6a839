import { type FormatFault, quoted } from './format.js';
import {
  checkCidr,
  hostAndPort,
  hostFault,
  inBrackets,
  isIpAddress,
  isIpv6,
  isShortName,
  nameFault,
  portFault,
  type UrlParts,
  urlParts,
} from './hosts.js';

const example = 'a URL is written like https://packages.contoso.example/file.tar.gz';

/** A URL that the scripts download from with curl, or that components call: absolute, http or https, with a host. */
export function checkUrl(text: string): FormatFault | undefined {
  const blank = /[\s\p{Cc}]/u.exec(text);
  if (blank !== null) {
    return {
      reason: 'contains a space or line break: write a blank as %20',
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
function authorityFault(url: UrlParts): FormatFault | undefined {
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

const proxyExample = 'a proxy is written like http://proxy.contoso.example:3128';

/**
 * A proxy's URL. Three readers have to take it (AgentBaker 06836ee230): bash, as the scripts evaluate `export
 * http_proxy="…";` without quoting the value; apt, which needs the scheme; and Go's `httpproxy` (golang.org/x/net
 * v0.7.0) in the kubelet and containerd. Credentials are never repeated.
 */
export function checkProxyUrl(text: string): FormatFault | undefined {
  const meddling = /["$`\\]/.exec(text);
  if (meddling !== null) {
    return {
      reason: `holds ${quoted(meddling[0])}, which the shell on the node interprets: write it percent-encoded`,
      part: { start: meddling.index, end: meddling.index + 1 },
    };
  }
  const blank = /[\s\p{Cc}]/u.exec(text);
  if (blank !== null) {
    return {
      reason: `contains a space or line break: ${proxyExample}`,
      part: { start: blank.index, end: blank.index + 1 },
    };
  }
  const url = urlParts(text);
  if (url === undefined) {
    const suggestion = /^[a-z0-9.-]+(?::\d+)?$/i.test(text) ? { suggestion: `http://${text}` } : {};
    return { reason: `has no scheme, without which apt refuses it: ${proxyExample}`, ...suggestion };
  }
  if (!/^(?:https?|socks5h?)$/i.test(url.scheme)) {
    return {
      reason: `has the scheme ${quoted(url.scheme)}, and a proxy has http, https or socks5`,
      part: { start: 0, end: url.scheme.length },
    };
  }
  return authorityFault(url);
}

const entryExample = 'an entry is a host, a .suffix, an IP address or a range such as 10.0.0.0/16';

/**
 * One entry of `NO_PROXY` as Go's `httpproxy` reads it (golang.org/x/net v0.7.0): a host or suffix, which may begin
 * with `.` or `*.` and end with a port; an address, perhaps with a port; a range; or `*` for everything. The entries
 * are joined with commas and evaluated by bash between double quotes (AgentBaker 06836ee230).
 */
export function checkNoProxyEntry(text: string): FormatFault | undefined {
  if (text === '*' || isShortName(text) || isIpAddress(text)) return undefined;
  const separator = /[,;\s]/.exec(text);
  if (separator !== null) {
    return {
      reason: `holds ${separator[0] === ',' ? 'a comma' : 'a separator'}: each host is an entry of its own`,
      part: { start: separator.index, end: separator.index + 1 },
    };
  }
  const url = urlParts(text);
  if (url !== undefined) {
    return {
      reason: `begins with ${quoted(`${url.scheme}://`)}: ${entryExample}`,
      part: { start: 0, end: url.scheme.length + 3 },
      suggestion: url.port === undefined ? url.host : `${url.host}:${url.port}`,
    };
  }
  const slash = text.indexOf('/');
  if (slash !== -1) {
    // A name with a slash was meant as an address of the web, numbers as a range.
    const address = text.slice(0, slash);
    if (/^[\d.]+$/.test(address) || isIpv6(address)) return checkCidr(text);
    return {
      reason: `has a path behind it: ${entryExample}`,
      part: { start: slash, end: text.length },
      suggestion: address,
    };
  }
  const { host, port } = hostAndPort(text);
  const bracketed = inBrackets(host);
  if (bracketed !== undefined && isIpv6(bracketed)) {
    return port === undefined
      ? { reason: 'is in brackets, which an address has only in front of a port', suggestion: bracketed }
      : portFault(port);
  }
  if (host === '') return { reason: `has a port, but no host: ${entryExample}` };
  return nameEntryFault(host) ?? (port === undefined ? undefined : portFault(port));
}

function nameEntryFault(host: string): FormatFault | undefined {
  const lead = host.startsWith('*.') ? 2 : host.startsWith('.') ? 1 : 0;
  const name = host.slice(lead);
  if (name.includes('*')) {
    const at = lead + name.indexOf('*');
    const numbers = /^[\d.*]+$/.test(host);
    return {
      reason: numbers
        ? 'has a wildcard in an address: write a range such as 10.0.0.0/16'
        : 'has a wildcard that does not stand alone in front of a dot, and matches nothing',
      part: { start: at, end: at + 1 },
    };
  }
  if (name.endsWith('.') && name !== '.') {
    return {
      reason: 'ends with a dot, with which it matches no host',
      part: { start: host.length - 1, end: host.length },
      suggestion: host.slice(0, -1),
    };
  }
  const fault = hostFault(name, { underscores: true });
  return fault === undefined ? undefined : { reason: fault.reason };
}

/** What stands between the slashes of a repository's path. */
const pathComponent = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;

/**
 * A container registry's host with an optional port, and a path inside it that the scripts put behind `/v2/` for
 * containerd (AgentBaker 06836ee230, `configureContainerdRegistryHost`). Without scheme: the scripts add `https://`.
 */
export function checkRegistryHost(text: string): FormatFault | undefined {
  const example = 'a registry is written like contoso.azurecr.io';
  const url = urlParts(text);
  if (url !== undefined) {
    const rest = url.rest === '/' ? '' : url.rest;
    return {
      reason: `begins with ${quoted(`${url.scheme}://`)}, which the node adds itself: ${example}`,
      part: { start: 0, end: url.scheme.length + 3 },
      suggestion: `${url.host}${url.port === undefined ? '' : `:${url.port}`}${rest}`,
    };
  }
  if (text.endsWith('/')) {
    return {
      reason: `ends with a slash: ${example}`,
      part: { start: text.length - 1, end: text.length },
      suggestion: text.slice(0, -1),
    };
  }
  if (text.length > 255)
    return { reason: `has ${text.length} characters, and the name of a repository has at most 255` };
  const [server = '', ...path] = text.split('/');
  const unfit = path.find((component) => !pathComponent.test(component));
  if (unfit !== undefined) {
    return {
      reason: `has the path ${quoted(unfit)} behind it, and repositories are lowercase letters and digits with . _ - between`,
    };
  }
  return hostPortFault(server);
}

function hostPortFault(server: string): FormatFault | undefined {
  const { host, port } = hostAndPort(server);
  const bracketed = inBrackets(host);
  if (host.endsWith('.')) return { reason: 'ends with a dot, which the name of a registry has not' };
  const fault = bracketed !== undefined && isIpv6(bracketed) ? undefined : hostFault(host);
  return fault ?? (port === undefined ? undefined : portFault(port));
}

/** Lengths of the hexadecimal digests that containerd knows. */
const digestLengths: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/**
 * An image reference as containerd reads it (distribution/reference aeed5e6637, `ParseDockerRef`): repository, and a
 * tag, a digest or both. Without a registry in front the image comes from Docker Hub.
 */
export function checkImageReference(text: string): FormatFault | undefined {
  const url = urlParts(text);
  if (url !== undefined) {
    return {
      reason: `begins with ${quoted(`${url.scheme}://`)}: an image is written like mcr.microsoft.com/oss/kubernetes/pause:3.6`,
      part: { start: 0, end: url.scheme.length + 3 },
      suggestion: text.slice(url.scheme.length + 3),
    };
  }
  if (/^[0-9a-f]{64}$/.test(text)) return { reason: 'is an image ID, which cannot be pulled' };
  const at = text.indexOf('@');
  const named = at === -1 ? text : text.slice(0, at);
  // A colon behind the last slash begins a tag; one before it, a port.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  const repository = colon === -1 ? named : named.slice(0, colon);
  if (colon !== -1 && !/^\w[\w.-]{0,127}$/.test(named.slice(colon + 1))) {
    return {
      reason: 'has no tag behind its colon: a tag is up to 128 letters, digits and _ . -',
      part: { start: colon, end: named.length },
    };
  }
  return repositoryFault(repository) ?? (at === -1 ? undefined : digestFault(text.slice(at + 1), at + 1));
}

function digestFault(digest: string, start: number): FormatFault | undefined {
  const [, algorithm = '', hex = ''] = /^([^:]*):([0-9a-f]*)$/.exec(digest) ?? [];
  const length = digestLengths.get(algorithm);
  if (length !== undefined && hex.length === length) return undefined;
  return {
    reason: `has no digest behind its @: ${length === undefined ? 'one is sha256: and 64' : `${algorithm} has ${length}`} lowercase hexadecimal digits`,
    part: { start: start - 1, end: start + digest.length },
  };
}

function repositoryFault(repository: string): FormatFault | undefined {
  const slash = repository.indexOf('/');
  const first = slash === -1 ? '' : repository.slice(0, slash);
  const isRegistry = first === 'localhost' || /[.:A-Z]/.test(first);
  const path = isRegistry ? repository.slice(slash + 1) : repository;
  if (repository.length > 255)
    return { reason: `has a name of ${repository.length} characters, and one has at most 255` };
  const registry = isRegistry ? hostPortFault(first) : undefined;
  if (registry !== undefined) return { ...registry, reason: `names a registry that ${registry.reason}` };
  if (path.split('/').every((component) => pathComponent.test(component))) return undefined;
  const reason =
    path === path.toLowerCase()
      ? 'has no repository of lowercase letters and digits with . _ - between: an image is written like mcr.microsoft.com/oss/kubernetes/pause:3.6'
      : 'has uppercase letters in its repository, which is lowercase';
  const start = isRegistry ? slash : 0;
  return { reason, ...(repository === '' ? {} : { part: { start, end: repository.length } }) };
}
