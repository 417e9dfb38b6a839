import { nearestName } from '../text/suggest.js';
import { type FormatFault, quoted } from './format.js';

const keyExample = 'a label key is written like agentpool or kubernetes.azure.com/mode';

/**
 * Keys and values of at most 63 characters in which nothing is wrong, as nearly all are; one pass tells them from those
 * that have to be looked at part by part.
 */
const shortKey =
  /^(?:[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*\/)?[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)*$/;
const shortValue = /^[A-Za-z0-9]+(?:[-_.]+[A-Za-z0-9]+)*$/;

/**
 * The key of a node label or taint: Kubernetes' `IsQualifiedName` (kubernetes 03014f486c, by which the kubelet checks
 * `--node-labels`): up to 63 letters, digits and `. _ -` that begin and end with a letter or digit, perhaps behind a
 * lowercase DNS name and a slash.
 */
export function checkLabelKey(text: string): FormatFault | undefined {
  if (text.length <= 63 && shortKey.test(text)) return undefined;
  const slash = text.indexOf('/');
  if (slash === -1) return partFault(text, 0, 'name');
  if (text.includes('/', slash + 1)) {
    return {
      reason: `has more than one slash: ${keyExample}`,
      part: { start: text.indexOf('/', slash + 1), end: text.length },
    };
  }
  return prefixFault(text, text.slice(0, slash)) ?? partFault(text.slice(slash + 1), slash + 1, 'name');
}

function prefixFault(text: string, prefix: string): FormatFault | undefined {
  const part = { start: 0, end: prefix.length };
  if (prefix === '') return { reason: `has nothing in front of its slash: ${keyExample}` };
  if (prefix.length > 253)
    return { reason: `has a prefix of ${prefix.length} characters, and one has at most 253`, part };
  if (prefix !== prefix.toLowerCase()) {
    return {
      reason: 'has uppercase letters in front of its slash, where a lowercase DNS name stands',
      part,
      suggestion: prefix.toLowerCase() + text.slice(prefix.length),
    };
  }
  const fits = prefix
    .split('.')
    .every((label) => /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-'));
  return fits ? undefined : { reason: `has no DNS name in front of its slash: ${keyExample}`, part };
}

/** The value of a node label or taint: Kubernetes' `IsValidLabelValue` (kubernetes 03014f486c), which may be empty. */
export function checkLabelValue(text: string): FormatFault | undefined {
  if (text === '' || (text.length <= 63 && shortValue.test(text))) return undefined;
  return partFault(text, 0, 'value');
}

function partFault(text: string, start: number, what: 'name' | 'value'): FormatFault | undefined {
  const part = { start, end: start + text.length };
  const inLabel = `a ${what} in a label`;
  if (text === '') return { reason: `has no name behind its slash: ${keyExample}` };
  const stranger = /[^a-z0-9_.-]/i.exec(text);
  if (stranger !== null) {
    const at = start + stranger.index;
    return {
      reason: `holds ${quoted(stranger[0])}: ${inLabel} is made of letters, digits and . _ -`,
      part: { start: at, end: at + 1 },
    };
  }
  if (text.length > 63) return { reason: `has ${text.length} characters in its ${what}, and there may be 63`, part };
  if (!/^[a-z0-9]/i.test(text))
    return { reason: `does not begin with a letter or digit, as ${inLabel} does`, part: { start, end: start + 1 } };
  if (!/[a-z0-9]$/i.test(text)) {
    return {
      reason: `does not end with a letter or digit, as ${inLabel} does`,
      part: { start: part.end - 1, end: part.end },
    };
  }
  return undefined;
}

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
    return { reason: 'has a space beside a comma, which the kubelet does not cut off', suggestion: taint.trim() };
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
