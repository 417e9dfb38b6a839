import { quoted } from '../text/strings.js';
import { fault, faultAt, type FormatFault } from './format.js';
import {
  bracketedIpv6,
  checkCidr,
  hostAndPort,
  hostFault,
  inBrackets,
  isIpAddress,
  isIpv6,
  isShortName,
  nameFault,
  portFault,
  schemeFault,
  type UrlParts,
  urlParts,
} from './hosts.js';

const example = 'a URL is written like https://packages.contoso.example/file.tar.gz';

const space = /[\s\p{Cc}]/u;

/** A URL that the scripts download from with curl, or that components call: absolute, http or https, with a host. */
export function checkUrl(text: string): FormatFault | undefined {
  const spaced = faultAt(
    text,
    space,
    'contains a space or line break: write a space as %20',
    text.trim().replace(/ /g, '%20'),
  );
  if (spaced !== undefined) return spaced;
  const url = urlParts(text);
  if (url === undefined) return noScheme(text);
  if (/^https?$/i.test(url.scheme)) return authorityFault(url);
  const reason = `has the scheme ${quoted(url.scheme)}, and only http and https are read`;
  return fault(reason, { start: 0, end: url.scheme.length });
}

function noScheme(text: string): FormatFault {
  if (text.startsWith('/')) return fault(`is a path without scheme and host: ${example}`);
  const [broken, scheme] = /^(https?)[:/\\]+(?=[a-z0-9[])/i.exec(text) ?? [];
  if (broken !== undefined && scheme !== undefined) {
    const suggestion = `${scheme.toLowerCase()}://${text.slice(broken.length)}`;
    return fault(`has a damaged scheme: ${example}`, { start: 0, end: broken.length }, suggestion);
  }
  // A first part with a dot is a host; a single word may be anything.
  const host = /^[^/?#:@]*/.exec(text)?.[0] ?? '';
  const isHost = host.includes('.') && nameFault(host) === undefined;
  return fault(`has no scheme: ${example}`, undefined, isHost ? `https://${text}` : undefined);
}

/** Why the host or port of a URL is not valid. */
function authorityFault({ host, port, hostStart }: UrlParts): FormatFault | undefined {
  const end = hostStart + host.length;
  const part = { start: hostStart, end };
  if (host === '') return fault(`has no host: ${example}`);
  if (isIpv6(host)) return fault('has an IPv6 address without brackets around it', part);
  if (bracketedIpv6(host) === undefined) {
    if (inBrackets(host) !== undefined) return fault('has no IPv6 address between its brackets', part);
    const inHost = hostFault(host, { underscores: true });
    if (inHost !== undefined) return fault(`has a host that ${inHost.reason}`, part);
  }
  const inPort = port === '' ? undefined : portFault(port);
  return inPort && fault(inPort.reason, { start: end + 1, end: end + 1 + (port?.length ?? 0) });
}

const proxyExample = 'a proxy is written like http://proxy.contoso.example:3128';

/**
 * A proxy's URL. Three readers have to accept it (AgentBaker 06836ee230): bash, as the scripts evaluate `export
 * http_proxy="…";` without quoting the value; apt, which needs the scheme; and Go's `httpproxy` (golang.org/x/net
 * v0.7.0) in the kubelet and containerd. Credentials are never repeated.
 */
export function checkProxyUrl(text: string): FormatFault | undefined {
  const interpreted = (found: string): string =>
    `holds ${quoted(found)}, which the shell on the node interprets: write it percent-encoded`;
  const stray =
    faultAt(text, /["$`\\]/, interpreted) ?? faultAt(text, space, `contains a space or line break: ${proxyExample}`);
  if (stray !== undefined) return stray;
  const url = urlParts(text);
  if (url === undefined) {
    const suggestion = /^[a-z0-9.-]+(?::\d+)?$/i.test(text) ? `http://${text}` : undefined;
    return fault(`has no scheme, without which apt refuses it: ${proxyExample}`, undefined, suggestion);
  }
  if (/^(?:https?|socks5h?)$/i.test(url.scheme)) return authorityFault(url);
  const reason = `has the scheme ${quoted(url.scheme)}, and a proxy has http, https or socks5`;
  return fault(reason, { start: 0, end: url.scheme.length });
}

const entryExample = 'an entry is a host, a .suffix, an IP address or a range such as 10.0.0.0/16';

/**
 * One entry of `NO_PROXY` as Go's `httpproxy` reads it (golang.org/x/net v0.7.0): a host or suffix, which may begin
 * with `.` or `*.` and end with a port; an address, perhaps with a port; a range; or `*` for everything. The entries
 * are joined with commas and evaluated by bash between double quotes (AgentBaker 06836ee230).
 */
export function checkNoProxyEntry(text: string): FormatFault | undefined {
  if (text === '*' || isShortName(text) || isIpAddress(text)) return undefined;
  const separated = (found: string): string =>
    `holds ${found === ',' ? 'a comma' : 'a separator'}: each host is an entry of its own`;
  const separator = faultAt(text, /[,;\s]/, separated);
  if (separator !== undefined) return separator;
  const url = urlParts(text);
  if (url !== undefined) return schemeFault(url, `: ${entryExample}`, authorityOf(url));
  const slash = text.indexOf('/');
  if (slash !== -1) {
    // A name with a slash was meant as an address of the web, numbers as a range.
    const address = text.slice(0, slash);
    if (/^[\d.]+$/.test(address) || isIpv6(address)) return checkCidr(text);
    return fault(`has a path behind it: ${entryExample}`, { start: slash, end: text.length }, address);
  }
  const { host, port } = hostAndPort(text);
  const bracketed = bracketedIpv6(host);
  if (bracketed !== undefined && port === undefined)
    return fault('is in brackets, which an address has only in front of a port', undefined, bracketed);
  if (bracketed !== undefined) return portFault(port);
  if (host === '') return fault(`has a port, but no host: ${entryExample}`);
  return nameEntryFault(host) ?? portFault(port);
}

function authorityOf({ host, port }: UrlParts): string {
  return port === undefined ? host : `${host}:${port}`;
}

function nameEntryFault(host: string): FormatFault | undefined {
  const lead = (/^\*?\./.exec(host)?.[0] ?? '').length;
  const name = host.slice(lead);
  const wildcard = name.indexOf('*');
  if (wildcard !== -1) {
    const reason = /^[\d.*]+$/.test(host)
      ? 'has a wildcard in an address: write a range such as 10.0.0.0/16'
      : 'has a wildcard that does not stand alone in front of a dot, and matches nothing';
    return fault(reason, { start: lead + wildcard, end: lead + wildcard + 1 });
  }
  if (name.endsWith('.') && name !== '.')
    return faultAt(host, /\.$/, 'ends with a dot, with which it matches no host', host.slice(0, -1));
  const found = hostFault(name, { underscores: true });
  return found && fault(found.reason);
}

/** A part of a repository's path, between slashes. */
const pathComponent = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;

/**
 * A container registry's host with an optional port, and a path inside it that the scripts put behind `/v2/` for
 * containerd (AgentBaker 06836ee230, `configureContainerdRegistryHost`). Without scheme: the scripts add `https://`.
 */
export function checkRegistryHost(text: string): FormatFault | undefined {
  const example = 'a registry is written like contoso.azurecr.io';
  const url = urlParts(text);
  if (url !== undefined) {
    const suggestion = authorityOf(url) + (url.rest === '/' ? '' : url.rest);
    return schemeFault(url, `, which the node adds itself: ${example}`, suggestion);
  }
  if (text.endsWith('/')) return faultAt(text, /\/$/, `ends with a slash: ${example}`, text.slice(0, -1));
  if (text.length > 255) return fault(`has ${text.length} characters, and the name of a repository has at most 255`);
  const [server = '', ...path] = text.split('/');
  const unfit = path.find((component) => !pathComponent.test(component));
  if (unfit === undefined) return hostPortFault(server);
  return fault(
    `has the path ${quoted(unfit)} behind it, and repositories are lowercase letters and digits with . _ - between`,
  );
}

function hostPortFault(server: string): FormatFault | undefined {
  const { host, port } = hostAndPort(server);
  if (host.endsWith('.')) return fault('ends with a dot, which the name of a registry has not');
  return (bracketedIpv6(host) === undefined ? hostFault(host) : undefined) ?? portFault(port);
}

/** Lengths of the hexadecimal digests that containerd knows. */
const digestLengths: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

const imageExample = 'an image is written like mcr.microsoft.com/oss/kubernetes/pause:3.6';

/**
 * An image reference as containerd reads it (distribution/reference aeed5e6637, `ParseDockerRef`): repository, and a
 * tag, a digest or both. Without a registry in front the image comes from Docker Hub.
 */
export function checkImageReference(text: string): FormatFault | undefined {
  const url = urlParts(text);
  if (url !== undefined) return schemeFault(url, `: ${imageExample}`, text.slice(url.scheme.length + 3));
  if (/^[0-9a-f]{64}$/.test(text)) return fault('is an image ID, which cannot be pulled');
  const at = text.indexOf('@');
  const named = at === -1 ? text : text.slice(0, at);
  // A colon behind the last slash begins a tag; an earlier colon begins a port.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  if (colon !== -1 && !/^\w[\w.-]{0,127}$/.test(named.slice(colon + 1))) {
    const reason = 'has no tag behind its colon: a tag is up to 128 letters, digits and _ . -';
    return fault(reason, { start: colon, end: named.length });
  }
  const inRepository = repositoryFault(colon === -1 ? named : named.slice(0, colon));
  return inRepository ?? (at === -1 ? undefined : digestFault(text.slice(at + 1), at + 1));
}

function digestFault(digest: string, start: number): FormatFault | undefined {
  const [, algorithm = '', hex = ''] = /^([^:]*):([0-9a-f]*)$/.exec(digest) ?? [];
  const length = digestLengths.get(algorithm);
  if (length !== undefined && hex.length === length) return undefined;
  const wanted = length === undefined ? 'one is sha256: and 64' : `${algorithm} has ${length}`;
  const reason = `has no digest behind its @: ${wanted} lowercase hexadecimal digits`;
  return fault(reason, { start: start - 1, end: start + digest.length });
}

function repositoryFault(repository: string): FormatFault | undefined {
  const slash = repository.indexOf('/');
  const first = slash === -1 ? '' : repository.slice(0, slash);
  const isRegistry = first === 'localhost' || /[.:A-Z]/.test(first);
  const path = isRegistry ? repository.slice(slash + 1) : repository;
  if (repository.length > 255) return fault(`has a name of ${repository.length} characters, and one has at most 255`);
  const inRegistry = isRegistry ? hostPortFault(first) : undefined;
  if (inRegistry !== undefined) return { ...inRegistry, reason: `names a registry that ${inRegistry.reason}` };
  if (path.split('/').every((component) => pathComponent.test(component))) return undefined;
  const reason =
    path === path.toLowerCase()
      ? `has no repository of lowercase letters and digits with . _ - between: ${imageExample}`
      : 'has uppercase letters in its repository, which is lowercase';
  return fault(reason, repository === '' ? undefined : { start: isRegistry ? slash : 0, end: repository.length });
}
