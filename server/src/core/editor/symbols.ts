import type { Analysis } from '../analysis.js';
import type { SchemaNode } from '../cloudConfig/schema/schemaNode.js';
import { structureOf } from '../failure/bootLog/structure.js';
import { contract } from '../nodeConfig/contract/contract.js';
import { type Field, hasEntries, typeName } from '../record/model.js';
import { recordPosition } from '../record/navigate.js';
import { bootstrapOptions } from '../karpenter/options/description.js';
import { resourcesIn } from '../karpenter/resources/model.js';
import { type Child, childTitle, type Payload } from '../document/payload.js';
import { memberOf, stringValue, type SyntaxNode } from '../formats/tree/node.js';
import type { Span } from '../text/span.js';
import { cloudConfigOutline } from '../cloudConfig/editing/outline.js';
import { type OutlineEntry, shortValue } from '../document/editing.js';

/** How deep an outline follows a document. */
const maxDepth = 8;

/** The outline: fields of a node config, options of Karpenter, keys of a cloud-config, phases of a log, payloads of everything else. */
export function outline(analysis: Analysis): OutlineEntry[] {
  const { root } = analysis;
  // What was decoded has no places in the file.
  if (!root.map.exact) return [];
  if (root.kind === 'node-config') return membersOf(root.tree?.root, [], contractFacts);
  if (root.kind === 'karpenter-options') return withResourceNames(root, membersOf(root.tree?.root, [], optionFacts));
  if (root.kind === 'cloud-config') return cloudConfigOutline(root.tree?.root, analysis.cloudInitSchema);
  if (root.kind === 'provision-log') return phasesOf(analysis);
  return payloadsOf(root, analysis.cloudInitSchema);
}

/** The phases of a log. */
function phasesOf({ text }: Analysis): OutlineEntry[] {
  return structureOf(text).phases.map(({ name, span, head, failed }) => ({
    name,
    detail: failed ? 'failed' : '',
    kind: 'module',
    span,
    nameSpan: head,
    deprecated: false,
    children: [],
  }));
}

function membersOf(node: SyntaxNode | undefined, path: readonly (string | number)[], factsOf: FactsOf): OutlineEntry[] {
  if (node === undefined || path.length > maxDepth) return [];
  if (node.kind === 'array') {
    return node.items.map((item, index) => ({
      name: shownName(memberOf(item, 'path')?.value) ?? shownName(memberOf(item, 'name')?.value) ?? String(index),
      ...factsOf([...path, index], item),
      kind: entryKind(item),
      span: item.span,
      nameSpan: item.span,
      children: membersOf(item, [...path, index], factsOf),
    }));
  }
  if (node.kind !== 'object') return [];
  return node.members.map(({ key, value, span }) => {
    const inner = [...path, key.name];
    return {
      name: isBlank(key.name) ? JSON.stringify(key.name) : key.name,
      ...factsOf(inner, value),
      kind: value === undefined ? 'null' : entryKind(value),
      span,
      nameSpan: key.span,
      children: membersOf(value, inner, factsOf),
    };
  });
}

/** Documents of a stream are called by their kind and name. */
function withResourceNames({ tree }: Payload, entries: readonly OutlineEntry[]): OutlineEntry[] {
  const resources = tree?.language === 'yaml' ? resourcesIn(tree) : [];
  return entries.map((entry) => {
    const resource = resources.find(({ node }) => node.span.start === entry.span.start);
    return resource === undefined ? entry : { ...entry, name: `${resource.kind} ${resource.name}`.trim() };
  });
}

/** Editors refuse an outline that has an entry without a name. */
function shownName(node: SyntaxNode | undefined): string | undefined {
  const name = stringValue(node);
  return name === undefined || isBlank(name) ? undefined : name;
}

function isBlank(name: string): boolean {
  return name.trim() === '';
}

/** What an entry shows beside its name. */
type EntryFacts = Pick<OutlineEntry, 'detail' | 'deprecated'>;

/** What is said of what stands at a path. */
type FactsOf = (path: readonly (string | number)[], value: SyntaxNode | undefined) => EntryFacts;

/** `VmType "VM_TYPE_VMSS"`, `list of string, 3 entries`; entries of lists and maps show their value only. */
function contractFacts(path: readonly (string | number)[], value: SyntaxNode | undefined): EntryFacts {
  const { field, element = false } = recordPosition(contract.root, path) ?? {};
  const type = field === undefined ? undefined : element ? elementType(field) : typeName(field);
  // An entry of a list stands under the list's name.
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const short = shortValue(value, { secret: field?.secret === true, name });
  const many = field?.label === 'list' || field?.label === 'map';
  const count = many && !element ? entryCount(value) : undefined;
  const detail = count === undefined ? [type, short].filter(Boolean).join(' ') : `${type ?? ''}, ${count}`;
  return { detail, deprecated: !element && field?.deprecated === true };
}

/** The same for bootstrap options: `string "amd64"`, `list of Taint, 2 entries`. */
function optionFacts(path: readonly (string | number)[], value: SyntaxNode | undefined): EntryFacts {
  const { field, element = false } = recordPosition(bootstrapOptions, path) ?? {};
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  const short = shortValue(value, { secret: field?.secret === true, name });
  const many = field !== undefined && !element && hasEntries(field);
  const count = many ? entryCount(value) : undefined;
  const type = field === undefined || element ? undefined : typeName(field);
  return { detail: [[type, short].filter(Boolean).join(' '), count].filter(Boolean).join(', '), deprecated: false };
}

/** The type of one entry, where it says more than the entry's value does. */
function elementType(field: Field): string | undefined {
  return field.type.kind === 'scalar' ? undefined : field.type.of.name;
}

function entryCount(node: SyntaxNode | undefined): string | undefined {
  if (node?.kind !== 'array' && node?.kind !== 'object') return undefined;
  const count = node.kind === 'array' ? node.items.length : node.members.length;
  return count === 1 ? '1 entry' : `${count} entries`;
}

function entryKind(node: SyntaxNode): OutlineEntry['kind'] {
  return node.kind === 'binary' || node.kind === 'timestamp' ? 'string' : node.kind === 'alias' ? 'object' : node.kind;
}

function payloadsOf(payload: Payload, schema: SchemaNode): OutlineEntry[] {
  return payload.children.map((child) => ({
    name: childTitle(child),
    detail: `${child.payload.layers.join(' > ')}, ${child.payload.bytes.length.toLocaleString('en')} bytes`,
    kind: child.is === 'file' ? 'file' : 'module',
    span: child.span,
    nameSpan: child.span,
    deprecated: false,
    children: insideOf(child, schema),
  }));
}

/** What is inside of a payload; a part that is a cloud-config shows its keys, at their places in the file. */
function insideOf({ is, payload, span }: Child, schema: SchemaNode): OutlineEntry[] {
  if (is !== 'part' || payload.kind !== 'cloud-config' || !payload.map.exact) return payloadsOf(payload, schema);
  const placed = (entry: OutlineEntry): OutlineEntry => ({
    ...entry,
    span: within(payload.map.toOuter(entry.span), span),
    nameSpan: within(payload.map.toOuter(entry.nameSpan), span),
    children: entry.children.map(placed),
  });
  return cloudConfigOutline(payload.tree?.root, schema).map(placed);
}

/** Editors refuse an entry that reaches out of the one around it. */
function within({ start, end }: Span, outer: Span): Span {
  const from = Math.min(Math.max(start, outer.start), outer.end);
  return { start: from, end: Math.max(from, Math.min(end, outer.end)) };
}
