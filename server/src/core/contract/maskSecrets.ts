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
  let masked = 0;
  const maskMessage = (message: MessageValue): MessageValue => {
    const fields = new Map<FieldDescriptor, FieldValue>();
    for (const [field, present] of message.fields) {
      fields.set(field, { ...present, value: maskValue(present.value, field.secret === true) });
    }
    return { type: message.type, fields };
  };
  const maskValue = (value: ContractValue, secret: boolean): ContractValue => {
    if (isMessage(value)) return maskMessage(value);
    if (Array.isArray(value)) return (value as readonly ContractValue[]).map((item) => maskValue(item, secret));
    if (value instanceof Map) {
      const entries = value as ReadonlyMap<string, ContractValue>;
      return new Map([...entries].map(([key, item]) => [key, maskValue(item, secret || isSecretName(key))]));
    }
    return typeof value === 'string' ? maskString(value, secret) : value;
  };
  const maskString = (value: string, secret: boolean): string => {
    const shown = secret && value !== '' ? { text: maskText, masked: 1 } : maskSecrets(value);
    masked += shown.masked;
    return shown.text;
  };
  return { config: maskMessage(config), masked };
}
