import type { Analysis } from '../analysis.js';
import { placeInText } from '../contract/place.js';
import { maskedOptions } from '../karpenter/mask.js';
import { optionInText } from '../karpenter/navigate.js';
import { type NodePath, pointerOf } from '../syntax/pointer.js';
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

/** The secrets of a node config in the order of its fields, or of bootstrap options; none of other documents. */
export function configSecrets(analysis: Analysis): ConfigSecret[] {
  const { masked, reading, bootstrapOptions } = analysis;
  if (bootstrapOptions !== undefined) {
    return maskedOptions(bootstrapOptions.value).secrets.map(({ at, text }) =>
      secretAt(analysis, at, text, optionInText(bootstrapOptions, at)?.span.start),
    );
  }
  return (masked?.secrets ?? []).map(({ at, text }) => {
    const place = reading && placeInText(reading.value, at);
    return secretAt(analysis, at, text, place?.span.start);
  });
}

function secretAt({ lines }: Analysis, at: NodePath, text: string, start = 0): ConfigSecret {
  return { pointer: pointerOf(at), name: fieldName(at), line: lines.positionAt(start).line, text };
}
