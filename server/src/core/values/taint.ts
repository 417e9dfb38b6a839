import { nearestName } from '../text/suggest.js';
import type { FormatFault } from './format.js';
import { checkLabelKey, checkLabelValue } from './label.js';
import { quoted } from './quoted.js';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

const example = 'a taint is written like sku=gpu:NoSchedule';

/**
 * Taints of the kubelet's `--register-with-taints` with commas between them, without blanks (kubernetes 0138a19fab
 * `taints.ParseTaints`): `key=value:effect` or `key:effect`, no key twice with one effect. A hyphen at the end asks for
 * a taint's removal, which the flag takes and ignores; that is a fault here.
 */
export function checkTaintList(text: string): FormatFault | undefined {
  const seen = new Set<string>();
  let start = 0;
  for (const taint of text.split(',')) {
    const end = start + taint.length;
    // Where nothing stands, a comma beside it is what can be pointed at.
    const part = taint === '' ? { start: Math.max(0, start - 1), end: Math.max(1, end) } : { start, end };
    const fault = taintFault(taint);
    if (fault !== undefined) {
      const { suggestion, reason } = fault;
      return {
        reason,
        part,
        ...(suggestion === undefined ? {} : { suggestion: text.slice(0, start) + suggestion + text.slice(end) }),
      };
    }
    const identity = taint.replace(/=[^:]*/, '');
    if (seen.has(identity))
      return { reason: `holds ${quoted(identity)} twice, for which the kubelet does not start`, part };
    seen.add(identity);
    start = end + 1;
  }
  return undefined;
}

function taintFault(taint: string): FormatFault | undefined {
  if (taint.trim() === '') return { reason: `has nothing between its commas: ${example}` };
  if (/^\s|\s$/.test(taint))
    return { reason: 'has a blank beside a comma, which the kubelet does not cut off', suggestion: taint.trim() };
  const [pair = '', effect, ...more] = taint.split(':');
  if (effect === undefined) return { reason: `has no effect: ${example}` };
  if (more.length > 0) return { reason: `has more than one colon in a taint: ${example}` };
  if (effect.endsWith('-'))
    return {
      reason: 'ends with a hyphen, by which a taint is removed and not registered',
      suggestion: taint.slice(0, -1),
    };
  if (!effects.some((known) => known === effect)) {
    const near = nearestName(effect.slice(0, 40), effects);
    return {
      reason: `has the unknown effect ${quoted(effect)}: there are ${effects.join(', ')}`,
      ...(near === undefined ? {} : { suggestion: `${pair}:${near}` }),
    };
  }
  const [key = '', value = '', ...rest] = pair.split('=');
  if (rest.length > 0) return { reason: `has more than one = in a taint: ${example}` };
  if (key === '') return { reason: `has no key in front: ${example}` };
  const keyFault = checkLabelKey(key);
  if (keyFault !== undefined) return { reason: `has a taint with a key that ${keyFault.reason}` };
  const valueFault = checkLabelValue(value);
  return valueFault === undefined ? undefined : { reason: `has a taint with a value that ${valueFault.reason}` };
}
