import { type Rendered, renderFailure } from '../../document/rendered.js';
import type { RevealedStrings } from '../../record/mask.js';
import { maskedOptions } from '../options/mask.js';
import type { OptionsReading } from '../options/read.js';
import { type KarpenterScript, renderKarpenterScript } from './render.js';

/** Karpenter's bootstrap script with how many of its secrets are hidden. */
export type MaskedScript = KarpenterScript & { readonly masked: number };

/** The bootstrap script of options, with secrets masked unless they are asked for. */
export function scriptOf(
  reading: OptionsReading,
  { showSecrets, revealed }: { readonly showSecrets: boolean; readonly revealed?: RevealedStrings | undefined },
): Rendered<MaskedScript> {
  const open = (reading.computed?.missingInputs ?? []).filter(({ blocks }) => blocks);
  if (open.length > 0) {
    const [first] = open;
    return renderFailure(
      'render/unanswered',
      `The resources do not contain everything that Karpenter needs. Add these settings: ${open.map(({ name }) => name).join(', ')}.${open.length === 1 ? ` ${first?.about ?? ''}` : ''}`,
    );
  }
  if (!reading.ok) return renderFailure('render/unreadable-options', 'The options cannot be read.');
  const { options, masked } = showSecrets
    ? { options: reading.value, masked: 0 }
    : maskedOptions(reading.value, revealed);
  const rendered = renderKarpenterScript(options);
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked } } : rendered;
}
