import type { Analysis } from '../analysis.js';
import { prevailingSpelling } from '../nodeConfig/navigate.js';
import { completeIn, headersAt } from '../cloudConfig/editing/complete.js';
import { cloudConfigAt } from '../cloudConfig/editing/readable.js';
import { cursorAt } from '../formats/tree/paths.js';
import { completeOptions } from '../karpenter/editing/complete.js';
import type { Completion } from '../document/editing.js';
import { fieldsAt, mapKeysAt } from '../nodeConfig/editing/keys.js';
import { valuesAt } from '../nodeConfig/editing/values.js';
import { completeTemplate } from '../nodeConfig/editing/completeTemplate.js';

/** What may be written at the cursor, in half-typed text too; empty for kinds of documents that we do not complete. */
export function complete(analysis: Analysis, offset: number): Completion[] {
  const { root, text, name } = analysis;
  const cloudConfig = cloudConfigAt(root, offset);
  if (cloudConfig !== undefined)
    return completeIn(cloudConfig.payload, cloudConfig.inner, offset, {
      schema: analysis.cloudInitSchema,
      instanceData: analysis.instanceData,
    });
  if (root.steps.length > 0) return [];
  switch (root.kind) {
    case 'node-config':
      return completeNodeConfig(analysis, offset);
    case 'karpenter-options':
      return root.tree?.language === 'yaml' ? [] : completeOptions(analysis, offset);
    case 'unknown':
      // What begins like this may become a cloud-config.
      return /\.ya?ml$/i.test(name) ? headersAt(text, offset) : [];
    default:
      return [];
  }
}

/** Fields, known keys and values of a node config; in an empty one templates for all of it come first. */
function completeNodeConfig(analysis: Analysis, offset: number): Completion[] {
  const { root, text, reading } = analysis;
  const whole = completeTemplate(text, offset);
  const cursor = cursorAt(root.tree?.root, text, offset);
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
