import type { OutlineEntry } from '../../document/editing.js';
import { entryCount, type EntryFacts, membersOf, shortValue } from '../../document/outline.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { contract } from '../contract/contract.js';
import { type Field, typeName } from '../../record/model.js';
import { recordPosition } from '../../record/navigate.js';
import type { NodeConfigView } from '../view.js';

/** The fields of a node config with their types and short values. */
export function nodeConfigOutline({ tree }: NodeConfigView): OutlineEntry[] {
  return membersOf(tree?.root, [], contractFacts);
}

/** `VmType "VM_TYPE_VMSS"`, `list of string, 3 entries`; entries of lists and maps show their value only. */
function contractFacts(path: readonly (string | number)[], value: SyntaxNode | undefined): EntryFacts {
  const { field, element = false } = recordPosition(contract.root, path) ?? {};
  const type = field === undefined ? undefined : element ? elementType(field) : typeName(field);
  // An entry of a list stands under the list's name.
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const short = shortValue(value, { secret: field?.secret === true, name });
  const many = field?.label === 'list' || field?.label === 'map';
  const count = many && !element ? entryCount(value) : undefined;
  const detail = count === undefined ? [type, short].filter(Boolean).join(' ') : `${type ?? ''}, ${count}`;
  return { detail, deprecated: !element && field?.deprecated === true };
}

/** The type of one entry, where it says more than the entry's value does. */
function elementType(field: Field): string | undefined {
  return field.type.kind === 'scalar' ? undefined : field.type.of.name;
}
