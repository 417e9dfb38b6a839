import type { Span } from '../text/span.js';
import { quoted } from '../text/strings.js';
import { fault, faultAt, type FormatFault } from './format.js';

/** The four numbers of an IPv4 address as Go's `net.ParseIP` reads it (from 1.17 on: no leading zeros). */
function parseIpv4(text: string): readonly number[] | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text)) return undefined;
  const numbers = text.split('.').map(Number);
  return numbers.every((number) => number <= 255) ? numbers : undefined;
}

/** Whether a string is an IPv6 address as Go's `net.ParseIP` reads it: without zone and brackets. */
export function isIpv6(text: string): boolean {
  // The longest address has eight groups, the last two of them as IPv4.
  if (text.length > 45 || !text.includes(':')) return false;
  const lastColon = text.lastIndexOf(':');
  const tail = text.slice(lastColon + 1);
  if (tail.includes('.')) return parseIpv4(tail) !== undefined && isIpv6(`${text.slice(0, lastColon + 1)}0:0`);
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length <= 7;
}

export function isIpAddress(text: string): boolean {
  return parseIpv4(text) !== undefined || isIpv6(text);
}

const accepted = 'an IP address is written like 10.0.0.10 or fd00::10';

/**
 * Go's `net.ParseIP`, by which CoreDNS and most components of a node read addresses. The kubelet's own
 * `netutils.ParseIPSloppy` (k8s.io/utils 99ec85e) differs in leading zeros only: it reads them as decimal, while others
 * refuse them or read octal numbers; that is a fault here.
 */
export function checkIpAddress(text: string): FormatFault | undefined {
  if (isIpAddress(text)) return undefined;
  if (/[\s,;]/.test(text.trim())) return fault(`holds more than one address: ${accepted}`);
  const slash = text.indexOf('/');
  const zone = text.indexOf('%');
  const beforeSlash = text.slice(0, slash);
  if (slash > 0 && isIpAddress(beforeSlash)) {
    const reason = `has a prefix length, which only address ranges have: ${accepted}`;
    return fault(reason, { start: slash, end: text.length }, beforeSlash);
  }
  const beforeZone = text.slice(0, zone);
  if (zone > 0 && isIpv6(beforeZone)) {
    const reason = `names a zone, which the node does not read: ${accepted}`;
    return fault(reason, { start: zone, end: text.length }, beforeZone);
  }
  const unwrapped = /^\[([^\]]{2,45})\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(text)?.[1];
  if (unwrapped !== undefined) {
    const what = text.endsWith(']') ? 'is in brackets' : 'has a port';
    return fault(`${what}: the address alone is wanted, such as 10.0.0.10 or fd00::10`, undefined, unwrapped);
  }
  const withoutZeros = text.length > 64 ? text : text.replace(/(^|\.)0+(?=\d)/g, '$1');
  return fault(ipv4Fault(text), undefined, withoutZeros === text ? undefined : withoutZeros);
}

function ipv4Fault(text: string): string {
  if (!/^[\d.]{1,64}$/.test(text)) return `is not an IP address: ${accepted}`;
  const numbers = text.split('.');
  if (numbers.length !== 4) return `has ${numbers.length} numbers where an IPv4 address has four`;
  if (numbers.includes('')) return `is missing a number between its dots: ${accepted}`;
  if (numbers.some((number) => /^0\d/.test(number)))
    return 'has leading zeros, which some programs refuse and others read as octal';
  return 'has a number above 255, the largest of an IPv4 address';
}

/**
 * Go's `net.ParseCIDR` (1.19.8): an address, a slash and a prefix length of at most 32 or 128 bits. Bits after the
 * prefix may be set; they are ignored.
 */
export function checkCidr(text: string): FormatFault | undefined {
  const example = 'a range is written like 10.0.0.0/16';
  const slash = text.indexOf('/');
  if (slash === -1) return fault(`has no prefix length: ${example}`);
  const address = text.slice(0, slash);
  const prefix = text.slice(slash + 1);
  const inAddress = checkIpAddress(address);
  if (inAddress !== undefined) {
    const { reason, part, suggestion } = inAddress;
    const corrected = suggestion === undefined ? undefined : `${suggestion}/${prefix}`;
    return fault(`has an address in front of its slash that ${reason}`, part, corrected);
  }
  const bits = isIpv6(address) ? 128 : 32;
  if (/^\d{1,8}$/.test(prefix) && Number(prefix) <= bits) return undefined;
  // Without a prefix, the slash itself is the part.
  const part = { start: prefix === '' ? slash : slash + 1, end: text.length };
  const length = netmaskLength(prefix);
  if (length !== undefined && bits === 32) return fault(`has a netmask: ${example}`, part, `${address}/${length}`);
  return fault(`has no prefix length from 0 to ${bits} behind its slash: ${example}`, part);
}

/** The prefix length of a netmask such as 255.255.0.0. */
function netmaskLength(text: string): number | undefined {
  const bits = parseIpv4(text)
    ?.map((number) => number.toString(2).padStart(8, '0'))
    .join('');
  return bits !== undefined && /^1*0*$/.test(bits) ? bits.replace(/0/g, '').length : undefined;
}

/** The parts of a URL as they are written; a missing part is undefined. */
export interface UrlParts {
  readonly scheme: string;
  readonly userInfo: string | undefined;
  /** With its brackets for IPv6. */
  readonly host: string;
  readonly port: string | undefined;
  /** Path, query and fragment. */
  readonly rest: string;
  readonly hostStart: number;
}

/** Takes apart `scheme://user@host:port/rest`; undefined if the string does not begin with a scheme and `//`. */
export function urlParts(text: string): UrlParts | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(text)?.[0];
  if (scheme === undefined) return undefined;
  const start = scheme.length + 3;
  const end = start + text.slice(start).search(/[/?#]|$/);
  const authority = text.slice(start, end);
  // Like Go and curl: the last @ ends the user name and password.
  const at = authority.lastIndexOf('@');
  return {
    scheme,
    userInfo: at === -1 ? undefined : authority.slice(0, at),
    ...hostAndPort(authority.slice(at + 1)),
    rest: text.slice(end),
    hostStart: start + at + 1,
  };
}

/** A fault at the scheme of a URL, for formats that have none. */
export function schemeFault({ scheme }: UrlParts, advice: string, suggestion: string): FormatFault {
  return fault(`begins with ${quoted(`${scheme}://`)}${advice}`, { start: 0, end: scheme.length + 3 }, suggestion);
}

/** Splits `host:port` or `[ipv6]:port`; several colons without brackets are an address of their own. */
export function hostAndPort(text: string): { readonly host: string; readonly port: string | undefined } {
  const closing = text.startsWith('[') ? text.indexOf(']') : -1;
  const colon = text.indexOf(':', closing + 1);
  const isPort = closing === -1 ? colon !== -1 && !text.includes(':', colon + 1) : colon === closing + 1;
  return isPort ? { host: text.slice(0, colon), port: text.slice(colon + 1) } : { host: text, port: undefined };
}

/** The IPv6 address between the brackets that it has in URLs. */
export function bracketedIpv6(host: string): string | undefined {
  const address = inBrackets(host);
  return address !== undefined && isIpv6(address) ? address : undefined;
}

export function inBrackets(host: string): string | undefined {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : undefined;
}

/**
 * Why a port is not valid; undefined also without one. The reason does not repeat it: if a password has an unencoded
 * slash, its beginning is where the port would be.
 */
export function portFault(port: string | undefined): FormatFault | undefined {
  if (port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) return undefined;
  return fault('has a port that is not a number from 1 to 65535');
}

/** Which names a reader accepts beyond the letters, digits and hyphens of RFC 1123. */
interface NameRules {
  /** Underscores, which zones of Active Directory and internal hosts have. */
  readonly underscores?: true;
}

const nameExample = 'a DNS name is made of letters, digits and hyphens between dots, such as api.contoso.example';

const shortName = /^[a-z][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*$/i;

/**
 * Whether a string is a DNS name of at most 63 characters that begins with a letter and has no dot at its end, as nearly
 * all hosts are; every reader of hosts accepts them. Without this check validating a config of 100 KB, with a long list
 * of proxy exceptions, takes 1.5 times as long.
 */
export function isShortName(text: string): boolean {
  return text.length <= 63 && shortName.test(text);
}

/**
 * Why a string is not a DNS name: labels of RFC 1123 (1 to 63 letters, digits and inner hyphens), 253 characters in all,
 * perhaps with the root's dot at its end.
 */
export function nameFault(text: string, rules: NameRules = {}): FormatFault | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name === '') return fault(`is not a name: ${nameExample}`);
  if (name.length > 253) return fault(`has ${name.length} characters, and a DNS name has at most 253`);
  const stray = faultAt(name, rules.underscores === true ? /[^a-z0-9._-]/i : /[^a-z0-9.-]/i, strayReason);
  if (stray !== undefined) return stray;
  let start = 0;
  for (const label of name.split('.')) {
    const part: Span = { start, end: start + label.length };
    start = part.end + 1;
    if (label === '')
      return fault(`has an empty part beside a dot: ${nameExample}`, { start: part.start, end: part.end + 1 });
    if (label.length > 63) return fault(`has a part of ${label.length} characters, and one has at most 63`, part);
    if (label.startsWith('-') || label.endsWith('-'))
      return fault('has a part that begins or ends with a hyphen, which is allowed only inside', part);
  }
  return undefined;
}

function strayReason(found: string): string {
  if (found === '*') return 'has a wildcard, where one name is wanted';
  if (found === '_') return `has an underscore: ${nameExample}`;
  if (/\s/.test(found)) return `contains a space: ${nameExample}`;
  if (found === ',') return 'holds a comma, where one name is wanted';
  if (found.charCodeAt(0) > 127) return 'has a character beyond ASCII: write an international name in its xn-- form';
  return `holds ${quoted(found)}: ${nameExample}`;
}

/** Why a string is neither a DNS name nor an IP address, IPv6 without brackets. */
export function hostFault(text: string, rules: NameRules = {}): FormatFault | undefined {
  if (isIpAddress(text)) return undefined;
  if (/^[\d.]+$/.test(text)) return fault('is made of numbers, but is not an IPv4 address');
  return nameFault(text, rules);
}

/** A fully qualified or single name, as search domains, critical names of the local DNS and probes accept it. */
export function checkDnsName(text: string): FormatFault | undefined {
  if (isIpAddress(text)) return fault('is an IP address, where a name is wanted');
  return aroundHost(text, 'the name') ?? nameFault(text);
}

/**
 * A key of the local DNS overrides: `.` or a name. aks-node-controller writes it in front of `:53` into the Corefile
 * (AgentBaker 06836ee230), so it has no port; CoreDNS zones may have underscores.
 */
export function checkDnsZone(text: string): FormatFault | undefined {
  if (text === '.') return undefined;
  const lead = /^\*?\./.exec(text)?.[0].length;
  if (lead !== undefined) {
    const reason = 'begins with a dot or wildcard: a zone holds all names below it anyway';
    return fault(reason, { start: 0, end: lead }, text.slice(lead));
  }
  return aroundHost(text, 'the zone') ?? nameFault(text, { underscores: true });
}

/**
 * The part that names of registries in a cloud have in common. The scripts put a `*` in front of it for the kubelet's
 * credential provider (AgentBaker 06836ee230, `CredentialProviderConfig`), so it begins with a dot.
 */
export function checkDnsSuffix(text: string): FormatFault | undefined {
  if (text.startsWith('*.'))
    return fault('begins with a wildcard, which the node adds itself', { start: 0, end: 1 }, text.slice(1));
  const outside = aroundHost(text, 'the suffix');
  if (outside !== undefined) return fault(outside.reason, outside.part, outside.suggestion?.replace(/^(?!\.)/, '.'));
  if (!text.startsWith('.'))
    return fault('has no dot in front: a suffix is written like .azurecr.io', undefined, `.${text}`);
  if (text.endsWith('.')) return faultAt(text, /\.$/, 'ends with a dot', text.slice(0, -1));
  const found = nameFault(text.slice(1));
  return found && fault(found.reason, found.part && { start: found.part.start + 1, end: found.part.end + 1 });
}

/**
 * A DNS name or an IP address and nothing around it, such as the API server's: the scripts put `https://` in front of
 * it and `:443` behind (AgentBaker 06836ee230, bootstrap kubeconfig).
 */
export function checkHost(text: string): FormatFault | undefined {
  if (isShortName(text) || isIpAddress(text)) return undefined;
  const bracketed = bracketedIpv6(text);
  if (bracketed !== undefined) return fault('is in brackets: the address alone is wanted', undefined, bracketed);
  return aroundHost(text, 'the host') ?? hostFault(text);
}

/** What is in front of a host or behind it and does not belong there: scheme, credentials, path, port. */
function aroundHost(text: string, wanted: string): FormatFault | undefined {
  const advice = `: ${wanted} alone is wanted`;
  const bare = (host: string): string => inBrackets(host) ?? host;
  const url = urlParts(text);
  if (url !== undefined) return schemeFault(url, advice, bare(url.host));
  const slash = text.search(/[/?#]/);
  if (slash !== -1) {
    const suggestion = slash === 0 ? undefined : bare(hostAndPort(text.slice(0, slash)).host);
    return fault(`has a path behind it${advice}`, { start: slash, end: text.length }, suggestion);
  }
  const at = text.lastIndexOf('@');
  const { host, port } = hostAndPort(text.slice(at + 1));
  if (at !== -1) return fault(`has credentials in front${advice}`, undefined, bare(host));
  if (port === undefined) return undefined;
  return fault(`has a port${advice}`, { start: host.length, end: text.length }, bare(host));
}

const example = 'a range is written like 32768 60999';

/**
 * `net.ipv4.ip_local_port_range`: aks-node-controller splits the string at each space, requires two numbers as Go's
 * `strconv.Atoi` reads them (a sign is accepted), the first below the second (AgentBaker 06836ee230
 * `getPortRangeEndValue`). What it cannot read it passes on without reserving ports; the kernel requires 1 to 65535.
 */
export function checkPortRange(text: string): FormatFault | undefined {
  const [, first, last] = /^([-+]?\d+) ([-+]?\d+)$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return unreadable(text);
  const outside = [first, last].find((number) => !(Number(number) >= 1 && Number(number) <= 65_535));
  if (outside !== undefined) return fault(`holds ${quoted(outside)}, and ports are numbers from 1 to 65535`);
  if (Number(first) < Number(last)) return undefined;
  const suggestion = Number(first) === Number(last) ? undefined : `${last} ${first}`;
  return fault(`does not begin with the smaller port: ${example}`, undefined, suggestion);
}

function unreadable(text: string): FormatFault {
  const [, first, last] = /^\s*(\d{1,5})[\s,;:-]+(\d{1,5})\s*$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return fault(`is not two ports with a space between them: ${example}`);
  return fault(`does not have exactly one space between its two ports: ${example}`, undefined, `${first} ${last}`);
}
