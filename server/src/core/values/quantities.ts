import { type FormatFault, quoted } from './format.js';

const quantitySuffixes: ReadonlySet<string> = new Set([
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
]);

const acceptedQuantity =
  'a quantity is a number with one of the suffixes Ki, Mi, Gi, Ti, Pi, Ei, k, M, G, T, P, E, m, u, n or none';

/** A text taken apart as `resource.ParseQuantity` does it, in which every part may be missing. */
interface QuantityParts {
  readonly negative: boolean;
  readonly zero: boolean;
  readonly fault: FormatFault | undefined;
}

/**
 * Kubernetes' `resource.ParseQuantity` (apimachinery 357557a670): sign, decimal number, and a suffix or a decimal
 * exponent. It reads a text without any digit, such as `Mi`, as zero; that is a fault here, as nobody means it. So is
 * an exponent beyond 32 bits, which it cuts.
 */
function readQuantity(text: string): QuantityParts {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = /^([-+]?)(\d*)(?:\.(\d*))?(.*)$/s.exec(text) ?? [];
  const start = text.length - suffix.length;
  return {
    negative: sign === '-',
    zero: !/[1-9]/.test(whole) && !/[1-9]/.test(fraction),
    fault:
      whole === '' && fraction === ''
        ? { reason: `has no number in front: ${acceptedQuantity}`, ...meant(text) }
        : suffixFault(text, suffix, start),
  };
}

function suffixFault(text: string, suffix: string, start: number): FormatFault | undefined {
  if (quantitySuffixes.has(suffix)) return undefined;
  const part = { start, end: text.length };
  const exponent = /^[eE][-+]?(\d+)$/.exec(suffix)?.[1];
  if (exponent !== undefined) {
    return exponent.length <= 10 && Number(exponent) < 2 ** 31
      ? undefined
      : { reason: 'has an exponent that does not fit into 32 bits', part };
  }
  if (suffix === '%') return { reason: `is a percentage: ${acceptedQuantity}`, part };
  if (suffix === 'K')
    return { reason: 'has the unknown suffix "K": a thousand is a lowercase k, and 1024 is Ki', part, ...meant(text) };
  return { reason: `has the unknown suffix ${quoted(suffix)}: ${acceptedQuantity}`, part, ...meant(text) };
}

/**
 * Sizes and amounts of the kubelet's configuration. A sign belongs to the form: the kubelet refuses to reserve a
 * negative amount, but takes a negative `container_log_max_size` for no rotation at all (kubernetes f77451e4e8).
 */
export function checkQuantity(text: string): FormatFault | undefined {
  return readQuantity(text).fault;
}

/** Suffixes as people write them: bytes spelled out, wrong case. `b` and `B` add nothing to a quantity. */
function meant(text: string): { suggestion?: string } {
  if (text.length > 40) return {};
  const [, number, letter, binary] = /^\s*([-+]?\d+(?:[.,]\d+)?)\s*([kmgtpe]?)(i?)(?:b|bytes?)?\s*$/i.exec(text) ?? [];
  if (number === undefined || letter === undefined || binary === undefined) return {};
  if (letter === '' && binary !== '') return {};
  const scale = binary === '' && /k/i.test(letter) ? 'k' : letter.toUpperCase();
  return { suggestion: `${number.replace(',', '.')}${scale}${binary.toLowerCase()}` };
}

const acceptedPercentage = 'a percentage is a number from 0 to 100 and a percent sign, such as 10%';

/**
 * The kubelet's `parsePercentage` (kubernetes 008b365295, `kubelet/eviction/helpers.go`): what stands in front of the
 * percent signs as Go's `strconv.ParseFloat` reads it at 32 bits, from 0 to 100. Only decimal notation is accepted.
 */
export function checkPercentage(text: string): FormatFault | undefined {
  let end = text.length;
  while (text.charAt(end - 1) === '%') end--;
  const number = text.slice(0, end);
  const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(number);
  if (number === text) {
    return { reason: `has no percent sign: ${acceptedPercentage}`, ...(decimal ? { suggestion: `${text}%` } : {}) };
  }
  if (!decimal) {
    const suggestion = number.trim().replace(',', '.');
    return {
      reason: `is not a number in front of the percent sign: ${acceptedPercentage}`,
      suggestion: `${suggestion}%`,
    };
  }
  // 32 bits take what is slightly more than 100 for 100.
  const share = Math.fround(Math.fround(Number(number)) / 100);
  if (share < 0) return { reason: `is negative: ${acceptedPercentage}` };
  if (share > 1) return { reason: `is more than 100%: ${acceptedPercentage}` };
  return undefined;
}

/**
 * A value of `eviction_hard` and `eviction_soft`: a share of what the node has, or a positive quantity
 * (`parseThresholdStatement`, kubernetes 008b365295). `0%` and `100%` are accepted and switch the signal's threshold
 * off; a quantity of zero is refused.
 */
export function checkEvictionThreshold(text: string): FormatFault | undefined {
  if (text.endsWith('%')) return checkPercentage(text);
  const { fault, negative, zero } = readQuantity(text);
  if (fault !== undefined) return { ...fault, reason: `${fault.reason}; a percentage such as 10% is possible too` };
  if (zero)
    return {
      reason: 'is zero, which the kubelet refuses as a quantity: 0% switches a threshold off',
      suggestion: '0%',
    };
  if (negative) return { reason: 'is negative, which the kubelet refuses', part: { start: 0, end: 1 } };
  return undefined;
}

const example = 'a limit is written like 1048576, 65536:1048576, 64M or infinity';

/** In ascending order; `B` and nothing count bytes. */
const byteSuffixes = ['', 'B', 'K', 'M', 'G', 'T', 'P', 'E'] as const;

/** systemd keeps 2^64 - 1 for infinity. */
const infinity = (1n << 64n) - 1n;

/**
 * A value of systemd's `LimitNOFILE=` or `LimitMEMLOCK=` as systemd 252 reads it: one limit, or a soft one, a colon and
 * a hard one that is not lower. Memory takes fractions, the suffixes B and K to E and sums such as `1G500M`; numbers of
 * files do not, but a form cannot tell which of them a field holds, so both are accepted, in decimal and without
 * leading zeros, which make a number of files octal. The scripts turn blanks into line breaks (AgentBaker 06836ee230,
 * `configureContainerdUlimits`), so there must be none.
 */
export function checkSystemdLimit(text: string): FormatFault | undefined {
  const blank = /\s/.exec(text);
  if (blank !== null) {
    const part = { start: blank.index, end: blank.index + 1 };
    return {
      reason: `contains a space, which becomes a line break on the node: ${example}`,
      part,
      suggestion: text.trim().replace(/\s+/g, ':'),
    };
  }
  const limits = text.split(':');
  if (limits.length > 2) return { reason: `has more than one colon: ${example}` };
  const values: bigint[] = [];
  for (const limit of limits) {
    const value = limitValue(limit);
    if (typeof value !== 'bigint') return withinPair(value, limits, limit);
    values.push(value);
  }
  const [soft = 0n, hard = soft] = values;
  return soft > hard ? { reason: 'has a soft limit in front of its colon that is above the hard one' } : undefined;
}

function limitValue(limit: string): bigint | FormatFault {
  if (limit === 'infinity') return infinity;
  if (/^0\d/.test(limit)) {
    return {
      reason: 'has leading zeros, with which systemd reads a number of files as octal',
      suggestion: limit.replace(/^0+(?=\d)/, ''),
    };
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
    if (sum >= infinity) return { reason: `is beyond 64 bits: ${example}` };
  }
  return end === limit.length && end > 0 ? sum : unreadable(limit);
}

/** Twenty digits hold 64 bits; a longer number would cost more than linear time, and its end counts for nothing. */
function amountOf(whole: string, fraction: string, factor: bigint): bigint {
  if (whole.length > 20) return infinity;
  const digits = fraction.slice(0, 20);
  return BigInt(whole) * factor + (BigInt(digits) * factor) / 10n ** BigInt(digits.length);
}

function unreadable(limit: string): FormatFault {
  if (/^(?:unlimited|max|inf|infinity|infinite|-1)$/i.test(limit)) {
    return { reason: `is not the word infinity: ${example}`, suggestion: 'infinity' };
  }
  const [, number, letter] = /^(\d{1,20})([kmgtpe])i?b?$/i.exec(limit) ?? [];
  const suffix = /^\d+(?:\.\d*)?([^\d.].*)$/s.exec(limit)?.[1];
  if (suffix === undefined) return { reason: `has no limit where one is wanted: ${example}` };
  return {
    reason: `has the unknown suffix ${quoted(suffix)}: ${example}`,
    ...(number === undefined || letter === undefined ? {} : { suggestion: number + letter.toUpperCase() }),
  };
}

function withinPair(fault: FormatFault, limits: readonly string[], limit: string): FormatFault {
  const { suggestion } = fault;
  if (suggestion === undefined) return fault;
  return { ...fault, suggestion: limits.map((other) => (other === limit ? suggestion : other)).join(':') };
}
