import type { Analysis } from '../analysis.js';
import type { PlainValue } from '../formats/tree/expand.js';
import type { Member, SyntaxNode } from '../formats/tree/node.js';
import { nodeAt, pointerOf, stepsOf } from '../formats/tree/paths.js';
import { type Contract, contract } from '../nodeConfig/contract/contract.js';
import type { Field } from '../record/model.js';
import { encodedSummary } from '../values/encodedSummary.js';
import { sortedEntries } from '../nodeConfig/marshal.js';
import { maskedConfig } from '../nodeConfig/mask.js';
import { recordPosition } from '../record/navigate.js';
import { readContract, type Reading } from '../nodeConfig/read.js';
import { type ContractValue, isMessage, type MessageValue } from '../nodeConfig/value.js';
import type { TargetImage } from '../nodeConfig/rules/input.js';
import type { NodeConfigView } from '../nodeConfig/view.js';
import type { Controller } from '../values/known/releases.js';
import type { Payload } from '../document/payload.js';
import type { Masking } from '../secrets/masking.js';
import type { Span } from '../text/span.js';
import type { TextLines } from './lines.js';
import type { ComparedValue } from './values.js';

/** A node config and what the node reads in it. */
export interface ReadConfig {
  readonly payload: Payload;
  readonly reading: Reading;
  /** The node image that reads it; undefined for the newest one. */
  readonly image: TargetImage | undefined;
}

/** Reads a payload as a node config; one that is the file itself was read already. */
export function readConfig(payload: Payload, file?: Analysis): ReadConfig {
  const view = file && (file.view(payload) as NodeConfigView);
  const own = payload === file?.root ? file.nodeConfig?.nodeReading : undefined;
  const image = view?.image;
  return { payload, reading: own ?? readingOf(payload, file?.contract ?? contract, image?.controller), image };
}

/** A config behind a damaged encoding is refused, whatever could be recovered. */
function readingOf({ tree, problems }: Payload, { root }: Contract, controller: Controller | undefined): Reading {
  const reading = readContract(tree ?? { language: 'json', root: undefined, problems: [], depth: 0 }, root, controller);
  const fault = problems.find(({ severity }) => severity === 'error');
  return fault === undefined ? reading : { ...reading, ok: false, error: fault.message };
}

/** A config, and the same without secrets unless they were requested. */
export interface ConfigTwin {
  readonly real: MessageValue;
  readonly shown: MessageValue;
}

/** A config with its secrets masked. */
export function configTwin(real: MessageValue, masking: Masking): ConfigTwin {
  return { real, shown: masking.showsSecrets ? real : maskedConfig(real, { masking }).config };
}

/**
 * The fields of a config as the node reads them, by their proto names in the order of the contract. Values that it refuses
 * are there as they are written.
 */
export function configValue({ real, shown }: ConfigTwin, refused: RefusedValues = noneRefused): ComparedValue {
  return new ConfigValue(undefined, real, shown, undefined, undefined, { path: '', refused });
}

/** Values that the node refuses, by their paths in proto names. */
export type RefusedValues = ReadonlyMap<string, ComparedValue>;

const noneRefused: RefusedValues = new Map();

/** The refused values of a config; of a list or map also the whole of it. */
export function refusedValues(
  { payload: { tree }, reading }: ReadConfig,
  valueOf: (node: SyntaxNode, name: string, field: Field) => ComparedValue,
): RefusedValues {
  const values = new Map<string, ComparedValue>();
  const add = (steps: readonly string[], node: SyntaxNode | undefined, field: Field): void => {
    const place = recordPosition(reading.value.type, steps);
    if (place !== undefined && node !== undefined && !values.has(place.path))
      values.set(place.path, new RefusedValue(valueOf(node, steps.at(-1) ?? '', field)));
  };
  for (const { rejected, earlier, field, element, node, pointer } of reading.notes) {
    if (!rejected || earlier !== undefined || field === undefined) continue;
    const steps = stepsOf(pointer);
    add(steps, node, field);
    const outer = steps.slice(0, -1);
    if (element) add(outer, nodeAt(tree?.root, pointerOf(outer)), field);
  }
  return values;
}

/** A value that the node refuses, as a whole. */
class RefusedValue implements ComparedValue {
  readonly refused = true;
  readonly members = undefined;
  readonly items = undefined;
  readonly #written: ComparedValue;

  constructor(written: ComparedValue) {
    this.#written = written;
  }

  get identity(): string {
    return `refused ${String(this.#written.identity)}`;
  }

  get span(): Span | undefined {
    return this.#written.span;
  }

  shown(): ReturnType<ComparedValue['shown']> {
    return this.#written.shown();
  }

  lines(): TextLines {
    return { real: [this.identity], shown: [`${JSON.stringify(this.shown().value)} (refused)`] };
  }
}

/** Where a value is in a config, and what the node refuses there. */
interface ConfigPlace {
  readonly path: string;
  readonly refused: RefusedValues;
}

function placeIn({ path, refused }: ConfigPlace, step: string): ConfigPlace {
  return { path: path === '' ? step : `${path}.${step}`, refused };
}

class ConfigValue implements ComparedValue {
  readonly span: Span | undefined;
  readonly members: ComparedValue['members'];
  readonly items: ComparedValue['items'];
  readonly sortNames?: (names: readonly string[]) => readonly string[];
  readonly #field: Field | undefined;
  readonly #real: ContractValue;
  readonly #shown: ContractValue;
  readonly #place: ConfigPlace;

  /** `member` is the one that a whole field is written in. */
  constructor(
    field: Field | undefined,
    real: ContractValue,
    shown: ContractValue,
    span: Span | undefined,
    member: Member | undefined,
    place: ConfigPlace,
  ) {
    this.#field = field;
    this.#real = real;
    this.#shown = shown;
    this.#place = place;
    this.span = span;
    if (isMessage(real)) {
      const { allFields: fields } = real.type;
      this.members = fieldsOf(real, isMessage(shown) ? shown : real, place);
      this.sortNames = (names) => fields.flatMap(({ name }) => (names.includes(name) ? name : []));
    } else if (real instanceof Map) {
      const map = real as ReadonlyMap<string, ContractValue>;
      this.members = entriesOf(field, map, shown as typeof map, member, place);
      this.sortNames = (names) => sortedEntries(new Map(names.map((name) => [name, name]))).map(([name]) => name);
    } else if (Array.isArray(real)) {
      const list = real as readonly ContractValue[];
      this.items = itemsOf(field, list, shown as typeof list, member, place);
    }
  }

  get identity(): string {
    const { path, refused } = this.#place;
    const inside = [...refused].filter(([at]) => path === '' || at.startsWith(`${path}.`));
    return [this.#plain, ...inside.map(([at, value]) => `${at}: ${String(value.identity)}`)].join('\n');
  }

  /** The value as canonical JSON, without what the node refuses. */
  get #plain(): string {
    return JSON.stringify(plainValue(this.#field, this.#real));
  }

  get encoded(): ComparedValue['encoded'] {
    const text = this.#real;
    if (typeof text !== 'string' || this.#field === undefined) return undefined;
    return { text, summary: text === '' ? undefined : encodedSummary(this.#field.format, text)?.short };
  }

  shown(): { readonly value: PlainValue; readonly masked: boolean } {
    const value = plainValue(this.#field, this.#shown);
    return { value, masked: this.#shown !== this.#real && JSON.stringify(value) !== this.#plain };
  }

  lines(): TextLines {
    return { real: [this.#plain], shown: [JSON.stringify(this.shown().value)] };
  }
}

function fieldsOf(real: MessageValue, shown: MessageValue, place: ConfigPlace): ReadonlyMap<string, ComparedValue> {
  return new Map(
    real.type.allFields.flatMap((field) => {
      const inner = placeIn(place, field.name);
      const present = real.fields.get(field);
      const refused = place.refused.get(inner.path);
      // A list of which the node refuses an item is shown as it is written.
      if (refused !== undefined && (present === undefined || field.label === 'list'))
        return [[field.name, refused] as const];
      if (present === undefined) return [];
      const { value, member } = present;
      const hidden = shown.fields.get(field)?.value ?? value;
      return [[field.name, new ConfigValue(field, value, hidden, member.span, member, inner)] as const];
    }),
  );
}

function entriesOf(
  field: Field | undefined,
  real: ReadonlyMap<string, ContractValue>,
  shown: ReadonlyMap<string, ContractValue>,
  member: Member | undefined,
  place: ConfigPlace,
): ReadonlyMap<string, ComparedValue> {
  const node = member?.value;
  const members = new Map(node?.kind === 'object' ? node.members.map((entry) => [entry.key.name, entry]) : []);
  const refused = [...members.keys()].flatMap((key) => {
    const value = real.has(key) ? undefined : place.refused.get(placeIn(place, key).path);
    return value === undefined ? [] : [[key, value] as const];
  });
  // A key may be masked, too; the order is the same.
  const shownValues = [...shown.values()];
  const twins = new Map([...real].map(([key, value], index) => [key, { value, hidden: shownValues[index] ?? value }]));
  const accepted = sortedEntries(twins).map(([key, { value, hidden }]) => {
    const inner = placeIn(place, key);
    return [key, new ConfigValue(field, value, hidden, members.get(key)?.span, undefined, inner)] as const;
  });
  return new Map<string, ComparedValue>([...accepted, ...refused]);
}

/** If the node dropped items, the indexes no longer match, so each item has the range of the whole list. */
function itemsOf(
  field: Field | undefined,
  real: readonly ContractValue[],
  shown: readonly ContractValue[],
  member: Member | undefined,
  place: ConfigPlace,
): readonly ComparedValue[] {
  const node = member?.value;
  const nodes = node?.kind === 'array' && node.items.length === real.length ? node.items : undefined;
  return real.map((item, index) => {
    const inner = placeIn(place, String(index));
    return new ConfigValue(field, item, shown[index] ?? item, (nodes?.[index] ?? member)?.span, undefined, inner);
  });
}

/**
 * A value of a config as plain JSON in its canonical form: proto names in declaration order, map keys sorted, enums by
 * name if they have one; NaN, the infinities and -0, which JSON has no numbers for, as strings.
 */
function plainValue(field: Field | undefined, value: ContractValue): PlainValue {
  if (isMessage(value)) {
    return Object.fromEntries(
      value.type.allFields.flatMap((inner) => {
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
