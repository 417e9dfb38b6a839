import type { FormatFault } from './format.js';

/** `0644`: four digits at least, as people write modes. */
export function octalDigits(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

const people = ['owner', 'group', 'others'] as const;

/**
 * A mode in words: who may read, write and execute, those with the same rights together, and what the three special
 * bits add. `0755` is `owner: read, write, execute; group, others: read, execute`.
 */
export function modeInWords(mode: number): string {
  const groups: { who: string[]; may: string }[] = [];
  for (const [index, person] of people.entries()) {
    const may = rights((mode >> (6 - 3 * index)) & 7);
    const last = groups.at(-1);
    if (last?.may === may) last.who.push(person);
    else groups.push({ who: [person], may });
  }
  const special = [
    (mode & 0o4000) === 0 ? undefined : 'runs as its owner',
    (mode & 0o2000) === 0 ? undefined : 'runs as its group',
    (mode & 0o1000) === 0 ? undefined : 'sticky',
  ];
  return [
    ...groups.map(({ who, may }) => `${who.join(', ')}: ${may}`),
    ...special.filter((one) => one !== undefined),
  ].join('; ');
}

/** The nine letters of `ls -l`: `rw-r--r--`. */
export function modeLetters(mode: number): string {
  return [6, 3, 0]
    .map((shift) => ['r', 'w', 'x'].map((letter, bit) => ((mode >> shift) & (4 >> bit) ? letter : '-')).join(''))
    .join('');
}

function rights(bits: number): string {
  const named = [bits & 4 ? 'read' : '', bits & 2 ? 'write' : '', bits & 1 ? 'execute' : ''].filter(
    (word) => word !== '',
  );
  return named.length === 0 ? 'nothing' : named.join(', ');
}

const pathExample = 'a path on the node is written like /etc/kubernetes/certs/ca.crt';

/** A path of a Linux node that begins at its root. Nothing expands `~` or variables in it. */
export function checkAbsolutePath(text: string): FormatFault | undefined {
  const file = /^file:\/\/(?=\/)/i.exec(text)?.[0];
  if (file !== undefined) {
    return {
      reason: `is a file: URL: ${pathExample}`,
      part: { start: 0, end: file.length },
      suggestion: text.slice(file.length),
    };
  }
  if (/^[a-z]:[\\/]/i.test(text) || text.startsWith('\\')) return { reason: `is a path of Windows: ${pathExample}` };
  const control = /\p{Cc}/u.exec(text);
  if (control !== null) {
    return {
      reason: 'holds a line break or another control character',
      part: { start: control.index, end: control.index + 1 },
    };
  }
  const variable = /\$(?:\{?\w+\}?|\{)/.exec(text);
  if (variable !== null) {
    const part = { start: variable.index, end: variable.index + variable[0].length };
    return { reason: 'holds a variable, which nothing on the node expands', part };
  }
  if (text.startsWith('/')) return undefined;
  if (text.startsWith('~'))
    return { reason: `begins with ~, which nothing on the node expands: ${pathExample}`, part: { start: 0, end: 1 } };
  const known = /^(?:etc|home|mnt|opt|root|run|srv|tmp|usr|var)\//.test(text);
  return { reason: `does not begin with a slash: ${pathExample}`, ...(known ? { suggestion: `/${text}` } : {}) };
}

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
  if (!hasForm(text)) return { reason: `is not a sysctl: ${sysctlExample}` };
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
