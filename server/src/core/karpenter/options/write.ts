import type { NodePath } from '../../formats/tree/paths.js';
import {
  type MapFields,
  RecordMasking,
  type RecordMaskingOptions,
  type SecretString,
} from '../../record/maskFields.js';
import { type Field, hasEntries, type RecordType } from '../../record/model.js';
import type { TracedText } from '../../record/trace.js';
import { formatDuration } from '../../values/durations.js';
import { bootstrapOptions } from './description.js';
import type { BootstrapOptions } from './options.generated.js';
import type { OptionRecord, OptionValue } from './read.js';

/** A document of options in the order of the description, each value with its path; {@link readOptions} reads it. */
export function optionsDocument(options: BootstrapOptions): TracedText[] {
  return [...objectPieces(options as OptionRecord, bootstrapOptions, [], 0), { text: '\n' }];
}

function fieldPieces(value: OptionValue, field: Field, at: NodePath, depth: number): readonly TracedText[] {
  if (!hasEntries(field)) return elementPieces(value, field, at, depth);
  if (field.label === 'list') {
    const items = value as readonly OptionValue[];
    const pieces = items.map((item, index) => elementPieces(item, field, [...at, index], depth + 1));
    return bracketed('[', pieces, ']', depth);
  }
  const entries = [...(value as ReadonlyMap<string, OptionValue>)];
  return members(
    entries.map(([key, item]) => ({ key, pieces: elementPieces(item, field, [...at, key], depth + 1) })),
    depth,
  );
}

function elementPieces(value: OptionValue, { type }: Field, at: NodePath, depth: number): readonly TracedText[] {
  if (type.kind === 'object') return objectPieces(value as OptionRecord, type.of, at, depth);
  if (type.kind === 'scalar' && type.scalar === 'duration')
    return [{ text: JSON.stringify(formatDuration(value as bigint)), from: at }];
  return [{ text: typeof value === 'bigint' ? String(value) : JSON.stringify(value), from: at }];
}

function objectPieces(value: OptionRecord, of: RecordType, at: NodePath, depth: number): readonly TracedText[] {
  const given = of.fields.flatMap((field) => {
    const { name } = field;
    const own = value[name];
    return own === undefined ? [] : [{ key: name, pieces: fieldPieces(own, field, [...at, name], depth + 1) }];
  });
  return members(given, depth);
}

function members(
  entries: readonly { readonly key: string; readonly pieces: readonly TracedText[] }[],
  depth: number,
): readonly TracedText[] {
  const named = entries.map(({ key, pieces }) => [{ text: `${JSON.stringify(key)}: ` }, ...pieces]);
  return bracketed('{', named, '}', depth);
}

function bracketed(
  open: string,
  items: readonly (readonly TracedText[])[],
  close: string,
  depth: number,
): TracedText[] {
  if (items.length === 0) return [{ text: open + close }];
  const indent = '  '.repeat(depth + 1);
  const inner = items.flatMap((pieces, index) => (index === 0 ? pieces : [{ text: `,\n${indent}` }, ...pieces]));
  return [{ text: `${open}\n${indent}` }, ...inner, { text: `\n${'  '.repeat(depth)}${close}` }];
}

/** Options that can be shown. */
export interface MaskedOptions {
  readonly options: BootstrapOptions;
  /** The number of hidden secrets. */
  readonly masked: number;
  /** All strings with secrets, hidden or revealed. */
  readonly secrets: readonly SecretString[];
}

/** Options with their secrets replaced. */
export function maskedOptions(options: BootstrapOptions, hiding?: RecordMaskingOptions): MaskedOptions {
  const masking = new RecordMasking(mapFields, hiding);
  const shown = masking.record(options as OptionRecord, bootstrapOptions, []);
  return { options: shown, masked: masking.masked, secrets: masking.secrets };
}

const mapFields: MapFields<OptionRecord> = (given, type, change) => {
  const shown: Record<string, OptionValue | undefined> = {};
  for (const field of type?.fields ?? []) {
    const value = given[field.name];
    if (value !== undefined) shown[field.name] = change(value, field);
  }
  return shown;
};
