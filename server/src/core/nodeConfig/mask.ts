import { type MapFields, RecordMasking, type RecordMaskingOptions, type SecretString } from '../record/maskFields.js';
import type { ContractValue, MessageValue } from './value.js';

/** A config that can be shown. */
export interface MaskedConfig {
  readonly config: MessageValue;
  /** The number of hidden secrets. */
  readonly masked: number;
  /** All strings with secrets, hidden or revealed. */
  readonly secrets: readonly SecretString[];
}

/** A config with its secrets replaced. */
export function maskedConfig(config: MessageValue, options?: RecordMaskingOptions): MaskedConfig {
  const masking = new RecordMasking(mapFields, options);
  return { config: masking.record(config, config.type, []), masked: masking.masked, secrets: masking.secrets };
}

const mapFields: MapFields<MessageValue> = ({ type, fields }, _, change) => ({
  type,
  fields: new Map(
    [...fields].map(([field, given]) => [field, { ...given, value: change(given.value, field) as ContractValue }]),
  ),
});
