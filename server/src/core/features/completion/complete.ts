import type { Analysis } from '../../analysis.js';
import { prevailingSpelling } from '../../contract/spelling.js';
import { locate } from '../../syntax/locate.js';
import { completeOptions } from '../karpenter/complete.js';
import type { Completion } from './completion.js';
import { fieldsAt } from './fields.js';
import { mapKeysAt } from './mapKeys.js';
import { valuesAt } from './values.js';
import { completeTemplate } from '../templates/completeTemplate.js';

/**
 * Fields, known keys and values that fit the cursor in a node config, in half-typed text too; in an empty
 * one templates for all of it come first. Documents of bootstrap options have their own.
 */
export function complete(analysis: Analysis, offset: number): Completion[] {
  const { root, text, reading } = analysis;
  if (root.kind === 'karpenter-options' && root.steps.length === 0) return completeOptions(analysis, offset);
  if (root.kind !== 'node-config' || root.steps.length > 0) return [];
  const whole = completeTemplate(text, offset);
  const cursor = locate(root.tree?.root, text, offset);
  if (cursor === undefined) return whole;
  if (cursor.at === 'value') return valuesAt(cursor, analysis, offset);
  const spelling = prevailingSpelling(reading?.spellings ?? { proto: 0, json: 0 });
  const fields = fieldsAt(cursor, text, offset, spelling);
  return [
    ...whole,
    // A whole config is the better beginning.
    ...(whole.length === 0 ? fields : fields.map((item) => ({ ...item, preselect: false }))),
    ...mapKeysAt(cursor, analysis, offset),
  ];
}
