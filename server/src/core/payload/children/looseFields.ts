import type { DecodeContext } from '../context.js';
import type { Child } from '../payload.js';
import type { Findings, Surroundings } from './finder.js';
import { machineFields } from './machineFields.js';

/**
 * Finds payload fields in JSON of no known kind. There a member called `userData` may be anything, so the fields count
 * only where one of them can be decoded.
 */
export function looseFields(surroundings: Surroundings, context: DecodeContext): Findings {
  const found = machineFields(surroundings, context);
  return found.children.some(isDecoded) ? found : { children: [], problems: [] };
}

function isDecoded({ is, payload }: Child): boolean {
  if (is === 'json' || is === 'status') return true;
  return payload.encodings.length > 0 && payload.layers.length > payload.encodings.length;
}
