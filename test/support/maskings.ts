import { type Masking, maskingOf } from '../../server/src/core/index.js';

/** Shows secrets as they are. */
export const unmasked: Masking = maskingOf([], { showSecrets: true });

/** A new masking, which knows no secrets of other documents. */
export function masked(): Masking {
  return maskingOf([]);
}
