import { limits } from '../limits.js';
import { addToList, append } from '../text/strings.js';
import { describedFailure, type Finding, type FoundLine, type Outcome } from './finding.js';
import { vmFolders, vmInPath, vmKey } from './vms.js';

/** A line that a file shows. */
export interface PlacedLine {
  readonly file: string;
  readonly line: FoundLine;
}

export interface PlacedOutcome {
  readonly file: string;
  readonly outcome: Outcome;
}

/** A VM of a case with everything that the files say about it. */
export interface Instance {
  /** As the files give it; null for one node that no file names. */
  readonly name: string | null;
  readonly files: readonly string[];
  /** The report that counts; undefined if no file says how the boot ended. */
  readonly primary: PlacedOutcome | undefined;
  /** The other reports, those that count more first. */
  readonly others: readonly PlacedOutcome[];
  /** Telling lines of its logs. */
  readonly lines: readonly PlacedLine[];
}

/** The VMs of a case, and reports that belong to none of them. */
export interface Attribution {
  readonly instances: readonly Instance[];
  readonly unattributed: readonly PlacedOutcome[];
  /** The VM of each file that is about one; null for one without a name. */
  readonly instanceOf: ReadonlyMap<string, Instance>;
}

/** What is known about a VM while files are read. */
class Draft {
  readonly name: string | null;
  readonly files = new Set<string>();
  readonly outcomes: PlacedOutcome[] = [];
  readonly lines: PlacedLine[] = [];

  constructor(name: string | null) {
    this.name = name;
  }

  take(other: Draft): void {
    for (const file of other.files) this.files.add(file);
    append(this.outcomes, other.outcomes);
    append(this.lines, other.lines);
  }

  get instance(): Instance {
    const sorted = this.outcomes.toSorted((a, b) => b.outcome.strength - a.outcome.strength);
    const [primary, ...others] = sorted;
    return { name: this.name, files: [...this.files], primary, others, lines: this.lines };
  }
}

/**
 * Finds out which VM each file is about: from the folder that it is in if several folders have the same files, from its path,
 * or from its text. Reports without a VM belong to the only one, if there is only one.
 */
export function attribute(findings: readonly Finding[]): Attribution {
  const { drafts, nameless } = draftsOf(findings);
  joinNumbers(drafts);
  const named = [...drafts.values()].slice(0, limits.instances);
  const [only] = named;
  if (named.length === 1 && only !== undefined) only.take(nameless);
  if (named.length === 0 && nameless.outcomes.length > 0 && isOneNode(nameless)) named.push(nameless);
  const instances = named.map(({ instance }) => instance);
  return {
    instances,
    unattributed: named.length === 1 ? [] : nameless.outcomes,
    // A file about several VMs belongs to none of them.
    instanceOf: new Map(
      [...ownersOf(instances)].flatMap(([file, [owner, ...more]]) =>
        owner === undefined || more.length > 0 ? [] : [[file, owner] as const],
      ),
    ),
  };
}

function ownersOf(instances: readonly Instance[]): ReadonlyMap<string, readonly Instance[]> {
  const owners = new Map<string, Instance[]>();
  for (const instance of instances) for (const file of instance.files) addToList(owners, file, instance);
  return owners;
}

function draftsOf(findings: readonly Finding[]): { readonly drafts: Map<string, Draft>; readonly nameless: Draft } {
  const homes = homesOf(findings);
  const drafts = new Map<string, Draft>();
  const nameless = new Draft(null);
  const draftOf = (name: string): Draft => {
    const key = vmKey(name);
    const known = drafts.get(key);
    const draft = known ?? new Draft(name);
    if (known === undefined) drafts.set(key, draft);
    return draft;
  };
  for (const { file, outcomes, line } of findings) {
    const name = homes.get(file);
    const isList = outcomes.some(({ vm }) => vm !== undefined);
    const home = name === undefined || isList ? nameless : draftOf(name);
    if (outcomes.length > 0 || line !== undefined || name !== undefined) home.files.add(file);
    if (line !== undefined && !isList) home.lines.push({ file, line });
    for (const outcome of outcomes) {
      const draft = outcome.vm === undefined ? home : draftOf(outcome.vm);
      draft.files.add(file);
      draft.outcomes.push({ file, outcome });
    }
  }
  return { drafts, nameless };
}

/** The name of the VM that each file is about. */
function homesOf(findings: readonly Finding[]): ReadonlyMap<string, string> {
  const ending = (finding: Finding): boolean => finding.outcomes.length > 0;
  const folders = vmFolders(
    findings.map(({ file }) => file),
    new Set(findings.filter(ending).map(({ file }) => file)),
  );
  const homes = new Map<string, string>();
  const vms = vmsOf(findings);
  const names = namesOfFolders(vms, folders);
  for (const [file, vm] of vms) {
    const folder = folders.get(file);
    const name = folder === undefined ? vm : names.get(folder);
    if (name !== undefined) homes.set(file, name);
  }
  const loose = findings.filter((finding) => ending(finding) && !homes.has(finding.file));
  if (homes.size === 0) for (const { file } of separateStatuses(loose)) homes.set(file, baseName(file));
  return homes;
}

/** The VM that each file names, in its path or else in its text. Folders around all files say least. */
function vmsOf(findings: readonly Finding[]): ReadonlyMap<string, string | undefined> {
  const common = commonFolder(findings.map(({ file }) => file));
  const around = vmInPath(common);
  return new Map(findings.map(({ file, vm }) => [file, vmInPath(file.slice(common.length)) ?? vm ?? around]));
}

/** The path of the innermost folder around all files, with a slash at its end if it has a name. */
function commonFolder(files: readonly string[]): string {
  const [first = ''] = files;
  let common = first.slice(0, first.lastIndexOf('/') + 1);
  for (const file of files)
    while (!file.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
  return common;
}

/** Folders are called as the one VM that their files name, else by their own name. */
function namesOfFolders(
  vms: ReadonlyMap<string, string | undefined>,
  folders: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const named = new Map<string, Map<string, string>>();
  for (const [file, vm] of vms) {
    const folder = folders.get(file);
    if (folder === undefined) continue;
    const names = named.get(folder) ?? new Map<string, string>();
    named.set(folder, names);
    if (vm !== undefined) names.set(vmKey(vm), vm);
  }
  return new Map(
    [...named].map(([folder, names]) => {
      const [only] = names.values();
      return [folder, names.size === 1 && only !== undefined ? only : baseName(folder)] as const;
    }),
  );
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Files with one status each, if the statuses are different: one node has only one. */
function separateStatuses(findings: readonly Finding[]): readonly Finding[] {
  const single = findings.filter(
    ({ outcomes: [first, ...more] }) => first?.explanation.hasCseStatusJson === true && more.length === 0,
  );
  const ends = new Set(
    single.map(({ outcomes: [first] }) => `${first?.explanation.exitCode ?? ''} ${first?.at ?? ''}`),
  );
  return ends.size > 1 && ends.size === single.length ? single : [];
}

/** A VM that is known only as "instance 3" is the one whose name has this number, if there is only one. */
function joinNumbers(drafts: Map<string, Draft>): void {
  for (const [key, draft] of [...drafts]) {
    if (!/^#\d+$/.test(key)) continue;
    const [full, ...more] = [...drafts].filter(([other]) => other !== key && other.endsWith(key));
    if (full === undefined || more.length > 0) continue;
    full[1].take(draft);
    drafts.delete(key);
  }
}

/**
 * Whether reports that name no VM can be about one: files with different codes are about several, and what Azure or a cluster
 * reports needn't be about a VM.
 */
function isOneNode({ outcomes }: Draft): boolean {
  if (
    outcomes.every(({ outcome }) => outcome.explanation.failed === 'azure' || outcome.explanation.failed === 'cluster')
  )
    return false;
  const strong = outcomes.filter(({ outcome }) => outcome.strength >= 3);
  return new Set(strong.map(({ outcome }) => describedFailure(outcome.explanation).key)).size <= 1;
}
