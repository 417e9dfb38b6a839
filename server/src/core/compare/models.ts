import type { FieldRole } from '../document/payload.js';
import { resolved, type SyntaxNode, walk } from '../formats/tree/node.js';
import { nodeAt } from '../formats/tree/paths.js';
import { kinds } from '../payload/kindTable.js';
import type { Masking } from '../secrets/masking.js';
import { both, type Both, sides } from './comparison.js';
import { isTooLarge, type MachineModelText, type Match } from './matching.js';
import { ModelTrees } from './modelTree.js';
import { Identities, TreeValue } from './treeValues.js';

/** The models of two machines as values, and what they have that isn't compared. */
export interface ComparedModels extends Both<TreeValue> {
  readonly leftOut: readonly string[];
}

/** The models of two machines without the payloads in them, which are compared as documents; undefined unless both are machines. */
export function comparedModels({ subjects }: Match, masking: Masking): ComparedModels | undefined {
  const [before, after] = [subjects.before?.model, subjects.after?.model];
  if (before === undefined || after === undefined || isTooLarge(before) || isTooLarge(after)) return undefined;
  const roles = { before: rolesOf(before), after: rolesOf(after) };
  const isShared = (role: FieldRole): boolean => roles.before.has(role) && roles.after.has(role);
  const omitted = new Set([before, after].flatMap((model) => payloadNodes(model, isShared)));
  const secrets = [before, after].map(protectedSettings);
  const withSecrets = secrets.every((nodes) => nodes.length > 0);
  if (!withSecrets) for (const node of secrets.flat()) omitted.add(node);
  const trees = new ModelTrees(({ value }) => omitted.has(resolved(value)));
  const identities = new Identities(new Set());
  const valueOf = ({ machine }: MachineModelText): TreeValue =>
    new TreeValue(trees.treeOf(machine.node), identities, masking);
  const values = both(valueOf(before), valueOf(after));
  const missing = [...new Set([...roles.before, ...roles.after, ...absentRoles(before), ...absentRoles(after)])];
  const leftOut = [
    ...missing.filter((role) => !isShared(role) && role !== 'script'),
    ...(withSecrets ? [] : ['protectedSettings']),
    ...trees.leftOut,
  ];
  return { ...values, leftOut };
}

/** The roles of the payloads that a machine has. */
function rolesOf({ fields }: MachineModelText): ReadonlySet<FieldRole> {
  return new Set(fields.flatMap((field) => ('payload' in field ? [field.role] : [])));
}

/** The roles of payloads that Azure doesn't return. */
function absentRoles({ fields }: MachineModelText): readonly FieldRole[] {
  return fields.flatMap((field) => ('payload' in field ? [] : [field.role]));
}

/** The values that are compared as documents, and those that Azure doesn't return; a command that only one side has stays. */
function payloadNodes(
  { root, fields }: MachineModelText,
  isShared: (role: FieldRole) => boolean,
): readonly (SyntaxNode | undefined)[] {
  return fields.flatMap((field) => {
    const isKept = 'payload' in field && !field.protected && isCommand(field.role) && !isShared(field.role);
    return isKept ? [] : [nodeAt(root.tree?.root, field.pointer)];
  });
}

function isCommand(role: FieldRole): boolean {
  return role === 'commandToExecute' || role === 'script';
}

/** The protected settings of all extensions, which Azure never returns. */
function protectedSettings({ machine }: MachineModelText): readonly SyntaxNode[] {
  return [...walk(machine.node)].flatMap(({ node, member }) =>
    member?.key.name.toLowerCase() === 'protectedsettings' && node.kind !== 'null' ? [node] : [],
  );
}

/** What two machines, or a machine and another document, have beside what is compared. */
export function surroundings({ subjects, configs, parts }: Match): readonly string[] {
  const given = sides.flatMap((side) => subjects[side] ?? []);
  if (given.length < 2) return [];
  const isMachine = given.map(({ model }) => model !== undefined);
  const left: string[] = [];
  if (isMachine.includes(true) && isMachine.includes(false)) left.push('the model of the machine');
  for (const kind of new Set(given.flatMap(({ container }) => container ?? [])))
    left.push(`the rest of the ${kinds[kind].title}`);
  const isAround = configs.before !== undefined && configs.after !== undefined && parts.length === 0;
  if (isAround && given.some(({ others }) => others.length > 0)) left.push('the documents around the config');
  return left;
}
