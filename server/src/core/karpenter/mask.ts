import { maskText } from '../secrets/find.js';
import { maskSecrets } from '../secrets/mask.js';
import { isSecretName } from '../secrets/names.js';
import type { ObjectDescription, OptionType } from './description/describe.js';
import { bootstrapOptions } from './description/index.js';
import type { BootstrapOptions } from './options.generated.js';
import type { OptionRecord, OptionValue } from './value.js';

/** Options that can be shown. */
export interface MaskedOptions {
  readonly options: BootstrapOptions;
  /** How many secrets are hidden. */
  readonly masked: number;
}

/**
 * Options with their secrets replaced, so that what is rendered from them can be shown: the secret ones as a whole, map
 * entries with secret names, and in all other texts what looks like a secret.
 */
export function maskedOptions(options: BootstrapOptions): MaskedOptions {
  let masked = 0;
  const text = (value: string, secret: boolean): string => {
    if (secret && value !== '') {
      masked++;
      return maskText;
    }
    const shown = maskSecrets(value);
    masked += shown.masked;
    return shown.text;
  };
  const value = (given: OptionValue, type: OptionType, secret: boolean): OptionValue => {
    if (typeof given === 'string') return text(given, secret);
    if (type.kind === 'object') return record(given as OptionRecord, type.of);
    if (type.kind === 'list') {
      const items = given as readonly OptionValue[];
      return items.map((item) => value(item, type.of, secret));
    }
    if (type.kind === 'map') {
      const entries = given as ReadonlyMap<string, OptionValue>;
      return new Map([...entries].map(([key, item]) => [key, value(item, type.of, secret || isSecretName(key))]));
    }
    return given;
  };
  const record = (given: OptionRecord, of: ObjectDescription): OptionRecord => {
    const shown: Record<string, OptionValue | undefined> = {};
    for (const { name, secret, type } of of.options) {
      const own = given[name];
      if (own !== undefined) shown[name] = value(own, type, secret === true);
    }
    return shown;
  };
  return { options: record(options as OptionRecord, bootstrapOptions), masked };
}
