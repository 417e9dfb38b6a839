import { limits } from '../limits.js';
import { maskText } from '../secrets/find.js';
import { maskSecrets } from '../secrets/mask.js';
import { isSecretName } from '../secrets/names.js';
import type { SyntaxNode } from '../syntax/node.js';

/** What a reader knows about a value beside the value itself. */
export interface ValueContext {
  /** Whether the contract calls it a secret. */
  readonly secret: boolean;
  /** The name that it stands under. */
  readonly name: string;
}

/**
 * A value as a list can show it: a scalar on one line, shortened, with secrets masked; undefined for
 * containers and for what is not there.
 */
export function shortValue(node: SyntaxNode | undefined, { secret, name }: ValueContext): string | undefined {
  switch (node?.kind) {
    case 'string': {
      if (node.value === '') return '""';
      if (secret || isSecretName(name)) return maskText;
      // More than is shown, so that a secret which begins in it is recognised; all of it could be megabytes.
      const { text } = maskSecrets(node.value.slice(0, limits.quotedValue * 20));
      return JSON.stringify(text.length > limits.quotedValue ? `${text.slice(0, limits.quotedValue)}…` : text);
    }
    case 'number':
      return node.raw;
    case 'boolean':
    case 'timestamp':
      return node.raw;
    case 'null':
      return 'null';
    default:
      return undefined;
  }
}
