import type { MessageValue } from '../../contract/value.js';
import { limits } from '../../limits.js';
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

/** Whether Azure takes custom data of this length, or how close it comes. */
export function customDataLevel(characters: number): 'fine' | 'near-limit' | 'too-long' {
  if (characters > limits.customDataCharacters) return 'too-long';
  return characters >= limits.customDataCharacters * nearLimit ? 'near-limit' : 'fine';
}

/** The share of the limit from which on there is little room left. */
const nearLimit = 0.9;

/** Base64 characters of some bytes, padding included. */
function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
