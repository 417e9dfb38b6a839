import { parseJson } from '../../../syntax/json.js';
import { memberOf, type ObjectNode, stringValue, type SyntaxNode } from '../../../syntax/node.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { nearestName } from '../../../text/suggest.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';

/** The operations of RFC 6902 with the members that each needs beside `op` and `path`. */
const operations = new Map<string, readonly string[]>([
  ['add', ['value']],
  ['remove', []],
  ['replace', ['value']],
  ['move', ['from']],
  ['copy', ['from']],
  ['test', ['value']],
]);

/**
 * A `#cloud-config-jsonp` is a JSON Patch (RFC 6902) that is applied to what the cloud-configs before it have become; an
 * operation that fails makes cloud-init drop the whole patch.
 */
export const patch: Rule<UserDataInput> = {
  name: 'user-data/patch',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType !== 'text/cloud-config-jsonp') return;
    const header = /^\s*#cloud-config-jsonp/i.exec(text)?.[0] ?? '';
    if (header !== '' && !header.endsWith('#cloud-config-jsonp')) {
      const start = header.length - header.trimStart().length;
      yield problem(
        'user-data/invalid-patch',
        { start, end: header.length },
        'cloud-init takes this line off only in small letters, and refuses what is left as JSON: write #cloud-config-jsonp.',
      );
    }
    const tree = parseJson(header.replace(/[^\r\n]/g, ' ') + text.slice(header.length));
    yield* tree.problems;
    const { root } = tree;
    if (root === undefined) return;
    if (root.kind !== 'array') {
      yield invalid(root, 'A JSON Patch is a list of operations.');
      return;
    }
    for (const item of root.items) {
      if (item.kind === 'object') yield* operationFaults(item);
      else yield invalid(item, 'An operation of a JSON Patch is an object with op and path.');
    }
  },
};

function invalid({ span }: SyntaxNode, message: string): Problem {
  return problem('user-data/invalid-patch', span, `${message} cloud-init drops the whole patch.`);
}

function* operationFaults(operation: ObjectNode): Generator<Problem> {
  const op = memberOf(operation, 'op')?.value;
  const name = stringValue(op);
  if (op === undefined) yield invalid(operation, 'The operation has no op.');
  const needed = name === undefined ? undefined : operations.get(name);
  if (op !== undefined && needed === undefined) {
    const near = name === undefined ? undefined : nearestName(name, operations.keys());
    yield invalid(
      op,
      `op is one of ${[...operations.keys()].join(', ')}${near === undefined ? '' : `; was ${near} meant?`}.`,
    );
  }
  for (const pointer of ['path', ...(needed ?? [])]) {
    const value = memberOf(operation, pointer)?.value;
    if (value === undefined) yield invalid(operation, `The operation ${name ?? ''} needs ${pointer}.`);
    else if (pointer !== 'value' && !isPointer(value))
      yield invalid(
        value,
        `${pointer} is a JSON Pointer: empty, or names with a slash in front of each, such as /runcmd/0.`,
      );
  }
}

/** RFC 6901: `~` stands for itself only as `~0`. */
function isPointer(value: SyntaxNode): boolean {
  return value.kind === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value.value);
}
