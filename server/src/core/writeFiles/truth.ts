import type { SyntaxNode } from '../syntax/node.js';

/**
 * cloud-init's reading of a switch (26.2, `util.translate_bool`): a truth value, or one of four words, which the
 * number 1 is too once it is text.
 */
export function isSwitchedOn(node: SyntaxNode | undefined): boolean {
  switch (node?.kind) {
    case 'boolean':
      return node.value;
    case 'string':
      return /^(?:true|1|on|yes)$/i.test(node.value.trim());
    case 'number':
      return node.float !== true && node.value === 1;
    default:
      return false;
  }
}
