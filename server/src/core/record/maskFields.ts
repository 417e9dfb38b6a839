import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import { findSecrets, isSecretName, type MaskOf, maskText, replaceSecrets } from '../secrets/find.js';
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
  /** The mask of a secret; by default the same for all. */
  readonly maskOf?: MaskOf | undefined;
}

/**
 * Replaces secrets in the values of a document, so that it can be shown, and so can what is rendered from it: secret
 * fields and map entries with secret names as a whole, and in all other strings what looks like a secret, such as the
 * password in a proxy's URL.
 */
export class RecordMasking<R extends object> {
  /** The number of hidden secrets. */
  masked = 0;
  /** All strings with secrets, hidden or revealed. */
  readonly secrets: SecretString[] = [];
  readonly #mapFields: MapFields<R>;
  readonly #revealed: RevealedStrings;
  readonly #maskOf: MaskOf;

  constructor(mapFields: MapFields<R>, { revealed = new Map(), maskOf = () => maskText }: RecordMaskingOptions = {}) {
    this.#mapFields = mapFields;
    this.#revealed = revealed;
    this.#maskOf = maskOf;
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
    const isSecret = secret && value !== '';
    const found = isSecret ? [] : findSecrets(value, undefined, this.#maskOf);
    if (!isSecret && found.length === 0) return value;
    this.secrets.push({ at, text: value });
    if (this.#revealed.get(pointerOf(at)) === value) return value;
    this.masked += isSecret ? 1 : found.length;
    return isSecret ? this.#maskOf(value) : replaceSecrets(value, found);
  }
}
