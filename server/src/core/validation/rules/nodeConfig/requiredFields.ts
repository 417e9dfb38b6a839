import type { FieldDescriptor, MessageDescriptor } from '../../../contract/descriptor.js';
import { missingRequired } from '../../../contract/required.js';
import { problem } from '../../../problems/problem.js';
import { resolved, type SyntaxNode } from '../../../syntax/node.js';
import type { Span } from '../../../text/span.js';
import type { Rule } from '../../rule.js';
import type { NodeConfigInput } from './input.js';

/** The fields that `Validate` of aks-node-controller wants (AgentBaker 06836ee230, `nodeconfigutils`). */
export const requiredFields: Rule<NodeConfigInput> = {
  name: 'node-config/required-fields',
  *check({ tree, reading, contract }) {
    if (tree.root?.kind !== 'object') return;
    const missing = new Map<number, { place: Place; paths: string[] }>();
    for (const path of missingRequired(contract, reading.value)) {
      const place = narrowestPlace(tree.root, path.split('.'), contract.root);
      if (place.given) {
        yield problem('contract/missing-required-field', place.span, `The required field ${path} is empty.`, {
          pointer: place.pointer,
        });
        continue;
      }
      const together = missing.get(place.span.start) ?? { place, paths: [] };
      together.paths.push(path);
      missing.set(place.span.start, together);
    }
    // One problem for each object that lacks fields: they all stand on the same few characters.
    for (const { place, paths } of missing.values()) {
      const what = paths.length === 1 ? 'The required field is missing' : 'Required fields are missing';
      yield problem('contract/missing-required-field', place.span, `${what}: ${paths.join(', ')}.`, {
        pointer: place.pointer,
      });
    }
  },
};

interface Place {
  readonly span: Span;
  readonly pointer: string;
  /** Whether the field is there, but says nothing. */
  readonly given: boolean;
}

/** The empty value, else the key of the innermost object that should hold the field, else the root's brace. */
function narrowestPlace(root: SyntaxNode, path: readonly string[], message: MessageDescriptor): Place {
  let node: SyntaxNode | undefined = root;
  let type: MessageDescriptor | undefined = message;
  let span: Span = { start: root.span.start, end: root.span.start + 1 };
  let pointer = '';
  for (const step of path) {
    const field: FieldDescriptor | undefined = type?.fieldByKey(step);
    const member =
      node?.kind === 'object'
        ? node.members.find((candidate) => type?.fieldByKey(candidate.key.name) === field)
        : undefined;
    if (member === undefined || field === undefined) return { span, pointer, given: false };
    pointer += `/${member.key.name}`;
    span = member.key.span;
    node = resolved(member.value);
    type = field.type.kind === 'message' ? field.type.of : undefined;
  }
  return { span: node?.span ?? span, pointer, given: true };
}
