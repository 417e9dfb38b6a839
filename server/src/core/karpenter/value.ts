/** What an option's value is read into: int32 is a number, int64 and nanoseconds of durations are bigints. */
export type OptionValue =
  string | boolean | number | bigint | readonly OptionValue[] | OptionRecord | ReadonlyMap<string, OptionValue>;

/** The options of one object under the names of the description; absent ones, and null, are left out. */
export interface OptionRecord {
  readonly [name: string]: OptionValue | undefined;
}
