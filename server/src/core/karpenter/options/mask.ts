import { type MapFields, RecordMasking, type RevealedStrings, type SecretString } from '../../record/mask.js';
import { bootstrapOptions } from './description.js';
import type { BootstrapOptions } from './options.generated.js';
import type { OptionRecord, OptionValue } from './read.js';

/** Options that can be shown. */
export interface MaskedOptions {
  readonly options: BootstrapOptions;
  /** The number of hidden secrets. */
  readonly masked: number;
  /** All strings with secrets, hidden or revealed. */
  readonly secrets: readonly SecretString[];
}

/** Options with their secrets replaced, except those in `revealed`. */
export function maskedOptions(options: BootstrapOptions, revealed?: RevealedStrings): MaskedOptions {
  const masking = new RecordMasking(mapFields, revealed);
  const shown = masking.record(options as OptionRecord, bootstrapOptions, []);
  return { options: shown, masked: masking.masked, secrets: masking.secrets };
}

const mapFields: MapFields<OptionRecord> = (given, type, change) => {
  const shown: Record<string, OptionValue | undefined> = {};
  for (const field of type?.fields ?? []) {
    const value = given[field.name];
    if (value !== undefined) shown[field.name] = change(value, field);
  }
  return shown;
};
