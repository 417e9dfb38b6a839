import { isNodeConfig } from '../nodeConfig/detect.js';
import type { Analysis } from '../analysis.js';
import { type Member, memberOf, resolved, type SyntaxNode } from '../formats/tree/node.js';
import type { DocumentKind } from '../document/kinds.js';
import { type Machine, machineSelectors, machinesIn } from '../document/machineModel.js';
import { limits } from '../limits.js';
import type { Problem } from '../problems/problem.js';
import type { AbsentField, Child, FieldChild, FieldRole, FileChild, Payload } from '../document/payload.js';
import { documentsIn } from '../payload/containers/hereDocuments.js';
import { readShell } from '../formats/shell/commands.js';
import { type Result, failure, success } from '../text/result.js';
import { addToList, append, counted, enumerated } from '../text/strings.js';
import { nearestName } from '../text/suggest.js';
import { type Both, both, type ComparedNames, type ComparisonNote, isChosen, sides } from './comparison.js';
import { type ReadConfig, readConfig } from './configValues.js';

/** What a document is about: one node with everything that it is given. */
export interface Subject {
  /** The name of the machine; absent if the document is no machine's JSON, or if it has no name. */
  readonly machine: string | undefined;
  /** The machine's own JSON; absent if the document is no machine's. */
  readonly model: MachineModelText | undefined;
  /** The documents directly inside the file that belong to it, read or not. */
  readonly children: readonly Child[];
  /** The problems of the file itself that belong to it. */
  readonly problems: readonly Problem[];
  /** The kind of the document, if there may be more in it than the subject. */
  readonly container: DocumentKind | undefined;
  /** The kind of the custom data, or of the document if that is no machine. */
  readonly form: DocumentKind | undefined;
  readonly config: Payload | undefined;
  /** Everything else that the node is given. */
  readonly others: readonly ComparedPart[];
}

/** The JSON of a machine in a document. */
export interface MachineModelText {
  readonly root: Payload;
  readonly machine: Machine;
  /** Payload fields that it has, and those that contain no payload. */
  readonly fields: readonly (FieldChild | AbsentField)[];
}

/** Whether a document, or the model of a machine, is too large to be compared value by value. */
export function isTooLarge(compared: string | MachineModelText | undefined): boolean {
  if (compared === undefined) return false;
  const { start, end } = typeof compared === 'string' ? { start: 0, end: compared.length } : compared.machine.node.span;
  return end - start > limits.comparedCharacters;
}

/** The subjects of a document: one, except for lists of machines and templates. */
export function subjectsOf({ root, sourceProblems }: Analysis): readonly Subject[] {
  const fields = root.children.filter(
    (child): child is FieldChild => child.is === 'field' && child.overridden !== true,
  );
  const machines = machinesIn(root);
  const problems = [...sourceProblems, ...root.problems];
  if (machines.length === 0) {
    const roots = fields.length === 0 ? [{ payload: root, role: undefined }] : fields;
    const container = fields.length === 0 ? undefined : root.kind;
    return [{ ...subject(roots, undefined, root.kind, container), children: root.children, problems }];
  }
  // One pass over each list: there may be thousands of machines.
  const pointers = new Set(machines.map(({ pointer }) => pointer));
  const only = machines.length === 1 ? machines[0]?.pointer : undefined;
  const fieldsOf = byPointer(pointers, fields, only);
  const absentOf = byPointer(pointers, root.absent, only);
  const childrenOf = byPointer(
    pointers,
    root.children.filter((child) => child.is === 'field'),
  );
  const shared = root.children.filter((child) => child.is !== 'field');
  const problemsOf = byPointer(pointers, problems);
  const sharedProblems = problems.filter(({ pointer }) => pointer === '');
  const container = root.kind === 'arm-template' ? root.kind : undefined;
  return machines.map((machine) => {
    const own = fieldsOf(machine.pointer);
    const customData = own.find(({ role }) => role === 'customData');
    const model = { root, machine, fields: [...own, ...absentOf(machine.pointer)] };
    const inside = machine.pointer === '' ? problems : [...sharedProblems, ...problemsOf(machine.pointer)];
    return {
      ...subject(own, model, customData?.payload.kind, container),
      children: [...shared, ...childrenOf(machine.pointer)],
      problems: inside,
    };
  });
}

/** Finds what is at or below each of some pointers; everything for the pointer `only`. */
function byPointer<T extends { readonly pointer: string }>(
  pointers: ReadonlySet<string>,
  all: readonly T[],
  only?: string,
): (pointer: string) => readonly T[] {
  if (only !== undefined) return () => all;
  const found = new Map<string, T[]>();
  for (const item of all) {
    const { pointer } = item;
    for (let end = 0; end <= pointer.length; end++) {
      if (end < pointer.length && pointer[end] !== '/') continue;
      const around = pointer.slice(0, end);
      if (pointers.has(around)) addToList(found, around, item);
    }
  }
  return (pointer) => found.get(pointer) ?? [];
}

/** `roots` are the documents to compare part by part, with the machine's fields that they came in. */
function subject(
  roots: readonly { readonly payload: Payload; readonly role: FieldRole | undefined }[],
  model: MachineModelText | undefined,
  form: DocumentKind | undefined,
  container: DocumentKind | undefined,
): Omit<Subject, 'children' | 'problems'> {
  const names = new PartNames();
  const parts = roots.flatMap(({ payload, role }) => comparedPartsOf(payload, role, names));
  const config = parts.find(({ payload }) => isNodeConfig(payload) && !isTooLarge(payload.text));
  return {
    machine: model?.machine.name,
    model,
    container,
    form,
    config: config?.payload,
    others: parts.filter((part) => part !== config),
  };
}

/**
 * The subjects that are compared with each other. A single one on each side belong together whatever they are called,
 * and a document that is no machine is compared with every machine of the other side; several machines are paired by
 * name, ignoring case as Azure does.
 */
function pairsOf(before: readonly Subject[], after: readonly Subject[]): readonly Both<Subject>[] {
  const [first, firstAfter] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1) return [both(first, firstAfter)];
  if (before.length === 1 && first?.model === undefined) return after.map((machine) => both(first, machine));
  if (after.length === 1 && firstAfter?.model === undefined) return before.map((machine) => both(machine, firstAfter));
  const keyOf = ({ machine }: Subject): string => machine?.toLowerCase() ?? '';
  const named = new Map<string, Subject[]>();
  // The last one first, so that the next one is at the end.
  for (const subject of after.toReversed()) addToList(named, keyOf(subject), subject);
  const pairs = before.map((subject) => both(subject, named.get(keyOf(subject))?.pop()));
  const left = new Set([...named.values()].flat());
  return [...pairs, ...after.filter((subject) => left.has(subject)).map((subject) => both(undefined, subject))];
}

/** Two subjects that are compared: one machine with what it is given, or one document. */
export interface Match {
  readonly subjects: Both<Subject>;
  readonly configs: Both<ReadConfig>;
  /** What is compared beside the configs. */
  readonly parts: readonly PartPair[];
  /** Set if what surrounds the configs has different kinds, and is not compared therefore. */
  readonly otherForm?: true;
  /** Why there is no such machine as was chosen. */
  readonly notChosen?: readonly ComparisonNote[];
}

/** Pairs the subjects of two documents, or those that are chosen. */
export function matchesOf(before: Analysis, after: Analysis, machines?: ComparedNames): readonly Match[] {
  const all = { before: subjectsOf(before), after: subjectsOf(after) };
  if (!isChosen(machines)) return matched(before, after, pairsOf(all.before, all.after));
  // A name on one side also chooses among several on the other.
  const nameFor = (subjects: readonly Subject[], own?: string, other?: string): string | undefined =>
    own ?? (subjects.length > 1 ? other : undefined);
  const found = {
    before: chosenMachine(all.before, nameFor(all.before, machines.before, machines.after)),
    after: chosenMachine(all.after, nameFor(all.after, machines.after, machines.before)),
  };
  const notChosen = sides.flatMap((side): readonly ComparisonNote[] => {
    const one = found[side];
    return one.ok ? [] : [{ severity: 'error', side, message: one.error }];
  });
  const chosen = both(found.before.ok ? found.before.value : undefined, found.after.ok ? found.after.value : undefined);
  return notChosen.length === 0
    ? matched(before, after, [chosen])
    : [{ subjects: chosen, configs: {}, parts: [], notChosen }];
}

/** The machine that a name or pointer chooses, called by its selector; without one, the only subject. */
function chosenMachine(subjects: readonly Subject[], wanted: string | undefined): Result<Subject | undefined> {
  if (wanted === undefined) return success(subjects[0]);
  const machines = subjects.flatMap((one) => (one.model === undefined ? [] : [{ one, ...one.model.machine }]));
  const selectors = machineSelectors(machines);
  const found = machines.flatMap(({ one, name, pointer }, index) => {
    const isWanted = name?.toLowerCase() === wanted.toLowerCase() || pointer === wanted;
    return isWanted ? [{ ...one, machine: selectors[index] }] : [];
  });
  if (found.length > 1) {
    const pointers = listed(found.map(({ machine }) => machine ?? ''));
    return failure(
      `${counted(found.length, 'scale set or VM', 'scale sets or VMs')} here are called ${wanted}: choose one by its pointer, ${pointers}.`,
    );
  }
  if (found.length === 1) return success(found[0]);
  if (selectors.length === 0) return failure(`There is no scale set or VM here, so none is called ${wanted}.`);
  const nearest = nearestName(wanted, selectors);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  const isOne = selectors.length === 1;
  return failure(
    `There is no scale set or VM called ${wanted} here.${hint} There ${isOne ? 'is' : 'are'} ${listed(selectors)}.`,
  );
}

/** Names in a sentence; of many the first ones. */
function listed(names: readonly string[]): string {
  const named = names.slice(0, limits.namedMembers);
  const more = names.length - named.length;
  return enumerated(more === 0 ? named : [...named, `${more.toLocaleString('en')} more`], 'and');
}

/** Reads the configs of paired subjects, and pairs what is beside them. */
function matched(before: Analysis, after: Analysis, pairs: readonly Both<Subject>[]): readonly Match[] {
  return pairs.map((subjects) => {
    const { before: old, after: now } = subjects;
    const configs = both(old?.config && readConfig(old.config, before), now?.config && readConfig(now.config, after));
    if (old === undefined || now === undefined) return { subjects, configs, parts: [] };
    const withConfigs = configs.before !== undefined || configs.after !== undefined;
    if (!withConfigs || old.form === now.form) {
      return { subjects, configs, parts: partPairs(old.others, now.others, withConfigs) };
    }
    const bare = old.form === 'node-config' || now.form === 'node-config';
    const bothGiven = configs.before !== undefined && configs.after !== undefined;
    return { subjects, configs, parts: [], ...(!bare && bothGiven && { otherForm: true }) };
  });
}

/** What a document is in a comparison: a node config itself, something that contains one as a machine got it, or neither. */
export type ComparisonRole = 'config' | 'deployed' | 'other';

/** The role of a document, whose file may be of another kind. */
export function comparisonRole(root: Payload, kind = root.kind): ComparisonRole {
  if (isNodeConfig({ kind })) return 'config';
  const containsConfig = (payload: Payload): boolean =>
    isNodeConfig(payload) || payload.children.some((child) => containsConfig(child.payload));
  return containsConfig(root) ? 'deployed' : 'other';
}

/** One document that cannot be opened further, without the content that is a part of its own. */
export interface ComparedPart {
  /** A path on the node, a file name, or its format. */
  readonly title: string;
  /** The field of a machine that it came in; absent for a document that is no machine. */
  readonly role: FieldRole | undefined;
  readonly payload: Payload;
  /** Members whose content is a part of its own, or that only describe its encoding. */
  readonly omitted: ReadonlySet<Member>;
  /** The text without here-documents that are parts of their own; undefined for binary content. */
  readonly text: string | undefined;
}

/** Everything that a document consists of, in order; titles are unique within one role. */
export function comparedPartsOf(payload: Payload, role: FieldRole | undefined, names: PartNames): ComparedPart[] {
  const parts: ComparedPart[] = [];
  const open: { payload: Payload; title: string | undefined }[] = [{ payload, title: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { children } = next.payload;
    append(open, children.map((child) => ({ payload: child.payload, title: titleOf(child) })).reverse());
    if (next.payload.kind === 'mime' && children.length > 0) continue;
    const title = next.title ?? next.payload.format;
    const files = children.filter((child) => child.is === 'file');
    parts.push({
      title: names.unique(title, role),
      role,
      payload: next.payload,
      omitted: omittedMembers(next.payload, files),
      text: files.length > 0 ? withoutHereDocuments(next.payload) : next.payload.text,
    });
  }
  return parts;
}

/** A MIME part without a file name is called by its format, which is more reliable than its content type. */
function titleOf(child: Child): string | undefined {
  if (child.is === 'file') return child.path;
  return child.is === 'part' ? child.filename : undefined;
}

/** Gives the parts of one role different names. */
export class PartNames {
  readonly #copies = new Map<string, number>();

  unique(title: string, role: FieldRole | undefined): string {
    const key = (name: string): string => `${role ?? ''}\n${name}`;
    let copy = (this.#copies.get(key(title)) ?? 0) + 1;
    let name = copy === 1 ? title : `${title} (${copy})`;
    for (; copy > 1 && this.#copies.has(key(name)); name = `${title} (${copy})`) copy++;
    this.#copies.set(key(title), copy);
    if (copy > 1) this.#copies.set(key(name), 1);
    return name;
  }
}

/** The path of a document's list of files, and the members of an entry that are its content or describe its encoding. */
const fileLists: Partial<
  Record<DocumentKind, { readonly path: readonly string[]; readonly content: readonly string[] }>
> = {
  'cloud-config': { path: ['write_files'], content: ['content', 'encoding'] },
  ignition: { path: ['storage', 'files'], content: ['contents'] },
};

function omittedMembers({ kind, tree }: Payload, files: readonly FileChild[]): ReadonlySet<Member> {
  const where = fileLists[kind];
  if (where === undefined || files.length === 0) return new Set();
  let list: SyntaxNode | undefined = resolved(tree?.root);
  for (const step of where.path) list = resolved(memberOf(list, step)?.value);
  if (list?.kind !== 'array') return new Set();
  return new Set(list.items.flatMap((item) => where.content.flatMap((name) => memberOf(resolved(item), name) ?? [])));
}

function withoutHereDocuments({ kind, text }: Payload): string | undefined {
  if (text === undefined || kind !== 'user-data') return text;
  let [rest, at] = ['', 0];
  for (const { document, target } of documentsIn(readShell(text))) {
    if (target === undefined) continue;
    rest += text.slice(at, document.body.start);
    at = document.body.end;
  }
  return rest + text.slice(at);
}

/** Two parts that are compared, or one without a counterpart. */
export interface PartPair {
  readonly before: ComparedPart | undefined;
  readonly after: ComparedPart | undefined;
  /** The name in differences; undefined for the document that the whole comparison is about. */
  readonly name: string | undefined;
}

/**
 * Pairs the parts beside the node configs: those of the same name, and the only document of each side whatever it is
 * called. Commands and scripts of machines count if both sides have some, because Azure returns no protected settings.
 * `withConfigs` says whether the comparison is about node configs; else it is about the first document.
 */
export function partPairs(
  before: readonly ComparedPart[],
  after: readonly ComparedPart[],
  withConfigs: boolean,
): readonly PartPair[] {
  const groups = (parts: readonly ComparedPart[]): Set<string> => new Set(parts.map(groupOf));
  const [oldGroups, newGroups] = [groups(before), groups(after)];
  const counted = (part: ComparedPart): boolean => {
    const group = groupOf(part);
    return group === '' || (oldGroups.has(group) && newGroups.has(group));
  };
  const [old, now] = [before.filter(counted), after.filter(counted)];
  const [first, firstAfter] = [old[0], now[0]];
  if (!withConfigs && old.length === 1 && now.length === 1)
    return [{ before: first, after: firstAfter, name: undefined }];
  const byName = new Map(now.map((part) => [keyOf(part), part]));
  const pairs = old.map((part): PartPair => {
    const partner = byName.get(keyOf(part));
    byName.delete(keyOf(part));
    const isSubject = !withConfigs && part === first && partner === firstAfter;
    return { before: part, after: partner, name: isSubject ? undefined : part.title };
  });
  const added = [...byName.values()].map((part) => ({ before: undefined, after: part, name: part.title }));
  return [...pairs, ...added];
}

/** Custom data in a machine and custom data alone are compared with each other; other fields of a machine are not. */
function groupOf({ role }: ComparedPart): string {
  return role === undefined || role === 'customData' ? '' : role;
}

function keyOf(part: ComparedPart): string {
  return `${groupOf(part)}\n${part.title}`;
}
