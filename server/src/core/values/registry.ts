import type { FormatFault } from './format.js';
import { hostFault } from './hosts.js';
import { isIpv6 } from './ipAddress.js';
import { quoted } from './quoted.js';
import { hostAndPort, inBrackets, portFault, urlParts } from './urlParts.js';

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
