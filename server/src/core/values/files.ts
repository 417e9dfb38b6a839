import { fault, faultAt, type FormatFault } from './format.js';

/** `0644`: four digits at least, as modes are usually written. */
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
  const special = ['runs as its owner', 'runs as its group', 'sticky'].filter((_, index) => mode & (0o4000 >> index));
  return [...groups.map(({ who, may }) => `${who.join(', ')}: ${may}`), ...special].join('; ');
}

/** The nine letters of `ls -l`: `rw-r--r--`, or `rwsr-xr-t` with special bits. */
export function modeLetters(mode: number): string {
  return ['s', 's', 't']
    .map((special, index) => {
      const bits = mode >> (6 - 3 * index);
      const executes = (bits & 1) !== 0;
      const letter = executes ? special : special.toUpperCase();
      const last = mode & (0o4000 >> index) ? letter : executes ? 'x' : '-';
      return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${last}`;
    })
    .join('');
}

function rights(bits: number): string {
  return ['read', 'write', 'execute'].filter((_, index) => bits & (4 >> index)).join(', ') || 'nothing';
}

const pathExample = 'a path on the node is written like /etc/kubernetes/certs/ca.crt';

/** A path of a Linux node that begins at its root. Nothing expands `~` or variables in it. */
export function checkAbsolutePath(text: string): FormatFault | undefined {
  const file = faultAt(text, /^file:\/\/(?=\/)/i, `is a file: URL: ${pathExample}`, text.slice('file://'.length));
  if (file !== undefined) return file;
  if (/^(?:[a-z]:[\\/]|\\)/i.test(text)) return fault(`is a path of Windows: ${pathExample}`);
  const stray =
    faultAt(text, /\p{Cc}/u, 'holds a line break or another control character') ??
    faultAt(text, /\$(?:\{?\w+\}?|\{)/, 'holds a variable, which nothing on the node expands');
  if (stray !== undefined || text.startsWith('/')) return stray;
  const suggestion = /^(?:etc|home|mnt|opt|root|run|srv|tmp|usr|var)\//.test(text) ? `/${text}` : undefined;
  return (
    faultAt(text, /^~/, `begins with ~, which nothing on the node expands: ${pathExample}`) ??
    fault(`does not begin with a slash: ${pathExample}`, undefined, suggestion)
  );
}

/** Sysctls of which each pod has its own (kubernetes 11de9543ee, `component-helpers/node/util/sysctl`). */
const ofPods = { names: ['kernel.sem'], prefixes: ['kernel.shm', 'kernel.msg', 'fs.mqueue.', 'net.'] } as const;

const sysctlExample = 'a sysctl is written like net.core.somaxconn or kernel.msg*';

/**
 * An entry of the kubelet's `allowedUnsafeSysctls`: a sysctl or the beginning of some with a `*` behind it, lowercase,
 * with dots or slashes between its parts, at most 253 characters; and one that Linux keeps for each pod separately. The
 * kubelet does not start with others (kubernetes 11de9543ee, `sysctl.NewAllowlist`).
 */
export function checkSysctlPattern(text: string): FormatFault | undefined {
  if (text.length > 253) return fault(`has ${text.length} characters, and a sysctl has at most 253`);
  const star = text.indexOf('*');
  const inner = faultAt(text, /\*(?=.)/s, 'has a * that is not its last character');
  if (inner !== undefined) return inner;
  const assignment = text.indexOf('=');
  if (assignment > 0) {
    const part = { start: assignment, end: text.length };
    return fault(`has a value: ${sysctlExample}`, part, text.slice(0, assignment).trim());
  }
  if (text !== text.toLowerCase())
    return fault('has uppercase letters, and sysctls are lowercase here', undefined, text.toLowerCase());
  if (!isSysctl(text)) return fault(`is not a sysctl: ${sysctlExample}`);
  const name = withDots(text);
  const prefix = star === -1 ? name : name.slice(0, -1);
  const isOfPods = ofPods.names.some((own) => own === prefix) || ofPods.prefixes.some((own) => prefix.startsWith(own));
  const own = 'kernel.sem, kernel.shm*, kernel.msg*, fs.mqueue.* and net.*';
  return isOfPods ? undefined : fault(`names a sysctl of the whole node: pods have ${own} to themselves`);
}

/** Segments of lowercase letters, digits and inner `-` and `_`; the last one may end with the star. */
function isSysctl(text: string): boolean {
  const segments = text.split(/[./]/);
  const last = segments.pop() ?? '';
  const isSegment = (segment: string): boolean => /^[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/.test(segment);
  return segments.every(isSegment) && (isSegment(last) || last === '*' || /^[a-z0-9][-_a-z0-9]*\*$/.test(last));
}

/** If the first separator is a slash, slashes separate and dots belong to a part's name, as sysctl(8) has it. */
function withDots(text: string): string {
  const separator = /[./]/.exec(text)?.[0];
  return separator === '/' ? text.replace(/[./]/g, (found) => (found === '/' ? '.' : '/')) : text;
}
