import type { FormatFault } from './format.js';

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
    const what = text.endsWith(']') ? 'stands in brackets' : 'has a port';
    return { reason: `${what}: the address alone is wanted, such as 10.0.0.10 or fd00::10`, suggestion: unwrapped };
  }
  return { ...ipv4Fault(text), ...withoutLeadingZeros(text) };
}

function ipv4Fault(text: string): FormatFault {
  if (!/^[\d.]{1,64}$/.test(text)) return { reason: `is no IP address: ${accepted}` };
  const numbers = text.split('.');
  const zeros = numbers.find((number) => /^0\d/.test(number));
  if (numbers.length !== 4) return { reason: `has ${numbers.length} numbers where an IPv4 address has four` };
  if (numbers.includes('')) return { reason: `lacks a number between its dots: ${accepted}` };
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
