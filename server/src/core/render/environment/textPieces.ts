import { textsAt } from '../../contract/fields.js';
import type { MessageValue } from '../../contract/value.js';
import type { Piece } from '../trace.js';

/** The texts of a list with their places. */
export function textPiecesAt(config: MessageValue, path: string): Piece[] {
  const steps = path.split('.');
  return textsAt(config, path).map((text, index) => ({ text, from: [...steps, index] }));
}
