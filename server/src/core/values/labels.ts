import { nearestName } from '../text/suggest.js';
import { quoted } from '../text/strings.js';
import { characterFault, fault, type FormatFault } from './format.js';

const keyExample = 'a label key is written like agentpool or kubernetes.azure.com/mode';

/**
 * The key of a node label or taint: Kubernetes' `IsQualifiedName` (kubernetes 03014f486c, by which the kubelet checks
 * `--node-labels`): up to 63 letters, digits and `. _ -` that begin and end with a letter or digit, perhaps behind a
 * lowercase DNS name and a slash.
 */
export function checkLabelKey(text: string): FormatFault | undefined {
  const slash = text.indexOf('/');
  if (slash === -1) return partFault(text, 0, 'name');
  const second = text.indexOf('/', slash + 1);
  if (second !== -1) return fault(`has more than one slash: ${keyExample}`, { start: second, end: text.length });
  return prefixFault(text, text.slice(0, slash)) ?? partFault(text.slice(slash + 1), slash + 1, 'name');
}

const dnsName = /^[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*$/;

function prefixFault(text: string, prefix: string): FormatFault | undefined {
  const part = { start: 0, end: prefix.length };
  if (prefix.length <= 253 && dnsName.test(prefix)) return undefined;
  if (prefix === '') return fault(`has nothing in front of its slash: ${keyExample}`);
  if (prefix.length > 253) return fault(`has a prefix of ${prefix.length} characters, and one has at most 253`, part);
  if (prefix !== prefix.toLowerCase()) {
    const suggestion = prefix.toLowerCase() + text.slice(prefix.length);
    return fault('has uppercase letters in front of its slash, where a lowercase DNS name stands', part, suggestion);
  }
  return fault(`has no DNS name in front of its slash: ${keyExample}`, part);
}

/** The value of a node label or taint: Kubernetes' `IsValidLabelValue` (kubernetes 03014f486c), which may be empty. */
export function checkLabelValue(text: string): FormatFault | undefined {
  return text === '' ? undefined : partFault(text, 0, 'value');
}

const labelPart = /^[a-z0-9]+(?:[-_.]+[a-z0-9]+)*$/i;

function partFault(text: string, start: number, what: 'name' | 'value'): FormatFault | undefined {
  if (text.length <= 63 && labelPart.test(text)) return undefined;
  const end = start + text.length;
  const inLabel = `a ${what} in a label`;
  if (text === '') return fault(`has no name behind its slash: ${keyExample}`);
  const stray = characterFault(text, /[^a-z0-9_.-]/i, `${inLabel} is made of letters, digits and . _ -`);
  if (stray?.part !== undefined)
    return fault(stray.reason, { start: start + stray.part.start, end: start + stray.part.end });
  if (text.length > 63)
    return fault(`has ${text.length} characters in its ${what}, and there may be 63`, { start, end });
  if (!/^[a-z0-9]/i.test(text))
    return fault(`does not begin with a letter or digit, as ${inLabel} does`, { start, end: start + 1 });
  return fault(`does not end with a letter or digit, as ${inLabel} does`, { start: end - 1, end });
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

const example = 'a taint is written like sku=gpu:NoSchedule';

/**
 * Taints of the kubelet's `--register-with-taints` with commas between them, without spaces (kubernetes 0138a19fab
 * `taints.ParseTaints`): `key=value:effect` or `key:effect`, no key twice with one effect. A hyphen at the end asks for
 * a taint's removal, which the flag accepts and ignores; that is a fault here.
 */
export function checkTaintList(text: string): FormatFault | undefined {
  const seen = new Set<string>();
  let start = 0;
  for (const taint of text.split(',')) {
    const end = start + taint.length;
    // An empty taint has no range of its own, so the part is a comma beside it.
    const part = taint === '' ? { start: Math.max(0, start - 1), end: Math.max(1, end) } : { start, end };
    const found = taintFault(taint);
    if (found !== undefined) {
      const { suggestion, reason } = found;
      return fault(reason, part, suggestion && text.slice(0, start) + suggestion + text.slice(end));
    }
    const identity = taint.replace(/=[^:]*/, '');
    if (seen.has(identity)) return fault(`holds ${quoted(identity)} twice, for which the kubelet does not start`, part);
    seen.add(identity);
    start = end + 1;
  }
  return undefined;
}

function taintFault(taint: string): FormatFault | undefined {
  if (taint.trim() === '') return fault(`has nothing between its commas: ${example}`);
  if (/^\s|\s$/.test(taint))
    return fault('has a space beside a comma, which the kubelet does not cut off', undefined, taint.trim());
  const [pair = '', effect, ...more] = taint.split(':');
  if (effect === undefined) return fault(`has no effect: ${example}`);
  if (more.length > 0) return fault(`has more than one colon in a taint: ${example}`);
  if (effect.endsWith('-')) {
    const reason = 'ends with a hyphen, by which a taint is removed and not registered';
    return fault(reason, undefined, taint.slice(0, -1));
  }
  if (!effects.some((known) => known === effect)) {
    const near = nearestName(effect.slice(0, 40), effects);
    const reason = `has the unknown effect ${quoted(effect)}: there are ${effects.join(', ')}`;
    return fault(reason, undefined, near && `${pair}:${near}`);
  }
  const [key = '', value = '', ...rest] = pair.split('=');
  if (rest.length > 0) return fault(`has more than one = in a taint: ${example}`);
  if (key === '') return fault(`has no key in front: ${example}`);
  const inKey = checkLabelKey(key);
  if (inKey !== undefined) return fault(`has a taint with a key that ${inKey.reason}`);
  const inValue = checkLabelValue(value);
  return inValue && fault(`has a taint with a value that ${inValue.reason}`);
}
