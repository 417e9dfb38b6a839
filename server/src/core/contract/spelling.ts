import type { SyntaxNode } from '../syntax/node.js';
import type { FieldDescriptor, MessageDescriptor } from './descriptor.js';
import { contractObjects } from './objects.js';

/** The two names that protobuf-JSON takes for a field: as the .proto declares it, or in lowerCamelCase. */
export type Spelling = 'proto' | 'json';

export function nameIn(spelling: Spelling, field: FieldDescriptor): string {
  return spelling === 'proto' ? field.name : field.jsonName;
}

/** The spelling of a key; undefined for fields with one name for both. */
export function spellingOf(key: string, field: FieldDescriptor): Spelling | undefined {
  if (field.name === field.jsonName) return undefined;
  return key === field.name ? 'proto' : 'json';
}

/** The spelling that most names of a config have; proto names, which the node itself writes, on a tie. */
export function prevailingSpelling(root: SyntaxNode | undefined, message: MessageDescriptor): Spelling {
  let surplus = 0;
  for (const { node, message: type } of contractObjects(root, message)) {
    for (const { key } of node.members) {
      const field = type.fieldByKey(key.name);
      const spelling = field && spellingOf(key.name, field);
      if (spelling === 'json') surplus++;
      else if (spelling === 'proto') surplus--;
    }
  }
  return surplus > 0 ? 'json' : 'proto';
}
