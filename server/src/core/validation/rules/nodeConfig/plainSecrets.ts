import { elementsOf } from '../../../contract/walk.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { findSecrets } from '../../../secrets/find.js';
import { pointerOf } from '../../../syntax/pointer.js';
import { isPlaceholder } from '../../../values/placeholder.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** Secrets in plain text in a file that version control keeps, where everybody with the repository reads them. */
export const plainSecrets: Rule<NodeConfigInput> = {
  name: 'node-config/plain-secrets',
  *check({ fields, circumstances }): Generator<Problem> {
    if (circumstances.underVersionControl !== true) return;
    for (const given of fields) {
      const { field, steps } = given;
      if (field.type.kind !== 'scalar' || field.type.scalar !== 'string') continue;
      for (const { node, entry, step } of elementsOf(given)) {
        if (node.kind !== 'string' || isStandIn(node.value)) continue;
        const named = field.secret === true ? node.value !== '' : false;
        const inside =
          !named && findSecrets(entry === undefined ? node.value : `${entry.key.name}=${node.value}`).length > 0;
        if (!named && !inside) continue;
        const what = named ? field.name : `A part of ${field.name}`;
        yield problem(
          'contract/plain-secret',
          node.span,
          `${what} is a secret in a file under version control, where it stays readable for good. Let the producer of the config fill it in.`,
          { pointer: pointerOf([...steps, ...step]) },
        );
      }
    }
  },
};

/**
 * Texts that tell nobody anything: placeholders, `msi` (also as base64), which says that there is no secret, and the
 * token that kubeadm's documentation uses.
 */
function isStandIn(text: string): boolean {
  return isPlaceholder(text) || ['msi', 'bXNp', 'abcdef.0123456789abcdef'].includes(text);
}
