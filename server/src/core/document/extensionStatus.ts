import { memberIgnoringCase } from '../syntax/ignoreCase.js';
import { resolved, type SyntaxNode } from '../syntax/node.js';

/**
 * Whether JSON is what an extension leaves in its `status` folder for the guest agent to read: a list of reports, each with
 * a `status` that has a `formattedMessage`, `operation` or `substatus` (WALinuxAgent 2.13).
 */
export function isExtensionStatus(root: SyntaxNode | undefined): boolean {
  const list = resolved(root);
  if (list?.kind !== 'array' || list.items.length === 0) return false;
  const status = resolved(memberIgnoringCase(resolved(list.items[0]), 'status')?.value);
  return ['formattedMessage', 'operation', 'substatus'].some((name) => memberIgnoringCase(status, name) !== undefined);
}
