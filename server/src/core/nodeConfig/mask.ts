import { isSecretName, maskText } from '../secrets/find.js';
import { maskSecrets } from '../secrets/mask.js';
import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import type { Field } from '../record/model.js';
import { type ContractValue, type FieldValue, isMessage, type MessageValue } from './value.js';

/** A config that can be shown. */
export interface MaskedConfig {
  readonly config: MessageValue;
  /** How many secrets are hidden. */
  readonly masked: number;
  /** All texts with secrets, hidden or revealed. */
  readonly secrets: readonly SecretText[];
}

export interface SecretText {
  /** Proto names, map keys and list indexes. */
  readonly at: NodePath;
  readonly text: string;
}

/** The texts that are shown with their secrets, by JSON Pointer in proto names; another text there is another secret. */
export type RevealedTexts = ReadonlyMap<string, string>;

/** What may be shown in the place of a secret that is in the text at a path. */
export type PlacedMaskOf = (secret: string, at: NodePath) => string;

/**
 * A config with its secrets replaced, so that what is rendered from it can be shown: secret fields and
 * map entries with secret names as a whole, and in all other texts what looks like a secret, such as
 * the password in a proxy's URL. Texts in `revealed` stay as they are; `maskOf` gives what stands for the others.
 */
export function maskedConfig(
  config: MessageValue,
  revealed: RevealedTexts = new Map(),
  maskOf: PlacedMaskOf = () => maskText,
): MaskedConfig {
  const masking = new Masking(revealed, maskOf);
  return { config: masking.message(config, []), masked: masking.masked, secrets: masking.secrets };
}

/** The same for one value of a config; `secret` says whether the field or map entry that it stands in is. */
export function maskedValue(
  value: ContractValue,
  secret: boolean,
): { readonly value: ContractValue; readonly masked: number } {
  const masking = new Masking(new Map(), () => maskText);
  return { value: masking.value(value, secret, []), masked: masking.masked };
}

class Masking {
  masked = 0;
  readonly secrets: SecretText[] = [];
  readonly #revealed: RevealedTexts;
  readonly #maskOf: PlacedMaskOf;

  constructor(revealed: RevealedTexts, maskOf: PlacedMaskOf) {
    this.#revealed = revealed;
    this.#maskOf = maskOf;
  }

  message(message: MessageValue, at: NodePath): MessageValue {
    const fields = new Map<Field, FieldValue>();
    for (const [field, present] of message.fields) {
      fields.set(field, { ...present, value: this.value(present.value, field.secret === true, [...at, field.name]) });
    }
    return { type: message.type, fields };
  }

  value(value: ContractValue, secret: boolean, at: NodePath): ContractValue {
    if (isMessage(value)) return this.message(value, at);
    if (Array.isArray(value))
      return (value as readonly ContractValue[]).map((item, index) => this.value(item, secret, [...at, index]));
    if (value instanceof Map) {
      const entries = value as ReadonlyMap<string, ContractValue>;
      return new Map(
        [...entries].map(([key, item]) => [key, this.value(item, secret || isSecretName(key), [...at, key])]),
      );
    }
    return typeof value === 'string' ? this.#text(value, secret, at) : value;
  }

  #text(value: string, secret: boolean, at: NodePath): string {
    const shown =
      secret && value !== ''
        ? { text: this.#maskOf(value, at), masked: 1 }
        : maskSecrets(value, undefined, (found) => this.#maskOf(found, at));
    if (shown.masked === 0) return value;
    this.secrets.push({ at, text: value });
    if (this.#revealed.get(pointerOf(at)) === value) return value;
    this.masked += shown.masked;
    return shown.text;
  }
}
