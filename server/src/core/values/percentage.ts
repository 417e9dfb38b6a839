import type { FormatFault } from './format.js';
import { readQuantity } from './quantity.js';

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
