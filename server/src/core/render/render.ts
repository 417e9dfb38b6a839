import type { Analysis } from '../analysis.js';
import { maskedConfig } from '../contract/maskSecrets.js';
import type { MessageValue } from '../contract/value.js';
import { bootCommand } from './bootCommand.js';
import { cseCommand } from './cse.js';
import { type CustomData, type CustomDataDialect, renderCustomData } from './customData/customData.js';
import { type Rendered, renderFailure } from './rendered.js';

/** Whether secrets appear in a rendering; `masked` counts the values that were hidden. */
export interface SecretsOption {
  readonly showSecrets: boolean;
}

/** The custom data of a node config. */
export function customDataOf(
  analysis: Analysis,
  dialect: CustomDataDialect,
  { showSecrets }: SecretsOption,
): Rendered<CustomData & { readonly masked: number }> {
  const config = renderable(analysis);
  if (!config.ok) return config;
  const { config: shown, masked } = showSecrets ? { config: config.value, masked: 0 } : maskedConfig(config.value);
  const rendered = renderCustomData(shown, dialect);
  return rendered.ok ? { ok: true, value: { ...rendered.value, masked } } : rendered;
}

/** The CSE command of a node config. */
export function cseOf(analysis: Analysis): Rendered<string> {
  const config = renderable(analysis);
  return config.ok ? { ok: true, value: cseCommand } : config;
}

/** The argv that aks-node-controller starts for a node config. */
export function bootCommandOf(analysis: Analysis): Rendered<readonly string[]> {
  const config = renderable(analysis);
  return config.ok ? { ok: true, value: bootCommand() } : config;
}

/** A producer marshals a typed config, so a text that the node's reader refuses has no rendering. */
function renderable(analysis: Analysis): Rendered<MessageValue> {
  const { reading } = analysis;
  if (reading === undefined) {
    return renderFailure(
      'render/not-a-node-config',
      `Only node configs can be rendered; this is a ${analysis.kind} document.`,
    );
  }
  if (!reading.ok) {
    return renderFailure(
      'render/refused-by-the-node',
      `The node would refuse this config: ${reading.error ?? 'it cannot be read'}`,
    );
  }
  return { ok: true, value: reading.value };
}
