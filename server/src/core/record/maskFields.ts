import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import { findSecrets, isSecretName, maskText, replaceSecrets } from '../secrets/find.js';
import type { Masking } from '../secrets/masking.js';
import type { Field, RecordType } from './model.js';

/** A value of a document; `R` is what its reader makes of objects with described fields. */
export type RecordValue<R> =
  string | number | boolean | bigint | R | readonly RecordValue<R>[] | ReadonlyMap<string, RecordValue<R>>;

/** A string that is a secret or contains one. */
export interface SecretString {
  /** Names of the description, map keys and list indexes. */
  readonly at: NodePath;
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
 * fields and map entries with secret names as a whole, and in all other strings what looks like a secret, such as the
 * password in a proxy's URL.
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
    if (value instanceof Map) {
      const entries = [...(value as ReadonlyMap<string, RecordValue<R>>)];
      return new Map(
        entries.map(([key, item]) => [key, this.value(item, secret || isSecretName(key), [...at, key], type)]),
      );
    }
    return this.record(value as R, type, at);
  }

  #string(value: string, secret: boolean, at: NodePath): string {
    const shown = secret && value !== '' ? this.#maskOf(value) : this.#textOf(value);
    if (shown === value) return value;
    this.secrets.push({ at, text: value });
    if (this.#revealed.get(pointerOf(at)) === value) return value;
    this.masked++;
    return shown;
  }

  #maskOf(secret: string): string {
    return this.#masking?.maskOf(secret) ?? maskText;
  }

  #textOf(value: string): string {
    return this.#masking?.text(value) ?? replaceSecrets(value, findSecrets(value));
  }
}
