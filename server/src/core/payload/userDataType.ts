import { typeByBeginning } from '../userData/contentTypes.js';
import type { Payload } from './payload.js';

/** The type that cloud-init takes a document for: as a part what it is handed on as, else by its beginning. */
export function userDataTypeOf({ partType, text }: Pick<Payload, 'partType' | 'text'>): string | undefined {
  return partType ?? (text === undefined ? undefined : typeByBeginning(text));
}
