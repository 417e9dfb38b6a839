import type { FormatFault } from './format.js';

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
