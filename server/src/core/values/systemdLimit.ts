import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

const example = 'a limit is written like 1048576, 65536:1048576, 64M or infinity';

const factors: ReadonlyMap<string, bigint> = new Map(
  ['', 'K', 'M', 'G', 'T', 'P', 'E'].map((suffix, power) => [suffix, 1024n ** BigInt(power)]),
);

/** systemd keeps 2^64 - 1 for infinity. */
const infinity = (1n << 64n) - 1n;

/**
 * A value of systemd's `LimitNOFILE=` or `LimitMEMLOCK=` (systemd 255, `rlimit_parse`): one limit, or a soft one, a colon
 * and a hard one that is not lower. Sizes take the suffixes K to E, numbers of files do not; a form cannot tell which of
 * them a field holds, so both are accepted. The scripts turn blanks into line breaks (AgentBaker 06836ee230
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
  const [, digits = '', suffix = ''] = /^(\d+)(.*)$/s.exec(limit) ?? [];
  const factor = factors.get(suffix);
  if (digits === '' || factor === undefined) return unreadable(limit, suffix);
  if (/^0\d/.test(digits)) {
    return {
      reason: 'has leading zeros, with which systemd reads it as octal',
      suggestion: limit.replace(/^0+(?=\d)/, ''),
    };
  }
  const value = digits.length > 20 ? infinity : BigInt(digits) * factor;
  return value < infinity ? value : { reason: `is beyond 64 bits: ${example}` };
}

function unreadable(limit: string, suffix: string): FormatFault {
  if (/^(?:unlimited|max|inf|infinite|-1)$/i.test(limit) || /^infinity$/i.test(limit)) {
    return { reason: `is not the word infinity: ${example}`, suggestion: 'infinity' };
  }
  const [, number, letter] = /^(\d{1,20})([kmgtpe])(?:i?b?)$/i.exec(limit) ?? [];
  const suggestion = number === undefined || letter === undefined ? {} : { suggestion: number + letter.toUpperCase() };
  if (suffix !== '') return { reason: `has the unknown suffix ${quoted(suffix)}: ${example}`, ...suggestion };
  return { reason: `has no limit where one is wanted: ${example}` };
}

function withinPair(fault: FormatFault, limits: readonly string[], limit: string): FormatFault {
  const { suggestion } = fault;
  if (suggestion === undefined) return fault;
  return { ...fault, suggestion: limits.map((other) => (other === limit ? suggestion : other)).join(':') };
}
