/** Flags whose values are lists in no fixed order. */
const listFlags: ReadonlySet<string> = new Set([
  '--system-reserved',
  '--kube-reserved',
  '--eviction-hard',
  '--eviction-soft',
  '--eviction-soft-grace-period',
]);

/**
 * The entries of a variable's value where their order is Karpenter's whim, sorted, with the lists in them sorted too:
 * flags and labels. The value as a whole for every other variable.
 */
export function entriesOf(name: string, value: string): readonly string[] {
  if (name === 'KUBELET_NODE_LABELS') return sorted(value, ',');
  if (name === 'KUBELET_FLAGS') return sorted(value, ' ').map(flagWithSortedList);
  return [value];
}

function flagWithSortedList(flag: string): string {
  const equals = flag.indexOf('=');
  const name = flag.slice(0, equals);
  return listFlags.has(name) ? `${name}=${sorted(flag.slice(equals + 1), ',').join(',')}` : flag;
}

function sorted(list: string, separator: string): string[] {
  return list
    .split(separator)
    .filter((entry) => entry !== '')
    .sort();
}
