import { maskedConfig } from '../nodeConfig/mask.js';
import {
  numbered,
  type RenderedVariable,
  renderEnvironment,
  renderVariable,
  variablesFedBy,
} from '../nodeConfig/render/environment/environment.js';
import type { EnvironmentOptions } from '../nodeConfig/render/environment/options.js';
import type { EnvironmentVariable } from '../nodeConfig/render/environment/variable.js';
import type { MessageValue } from '../nodeConfig/value.js';
import type { FieldDifference, FileDifference, VariableDifference } from './comparison.js';
import { linesOf } from './differences.js';
import { align, hunksOf } from './hunks.js';

/**
 * The variables of the bootstrap environment that two configs give different values, sorted by name, each with the
 * field differences that feed it. Both configs meet the same node.
 */
export function compareEnvironments(
  before: MessageValue,
  after: MessageValue,
  fields: readonly FieldDifference[],
  options: EnvironmentOptions & { readonly showSecrets: boolean },
): readonly VariableDifference[] {
  // Equal configs turn into equal environments.
  if (fields.length === 0) return [];
  const old = new Environment(before, options);
  const now = new Environment(after, options);
  const causes = causesOf(fields);
  const names = [...new Set([...old.variables.keys(), ...now.variables.keys()])].sort();
  return names.flatMap((name) => {
    const [from, to] = [old.variables.get(name), now.variables.get(name)];
    const row = (to ?? from)?.variable;
    if (row === undefined || from?.value === to?.value) return [];
    const [shownFrom, shownTo] = [old.shown(name), now.shown(name)];
    const file = fileDifference(row, name, shownFrom, shownTo);
    return [
      {
        name,
        ...(shownFrom !== undefined && { before: shownFrom }),
        ...(shownTo !== undefined && { after: shownTo }),
        ...(shownFrom === from?.value && shownTo === to?.value ? {} : { masked: true as const }),
        causes: causes.get(row) ?? [],
        ...(file && { file }),
      },
    ];
  });
}

/** A config's environment as it is, and what of it may be shown. */
class Environment {
  readonly variables: ReadonlyMap<string, RenderedVariable>;
  readonly #shownConfig: MessageValue;
  readonly #options: EnvironmentOptions;

  constructor(config: MessageValue, options: EnvironmentOptions & { readonly showSecrets: boolean }) {
    this.variables = new Map(renderEnvironment(config, options).map((variable) => [variable.name, variable]));
    this.#shownConfig = options.showSecrets ? config : maskedConfig(config).config;
    this.#options = options;
  }

  /** The value of a variable, made of a config without secrets unless they were asked for. */
  shown(name: string): string | undefined {
    const row = this.variables.get(name)?.variable;
    if (row === undefined) return undefined;
    return renderVariable(row, this.#shownConfig, this.#options).find((variable) => variable.name === name)?.value;
  }
}

/** The file in a variable, told from what may be shown; a file that is not there counts as empty. */
function fileDifference(
  { file, name: rowName }: EnvironmentVariable,
  name: string,
  before: string | undefined,
  after: string | undefined,
): FileDifference | undefined {
  if (file === undefined) return undefined;
  const textOf = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : file.read(value);
  const [old, now] = [textOf(before), textOf(after)];
  if (old === undefined && now === undefined) return undefined;
  // Both are made of what may be shown, so nothing in them is left to hide.
  const lines = (text = '') => linesOf(text, { showSecrets: true });
  const index = numberIn(name, rowName);
  const path = file.path === undefined ? {} : { path: numbered(file.path, index) };
  return { name: numbered(file.name, index), ...path, hunks: hunksOf(lines(old), lines(now)) };
}

/** The number of a variable whose row stands for many. */
function numberIn(name: string, rowName: string): number {
  return Number(name.slice(rowName.indexOf('<n>')).replace(/\D+$/, '')) || 0;
}

/** The paths of the differences that feed each row of the table. */
function causesOf(fields: readonly FieldDifference[]): ReadonlyMap<EnvironmentVariable, readonly string[]> {
  const causes = new Map<EnvironmentVariable, string[]>();
  for (const { path } of fields) {
    for (const row of variablesFedBy(path)) {
      const known = causes.get(row);
      if (known === undefined) causes.set(row, [path]);
      else known.push(path);
    }
  }
  return causes;
}

/** What became of the entries of a list; indexes are absent where the side has no such entry. */
interface EntryChange {
  /** `paired` entries stand in each other's place and differ. */
  readonly kind: 'added' | 'removed' | 'moved' | 'paired';
  readonly before?: number;
  readonly after?: number;
}

/**
 * How a list became another one, in the order of the second: told by keys that are equal where entries are. `reordered`
 * where both have the same entries, as often as each other, in another order.
 */
export function listChanges<T>(before: readonly T[], after: readonly T[]): readonly EntryChange[] | 'reordered' {
  const changes: EntryChange[] = [];
  const gaps = align(before, after).filter(({ same }) => !same);
  if (gaps.length === 0) return changes;
  const takenOut = new Map<T, number[]>();
  for (const { before: old } of gaps.toReversed())
    for (let i = old.end - 1; i >= old.start; i--) entriesOf(takenOut, before[i] as T).push(i);
  const moved = new Map<number, number>();
  for (const { after: now } of gaps) {
    for (let i = now.start; i < now.end; i++) {
      const from = takenOut.get(after[i] as T)?.pop();
      if (from !== undefined) moved.set(i, from);
    }
  }
  const movedAway = new Set(moved.values());
  const entries = gaps.reduce((sum, { before: old, after: now }) => sum + length(old) + length(now), 0);
  if (entries === 2 * moved.size) return 'reordered';
  for (const { before: old, after: now } of gaps) {
    const gone = indexes(old).filter((index) => !movedAway.has(index));
    let paired = 0;
    for (const index of indexes(now)) {
      const from = moved.get(index);
      if (from !== undefined) {
        changes.push({ kind: 'moved', before: from, after: index });
        continue;
      }
      const replaced = gone[paired++];
      if (replaced === undefined) changes.push({ kind: 'added', after: index });
      else changes.push({ kind: 'paired', before: replaced, after: index });
    }
    for (const index of gone.slice(paired)) changes.push({ kind: 'removed', before: index });
  }
  return changes;
}

function entriesOf<T>(map: Map<T, number[]>, key: T): number[] {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = []));
  return found;
}

function length({ start, end }: { start: number; end: number }): number {
  return end - start;
}

function indexes(range: { start: number; end: number }): number[] {
  return Array.from({ length: length(range) }, (_, offset) => range.start + offset);
}
