import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

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
export interface QuantityParts {
  readonly negative: boolean;
  readonly zero: boolean;
  readonly fault: FormatFault | undefined;
}

/**
 * Kubernetes' `resource.ParseQuantity` (apimachinery 357557a670): sign, decimal number, and a suffix or a decimal
 * exponent. It reads a text without any digit, such as `Mi`, as zero; that is a fault here, as nobody means it. So is
 * an exponent beyond 32 bits, which it cuts.
 */
export function readQuantity(text: string): QuantityParts {
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
