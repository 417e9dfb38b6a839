import { isIpv6 } from '../values/hosts.js';

/**
 * Invents an address for each IPv4 and IPv6 address. Addresses with the same prefix still have the same prefix, so that a
 * DNS service IP stays in its service CIDR; private ones stay private. Public ones move to ranges that are reserved for
 * documentation. Addresses that are the same on every machine, masks and prefixes of public networks stay.
 */
export class InventedAddresses {
  /** What is left to use for an octet, by the octets before it. */
  readonly #octets = new Map<string, Map<number, number>>();
  /** The first octets behind the private networks in the original addresses. */
  readonly #used = new Map<string, Set<number>>();
  readonly #publicPrefixes = new Map<string, string>();
  readonly #parts = new Map<string, Map<string, number>>();
  readonly #known = new Map<string, string>();

  /** The invented address; undefined if the text isn't an address or the address stays. */
  of(address: string): string | undefined {
    const known = this.#known.get(address);
    if (known !== undefined) return known === address ? undefined : known;
    const invented = (address.includes(':') ? this.#ofIpv6(address) : this.#ofIpv4(address)) ?? address;
    this.#known.set(address, invented);
    return invented === address ? undefined : invented;
  }

  #ofIpv4(address: string): string | undefined {
    const octets = address.split('.').map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = octets;
    if (octets.length !== 4 || octets.some((octet) => octet > 255) || /(?:^|\.)0\d/.test(address)) return undefined;
    if (stays(a, b, c, d)) return undefined;
    const network = privateNetworkOf(octets);
    if (network !== undefined) return this.#ofPrivate(network, octets.slice(network.split('.').length));
    const prefix = `${a}.${b}.${c}`;
    let invented = this.#publicPrefixes.get(prefix);
    if (invented === undefined) {
      invented = documentationPrefix(this.#publicPrefixes.size);
      this.#publicPrefixes.set(prefix, invented);
    }
    return [invented, ...this.#mapped(prefix, [d])].join('.');
  }

  /**
   * Takes over the private addresses of a text, so that no invented address is one of them. If all addresses of a network
   * are invented ones, the text is redacted already, and they stay.
   */
  collect(text: string): void {
    for (const [address] of text.matchAll(/(?<!\d)(?:10|172|192|100)\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)/g)) {
      const octets = address.split('.').map(Number);
      const network = privateNetworkOf(octets);
      if (network === undefined) continue;
      const used = this.#used.get(network) ?? new Set<number>();
      this.#used.set(network, used.add(octets[network.split('.').length] ?? 0));
    }
  }

  /** The first octet behind the network shows that an address is invented; the others are counted. */
  #ofPrivate(network: string, [first = 0, ...rest]: readonly number[]): string | undefined {
    const used = this.#used.get(network) ?? new Set<number>();
    if ([...used].every((octet) => marks.includes(octet))) return undefined;
    // The network itself.
    if (network !== '10' && first === 0 && rest.every((octet) => octet === 0)) return undefined;
    const mapped = this.#octetsBehind(network);
    let invented = mapped.get(first);
    if (invented === undefined) {
      const taken = new Set([...used, ...mapped.values()]);
      const bit = first === 0 ? 0 : first & -first;
      const isFree = (mark: number): boolean => !taken.has(mark);
      // As many zero bits at the end, so that prefixes of networks stay prefixes.
      invented =
        marks.find((mark) => isFree(mark) && (mark & -mark) === bit) ??
        marks.find((mark) => isFree(mark) && (bit === 0 || (mark & -mark) > bit)) ??
        marks.find(isFree) ??
        freeOctet(first, taken);
      mapped.set(first, invented);
    }
    return [network, invented, ...this.#mapped(`${network}.${first}`, rest)].join('.');
  }

  #octetsBehind(prefix: string): Map<number, number> {
    let mapped = this.#octets.get(prefix);
    if (mapped === undefined) this.#octets.set(prefix, (mapped = new Map<number, number>()));
    return mapped;
  }

  /** Octets after some others. Each is mapped by itself, so that equal prefixes stay equal. */
  #mapped(prefix: string, octets: readonly number[]): number[] {
    let before = prefix;
    return octets.map((octet) => {
      const mapped = this.#octetsBehind(before);
      let invented = mapped.get(octet);
      if (invented === undefined) {
        invented = octet === 0 || octet === 255 ? octet : freeOctet(octet, new Set(mapped.values()));
        mapped.set(octet, invented);
      }
      before = `${before}.${octet}`;
      return invented;
    });
  }

  #ofIpv6(address: string): string | undefined {
    if (!isIpv6(address) || address.includes('.')) return undefined;
    const groups = groupsOf(address);
    const first = groups[0] ?? 0;
    // Unspecified, loopback, multicast and documentation addresses.
    if (groups.slice(0, 7).every((group) => group === 0) || first >> 8 === 0xff || first >> 4 === 0x3ff)
      return undefined;
    const isUniqueLocal = (first & 0xfe00) === 0xfc00;
    const isLinkLocal = (first & 0xffc0) === 0xfe80;
    const network = groups.slice(0, 4);
    const host = groups.slice(4);
    const named = isLinkLocal ? 'fe80' : this.#network(network, isUniqueLocal ? 'fd00' : '3fff');
    if (host.every((group) => group === 0)) return `${named}::`;
    const number = this.#number(network.join(':'), host.join(':'));
    const invented = `${named}::${number.toString(16)}`;
    return isIpv6(invented) ? invented : invented.replace('::', ':0:0:0:');
  }

  /** The invented prefix. Its last group that isn't zero has the place of the last one in the original. */
  #network(groups: readonly number[], first: string): string {
    const length = Math.max(2, groups.findLastIndex((group) => group !== 0) + 1);
    const number = this.#number(first, groups.join(':')).toString(16);
    return [first, ...Array.from({ length: length - 2 }, () => '0'), number].join(':');
  }

  #number(list: string, part: string): number {
    let numbers = this.#parts.get(list);
    if (numbers === undefined) this.#parts.set(list, (numbers = new Map<string, number>()));
    const number = numbers.get(part) ?? numbers.size + 1;
    numbers.set(part, number);
    return number;
  }
}

/** Octets by which invented private addresses are recognised: rare in real networks, with up to seven zero bits at the end. */
const marks: readonly number[] = [128, 192, 64, ...Array.from({ length: 32 }, (_, index) => 160 + index)];

/** The octets of the private network that an address is in; undefined for public addresses. */
function privateNetworkOf([a = 0, b = 0]: readonly number[]): string | undefined {
  if (a === 10) return '10';
  const isPrivate = (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 100 && b >= 64 && b < 128);
  return isPrivate ? `${a}.${b}` : undefined;
}

/** Addresses that say nothing about whose machine it is. */
function stays(a: number, b: number, c: number, d: number): boolean {
  if (a === 0 || a === 127 || a >= 224 || (a === 169 && b === 254)) return true;
  // Azure's own services, public DNS, and ranges for documentation and benchmarks (RFC 5737, RFC 2544).
  const address = `${a}.${b}.${c}.${d}`;
  if (publicAddresses.has(address)) return true;
  if (a === 198 && (b === 18 || b === 19)) return true;
  if (['192.0.2', '198.51.100', '203.0.113'].includes(`${a}.${b}.${c}`)) return true;
  // The prefix of a large public network, such as a service tag.
  return c === 0 && d === 0 && privateNetworkOf([a, b]) === undefined;
}

const publicAddresses: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '8.8.8.8',
  '8.8.4.4',
  '1.1.1.1',
  '1.0.0.1',
  '9.9.9.9',
]);

/** Prefixes of three octets that are reserved, so that an invented public address is never a real one. */
function documentationPrefix(index: number): string {
  const documentation = ['203.0.113', '198.51.100', '192.0.2'][index];
  if (documentation !== undefined) return documentation;
  const rest = index - 3;
  if (rest < 512) return `198.${18 + (rest >> 8)}.${rest & 255}`;
  // Class E. After 16 octets of it, prefixes repeat; no document has that many networks.
  return `${240 + ((rest >> 16) % 15)}.${(rest >> 8) & 255}.${rest & 255}`;
}

/** The lowest unused octet with as many zero bits at its end, so that prefixes of networks stay prefixes. */
function freeOctet(octet: number, taken: ReadonlySet<number>): number {
  const bit = octet & -octet;
  for (let candidate = 1; candidate < 255; candidate++)
    if ((candidate & -candidate) === bit && !taken.has(candidate)) return candidate;
  return octet;
}

/** The eight groups of a valid address. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const read = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const left = read(before);
  if (after === undefined) return left;
  const right = read(after);
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0), ...right];
}
