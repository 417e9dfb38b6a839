import type { Field, RecordType } from '../../server/src/core/record/model.js';

/** A value with tab stops in its strings; a string that begins with `^` is inserted without quotes. */
type SnippetBody = string | number | boolean | readonly SnippetBody[] | { readonly [key: string]: SnippetBody };

/**
 * An object with all required fields of a message, including those of nested messages, and the fields that
 * accept only one value. Undefined if there are none.
 */
export function messageSnippet(message: RecordType): SnippetBody | undefined {
  return membersOf(message, new TabStops());
}

function membersOf(message: RecordType, stops: TabStops): SnippetBody | undefined {
  const members = message.fields.flatMap((field): [string, SnippetBody][] => {
    if (field.label === 'list' || field.label === 'map') return [];
    if (field.type.kind === 'object') {
      const inside = membersOf(field.type.of, stops);
      return field.required === true || (inside !== undefined && hasRequired(field.type.of))
        ? [[field.name, inside ?? {}]]
        : [];
    }
    if (field.oneOf?.length === 1) return [[field.name, field.oneOf[0] ?? '']];
    return field.required === true ? [[field.name, stops.next(field.examples?.[0])]] : [];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function hasRequired(message: RecordType): boolean {
  return message.fields.some(
    (field) => field.required === true || (field.type.kind === 'object' && hasRequired(field.type.of)),
  );
}

/** A list or map with one entry, taken from the first example. */
export function listOrMapSnippet(field: Field): {
  defaultSnippets?: readonly { label: string; body: SnippetBody }[];
} {
  const example = field.examples?.[0];
  const stops = new TabStops();
  if (Array.isArray(example)) {
    return { defaultSnippets: [{ label: '[ … ]', body: [stops.next((example as unknown[])[0])] }] };
  }
  if (typeof example !== 'object' || example === null) return {};
  const [key, value] = Object.entries(example as Record<string, unknown>)[0] ?? [];
  if (key === undefined) return {};
  return { defaultSnippets: [{ label: '{ … }', body: { [stops.next(key)]: entry(value, stops) } }] };
}

function entry(value: unknown, stops: TabStops): SnippetBody {
  if (typeof value !== 'object' || value === null) return stops.next(value);
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, member]) => [name, entry(member, stops)]),
  );
}

/** Numbers tab stops in the order of the calls of `next`. */
class TabStops {
  #last = 0;

  /** A tab stop with a placeholder, which is a string or another value. */
  next(placeholder: unknown): string {
    this.#last += 1;
    const text = typeof placeholder === 'string' ? placeholder : JSON.stringify(placeholder ?? '');
    const stop = `\${${this.#last}:${text.replace(/[\\$}]/g, '\\$&')}}`;
    return typeof placeholder === 'number' || typeof placeholder === 'boolean' ? `^${stop}` : stop;
  }
}
