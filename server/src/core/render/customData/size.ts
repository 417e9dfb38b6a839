import type { MessageValue } from '../../contract/value.js';
import { base64Length } from '../../customDataLength.js';
import type { Rendered } from '../rendered.js';
import { configSizeOf, type CustomDataDialect, sizeAroundConfig } from './customData.js';

/** How much custom data a config makes. */
export interface CustomDataSize {
  /** Bytes before the encoding that Azure wants. */
  readonly bytes: number;
  /** Base64 characters, which are what Azure counts. */
  readonly characters: number;
}

/**
 * Measures custom data without making it: all that grows with the config are its JSON text, as base64, and its features.
 * `isPlain` promises that all texts of the config are ASCII without quotes, backslashes and control characters.
 */
export function customDataSize(
  config: MessageValue,
  dialect: CustomDataDialect,
  isPlain = false,
): Rendered<CustomDataSize> {
  const configSize = configSizeOf(config, dialect, isPlain);
  if (!configSize.ok) return configSize;
  const bytes = sizeAroundConfig(config, dialect, isPlain) + base64Length(configSize.value);
  return { ok: true, value: { bytes, characters: base64Length(bytes) } };
}
