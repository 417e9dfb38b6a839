import type { Completion } from '../../document/editing.js';
import { cursorAt } from '../../formats/tree/paths.js';
import { prevailingSpelling } from '../navigate.js';
import type { NodeConfigView } from '../view.js';
import { completeTemplate } from './completeTemplate.js';
import { fieldsAt, mapKeysAt } from './keys.js';
import { valuesAt } from './values.js';

/** Fields, known keys and values of a node config; in an empty one templates for all of it come first. */
export function completeNodeConfig(view: NodeConfigView, offset: number): Completion[] {
  const { text, tree, reading } = view;
  const whole = completeTemplate(text, offset);
  const cursor = cursorAt(tree?.root, text, offset);
  if (cursor === undefined) return whole;
  if (cursor.at === 'value') return valuesAt(cursor, view, offset);
  const fields = fieldsAt(cursor, text, offset, prevailingSpelling(reading.spellings));
  return [
    ...whole,
    // A whole config is the better beginning.
    ...(whole.length === 0 ? fields : fields.map((item) => ({ ...item, preselect: false }))),
    ...mapKeysAt(cursor, view, offset),
  ];
}
