import type { MessageValue } from '../../contract/value.js';
import { limits } from '../../limits.js';
import { utf8Bytes } from '../../text/bytes.js';
import type { Rendered } from '../rendered.js';
import { type CustomDataDialect, configTextOf, decodedForm } from './customData.js';

/** How much custom data a config makes. */
export interface CustomDataSize {
  /** Bytes before the encoding that Azure wants. */
  readonly bytes: number;
  /** Base64 characters, which are what Azure counts. */
  readonly characters: number;
}

/** Measures custom data without making it: all that grows with the config is its JSON text, as base64. */
export function customDataSize(config: MessageValue, dialect: CustomDataDialect): Rendered<CustomDataSize> {
  const configText = configTextOf(config, dialect);
  if (!configText.ok) return configText;
  const around = utf8Bytes(decodedForm(config, '', dialect)).length;
  const bytes = around + base64Length(utf8Bytes(configText.value).length);
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
