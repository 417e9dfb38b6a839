import { maskedConfig } from '../contract/maskSecrets.js';
import type { MessageValue } from '../contract/value.js';
import type { EnvironmentOptions } from '../render/environment/options.js';
import {
  numbered,
  type RenderedVariable,
  renderEnvironment,
  renderVariable,
} from '../render/environment/renderEnvironment.js';
import { variablesFedBy } from '../render/environment/table.js';
import type { EnvironmentVariable } from '../render/environment/variable.js';
import type { FieldDifference, FileDifference, VariableDifference } from './comparison.js';
import { hunksOf } from './hunks.js';
import { linesOf } from './masking.js';

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
