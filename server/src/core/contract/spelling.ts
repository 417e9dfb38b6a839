import type { FieldDescriptor } from './descriptor.js';

/** The two names that protobuf-JSON takes for a field: as the .proto declares it, or in lowerCamelCase. */
export type Spelling = 'proto' | 'json';

export function nameIn(spelling: Spelling, field: FieldDescriptor): string {
  return spelling === 'proto' ? field.name : field.jsonName;
}

/** The spelling of a key; undefined for fields with one name for both. */
export function spellingOf(key: string, field: FieldDescriptor): Spelling | undefined {
  if (field.name === field.jsonName) return undefined;
  return key === field.name ? 'proto' : 'json';
}

/** How often each spelling is used, where there is a choice. */
export type SpellingCounts = Readonly<Record<Spelling, number>>;

/** The spelling that most names of a config have; proto names, which the node itself writes, on a tie. */
export function prevailingSpelling({ proto, json }: SpellingCounts): Spelling {
  return json > proto ? 'json' : 'proto';
}
