import type { Analysis } from '../analysis.js';
import type { SecretsOption } from '../render/render.js';
import { type Rendered, renderFailure } from '../render/rendered.js';
import { maskedOptions } from './mask.js';
import { type KarpenterScript, renderKarpenterScript } from './script/render.js';

/** The bootstrap script of a document of options, and how many of their secrets are hidden in it. */
export function karpenterScriptOf(
  analysis: Analysis,
  { showSecrets, revealed }: SecretsOption,
): Rendered<KarpenterScript & { readonly masked: number }> {
  const reading = analysis.bootstrapOptions;
  if (reading === undefined) {
    return renderFailure(
      'render/not-bootstrap-options',
      `Karpenter's script is made from bootstrap options; this is a ${analysis.kind} document.`,
    );
  }
  const open = (reading.computed?.questions ?? []).filter(({ blocks }) => blocks);
  if (open.length > 0) {
    const [first] = open;
    return renderFailure(
      'render/unanswered',
      `The resources do not tell all that Karpenter knows. Give these settings: ${open.map(({ name }) => name).join(', ')}.${open.length === 1 ? ` ${first?.about ?? ''}` : ''}`,
    );
  }
  if (!reading.ok) {
    const [fault] = analysis.problems.filter(({ severity, layers }) => severity === 'error' && layers.length === 0);
    return renderFailure('render/unreadable-options', `The options cannot be read. ${fault?.message ?? ''}`.trim());
  }
  const { options, masked } = showSecrets
    ? { options: reading.value, masked: 0 }
    : maskedOptions(reading.value, revealed);
  const rendered = renderKarpenterScript(options);
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked } } : rendered;
}
