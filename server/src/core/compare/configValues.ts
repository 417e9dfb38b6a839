import type { Analysis } from '../analysis.js';
import type { PlainValue } from '../formats/tree/expand.js';
import type { Member } from '../formats/tree/node.js';
import { contract } from '../nodeConfig/contract/contract.js';
import type { Field } from '../record/model.js';
import { encodedSummary } from '../values/encodedSummary.js';
import { sortedEntries } from '../nodeConfig/marshal.js';
import { maskedConfig } from '../nodeConfig/mask.js';
import { readContract, type Reading } from '../nodeConfig/read.js';
import { type ContractValue, isMessage, type MessageValue } from '../nodeConfig/value.js';
import type { Payload } from '../document/payload.js';
import type { Masking } from '../secrets/masking.js';
import type { Span } from '../text/span.js';
import type { TextLines } from './lines.js';
import type { ComparedValue } from './values.js';

/** A node config and what the node reads in it. */
export interface ReadConfig {
  readonly payload: Payload;
  readonly reading: Reading;
}

/** Reads a payload as a node config; one that is the file itself was read already. */
export function readConfig(payload: Payload, file?: Analysis): ReadConfig {
  const own = payload === file?.root ? file.nodeConfig?.reading : undefined;
  return { payload, reading: own ?? readingOf(payload) };
}

/** A config behind a damaged encoding is refused, whatever could be recovered. */
function readingOf({ tree, problems }: Payload): Reading {
  const reading = readContract(tree ?? { language: 'json', root: undefined, problems: [], depth: 0 }, contract.root);
  const fault = problems.find(({ severity }) => severity === 'error');
  return fault === undefined ? reading : { ...reading, ok: false, error: fault.message };
}

/** A config, and the same without secrets unless they were requested. */
export interface ConfigTwin {
  readonly real: MessageValue;
  readonly shown: MessageValue;
}

/** A config with its secrets masked. */
export function configTwin(real: MessageValue, { showsSecrets, maskOf }: Masking): ConfigTwin {
  return { real, shown: showsSecrets ? real : maskedConfig(real, { maskOf }).config };
}

/** The fields of a config as the node reads them, by their proto names in the order of the contract. */
export function configValue({ real, shown }: ConfigTwin): ComparedValue {
  return new ConfigValue(undefined, real, shown, undefined);
}

class ConfigValue implements ComparedValue {
  readonly span: Span | undefined;
  readonly members: ComparedValue['members'];
  readonly items: ComparedValue['items'];
  readonly sortNames?: (names: readonly string[]) => readonly string[];
  readonly #field: Field | undefined;
  readonly #real: ContractValue;
  readonly #shown: ContractValue;

  /** `member` is the one that a whole field is written in. */
  constructor(
    field: Field | undefined,
    real: ContractValue,
    shown: ContractValue,
    span: Span | undefined,
    member?: Member,
  ) {
    this.#field = field;
    this.#real = real;
    this.#shown = shown;
    this.span = span;
    if (isMessage(real)) {
      const { fields } = real.type;
      this.members = fieldsOf(real, isMessage(shown) ? shown : real);
      this.sortNames = (names) => fields.flatMap(({ name }) => (names.includes(name) ? name : []));
    } else if (real instanceof Map) {
      const map = real as ReadonlyMap<string, ContractValue>;
      this.members = entriesOf(field, map, shown as typeof map, member);
      this.sortNames = (names) => sortedEntries(new Map(names.map((name) => [name, name]))).map(([name]) => name);
    } else if (Array.isArray(real)) {
      const list = real as readonly ContractValue[];
      this.items = itemsOf(field, list, shown as typeof list, member);
    }
  }

  get identity(): string {
    return JSON.stringify(plainValue(this.#field, this.#real));
  }

  get encoded(): ComparedValue['encoded'] {
    const text = this.#real;
    if (typeof text !== 'string' || this.#field === undefined) return undefined;
    return { text, summary: text === '' ? undefined : encodedSummary(this.#field.format, text)?.short };
  }

  shown(): { readonly value: PlainValue; readonly masked: boolean } {
    const value = plainValue(this.#field, this.#shown);
    return { value, masked: this.#shown !== this.#real && JSON.stringify(value) !== this.identity };
  }

  lines(): TextLines {
    return { real: [this.identity], shown: [JSON.stringify(this.shown().value)] };
  }
}

function fieldsOf(real: MessageValue, shown: MessageValue): ReadonlyMap<string, ComparedValue> {
  return new Map(
    real.type.fields.flatMap((field) => {
      const present = real.fields.get(field);
      if (present === undefined) return [];
      const { value, member } = present;
      const hidden = shown.fields.get(field)?.value ?? value;
      return [[field.name, new ConfigValue(field, value, hidden, member.span, member)] as const];
    }),
  );
}

function entriesOf(
  field: Field | undefined,
  real: ReadonlyMap<string, ContractValue>,
  shown: ReadonlyMap<string, ContractValue>,
  member: Member | undefined,
): ReadonlyMap<string, ComparedValue> {
  const node = member?.value;
  const members = new Map(node?.kind === 'object' ? node.members.map((entry) => [entry.key.name, entry]) : []);
  return new Map(
    sortedEntries(real).map(([key, value]) => {
      return [key, new ConfigValue(field, value, shown.get(key) ?? value, members.get(key)?.span)] as const;
    }),
  );
}

/** If the node dropped items, the indexes no longer match, so each item has the range of the whole list. */
function itemsOf(
  field: Field | undefined,
  real: readonly ContractValue[],
  shown: readonly ContractValue[],
  member: Member | undefined,
): readonly ComparedValue[] {
  const node = member?.value;
  const nodes = node?.kind === 'array' && node.items.length === real.length ? node.items : undefined;
  return real.map((item, index) => {
    return new ConfigValue(field, item, shown[index] ?? item, (nodes?.[index] ?? member)?.span);
  });
}

/**
 * A value of a config as plain JSON in its canonical form: proto names in declaration order, map keys sorted, enums by
 * name if they have one; NaN, the infinities and -0, which JSON has no numbers for, as strings.
 */
function plainValue(field: Field | undefined, value: ContractValue): PlainValue {
  if (isMessage(value)) {
    return Object.fromEntries(
      value.type.fields.flatMap((inner) => {
        const present = value.fields.get(inner);
        return present === undefined ? [] : [[inner.name, plainValue(inner, present.value)]];
      }),
    );
  }
  if (Array.isArray(value)) return (value as readonly ContractValue[]).map((item) => plainValue(field, item));
  if (value instanceof Map) {
    const entries = sortedEntries(value as ReadonlyMap<string, ContractValue>);
    return Object.fromEntries(entries.map(([key, item]) => [key, plainValue(field, item)]));
  }
  return typeof value === 'number' ? plainNumber(field, value) : (value as string | boolean);
}

function plainNumber(field: Field | undefined, value: number): PlainValue {
  if (field?.type.kind === 'enum') return field.type.of.values.find(({ number }) => number === value)?.name ?? value;
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
}
