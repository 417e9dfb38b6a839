import type { FormatFault } from './format.js';
import { hostFault, isShortName } from './hosts.js';
import { checkCidr, isIpAddress, isIpv6 } from './ipAddress.js';
import { quoted } from './quoted.js';
import { authorityFault } from './url.js';
import { hostAndPort, inBrackets, portFault, urlParts } from './urlParts.js';

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
      reason: `holds a blank or line break: ${proxyExample}`,
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
      ? { reason: 'stands in brackets, which an address has only in front of a port', suggestion: bracketed }
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
