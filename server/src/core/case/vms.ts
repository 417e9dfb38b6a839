import { limits } from '../limits.js';

/** A VM of an AKS node pool: a scale set's name with the number of the instance, in decimal or, in host names, in base 36. */
const nodeName = /(?<![\w-])(?:aks|k8s)-[\w-]{1,60}?-vmss(?:_\d{1,6}|[\da-z]{6})(?![\da-z])/gi;

/** Folders and files that are named after one instance: `instance-3`, `vm2`, `node_0`. */
const numberedName = /^(?:instance|vmss|vm|node|machine)[-_ ]?\d{1,6}(?=$|[-_. ])/i;

/** Lines of a system log, whose second column is the host. */
const systemLogHost =
  /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})?|\d{4}-\d\d-\d\dT[\d:.,]{8,20}(?:Z|[+-]\d\d:?\d\d)) ([\w.-]{1,80}) [\w.@/()-]{1,80}(?:\[\d{1,9}\])?: /gm;

/** Characters of a text in which the name of its VM is looked for. */
const searched = 200_000;

/** Lines of a system log that are compared. */
const comparedLines = 50;

/** The VM that the name of a file or of a folder around it says, the innermost first. */
export function vmInPath(path: string): string | undefined {
  const segments = path.split('/').reverse();
  for (const segment of segments) {
    const named = [...segment.matchAll(nodeName)][0]?.[0] ?? numberedName.exec(segment)?.[0];
    if (named !== undefined) return named;
  }
  return undefined;
}

/** The VM that a text is about, if it names only one; else the host that wrote it, if it is a system log. */
export function vmInText(text: string): string | undefined {
  const start = text.slice(0, searched);
  const names = new Map([...start.matchAll(nodeName)].map(([name]) => [vmKey(name), name]));
  const [only] = names.values();
  if (names.size === 1) return only;
  const hosts = new Set([...start.matchAll(systemLogHost)].slice(0, comparedLines).map(([, host = '']) => host));
  const [host] = hosts;
  return hosts.size === 1 && host !== 'localhost' ? host : undefined;
}

/**
 * Equal for names of one VM: `aks-pool-1-vmss_36` and its host name `aks-pool-1-vmss000010`. A number alone, such as that of
 * "instance 3", gives `#3`.
 */
export function vmKey(name: string): string {
  const [, set, decimal, host] = /^(.{0,100}-vmss)(?:_(\d{1,6})|([\da-z]{6}))$/i.exec(name) ?? [];
  if (set !== undefined) return `${set.toLowerCase()}#${decimal ?? parseInt(host ?? '0', 36)}`;
  const number = /^(?:(?:instance|vmss)[-_ ]?)?(\d{1,6})$/i.exec(name)?.[1];
  return number === undefined ? name.toLowerCase() : `#${Number(number)}`;
}

/**
 * Folders that each have the files of one VM: siblings with files of the same names in them, of which at least two report how
 * a boot ended. The result has, for each file in one of them, the path of its folder.
 */
export function vmFolders(files: readonly string[], reporting: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byParent = new Map<string, Map<string, string[]>>();
  for (const file of files) {
    const segments = file.split('/');
    for (let depth = 0; depth < Math.min(segments.length - 1, limits.caseFolders); depth++) {
      const parent = segments.slice(0, depth).join('/');
      const folder = segments.slice(0, depth + 1).join('/');
      let folders = byParent.get(parent);
      if (folders === undefined) byParent.set(parent, (folders = new Map<string, string[]>()));
      const inside = folders.get(folder);
      if (inside === undefined) folders.set(folder, [file]);
      else inside.push(file);
    }
  }
  // The outermost folders count: inside of them, several have the same files too.
  for (const [, folders] of [...byParent].sort(([a], [b]) => a.length - b.length)) {
    const reportingFolders = [...folders].filter(([, inside]) => inside.some((file) => reporting.has(file)));
    const names = reportingFolders.flatMap(([folder, inside]) => [
      ...new Set(inside.map((file) => file.slice(folder.length))),
    ]);
    if (reportingFolders.length < 2 || new Set(names).size === names.length) continue;
    return new Map([...folders].flatMap(([folder, inside]) => inside.map((file) => [file, folder] as const)));
  }
  return new Map();
}
