import type { Span } from '../text/span.js';
import type { FormatFault } from './format.js';
import { isIpAddress, isIpv6 } from './ipAddress.js';
import { quoted } from './quoted.js';
import { hostAndPort, inBrackets, urlParts } from './urlParts.js';

/** Which names a reader takes beyond the letters, digits and hyphens of RFC 1123. */
export interface NameRules {
  /** Underscores, which zones of Active Directory and internal hosts have. */
  readonly underscores?: true;
}

const nameExample = 'a DNS name is made of letters, digits and hyphens between dots, such as api.contoso.example';

const shortName = /^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*$/i;

/**
 * Whether a text is a DNS name of at most 63 characters that begins with a letter and has no dot at its end. Nearly all
 * hosts are, which one pass tells from what has to be looked at part by part; every reader of hosts takes them.
 */
export function isShortName(text: string): boolean {
  return text.length <= 63 && shortName.test(text);
}

/**
 * Why a text is no DNS name: labels of RFC 1123 (1 to 63 letters, digits and inner hyphens), 253 characters in all,
 * perhaps with the root's dot at its end.
 */
export function nameFault(text: string, rules: NameRules = {}): FormatFault | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name === '') return { reason: `is no name: ${nameExample}` };
  if (name.length > 253) return { reason: `has ${name.length} characters, and a DNS name has at most 253` };
  const stranger = (rules.underscores === true ? /[^a-z0-9._-]/i : /[^a-z0-9.-]/i).exec(name);
  if (stranger !== null) return strangerFault(stranger[0], stranger.index);
  let start = 0;
  for (const label of name.split('.')) {
    const part: Span = { start, end: start + label.length };
    start = part.end + 1;
    if (label === '') {
      return {
        reason: `has an empty part beside a dot: ${nameExample}`,
        part: { start: part.start, end: part.end + 1 },
      };
    }
    if (label.length > 63) return { reason: `has a part of ${label.length} characters, and one has at most 63`, part };
    if (label.startsWith('-') || label.endsWith('-')) {
      return { reason: 'has a part that begins or ends with a hyphen, which stands only inside', part };
    }
  }
  return undefined;
}

function strangerFault(found: string, at: number): FormatFault {
  const part = { start: at, end: at + found.length };
  if (found === '*') return { reason: 'has a wildcard, where one name is wanted', part };
  if (found === '_') return { reason: `has an underscore: ${nameExample}`, part };
  if (/\s/.test(found)) return { reason: `holds a blank: ${nameExample}`, part };
  if (found === ',') return { reason: 'holds a comma, where one name is wanted', part };
  if (found.charCodeAt(0) > 127) {
    return { reason: 'has a character beyond ASCII: write an international name in its xn-- form', part };
  }
  return { reason: `holds ${quoted(found)}: ${nameExample}`, part };
}

/** Why a text is neither a DNS name nor an IP address, IPv6 without brackets. */
export function hostFault(text: string, rules: NameRules = {}): FormatFault | undefined {
  if (isIpAddress(text)) return undefined;
  if (/^[\d.]+$/.test(text)) return { reason: 'is made of numbers, but is no IPv4 address' };
  return nameFault(text, rules);
}

/** A fully qualified or single name, as search domains, critical names of the local DNS and probes take it. */
export function checkDnsName(text: string): FormatFault | undefined {
  if (isIpAddress(text)) return { reason: 'is an IP address, where a name is wanted' };
  return aroundHost(text, 'the name') ?? nameFault(text);
}

/**
 * A key of the local DNS overrides: `.` or a name. aks-node-controller writes it in front of `:53` into the Corefile
 * (AgentBaker 06836ee230), so it has no port; CoreDNS zones may have underscores.
 */
export function checkDnsZone(text: string): FormatFault | undefined {
  if (text === '.') return undefined;
  if (text.startsWith('.') || text.startsWith('*.')) {
    const lead = text.startsWith('.') ? 1 : 2;
    return {
      reason: 'begins with a dot or wildcard: a zone holds all names below it anyway',
      part: { start: 0, end: lead },
      suggestion: text.slice(lead),
    };
  }
  return aroundHost(text, 'the zone') ?? nameFault(text, { underscores: true });
}

/**
 * The part that names of registries in a cloud have in common. The scripts put a `*` in front of it for the kubelet's
 * credential provider (AgentBaker 06836ee230, `CredentialProviderConfig`), so it begins with a dot.
 */
export function checkDnsSuffix(text: string): FormatFault | undefined {
  if (text.startsWith('*.')) {
    return {
      reason: 'begins with a wildcard, which the node adds itself',
      part: { start: 0, end: 1 },
      suggestion: text.slice(1),
    };
  }
  const outside = aroundHost(text, 'the suffix');
  if (outside !== undefined) {
    const { suggestion, ...fault } = outside;
    return suggestion === undefined
      ? fault
      : { ...fault, suggestion: suggestion.startsWith('.') ? suggestion : `.${suggestion}` };
  }
  if (!text.startsWith('.')) {
    return { reason: 'has no dot in front: a suffix is written like .azurecr.io', suggestion: `.${text}` };
  }
  if (text.endsWith('.')) {
    return {
      reason: 'ends with a dot',
      part: { start: text.length - 1, end: text.length },
      suggestion: text.slice(0, -1),
    };
  }
  const fault = nameFault(text.slice(1));
  return fault?.part === undefined
    ? fault
    : { ...fault, part: { start: fault.part.start + 1, end: fault.part.end + 1 } };
}

/**
 * A DNS name or an IP address and nothing around it, such as the API server's: the scripts put `https://` in front of
 * it and `:443` behind (AgentBaker 06836ee230, bootstrap kubeconfig).
 */
export function checkHost(text: string): FormatFault | undefined {
  if (isShortName(text)) return undefined;
  const bracketed = inBrackets(text);
  if (bracketed !== undefined && isIpv6(bracketed)) {
    return { reason: 'stands in brackets: the address alone is wanted', suggestion: bracketed };
  }
  return (isIpAddress(text) ? undefined : aroundHost(text, 'the host')) ?? hostFault(text);
}

/** What stands in front of a host or behind it and does not belong there: scheme, credentials, path, port. */
function aroundHost(text: string, wanted: string): FormatFault | undefined {
  const url = urlParts(text);
  if (url !== undefined) {
    return {
      reason: `begins with ${quoted(`${url.scheme}://`)}: ${wanted} alone is wanted`,
      part: { start: 0, end: url.scheme.length + 3 },
      suggestion: bare(url.host),
    };
  }
  const slash = text.search(/[/?#]/);
  if (slash !== -1) {
    return {
      reason: `has a path behind it: ${wanted} alone is wanted`,
      part: { start: slash, end: text.length },
      ...(slash === 0 ? {} : { suggestion: bare(hostAndPort(text.slice(0, slash)).host) }),
    };
  }
  const at = text.lastIndexOf('@');
  if (at !== -1) {
    return {
      reason: `has credentials in front: ${wanted} alone is wanted`,
      suggestion: bare(hostAndPort(text.slice(at + 1)).host),
    };
  }
  const { host, port } = hostAndPort(text);
  if (port === undefined) return undefined;
  return {
    reason: `has a port: ${wanted} alone is wanted`,
    part: { start: host.length, end: text.length },
    suggestion: bare(host),
  };
}

function bare(host: string): string {
  return inBrackets(host) ?? host;
}
