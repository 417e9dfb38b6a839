import type { SyntaxNode } from '../syntax/node.js';

/** Mode of a file that says nothing about it, and what a mode that cannot be read becomes. */
export const defaultMode = 0o644;

/** The bits of a mode that `chmod` takes. */
const modeBits = 0o7777;

/** What cloud-init makes of `permissions`. */
export type Permissions =
  /** `mode` has the bits of `chmod` only. 0 leaves a file as it was made. */
  | { readonly is: 'mode'; readonly mode: number }
  /** cloud-init warns and takes the default. */
  | { readonly is: 'unreadable' }
  /** cloud-init fails: the number is none that a computer can use as a mode. */
  | { readonly is: 'fault' };

/**
 * Reads `permissions` as cloud-init 26.2 does (`decode_perms`): text is octal, a number is the mode itself, whatever
 * base it was written in.
 */
export function permissionsOf(node: SyntaxNode | undefined): Permissions {
  switch (node?.kind) {
    case undefined:
    case 'null':
      return { is: 'mode', mode: defaultMode };
    case 'boolean':
      return { is: 'mode', mode: node.value ? 1 : 0 };
    case 'number':
      return fromNumber(Math.trunc(node.value));
    case 'string': {
      const mode = octal(node.value);
      return mode === undefined ? { is: 'unreadable' } : fromNumber(mode);
    }
    default:
      return { is: 'unreadable' };
  }
}

function fromNumber(mode: number): Permissions {
  // What C takes for a mode has 32 bits.
  if (!(mode >= -(2 ** 31) && mode < 2 ** 31)) return { is: 'fault' };
  return { is: 'mode', mode: mode & modeBits };
}

/** Python's `int(text, 8)`: blanks around, a sign, `0o` and single underscores between digits are fine. */
export function octal(text: string): number | undefined {
  const found = /^\s*([-+]?)(?:0[oO]_?)?([0-7]+(?:_[0-7]+)*)\s*$/.exec(text);
  if (found?.[2] === undefined) return undefined;
  const value = parseInt(found[2].replaceAll('_', ''), 8);
  return found[1] === '-' ? -value : value;
}
