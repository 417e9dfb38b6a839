import { prose } from '../../text/markdown.js';
import { type Completion, sortNumber } from '../../document/editing.js';
import {
  completeRecord,
  entryShape,
  type FieldPosition,
  type KeyChoice,
  type RecordCompletion,
  type ValueChoice,
} from '../../document/recordEditing.js';
import { fieldMarkdown } from '../../record/explain.js';
import { type Field, typeName } from '../../record/model.js';
import { knownName, knownNames, nameMarkdown } from '../../values/known/index.js';
import type { KnownName } from '../../values/known/vocabulary.js';
import { absenceFrom, kubernetesMinor } from '../contract/kubernetes.js';
import { nameIn, prevailingSpelling, type Spelling } from '../navigate.js';
import type { MessageValue } from '../value.js';
import type { NodeConfigView } from '../view.js';
import { completeTemplate } from './completeTemplate.js';
import { shapeOf } from './shapes.js';

/**
 * Keys for a map: flags and gates that the config's Kubernetes version has, labels, signals, and the keys of the
 * contract's own examples.
 */
function keysFor(
  { field, owner }: FieldPosition,
  isFree: (key: string) => boolean,
  config: MessageValue,
  spelling: Spelling,
): KeyChoice[] {
  const minor = kubernetesMinor(config);
  const known = field.knownKeys === undefined ? [] : knownNames(field.knownKeys);
  const names = known.filter((name) => isFree(name.name) && absenceFrom(minor, name) === undefined);
  const shape = shapeOf(field, true, spelling);
  const examples = exampleKeys(field).filter((key) => isFree(key) && !known.some(({ name }) => name === key));
  return [
    ...examples.map((name, index) => ({
      name,
      shape,
      detail: typeName(field),
      documentation: fieldMarkdown(field, owner),
      sortText: `0${sortNumber(index)}`,
      deprecated: false,
    })),
    ...names.map((name, index) => ({
      name: name.name,
      shape: entryShape(name, field, shape),
      detail: name.detail ?? '',
      documentation: nameMarkdown(name),
      sortText: `${importance(name, field)}${sortNumber(index)}`,
      deprecated: name.deprecatedIn !== undefined && absenceFrom(minor, { removedIn: name.deprecatedIn }) !== undefined,
    })),
  ];
}

/** Keys of the contract's own examples come first, deprecated and removed ones last. */
function importance({ name, deprecatedIn, removedIn }: KnownName, field: Field): '0' | '1' | '2' {
  if (exampleKeys(field).includes(name)) return '0';
  return deprecatedIn === undefined && removedIn === undefined ? '1' : '2';
}

function exampleKeys({ examples = [] }: Field): string[] {
  return examples.flatMap((example) => (typeof example === 'object' && example !== null ? Object.keys(example) : []));
}

/**
 * What editors compare with the typed text for examples. No value begins with it, so they are shown only before typing:
 * Enter after `90` must not insert the example 900. They are in the list because VS Code offers any words of the document
 * if a server offers nothing.
 */
const onlyWhereEmpty = '\u0001';

/** Values for a field: enum values, choices, known names and examples. */
function valuesFor({ field, owner, element, names }: FieldPosition): ValueChoice[] {
  const { type, label } = field;
  const documentation = fieldMarkdown(field, owner);
  const plain = (value: ValueChoice['value']): ValueChoice => ({
    value,
    detail: value === field.default ? `${typeName(field)}, the same as absent` : typeName(field),
    documentation,
  });
  if (type.kind === 'enum') {
    const labels = shortLabels(type.of.values.map(({ name }) => name));
    return type.of.values.map((value, index) => ({
      value: value.name,
      label: labels[index],
      detail: summaryOf(value.doc),
      documentation: prose(value.doc),
      kind: 'enum-value',
      // "Unspecified" says nothing, so it comes last.
      sortText: sortNumber(value.number === 0 ? 9_999 : index),
    }));
  }
  if (type.kind === 'scalar' && type.scalar === 'bool') return [true, false].map(plain);
  if (label === 'map') return entryValues(field, names.at(-1));
  if (field.oneOf !== undefined) return field.oneOf.map(plain);
  const examples = (field.examples ?? [])
    .flatMap((example) => (element && Array.isArray(example) ? (example as unknown[]) : [example]))
    .filter((example) => typeof example === 'string' || typeof example === 'number');
  const known = field.known === undefined ? [] : knownNames(field.known).map(({ name }) => name);
  const values = new Set([...(field.default === undefined ? [] : [field.default]), ...examples, ...known]);
  return [...values].map((value) => {
    const name = field.known === undefined || typeof value !== 'string' ? undefined : knownName(field.known, value);
    const choice = plain(value);
    return name === undefined
      ? { ...choice, compared: onlyWhereEmpty }
      : { ...choice, detail: name.detail ?? choice.detail, documentation: nameMarkdown(name) };
  });
}

/** More characters than this don't fit into a list beside what they mean; an editor would cut the end, where names differ. */
const longestLabel = 30;

/** Names without the words that all of them begin with, if they are too long for a list. */
function shortLabels(names: readonly string[]): readonly string[] {
  const [first = ''] = names;
  if (names.length < 2 || names.every(({ length }) => length <= longestLabel)) return names;
  const words = first.split('_').slice(0, -1);
  const beginnings = words.map((_, index) => `${words.slice(0, index + 1).join('_')}_`);
  const shared = beginnings.findLast((beginning) => names.every((name) => name.startsWith(beginning)));
  return shared === undefined ? names : names.map((name) => `…${name.slice(shared.length)}`);
}

/** The first sentence of a description, without its end. */
function summaryOf(doc: string): string {
  return /^[^]*?(?=\.(?:\s|$)|$)/.exec(doc)?.[0] ?? doc;
}

/** Values for a known key of a map. */
function entryValues(field: Field, key: string | number | undefined): ValueChoice[] {
  const known = field.knownKeys && typeof key === 'string' ? knownName(field.knownKeys, key) : undefined;
  if (known === undefined) return [];
  const { oneOf, example, detail = typeName(field) } = known;
  const choice = { detail, documentation: nameMarkdown(known) };
  if (oneOf !== undefined) return oneOf.map((value) => ({ ...choice, value }));
  return example === undefined ? [] : [{ ...choice, value: example, compared: onlyWhereEmpty }];
}

/** Fields, known keys and values of a node config; in an empty one after templates for all of it. */
export function completeNodeConfig(view: NodeConfigView, offset: number): Completion[] {
  const whole = completeTemplate(view.text, offset);
  const items = completeRecord(fieldCompletion(view), view, offset);
  // A whole config is preselected.
  return whole.length === 0 ? items : [...whole, ...items.map((item) => ({ ...item, preselect: false }))];
}

function fieldCompletion({ reading, contract }: NodeConfigView): RecordCompletion {
  const spelling = prevailingSpelling(reading.spellings);
  return {
    root: contract.root,
    requiredWord: 'required',
    nameOf: (field) => nameIn(spelling, field),
    shapeOf: (field, element) => shapeOf(field, element, spelling),
    keysFor: (position, isFree) => keysFor(position, isFree, reading.value, spelling),
    valuesFor,
    offersBrackets: true,
    closingQuote: '"',
  };
}
