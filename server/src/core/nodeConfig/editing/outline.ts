import type { OutlineEntry } from '../../document/editing.js';
import { recordOutline } from '../../document/recordEditing.js';
import { contract } from '../contract/contract.js';
import type { NodeConfigView } from '../view.js';

/** The fields of a node config with their types and short values. */
export function nodeConfigOutline(view: NodeConfigView): OutlineEntry[] {
  // The type of a scalar entry is in the detail of its list or map.
  return recordOutline(contract.root, view, ({ type }) => (type.kind === 'scalar' ? undefined : type.of.name));
}
