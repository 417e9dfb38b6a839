import type { Analysis } from '../analysis.js';
import { placeInText } from '../contract/place.js';
import { pointerOf } from '../syntax/pointer.js';
import { fieldName } from './fieldName.js';

/** A text of a config that previews hide, as a whole or in part. */
export interface ConfigSecret {
  /** JSON Pointer in proto names; what `revealed` of the preview options takes. */
  readonly pointer: string;
  /** The field as people write it. */
  readonly name: string;
  /** From 0. */
  readonly line: number;
  /** The text itself, not to be shown unasked. */
  readonly text: string;
}

/** The secrets of a node config in the order of its fields; none of other documents. */
export function configSecrets({ masked, reading, lines }: Analysis): ConfigSecret[] {
  return (masked?.secrets ?? []).map(({ at, text }) => {
    const place = reading && placeInText(reading.value, at);
    return {
      pointer: pointerOf(at),
      name: fieldName(at),
      line: lines.positionAt(place?.span.start ?? 0).line,
      text,
    };
  });
}
