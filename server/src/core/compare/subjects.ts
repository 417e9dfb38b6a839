import { append } from '../text/strings.js';
import type { DocumentKind } from '../document/kinds.js';
import type { FieldChild, Payload } from '../document/payload.js';
import { memberIgnoringCase, resolved, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import { pointerOf } from '../formats/tree/paths.js';
import { stepsOfTrail, type Trail } from './differences.js';
import { type ComparedPart, PartNames, comparedPartsOf } from './pieces.js';

/** What a document is about: one node with what it is given. */
export interface Subject {
  /** The name of the machine, where the document is JSON of one that has a name. */
  readonly machine: string | undefined;
  /** Where in the document the machine is; empty for the document itself. */
  readonly pointer: string;
  /** Whether it is a machine at all. */
  readonly isMachine: boolean;
  /** The form of the custom data, or of the document where that is no machine. */
  readonly form: DocumentKind | undefined;
  readonly config: Payload | undefined;
  /** Everything else that the node is given. */
  readonly others: readonly ComparedPart[];
}

/** The subjects of a document: one, but for lists of machines and templates. */
export function subjectsOf(root: Payload): readonly Subject[] {
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

/** A document to take apart, and the field of a machine that it came in. */
interface Root {
  readonly payload: Payload;
  readonly role: FieldChild['role'] | undefined;
}

function subject(roots: readonly Root[], machine: Machine | undefined, form: DocumentKind | undefined): Subject {
  const names = new PartNames();
  const pieces = roots.flatMap(({ payload, role }) => comparedPartsOf(payload, role, names));
  const config = pieces.find(({ payload }) => payload.kind === 'node-config');
  return {
    machine: machine?.name,
    pointer: machine?.pointer ?? '',
    isMachine: machine !== undefined,
    form,
    config: config?.payload,
    others: pieces.filter((piece) => piece !== config),
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
