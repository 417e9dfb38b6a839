import type { ObjectDescription, OptionType } from './describe.js';
import { bootstrapOptions } from './description.js';
import { formatDuration } from '../../values/durations.js';
import type { BootstrapOptions } from './options.generated.js';
import type { TracedText } from '../../record/trace.js';
import type { NodePath } from '../../formats/tree/paths.js';
import type { OptionRecord, OptionValue } from './read.js';

/** A document of options in the order of the description, each value with its way: as {@link readOptions} reads it back. */
export function optionsDocument(options: BootstrapOptions): TracedText[] {
  return [...objectPieces(options as OptionRecord, bootstrapOptions, [], 0), { text: '\n' }];
}

function valuePieces(value: OptionValue, type: OptionType, at: NodePath, depth: number): readonly TracedText[] {
  switch (type.kind) {
    case 'object':
      return objectPieces(value as OptionRecord, type.of, at, depth);
    case 'map': {
      const entries = [...(value as ReadonlyMap<string, OptionValue>)];
      return members(
        entries.map(([key, item]) => ({ key, pieces: valuePieces(item, type.of, [...at, key], depth + 1) })),
        depth,
      );
    }
    case 'list': {
      const items = (value as readonly OptionValue[]).map((item, index) =>
        valuePieces(item, type.of, [...at, index], depth + 1),
      );
      return bracketed('[', items, ']', depth);
    }
    case 'duration':
      return [{ text: JSON.stringify(formatDuration(value as bigint)), from: at }];
    default:
      return [{ text: typeof value === 'bigint' ? String(value) : JSON.stringify(value), from: at }];
  }
}

function objectPieces(value: OptionRecord, of: ObjectDescription, at: NodePath, depth: number): readonly TracedText[] {
  const given = of.options.flatMap(({ name, type }) => {
    const own = value[name];
    return own === undefined ? [] : [{ key: name, pieces: valuePieces(own, type, [...at, name], depth + 1) }];
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
