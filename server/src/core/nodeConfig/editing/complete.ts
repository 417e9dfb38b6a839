import type { Completion } from '../../document/editing.js';
import { completeRecord, type RecordCompletion } from '../../document/recordEditing.js';
import { contract } from '../contract/contract.js';
import { nameIn, prevailingSpelling } from '../navigate.js';
import type { NodeConfigView } from '../view.js';
import { keysFor, valuesFor } from './choices.js';
import { completeTemplate } from './completeTemplate.js';
import { shapeOf } from './shapes.js';

/** Fields, known keys and values of a node config; in an empty one templates for all of it come first. */
export function completeNodeConfig(view: NodeConfigView, offset: number): Completion[] {
  const whole = completeTemplate(view.text, offset);
  const items = completeRecord(fieldCompletion(view), view, offset);
  // A whole config is the better beginning.
  return whole.length === 0 ? items : [...whole, ...items.map((item) => ({ ...item, preselect: false }))];
}

function fieldCompletion({ reading }: NodeConfigView): RecordCompletion {
  const spelling = prevailingSpelling(reading.spellings);
  return {
    root: contract.root,
    requiredWord: 'required',
    nameOf: (field) => nameIn(spelling, field),
    shapeOf: (field, element) => shapeOf(field, element, spelling),
    keysFor: (position, isFree) => keysFor(position, isFree, reading.value, spelling),
    valuesFor,
    offersBrackets: true,
    closingQuote: '"',
  };
}
