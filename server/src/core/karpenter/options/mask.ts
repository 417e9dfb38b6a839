import { isSecretName, maskText } from '../../secrets/find.js';
import { maskSecrets } from '../../secrets/mask.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import type { ObjectDescription, OptionType } from './describe.js';
import { bootstrapOptions } from './description.js';
import type { BootstrapOptions } from './options.generated.js';
import type { OptionRecord, OptionValue } from './read.js';

/** Options that can be shown. */
export interface MaskedOptions {
  readonly options: BootstrapOptions;
  /** How many secrets are hidden. */
  readonly masked: number;
  /** All texts with secrets, hidden or revealed. */
  readonly secrets: readonly SecretOption[];
}

/** A text of the options that is a secret or holds one. */
export interface SecretOption {
  /** Names of the description, map keys and list indexes. */
  readonly at: NodePath;
  readonly text: string;
}

/**
 * Options with their secrets replaced, so that what is rendered from them can be shown: the secret ones as a whole, map
 * entries with secret names, and in all other texts what looks like a secret. Texts in `revealed`, by JSON Pointer in the
 * names of the description, stay as they are.
 */
export function maskedOptions(
  options: BootstrapOptions,
  revealed: ReadonlyMap<string, string> = new Map(),
): MaskedOptions {
  const masking = new Masking(revealed);
  const shown = masking.record(options as OptionRecord, bootstrapOptions, []);
  return { options: shown, masked: masking.masked, secrets: masking.secrets };
}

class Masking {
  masked = 0;
  readonly secrets: SecretOption[] = [];
  readonly #revealed: ReadonlyMap<string, string>;

  constructor(revealed: ReadonlyMap<string, string>) {
    this.#revealed = revealed;
  }

  record(given: OptionRecord, of: ObjectDescription, at: NodePath): OptionRecord {
    const shown: Record<string, OptionValue | undefined> = {};
    for (const { name, secret, type } of of.options) {
      const own = given[name];
      if (own !== undefined) shown[name] = this.#value(own, type, secret === true, [...at, name]);
    }
    return shown;
  }

  #value(given: OptionValue, type: OptionType, secret: boolean, at: NodePath): OptionValue {
    if (typeof given === 'string') return this.#text(given, secret, at);
    if (type.kind === 'object') return this.record(given as OptionRecord, type.of, at);
    if (type.kind === 'list') {
      const items = given as readonly OptionValue[];
      return items.map((item, index) => this.#value(item, type.of, secret, [...at, index]));
    }
    if (type.kind === 'map') {
      const entries = [...(given as ReadonlyMap<string, OptionValue>)];
      return new Map(
        entries.map(([key, item]) => [key, this.#value(item, type.of, secret || isSecretName(key), [...at, key])]),
      );
    }
    return given;
  }

  #text(value: string, secret: boolean, at: NodePath): string {
    const shown = secret && value !== '' ? { text: maskText, masked: 1 } : maskSecrets(value);
    if (shown.masked === 0) return value;
    this.secrets.push({ at, text: value });
    if (this.#revealed.get(pointerOf(at)) === value) return value;
    this.masked += shown.masked;
    return shown.text;
  }
}
