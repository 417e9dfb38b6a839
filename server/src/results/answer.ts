/** The one object that every machine-readable answer is: of the command line with `--format json`, and of the tools. */
export function answer(results: readonly object[], more: object = {}): object {
  return { version: 1, results, ...more };
}
