import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import { isSecretName, maskSecrets, maskText } from '../secrets/find.js';
import type { Masking } from '../secrets/masking.js';
import type { Field, RecordType } from './model.js';

/** A value of a document; `R` is what its reader makes of objects with described fields. */
export type RecordValue<R> =
  string | number | boolean | bigint | R | readonly RecordValue<R>[] | ReadonlyMap<string, RecordValue<R>>;

/** A string that is a secret or contains one, or an entry of a map whose key is or does. */
export interface SecretString {
  /** Names of the description, map keys and list indexes. */
  readonly at: NodePath;
  /** Of an entry, its key with its value, if that is a string: they are revealed together. */
  readonly text: string;
}

/** The strings that are shown with their secrets, by JSON Pointer in names of the description; only while they are unchanged. */
export type RevealedStrings = ReadonlyMap<string, string>;

/** Copies an object of a type with each of its values changed. */
export type MapFields<R> = (
  record: R,
  type: RecordType | undefined,
  change: (value: RecordValue<R>, field: Field) => RecordValue<R>,
) => R;

/** How the secrets of a document are hidden. */
export interface RecordMaskingOptions {
  /** Secrets that appear anyway. */
  readonly revealed?: RevealedStrings | undefined;
  /** What masks the strings; by default all secrets have the same mask, and only their format shows them. */
  readonly masking?: Pick<Masking, 'text' | 'maskOf'> | undefined;
}

/**
 * Replaces secrets in the values of a document, so that it can be shown, and so can what is rendered from it: secret
 * fields and map entries with secret names as a whole, and in all other strings and in the keys of maps what looks like a
 * secret, such as the password in a proxy's URL.
 */
export class RecordMasking<R extends object> {
  /** The number of hidden strings. */
  masked = 0;
  /** All strings with secrets, hidden or revealed. */
  readonly secrets: SecretString[] = [];
  readonly #mapFields: MapFields<R>;
  readonly #revealed: RevealedStrings;
  readonly #masking: RecordMaskingOptions['masking'];

  constructor(mapFields: MapFields<R>, { revealed = new Map(), masking }: RecordMaskingOptions = {}) {
    this.#mapFields = mapFields;
    this.#revealed = revealed;
    this.#masking = masking;
  }

  record(record: R, type: RecordType | undefined, at: NodePath): R {
    return this.#mapFields(record, type, (value, field) =>
      this.value(
        value,
        field.secret === true,
        [...at, field.name],
        field.type.kind === 'object' ? field.type.of : type,
      ),
    );
  }

  /** `secret` is whether the field or map entry with the value is; `type` that of objects in it. */
  value(value: RecordValue<R>, secret: boolean, at: NodePath, type: RecordType | undefined): RecordValue<R> {
    if (typeof value === 'string') return this.#string(value, secret, at);
    if (typeof value !== 'object') return value;
    if (Array.isArray(value)) {
      const items = value as readonly RecordValue<R>[];
      return items.map((item, index) => this.value(item, secret, [...at, index], type));
    }
    if (value instanceof Map) return this.#map(value as ReadonlyMap<string, RecordValue<R>>, secret, at, type);
    return this.record(value as R, type, at);
  }

  /** The entries in their order; none is lost if the masks of two keys are equal. */
  #map(
    map: ReadonlyMap<string, RecordValue<R>>,
    secret: boolean,
    at: NodePath,
    type: RecordType | undefined,
  ): ReadonlyMap<string, RecordValue<R>> {
    const shown = new Map<string, RecordValue<R>>();
    const unusedKey = unusedKeys(map, shown);
    for (const [key, item] of map) {
      const path = [...at, key];
      const isSecret = secret || isSecretName(key);
      const shownKey = this.#textOf(key);
      if (shownKey === key) shown.set(key, this.value(item, isSecret, path, type));
      else if (typeof item !== 'string') {
        const isHidden = this.#hides(path, key);
        shown.set(isHidden ? unusedKey(shownKey) : key, this.value(item, isSecret, path, type));
      } else if (this.#hides(path, `${key}=${item}`)) shown.set(unusedKey(shownKey), this.#shownString(item, isSecret));
      else shown.set(key, item);
    }
    return shown;
  }

  #string(value: string, secret: boolean, at: NodePath): string {
    const shown = this.#shownString(value, secret);
    return shown !== value && this.#hides(at, value) ? shown : value;
  }

  /** Adds a secret, and decides whether it is hidden. */
  #hides(at: NodePath, text: string): boolean {
    this.secrets.push({ at, text });
    if (this.#revealed.get(pointerOf(at)) === text) return false;
    this.masked++;
    return true;
  }

  #shownString(value: string, secret: boolean): string {
    return secret && value !== '' ? (this.#masking?.maskOf(value) ?? maskText) : this.#textOf(value);
  }

  #textOf(value: string): string {
    return this.#masking?.text(value) ?? maskSecrets(value).text;
  }
}

/** Makes masked keys different from all keys of some maps, in linear time for any number of equal ones. */
function unusedKeys(...maps: readonly ReadonlyMap<string, unknown>[]): (key: string) => string {
  const numbers = new Map<string, number>();
  return (key) => {
    let number = numbers.get(key) ?? 1;
    let unused = number === 1 ? key : `${key}#${number}`;
    while (maps.some((map) => map.has(unused))) unused = `${key}#${++number}`;
    numbers.set(key, number);
    return unused;
  };
}
