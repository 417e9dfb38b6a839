import { isNodeConfig } from '../nodeConfig/detect.js';
import type { Analysis } from '../analysis.js';
import { memberIgnoringCase, resolved, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { pointerOf } from '../formats/tree/paths.js';
import type { DocumentKind } from '../document/kinds.js';
import type { FieldRole, Payload } from '../document/payload.js';
import { append } from '../text/strings.js';
import type { Both } from './comparison.js';
import { type ReadConfig, readConfig } from './configValues.js';
import { type ComparedPart, comparedPartsOf, PartNames, type PartPair, partPairs } from './parts.js';
import { stepsOfTrail, type Trail } from './values.js';

/** What a document is about: one node with what it is given. */
export interface Subject {
  /** The name of the machine; absent if the document is no machine's JSON, or if it has no name. */
  readonly machine: string | undefined;
  /** The pointer of the machine in the document; empty for the document itself. */
  readonly pointer: string;
  /** Whether it is a machine at all. */
  readonly isMachine: boolean;
  /** The kind of the custom data, or of the document if that is no machine. */
  readonly form: DocumentKind | undefined;
  readonly config: Payload | undefined;
  /** Everything else that the node is given. */
  readonly others: readonly ComparedPart[];
}

/** The subjects of a document: one, except for lists of machines and templates. */
function subjectsOf(root: Payload): readonly Subject[] {
  const fields = root.children.filter((child) => child.is === 'field');
  const machines = machinesIn(root);
  if (machines.length === 0) {
    const roots = fields.length === 0 ? [{ payload: root, role: undefined }] : fields;
    return [subject(roots, undefined, root.kind)];
  }
  // Without any payload the JSON itself is all there is to compare.
  if (machines.length === 1 && fields.length === 0) {
    return [subject([{ payload: root, role: undefined }], machines[0], root.kind)];
  }
  return machines.map((machine) => {
    const own =
      machines.length === 1 ? fields : fields.filter(({ pointer }) => pointer.startsWith(`${machine.pointer}/`));
    const customData = own.find(({ role }) => role === 'customData');
    return subject(own, machine, customData?.payload.kind);
  });
}

/** `roots` are the documents to take apart, with the machine's fields that they came in. */
function subject(
  roots: readonly { readonly payload: Payload; readonly role: FieldRole | undefined }[],
  machine: Machine | undefined,
  form: DocumentKind | undefined,
): Subject {
  const names = new PartNames();
  const parts = roots.flatMap(({ payload, role }) => comparedPartsOf(payload, role, names));
  const config = parts.find(({ payload }) => isNodeConfig(payload));
  return {
    machine: machine?.name,
    pointer: machine?.pointer ?? '',
    isMachine: machine !== undefined,
    form,
    config: config?.payload,
    others: parts.filter((part) => part !== config),
  };
}

interface Machine {
  readonly name: string | undefined;
  readonly pointer: string;
}

/** The objects of a JSON document that have a machine's profile, in any casing and at any depth. */
function machinesIn({ kind, tree }: Payload): readonly Machine[] {
  if (kind !== 'vmss-json' && kind !== 'vm-json' && kind !== 'arm-template') return [];
  const machines: Machine[] = [];
  const open: { node: SyntaxNode | undefined; trail: Trail | undefined }[] = [{ node: tree?.root, trail: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = resolved(next.node);
    const { trail } = next;
    if (node?.kind === 'array') {
      const items = node.items.map((item, index) => ({ node: item, trail: { before: trail, step: index } }));
      append(open, items.reverse());
    } else if (node?.kind === 'object') {
      if (hasProfile(node)) {
        machines.push({ name: nameOf(node), pointer: pointerOf(stepsOfTrail(trail)) });
        continue;
      }
      const members = node.members.map(({ key, value }) => ({ node: value, trail: { before: trail, step: key.name } }));
      append(open, members.reverse());
    }
  }
  return machines;
}

function hasProfile(node: SyntaxNode): boolean {
  const properties = resolved(memberIgnoringCase(node, 'properties')?.value);
  return [node, properties].some(
    (holder) => memberIgnoringCase(holder, 'virtualMachineProfile') ?? memberIgnoringCase(holder, 'osProfile'),
  );
}

function nameOf(node: SyntaxNode): string | undefined {
  const name = stringValue(memberIgnoringCase(node, 'name')?.value);
  return name === '' ? undefined : name;
}

/**
 * The subjects that are compared with each other. A single one on each side belong together whatever they are called,
 * and a document that is no machine is compared with every machine of the other side; several machines are paired by
 * name, ignoring case as Azure does.
 */
function pairsOf(before: readonly Subject[], after: readonly Subject[]): readonly Both<Subject>[] {
  const [first, firstAfter] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1) return [both(first, firstAfter)];
  if (before.length === 1 && first?.isMachine === false) return after.map((machine) => both(first, machine));
  if (after.length === 1 && firstAfter?.isMachine === false) return before.map((machine) => both(machine, firstAfter));
  const keyOf = ({ machine }: Subject): string => machine?.toLowerCase() ?? '';
  const named = new Map<string, Subject[]>();
  for (const subject of after) named.set(keyOf(subject), [...(named.get(keyOf(subject)) ?? []), subject]);
  const pairs = before.map((subject) => both(subject, named.get(keyOf(subject))?.shift()));
  const left = new Set([...named.values()].flat());
  return [...pairs, ...after.filter((subject) => left.has(subject)).map((subject) => both(undefined, subject))];
}

/** Both sides of something, without absent ones. */
export function both<T>(before: T | undefined, after: T | undefined): Both<T> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Two subjects that are compared: one machine with what it is given, or one document. */
export interface Match {
  readonly subjects: Both<Subject>;
  readonly configs: Both<ReadConfig>;
  /** What is compared beside the configs. */
  readonly parts: readonly PartPair[];
  /** Set if what surrounds both configs has different kinds, and is not compared therefore. */
  readonly otherForm?: true;
}

/** Pairs the subjects of two documents. */
export function matchesOf(before: Analysis, after: Analysis): readonly Match[] {
  return pairsOf(subjectsOf(before.root), subjectsOf(after.root)).map((subjects) => {
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

export function comparisonRole(document: Pick<Analysis, 'kind' | 'root'>): ComparisonRole {
  return isNodeConfig(document) ? 'config' : containsConfig(document.root) ? 'deployed' : 'other';
}

/** The same for a document inside another one. */
export function payloadRole(payload: Payload): ComparisonRole {
  return comparisonRole({ kind: payload.kind, root: payload });
}

function containsConfig(payload: Payload): boolean {
  return isNodeConfig(payload) || payload.children.some((child) => containsConfig(child.payload));
}
