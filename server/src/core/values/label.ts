import type { FormatFault } from './format.js';
import { quoted } from './quoted.js';

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
