import { maskText } from '../secrets/find.js';
import { maskSecrets } from '../secrets/mask.js';
import { isSecretName } from '../secrets/names.js';
import type { FieldDescriptor } from './descriptor.js';
import { type ContractValue, type FieldValue, isMessage, type MessageValue } from './value.js';

/**
 * A config with its secrets replaced, so that what is rendered from it can be shown: secret fields and
 * map entries with secret names as a whole, and in all other texts what looks like a secret, such as
 * the password in a proxy's URL.
 */
export function maskedConfig(config: MessageValue): { readonly config: MessageValue; readonly masked: number } {
  const masking = new Masking();
  return { config: masking.message(config), masked: masking.masked };
}

/** The same for one value of a config; `secret` says whether the field or map entry that it stands in is. */
export function maskedValue(
  value: ContractValue,
  secret: boolean,
): { readonly value: ContractValue; readonly masked: number } {
  const masking = new Masking();
  return { value: masking.value(value, secret), masked: masking.masked };
}

class Masking {
  masked = 0;

  message(message: MessageValue): MessageValue {
    const fields = new Map<FieldDescriptor, FieldValue>();
    for (const [field, present] of message.fields) {
      fields.set(field, { ...present, value: this.value(present.value, field.secret === true) });
    }
    return { type: message.type, fields };
  }

  value(value: ContractValue, secret: boolean): ContractValue {
    if (isMessage(value)) return this.message(value);
    if (Array.isArray(value)) return (value as readonly ContractValue[]).map((item) => this.value(item, secret));
    if (value instanceof Map) {
      const entries = value as ReadonlyMap<string, ContractValue>;
      return new Map([...entries].map(([key, item]) => [key, this.value(item, secret || isSecretName(key))]));
    }
    return typeof value === 'string' ? this.#text(value, secret) : value;
  }

  #text(value: string, secret: boolean): string {
    const shown = secret && value !== '' ? { text: maskText, masked: 1 } : maskSecrets(value);
    this.masked += shown.masked;
    return shown.text;
  }
}
