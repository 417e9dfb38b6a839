import { toValue } from '../formats/tree/expand.js';
import type { SyntaxNode } from '../formats/tree/node.js';
import { nearestNode, pointerOf } from '../formats/tree/paths.js';
import { createLineIndex } from '../text/span.js';
import { allSettings, schemaAt, type SettingPlace } from './schema.js';
import { anyMatches, asObject } from './settings.js';

/** A setting that holds, or one entry of it, and where it comes from. */
export interface DescribedSetting {
  /** Its names, such as `problems.severity`. */
  readonly key: string;
  /** The glob, code or pattern of an entry. */
  readonly entry?: string;
  /** Null if nothing sets it. */
  readonly value: unknown;
  /** `default`, a configuration file with a line, or an option. */
  readonly source: string;
  /** Of an entry by a glob: whether it holds for the file that was asked about. */
  readonly applies?: boolean;
}

/** What a source sets, as it is written there. */
export interface WrittenSettings {
  readonly value: unknown;
  /** The source of the value at a path. */
  sourceOf(path: readonly string[]): string;
}

/** What a configuration file sets, with the lines. `name` is the file as users know it. */
export function writtenIn(name: string, text: string, root: SyntaxNode | undefined): WrittenSettings {
  const lines = createLineIndex(text);
  return {
    value: toValue(root),
    sourceOf(path) {
      const found = root && nearestNode(root, pointerOf(path));
      const { start } = found?.member?.key.span ?? { start: 0 };
      return `${name}:${lines.positionAt(start).line + 1}`;
    },
  };
}

/**
 * The settings that hold, from sources in the order of their precedence, the strongest last. `paths` are the names of a file
 * that globs of each source may match; undefined if no file was asked about.
 */
export function describeSettings(
  sources: readonly (WrittenSettings & { readonly paths: readonly string[] | undefined })[],
): DescribedSetting[] {
  return allSettings().flatMap((place) => {
    const key = place.path.join('.');
    const written = sources.flatMap((source) => {
      const value = valueAt(source.value, place.path);
      return value === undefined || value === '' ? [] : [{ source, value }];
    });
    const entries = place.isMap ? entriesOf(place, written) : [];
    if (entries.length > 0) return entries;
    const last = place.isMap ? undefined : written.at(-1);
    if (last === undefined) return [{ key, value: schemaAt(place.path)?.default ?? null, source: 'default' }];
    return [{ key, value: last.value, source: last.source.sourceOf(place.path) }];
  });
}

interface WrittenValue {
  readonly source: WrittenSettings & { readonly paths: readonly string[] | undefined };
  readonly value: unknown;
}

/** The entries of a setting by globs or codes; one path is for every document. */
function entriesOf({ path }: SettingPlace, written: readonly WrittenValue[]): DescribedSetting[] {
  const key = path.join('.');
  const addsUp = key === 'problems.ignore';
  const byCode = key === 'problems.severity';
  const all = written.flatMap(({ source, value }) => {
    const isOne = typeof value === 'string';
    const entries = isOne ? [['**', value] as const] : Object.entries(asObject(value));
    return entries.map(([entry, inner]) => ({
      key,
      entry,
      value: inner,
      source: source.sourceOf(isOne ? path : [...path, entry]),
      ...(!byCode && source.paths !== undefined && { applies: anyMatches(source.paths, entry) }),
    }));
  });
  if (addsUp) return all;
  // Of equal entries, the last one counts; of globs, the last one that matches.
  const kept = all.filter(({ entry }, index) => all.findLastIndex((other) => other.entry === entry) === index);
  const deciding = kept.findLastIndex(({ applies }) => applies === true);
  return kept.map((one, index) => (one.applies === undefined ? one : { ...one, applies: index === deciding }));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at: unknown = value;
  for (const name of path) {
    const object = asObject(at);
    if (!Object.hasOwn(object, name)) return undefined;
    at = object[name];
  }
  return at;
}
