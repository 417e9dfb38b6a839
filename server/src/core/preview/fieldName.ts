import type { NodePath } from '../syntax/pointer.js';

/** A path as people write it: dots between names, brackets around indexes and around keys that are no names. */
export function fieldName(path: NodePath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^\w+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
