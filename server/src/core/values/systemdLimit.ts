import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

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
      reason: `holds a blank, which becomes a line break on the node: ${example}`,
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
