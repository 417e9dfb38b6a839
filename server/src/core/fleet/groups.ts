import { limits } from '../limits.js';
import { enumerated } from '../text/strings.js';
import { cutBefore } from '../text/visible.js';
import { maskText } from '../secrets/find.js';
import { type Masked, numberedMasks } from '../secrets/masking.js';
import { textWithoutNumbers } from './find.js';
import { type PathPattern, valueText } from './paths.js';
import { type FleetDocument, ownName } from './values.js';

/** What is known of one document of a fleet when it has been read: small enough to keep that of thousands. */
export interface FleetRecord {
  readonly machine: string | undefined;
  /** Its line in the file, zero-based, and what chooses it among several there, if places are recorded. */
  readonly line?: number;
  readonly selector?: Masked;
  readonly gaps: readonly string[];
  readonly values: readonly RecordedValue[];
}

/** A value of a record. Its text is only there for the first document with this value. */
export interface RecordedValue {
  readonly path: string;
  readonly meaning: string;
  readonly kind: 'value' | 'protected' | 'derived';
  readonly text?: string;
  /** The path without its secrets, if it contains any and there is a text. */
  readonly shownPath?: string;
  /** Its line in the file, zero-based, if places are recorded and the value has one. */
  readonly line?: number;
}

/** Makes records of documents; the text of a value is in the first one. */
export class FleetRecorder {
  readonly #seen = new Set<string>();
  readonly #withPlaces: boolean;

  /** Places are recorded for a report that links to them. */
  constructor({ withPlaces = false } = {}) {
    this.#withPlaces = withPlaces;
  }

  record({ machine, selector, gaps, values, line: start }: FleetDocument): FleetRecord {
    const chosenBy = this.#withPlaces ? selector() : undefined;
    return {
      machine,
      ...(this.#withPlaces && { line: start }),
      ...(chosenBy !== undefined && { selector: chosenBy }),
      gaps,
      values: values.map(({ path, shownPath, meaning, derived, isProtected, shown, line }) => {
        const kind = derived === true ? 'derived' : isProtected === true ? 'protected' : 'value';
        const key = `${path}\n${meaning}`;
        const at = this.#withPlaces && line !== undefined ? { line: line() } : {};
        if (this.#seen.has(key)) return { path, meaning, kind, ...at };
        this.#seen.add(key);
        const text = meaning === ownName ? ownName : textWithoutNumbers(valueText(shown().value));
        const isLong = text.length > limits.fleetText;
        const shortened = isLong ? `${text.slice(0, cutBefore(text, limits.fleetText))}…` : text;
        const name = textWithoutNumbers(shownPath());
        return { path, meaning, kind, text: shortened, ...(name !== path && { shownPath: name }), ...at };
      }),
    };
  }
}

/** A document in the result. */
export interface FleetMember {
  readonly file: string;
  readonly machine?: string;
  /** Its line in the file, zero-based, and what chooses it among several there, if places are recorded. */
  readonly line?: number;
  readonly selector?: Masked;
}

/** A value in which a group differs from the largest one. */
export interface FleetDifference {
  readonly path: string;
  /** The value in the largest group, and in this one; absent if there is none. */
  readonly before?: string;
  readonly after?: string;
  /** The zero-based lines of both in the files of the first members, if places are recorded. */
  readonly beforeLine?: number;
  readonly afterLine?: number;
}

/** Documents that mean the same. */
export interface FleetGroup {
  /** Such as `differ in kubelet_config.kubelet_flags.--max-pods`; that of the largest group is `alike`. */
  readonly title: string;
  readonly members: readonly FleetMember[];
  readonly differences: readonly FleetDifference[];
  /** Those that aren't listed because there are too many. */
  readonly moreDifferences: number;
}

/** A field that isn't compared because few documents share a value. */
export interface IndividualField {
  readonly path: string;
  readonly documents: number;
  readonly values: number;
}

/** The documents of a fleet, grouped by what they mean. */
export interface FleetGroups {
  readonly documents: number;
  /** The largest group first. */
  readonly groups: readonly FleetGroup[];
  /** The index of the group of each document, in the order in which they were added. */
  readonly groupOf: readonly number[];
  readonly individual: readonly IndividualField[];
  /** Documents of which not everything could be read, with the first reason; they are grouped by the rest. */
  readonly incomplete: readonly (FleetMember & { readonly reason: string })[];
}

export interface GroupingOptions {
  /** Compares also fields of which few documents share a value. */
  readonly exact?: boolean;
  /** Paths that aren't compared. */
  readonly isIgnored?: PathPattern;
}

interface Path {
  readonly name: string;
  /** Without secrets. */
  readonly shown: string;
  readonly kind: RecordedValue['kind'];
  /** The numbers of its values by what they mean. */
  readonly values: Map<string, number>;
  documents: number;
}

interface Value {
  readonly path: Path;
  readonly meaning: string;
  text: string | undefined;
}

interface GroupedDocument {
  readonly member: FleetMember;
  /** The numbers of its values. */
  readonly values: Uint32Array;
  /** The lines of those that have one, by their numbers. */
  readonly lines: ReadonlyMap<number, number>;
  readonly isProtected: boolean;
}

/** A value of one document of a group. */
interface GivenValue {
  readonly value: Value;
  readonly line: number | undefined;
}

/** Groups documents, of which it keeps some numbers each. The time is linear in the number of values. */
export class FleetGrouping {
  readonly #paths = new Map<string, Path>();
  readonly #values: Value[] = [];
  readonly #documents: GroupedDocument[] = [];
  readonly #incomplete: (FleetMember & { readonly reason: string })[] = [];
  readonly #maskOf = numberedMasks();

  add(file: string, { machine, line, selector, gaps, values }: FleetRecord): void {
    const member = {
      file,
      ...(machine !== undefined && { machine }),
      ...(line !== undefined && { line }),
      ...(selector !== undefined && { selector }),
    };
    const [reason] = gaps;
    if (reason !== undefined) this.#incomplete.push({ ...member, reason });
    const numbers = new Set<number>();
    const lines = new Map<number, number>();
    for (const value of values) {
      const number = this.#numberOf(value);
      numbers.add(number);
      if (value.line !== undefined) lines.set(number, value.line);
    }
    for (const number of numbers) {
      const path = this.#values[number]?.path;
      if (path !== undefined) path.documents++;
    }
    const isProtected = values.some(({ kind }) => kind === 'protected');
    this.#documents.push({ member, values: Uint32Array.from(numbers), lines, isProtected });
  }

  #numberOf({ path: name, shownPath: shown = name, meaning, kind, text }: RecordedValue): number {
    // Names in the JSON of machines may differ in case.
    const key = name.startsWith('model.') ? name.toLowerCase() : name;
    let path = this.#paths.get(key);
    if (path === undefined) this.#paths.set(key, (path = { name, shown, kind, values: new Map(), documents: 0 }));
    let number = path.values.get(meaning);
    if (number === undefined) {
      number = this.#values.push({ path, meaning, text }) - 1;
      path.values.set(meaning, number);
    }
    const value = this.#values[number];
    if (value !== undefined) value.text ??= text;
    return number;
  }

  groups({ exact = false, isIgnored = () => false }: GroupingOptions = {}): FleetGroups {
    const machines = this.#documents.filter(({ values }) => this.#hasModel(values));
    // Azure returns no protected settings; without them, a document isn't different.
    const withProtected = machines.every(({ isProtected }) => isProtected);
    const compared = new Set<Path>();
    const individual: IndividualField[] = [];
    for (const path of this.#paths.values()) {
      const { name, shown, kind, values, documents } = path;
      if (kind === 'derived' || (kind === 'protected' && !withProtected) || isIgnored(name)) continue;
      if (!exact && isIndividual(path)) individual.push({ path: shown, documents, values: values.size });
      else compared.add(path);
    }
    const groups = this.#grouped(compared);
    const [largest] = groups;
    const usual = this.#byPath(largest?.[0]);
    const indexes = new Map(groups.flatMap((group, index) => group.map((document) => [document, index] as const)));
    return {
      documents: this.#documents.length,
      groups: groups.map((group, index) => {
        const members = group.map(({ member }) => member);
        const given = this.#byPath(group[0]);
        const isDifferent = (path: Path): boolean => usual.get(path)?.value !== given.get(path)?.value;
        const different = index === 0 ? [] : [...compared].filter(isDifferent);
        const differences = different
          .slice(0, limits.groupDifferences)
          .map((path) => this.#difference(path, usual, given));
        const title = index === 0 ? 'alike' : this.#titleOf(different, given, members.length === 1);
        return { title, members, differences, moreDifferences: different.length - differences.length };
      }),
      groupOf: this.#documents.map((document) => indexes.get(document) ?? 0),
      individual,
      incomplete: this.#incomplete,
    };
  }

  #hasModel(values: Uint32Array): boolean {
    return values.some((number) => this.#values[number]?.path.name.startsWith('model.'));
  }

  /** The documents by their compared values, the largest group first. */
  #grouped(compared: ReadonlySet<Path>): GroupedDocument[][] {
    const groups = new Map<string, GroupedDocument[]>();
    const isCompared = this.#values.map(({ path }) => compared.has(path));
    for (const document of this.#documents) {
      const key = document.values
        .filter((number) => isCompared[number])
        .sort()
        .join();
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [document]);
      else group.push(document);
    }
    const bySize = [...groups.values()].map((group) => ({
      group,
      name: group.map(({ member }) => memberName(member)).sort()[0] ?? '',
    }));
    bySize.sort((a, b) => b.group.length - a.group.length || (a.name < b.name ? -1 : 1));
    return bySize.map(({ group }) => group);
  }

  #byPath(document: GroupedDocument | undefined): Map<Path, GivenValue> {
    const found = new Map<Path, GivenValue>();
    for (const number of document?.values ?? []) {
      const value = this.#values[number];
      if (value !== undefined) found.set(value.path, { value, line: document?.lines.get(number) });
    }
    return found;
  }

  #difference(path: Path, usual: ReadonlyMap<Path, GivenValue>, given: ReadonlyMap<Path, GivenValue>): FleetDifference {
    const [old, now] = [usual.get(path), given.get(path)];
    const [before, after] = [this.#shown(old?.value), this.#shown(now?.value)];
    const isAlike = before !== undefined && before === after;
    return {
      path: path.shown,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after: isAlike ? `${after} (different in what is not shown)` : after }),
      ...(old?.line !== undefined && { beforeLine: old.line }),
      ...(now?.line !== undefined && { afterLine: now.line }),
    };
  }

  /** Equal secrets have equal masks in one result, and different ones don't. */
  #shown(value: Value | undefined): string | undefined {
    return value?.text === maskText ? this.#maskOf(value.meaning) : value?.text;
  }

  /** What distinguishes a group, in a few words. */
  #titleOf(different: readonly Path[], given: ReadonlyMap<Path, GivenValue>, isOne: boolean): string {
    const image = this.#paths.get('machine.image');
    const version = different.some(isImagePath) && image !== undefined ? given.get(image)?.value.text : undefined;
    const names = different.filter((path) => version === undefined || !isImagePath(path)).map(({ shown }) => shown);
    const differing = names.length === 0 ? [] : [`${isOne ? 'differs' : 'differ'} in ${namedPaths(names)}`];
    return [...(version === undefined ? [] : [`${isOne ? 'has' : 'have'} image ${version}`]), ...differing].join(
      ' and ',
    );
  }
}

function isImagePath({ name }: Path): boolean {
  return /^model\.(?:[^.]*\.)?storageProfile\.imageReference\./i.test(name);
}

/** Paths in a title; many are counted by their first two steps, which are messages of a node config and parts of a model. */
function namedPaths(paths: readonly string[]): string {
  if (paths.length <= limits.namedDifferences) return enumerated(paths, 'and');
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [stem = path] = /^[^.]*(?:\.[^.]*)?/.exec(path) ?? [];
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const stems = [...counts].sort(([, a], [, b]) => b - a);
  const listed = stems
    .slice(0, limits.namedDifferences)
    .map(([stem, count]) => (count === 1 ? stem : `${stem} (${count})`));
  if (stems.length > listed.length) listed.push('others');
  return `${paths.length} values: ${enumerated(listed, 'and')}`;
}

/** A document with its machine, if it is one. */
export function memberName({ file, machine }: FleetMember): string {
  return machine === undefined ? file : `${file} (${machine})`;
}

/** Whether few documents share a value, as for names, tokens and certificates. */
function isIndividual({ values, documents }: Path): boolean {
  return values.size > Math.max(limits.sharedValues, documents / limits.sharedValues);
}
