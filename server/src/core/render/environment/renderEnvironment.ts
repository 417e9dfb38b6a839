import type { MessageValue } from '../../contract/value.js';
import type { EnvironmentOptions } from './options.js';
import { environmentVariables } from './table.js';
import type { EnvironmentVariable } from './variable.js';

/** A variable as the scripts see it. */
export interface RenderedVariable {
  readonly name: string;
  readonly value: string;
  /** Which one it is, from 0, of a row that stands for many variables. */
  readonly index?: number;
  /** The row of the table that it comes from. */
  readonly variable: EnvironmentVariable;
}

/** The whole bootstrap environment of a config, sorted by name. It never throws. */
export function renderEnvironment(config: MessageValue, options: EnvironmentOptions): readonly RenderedVariable[] {
  return environmentVariables
    .flatMap((variable) => renderVariable(variable, config, options))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What one row of the table gives for a config: one variable, or as many as the row stands for. */
export function renderVariable(
  variable: EnvironmentVariable,
  config: MessageValue,
  options: EnvironmentOptions,
): readonly RenderedVariable[] {
  const { name, render } = variable;
  const value = render(config, options);
  if (typeof value === 'string') return [{ name, value, variable }];
  return value.map((item, index) => ({ name: numbered(name, index), value: item, variable, index }));
}

/** A name of the table with a number in the place that is meant for it. */
export function numbered(name: string, index: number): string {
  return name.replace('<n>', String(index));
}
