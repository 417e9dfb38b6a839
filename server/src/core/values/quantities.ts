import { quoted } from '../text/strings.js';
import { words } from '../text/table.js';
import { fault, faultAt, type FormatFault } from './format.js';

const quantitySuffixes: ReadonlySet<string> = new Set(['', ...words('n u m k M G T P E Ki Mi Gi Ti Pi Ei')]);

const acceptedQuantity =
  'a quantity is a number with one of the suffixes Ki, Mi, Gi, Ti, Pi, Ei, k, M, G, T, P, E, m, u, n or none';

/** A string taken apart as `resource.ParseQuantity` does it; every part may be missing. */
interface QuantityParts {
  readonly negative: boolean;
  readonly zero: boolean;
  readonly fault: FormatFault | undefined;
}

/**
 * Kubernetes' `resource.ParseQuantity` (apimachinery 357557a670): sign, decimal number, and a suffix or a decimal
 * exponent. It reads a string without any digit, such as `Mi`, as zero, and cuts an exponent beyond 32 bits;
 * both are faults here.
 */
function readQuantity(text: string): QuantityParts {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = /^([-+]?)(\d*)(?:\.(\d*))?([^]*)/.exec(text) ?? [];
  const start = text.length - suffix.length;
  return {
    negative: sign === '-',
    zero: !/[1-9]/.test(whole) && !/[1-9]/.test(fraction),
    fault:
      whole === '' && fraction === ''
        ? fault(`has no number in front: ${acceptedQuantity}`, undefined, meant(text))
        : suffixFault(text, suffix, start),
  };
}

function suffixFault(text: string, suffix: string, start: number): FormatFault | undefined {
  if (quantitySuffixes.has(suffix)) return undefined;
  const part = { start, end: text.length };
  const exponent = /^[eE][-+]?(\d+)$/.exec(suffix)?.[1];
  if (exponent !== undefined) {
    const fits = exponent.length <= 10 && Number(exponent) < 2 ** 31;
    return fits ? undefined : fault('has an exponent that does not fit into 32 bits', part);
  }
  if (suffix === '%') return fault(`is a percentage: ${acceptedQuantity}`, part);
  const advice = suffix === 'K' ? 'a thousand is a lowercase k, and 1024 is Ki' : acceptedQuantity;
  return fault(`has the unknown suffix ${quoted(suffix)}: ${advice}`, part, meant(text));
}

/**
 * Sizes and amounts of the kubelet's configuration. A sign belongs to the format: the kubelet refuses to reserve a
 * negative amount, but reads a negative `container_log_max_size` as no rotation at all (kubernetes f77451e4e8).
 */
export function checkQuantity(text: string): FormatFault | undefined {
  return readQuantity(text).fault;
}

/** Suffixes as authors write them: bytes spelled out, wrong case. `b` and `B` add nothing to a quantity. */
function meant(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const [, number, letter, binary] = /^([-+]?\d+(?:[.,]\d+)?)\s*([kmgtpe]?)(i?)(?:b|bytes?)?$/i.exec(text.trim()) ?? [];
  if (number === undefined || letter === undefined || binary === undefined) return undefined;
  if (letter === '' && binary !== '') return undefined;
  const scale = binary === '' && /k/i.test(letter) ? 'k' : letter.toUpperCase();
  return number.replace(',', '.') + scale + binary.toLowerCase();
}

const acceptedPercentage = 'a percentage is a number from 0 to 100 and a percent sign, such as 10%';

/**
 * The kubelet's `parsePercentage` (kubernetes 008b365295, `kubelet/eviction/helpers.go`): what is in front of the
 * percent signs as Go's `strconv.ParseFloat` reads it at 32 bits, from 0 to 100. Only decimal notation is accepted.
 */
export function checkPercentage(text: string): FormatFault | undefined {
  let end = text.length;
  while (text.charAt(end - 1) === '%') end--;
  const number = text.slice(0, end);
  const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(number);
  if (number === text)
    return fault(`has no percent sign: ${acceptedPercentage}`, undefined, decimal ? `${text}%` : undefined);
  if (!decimal) {
    const suggestion = `${number.trim().replace(',', '.')}%`;
    return fault(`is not a number in front of the percent sign: ${acceptedPercentage}`, undefined, suggestion);
  }
  // With 32 bits, slightly more than 100 is 100.
  const share = Math.fround(Math.fround(Number(number)) / 100);
  if (share < 0) return fault(`is negative: ${acceptedPercentage}`);
  return share > 1 ? fault(`is more than 100%: ${acceptedPercentage}`) : undefined;
}

/**
 * A value of `eviction_hard` and `eviction_soft`: a share of what the node has, or a positive quantity
 * (`parseThresholdStatement`, kubernetes 008b365295). `0%` and `100%` are accepted and switch the signal's threshold
 * off; a quantity of zero is refused.
 */
export function checkEvictionThreshold(text: string): FormatFault | undefined {
  if (text.endsWith('%')) return checkPercentage(text);
  const { fault: found, negative, zero } = readQuantity(text);
  if (found !== undefined) return { ...found, reason: `${found.reason}; a percentage such as 10% is possible too` };
  if (zero)
    return fault('is zero, which the kubelet refuses as a quantity: 0% switches a threshold off', undefined, '0%');
  return negative ? fault('is negative, which the kubelet refuses', { start: 0, end: 1 }) : undefined;
}

const example = 'a limit is written like 1048576, 65536:1048576, 64M or infinity';

/** In ascending order; `B` and nothing count bytes. */
const byteSuffixes = ['', 'B', 'K', 'M', 'G', 'T', 'P', 'E'] as const;

/** systemd keeps 2^64 - 1 for infinity. */
const infinity = (1n << 64n) - 1n;

/**
 * A value of systemd's `LimitNOFILE=` or `LimitMEMLOCK=` as systemd 252 reads it: one limit, or a soft one, a colon and
 * a hard one that is not lower. Memory accepts fractions, the suffixes B and K to E and sums such as `1G500M`; numbers of
 * files do not, but a format doesn't know which of them a field holds, so both are accepted, in decimal and without
 * leading zeros, which make a number of files octal. The scripts turn spaces into line breaks (AgentBaker 06836ee230,
 * `configureContainerdUlimits`), so there must be none.
 */
export function checkSystemdLimit(text: string): FormatFault | undefined {
  const becomes = `contains a space, which becomes a line break on the node: ${example}`;
  const spaced = faultAt(text, /\s/, becomes, text.trim().replace(/\s+/g, ':'));
  if (spaced !== undefined) return spaced;
  const limits = text.split(':');
  if (limits.length > 2) return fault(`has more than one colon: ${example}`);
  const values: bigint[] = [];
  for (const limit of limits) {
    const value = limitValue(limit);
    if (typeof value !== 'bigint') {
      const { reason, suggestion } = value;
      const whole = suggestion && limits.map((other) => (other === limit ? suggestion : other)).join(':');
      return fault(reason, undefined, whole);
    }
    values.push(value);
  }
  const [soft = 0n, hard = soft] = values;
  return soft > hard ? fault('has a soft limit in front of its colon that is above the hard one') : undefined;
}

function limitValue(limit: string): bigint | FormatFault {
  if (limit === 'infinity') return infinity;
  if (/^0\d/.test(limit)) {
    const reason = 'has leading zeros, with which systemd reads a number of files as octal';
    return fault(reason, undefined, limit.replace(/^0+(?=\d)/, ''));
  }
  let sum = 0n;
  let end = 0;
  let smallest: number = byteSuffixes.length;
  for (const match of limit.matchAll(/(\d+)(?:\.(\d*))?([BKMGTPE]?)/g)) {
    const [all, whole = '', fraction = '', suffix = ''] = match;
    const rank = byteSuffixes.findIndex((known) => known === suffix);
    if (match.index !== end || rank >= smallest) break;
    smallest = rank;
    end += all.length;
    sum += amountOf(whole, fraction, 1024n ** BigInt(Math.max(0, rank - 1)));
    if (sum >= infinity) return fault(`is beyond 64 bits: ${example}`);
  }
  return end === limit.length && end > 0 ? sum : unreadable(limit);
}

/** Twenty digits hold 64 bits; a longer number would cost more than linear time, and its end makes no difference. */
function amountOf(whole: string, fraction: string, factor: bigint): bigint {
  if (whole.length > 20) return infinity;
  const digits = fraction.slice(0, 20);
  return BigInt(whole) * factor + (BigInt(digits) * factor) / 10n ** BigInt(digits.length);
}

function unreadable(limit: string): FormatFault {
  if (/^(?:unlimited|max|inf|infinity|infinite|-1)$/i.test(limit))
    return fault(`is not the word infinity: ${example}`, undefined, 'infinity');
  const [, number, letter] = /^(\d{1,20})([kmgtpe])i?b?$/i.exec(limit) ?? [];
  const suffix = /^\d+(?:\.\d*)?([^\d.].*)$/s.exec(limit)?.[1];
  if (suffix === undefined) return fault(`has no limit where one is wanted: ${example}`);
  const suggestion = number === undefined || letter === undefined ? undefined : number + letter.toUpperCase();
  return fault(`has the unknown suffix ${quoted(suffix)}: ${example}`, undefined, suggestion);
}
