import type { Analysis } from '../analysis.js';
import type { SecretsOption } from '../render/render.js';
import { type Rendered, renderFailure } from '../render/rendered.js';
import { joined, type Trace, tracesOf } from '../render/trace.js';
import { maskedOptions } from './mask.js';
import { optionsDocument } from './write.js';

/** A document of options, and which stretches of it come from which option. */
export interface OptionsText {
  readonly text: string;
  readonly traces: readonly Trace[];
  /** How many secrets are hidden. */
  readonly masked: number;
}

/** The options of a document, or as many as its resources tell, as a document of their own. */
export function karpenterOptionsOf(
  { bootstrapOptions, kind }: Analysis,
  { showSecrets, revealed }: SecretsOption,
): Rendered<OptionsText> {
  if (bootstrapOptions === undefined) {
    return renderFailure(
      'render/not-bootstrap-options',
      `Bootstrap options come from NodePool and AKSNodeClass; this is a ${kind} document.`,
    );
  }
  const { value } = bootstrapOptions;
  const { options, masked } = showSecrets ? { options: value, masked: 0 } : maskedOptions(value, revealed);
  const pieces = optionsDocument(options);
  return { ok: true, value: { text: joined(pieces), traces: tracesOf(pieces), masked } };
}
