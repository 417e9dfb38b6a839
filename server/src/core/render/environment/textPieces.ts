import { textsAt } from '../../contract/fields.js';
import type { MessageValue } from '../../contract/value.js';
import type { TracedText } from '../trace.js';

/** The texts of a list with their places. */
export function tracedStringsAt(config: MessageValue, path: string): TracedText[] {
  const steps = path.split('.');
  return textsAt(config, path).map((text, index) => ({ text, from: [...steps, index] }));
}
