import type { FormatFault } from './format.js';

/** Sysctls that each pod has its own of (kubernetes 11de9543ee, `component-helpers/node/util/sysctl`). */
const ofPods = { names: ['kernel.sem'], prefixes: ['kernel.shm', 'kernel.msg', 'fs.mqueue.', 'net.'] } as const;

const sysctlExample = 'a sysctl is written like net.core.somaxconn or kernel.msg*';

/**
 * An entry of the kubelet's `allowedUnsafeSysctls`: a sysctl or the beginning of some with a `*` behind it, lowercase,
 * with dots or slashes between its parts, at most 253 characters; and one that Linux keeps for each pod apart. The
 * kubelet does not start otherwise (kubernetes 11de9543ee, `sysctl.NewAllowlist`).
 */
export function checkSysctlPattern(text: string): FormatFault | undefined {
  if (text.length > 253) return { reason: `has ${text.length} characters, and a sysctl has at most 253` };
  const star = text.indexOf('*');
  if (star !== -1 && star !== text.length - 1) {
    return { reason: 'has a * that is not its last character', part: { start: star, end: star + 1 } };
  }
  const assignment = text.indexOf('=');
  if (assignment > 0) {
    const part = { start: assignment, end: text.length };
    return { reason: `has a value: ${sysctlExample}`, part, suggestion: text.slice(0, assignment).trim() };
  }
  if (text !== text.toLowerCase())
    return { reason: 'has uppercase letters, and sysctls are lowercase here', suggestion: text.toLowerCase() };
  if (!hasForm(text)) return { reason: `is no sysctl: ${sysctlExample}` };
  const name = withDots(text);
  const prefix = star === -1 ? name : name.slice(0, -1);
  const known = ofPods.names.some((own) => own === prefix) || ofPods.prefixes.some((own) => prefix.startsWith(own));
  if (known) return undefined;
  return {
    reason:
      'names a sysctl of the whole node: pods have kernel.sem, kernel.shm*, kernel.msg*, fs.mqueue.* and net.* to themselves',
  };
}

/** Segments of lowercase letters, digits and inner `-` and `_`; the last one may end with the star. */
function hasForm(text: string): boolean {
  const segments = text.split(/[./]/);
  const last = segments.pop() ?? '';
  const isSegment = (segment: string): boolean => /^[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/.test(segment);
  return segments.every(isSegment) && (isSegment(last) || last === '*' || /^[a-z0-9][-_a-z0-9]*\*$/.test(last));
}

/** Where the first separator is a slash, slashes separate and dots belong to a part's name, as sysctl(8) has it. */
function withDots(text: string): string {
  const separator = /[./]/.exec(text)?.[0];
  return separator === '/' ? text.replace(/[./]/g, (found) => (found === '/' ? '.' : '/')) : text;
}
