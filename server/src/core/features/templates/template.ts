import type { Configuration } from '../../contract/types.generated.js';

/** A whole node config to begin with, offered where a document is still empty. */
export interface Template {
  /** A short name, such as `Ubuntu node`. */
  readonly label: string;
  /** What it is for and what to know about it, in Markdown; what is to be filled in is added to it. */
  readonly doc: string;
  readonly config: Fillable<Configuration>;
}

/**
 * A place in a template that its user fills in. The same stop may stand in several places, which are then
 * filled in together.
 */
export class Stop {
  /** What can be chosen, the default first; a single value is only a proposal. */
  readonly values: readonly [string, ...string[]];

  constructor(values: readonly [string, ...string[]]) {
    this.values = values;
  }
}

/** A stop with a value that shows what belongs there; empty where nothing could be proposed. */
export function fill(proposal: string): Stop {
  return new Stop([proposal]);
}

/** A stop with the values that it takes, the default first. */
export function choose(...values: readonly [string, ...string[]]): Stop {
  return new Stop(values);
}

/** A config in which any text may be a stop. */
export type Fillable<T> = T extends string
  ? T | Stop
  : T extends number | boolean
    ? T
    : T extends readonly (infer Entry)[]
      ? readonly Fillable<Entry>[]
      : { readonly [Name in keyof T]: Fillable<T[Name]> };
