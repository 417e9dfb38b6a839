/**
 * Puts further items at the end of a list. `push(...items)` would hand each over as an argument of its own, for which
 * the stack has no room above some hundred thousand.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
