import type { Span } from '../text/span.js';
import { type FormatFault, quoted } from './format.js';

/** The four numbers of an IPv4 address as Go's `net.ParseIP` reads it (from 1.17 on: no leading zeros). */
function parseIpv4(text: string): readonly number[] | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text)) return undefined;
  const numbers = text.split('.').map(Number);
  return numbers.every((number) => number <= 255) ? numbers : undefined;
}

/** Whether a text is an IPv6 address as Go's `net.ParseIP` reads it: without zone and brackets. */
export function isIpv6(text: string): boolean {
  // The longest one has eight groups, the last two of them as IPv4.
  if (text.length > 45 || !text.includes(':')) return false;
  const lastColon = text.lastIndexOf(':');
  const tail = text.slice(lastColon + 1);
  if (tail.includes('.')) {
    return parseIpv4(tail) !== undefined && isIpv6(`${text.slice(0, lastColon + 1)}0:0`);
  }
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 7;
}

/** Whether a text is an address of either kind. */
export function isIpAddress(text: string): boolean {
  return parseIpv4(text) !== undefined || isIpv6(text);
}

const accepted = 'an IP address is written like 10.0.0.10 or fd00::10';

/**
 * Go's `net.ParseIP`, by which CoreDNS and most components of a node read addresses. The kubelet's own
 * `netutils.ParseIPSloppy` (k8s.io/utils 99ec85e) differs in one thing: it takes leading zeros and reads them as
 * decimal, where others refuse them or read octal numbers; that is a fault here.
 */
export function checkIpAddress(text: string): FormatFault | undefined {
  if (isIpAddress(text)) return undefined;
  if (/[\s,;]/.test(text.trim())) return { reason: `holds more than one address: ${accepted}` };
  const slash = text.indexOf('/');
  if (slash > 0 && isIpAddress(text.slice(0, slash))) {
    return {
      reason: `has a prefix length, which only address ranges have: ${accepted}`,
      part: { start: slash, end: text.length },
      suggestion: text.slice(0, slash),
    };
  }
  const zone = text.indexOf('%');
  if (zone > 0 && isIpv6(text.slice(0, zone))) {
    return {
      reason: `names a zone, which the node does not read: ${accepted}`,
      part: { start: zone, end: text.length },
      suggestion: text.slice(0, zone),
    };
  }
  const unwrapped = /^\[([^\]]{2,45})\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1];
  if (unwrapped !== undefined) {
    const what = text.endsWith(']') ? 'is in brackets' : 'has a port';
    return { reason: `${what}: the address alone is wanted, such as 10.0.0.10 or fd00::10`, suggestion: unwrapped };
  }
  return { ...ipv4Fault(text), ...withoutLeadingZeros(text) };
}

function ipv4Fault(text: string): FormatFault {
  if (!/^[\d.]{1,64}$/.test(text)) return { reason: `is not an IP address: ${accepted}` };
  const numbers = text.split('.');
  const zeros = numbers.find((number) => /^0\d/.test(number));
  if (numbers.length !== 4) return { reason: `has ${numbers.length} numbers where an IPv4 address has four` };
  if (numbers.includes('')) return { reason: `is missing a number between its dots: ${accepted}` };
  if (zeros !== undefined) return { reason: 'has leading zeros, which some programs refuse and others read as octal' };
  return { reason: 'has a number above 255, the largest of an IPv4 address' };
}

function withoutLeadingZeros(text: string): { suggestion?: string } {
  if (text.length > 64) return {};
  const shorter = text.replace(/(^|\.)0+(?=\d)/g, '$1');
  return shorter === text ? {} : { suggestion: shorter };
}

/**
 * Go's `net.ParseCIDR` (1.19.8): an address, a slash and a prefix length of at most 32 or 128 bits. Bits behind the
 * prefix may be set; they count for nothing.
 */
export function checkCidr(text: string): FormatFault | undefined {
  const example = 'a range is written like 10.0.0.0/16';
  const slash = text.indexOf('/');
  if (slash === -1) return { reason: `has no prefix length: ${example}` };
  const address = text.slice(0, slash);
  const prefix = text.slice(slash + 1);
  const fault = checkIpAddress(address);
  if (fault !== undefined) {
    return {
      ...fault,
      reason: `has an address in front of its slash that ${fault.reason}`,
      ...(fault.suggestion === undefined ? {} : { suggestion: `${fault.suggestion}/${prefix}` }),
    };
  }
  const bits = isIpv6(address) ? 128 : 32;
  if (/^\d{1,8}$/.test(prefix) && Number(prefix) <= bits) return undefined;
  // Where nothing is behind it, the slash itself is what can be pointed at.
  const part = { start: prefix === '' ? slash : slash + 1, end: text.length };
  const length = netmaskLength(prefix);
  if (length !== undefined && bits === 32) {
    return { reason: `has a netmask: ${example}`, part, suggestion: `${address}/${length}` };
  }
  return { reason: `has no prefix length from 0 to ${bits} behind its slash: ${example}`, part };
}

/** The length that a netmask such as 255.255.0.0 stands for. */
function netmaskLength(text: string): number | undefined {
  const bits = parseIpv4(text)
    ?.map((number) => number.toString(2).padStart(8, '0'))
    .join('');
  return bits !== undefined && /^1*0*$/.test(bits) ? bits.replace(/0/g, '').length : undefined;
}

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
  return { reason: 'has a port that is not a number from 1 to 65535' };
}

/** Which names a reader takes beyond the letters, digits and hyphens of RFC 1123. */
interface NameRules {
  /** Underscores, which zones of Active Directory and internal hosts have. */
  readonly underscores?: true;
}

const nameExample = 'a DNS name is made of letters, digits and hyphens between dots, such as api.contoso.example';

const shortName = /^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*$/i;

/**
 * Whether a text is a DNS name of at most 63 characters that begins with a letter and has no dot at its end, as nearly all
 * hosts are; every reader of hosts accepts them. Without this check validating a config of 100 KB, with a long list of
 * proxy exceptions, takes 1.5 times as long.
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
  if (name === '') return { reason: `is not a name: ${nameExample}` };
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
      return { reason: 'has a part that begins or ends with a hyphen, which is allowed only inside', part };
    }
  }
  return undefined;
}

function strangerFault(found: string, at: number): FormatFault {
  const part = { start: at, end: at + found.length };
  if (found === '*') return { reason: 'has a wildcard, where one name is wanted', part };
  if (found === '_') return { reason: `has an underscore: ${nameExample}`, part };
  if (/\s/.test(found)) return { reason: `contains a space: ${nameExample}`, part };
  if (found === ',') return { reason: 'holds a comma, where one name is wanted', part };
  if (found.charCodeAt(0) > 127) {
    return { reason: 'has a character beyond ASCII: write an international name in its xn-- form', part };
  }
  return { reason: `holds ${quoted(found)}: ${nameExample}`, part };
}

/** Why a text is neither a DNS name nor an IP address, IPv6 without brackets. */
export function hostFault(text: string, rules: NameRules = {}): FormatFault | undefined {
  if (isIpAddress(text)) return undefined;
  if (/^[\d.]+$/.test(text)) return { reason: 'is made of numbers, but is not an IPv4 address' };
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
    return { reason: 'is in brackets: the address alone is wanted', suggestion: bracketed };
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

const example = 'a range is written like 32768 60999';

/**
 * `net.ipv4.ip_local_port_range`: aks-node-controller splits the text at each blank, wants two numbers as Go's
 * `strconv.Atoi` reads them (a sign is taken), the first below the second (AgentBaker 06836ee230
 * `getPortRangeEndValue`). What it cannot read it passes on without reserving ports; the kernel wants 1 to 65535.
 */
export function checkPortRange(text: string): FormatFault | undefined {
  const numbers = text.split(' ');
  const [first = '', last = ''] = numbers;
  if (numbers.length !== 2 || !/^[-+]?\d+$/.test(first) || !/^[-+]?\d+$/.test(last)) return unreadable(text);
  const outside = [first, last].find((number) => !(Number(number) >= 1 && Number(number) <= 65_535));
  if (outside !== undefined) return { reason: `holds ${quoted(outside)}, and ports are numbers from 1 to 65535` };
  if (Number(first) < Number(last)) return undefined;
  return {
    reason: `does not begin with the smaller port: ${example}`,
    ...(Number(first) === Number(last) ? {} : { suggestion: `${last} ${first}` }),
  };
}

function unreadable(text: string): FormatFault {
  const [, first, last] = /^\s*(\d{1,5})[\s,;:-]+(\d{1,5})\s*$/.exec(text) ?? [];
  if (first === undefined || last === undefined)
    return { reason: `is not two ports with one blank between them: ${example}` };
  return {
    reason: `does not have exactly one blank between its two ports: ${example}`,
    suggestion: `${first} ${last}`,
  };
}
