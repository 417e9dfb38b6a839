import type { RenderedVariable } from '../render/environment/environment.js';
import type { NodeConfigView } from '../view.js';
import { availabilitySince, contract } from '../contract/contract.js';
import type { Field } from '../../record/model.js';
import { fieldMarkdown } from '../../record/explain.js';
import { encodedSummary } from '../../values/encodedSummary.js';
import { type RecordPosition, recordPosition } from '../../record/navigate.js';
import { knownName, nameMarkdown } from '../../values/known/index.js';
import { cursorAt, type NodePath } from '../../formats/tree/paths.js';
import type { KeyNode, SyntaxNode } from '../../formats/tree/node.js';
import type { HoverInfo } from '../../document/editing.js';
import { limits } from '../../limits.js';

/** How many variables are listed; a message such as the sysctls feeds only one, a cluster's some twenty. */
const maxVariables = 8;

/** What is known of the key or value under the cursor of a node config. */
export function nodeConfigHover(view: NodeConfigView, offset: number): HoverInfo | undefined {
  const { tree, text } = view;
  const cursor = cursorAt(tree?.root, text, offset);
  if (cursor === undefined) return undefined;
  if (cursor.at === 'key') {
    if (cursor.member === undefined) return undefined;
    const path = [...cursor.path, cursor.member.key.name];
    const place = recordPosition(contract.root, path);
    if (place === undefined) return removedHover(cursor.path, cursor.member.key);
    const markdown = place.element ? keyMarkdown(place, cursor.member.key.name) : undefined;
    return described(view, place, markdown, cursor.member.key.span);
  }
  const place = recordPosition(contract.root, cursor.path);
  if (place === undefined || cursor.node === undefined) return undefined;
  return described(view, place, valueMarkdown(place, cursor.node), cursor.node.span);
}

/** A name that the contract had once. */
function removedHover(path: NodePath, key: KeyNode): HoverInfo | undefined {
  const removed = recordPosition(contract.root, path)?.object?.removedByKey(key.name);
  if (removed === undefined) return undefined;
  const when = removed.removedIn === undefined ? '' : ` with AgentBaker ${removed.removedIn}`;
  return { markdown: `**${removed.name}** was removed from the contract${when}.\n\n${removed.hint}`, span: key.span };
}

/** What is particular about the place, then the field, then what becomes of it on the node. */
function described(
  view: NodeConfigView,
  { field, owner, path }: RecordPosition,
  particular: string | undefined,
  span: HoverInfo['span'],
): HoverInfo | undefined {
  if (field === undefined || owner === undefined) return undefined;
  const about = [particular ?? fieldMarkdown(field, owner), variablesMarkdown(view, path)];
  return { markdown: about.filter((part) => part !== undefined).join('\n\n'), span };
}

/** A key of a map that has a meaning of its own, such as a kubelet flag. */
function keyMarkdown({ field }: RecordPosition, key: string): string | undefined {
  const known = field?.knownKeys === undefined ? undefined : knownName(field.knownKeys, key);
  return known === undefined ? undefined : nameMarkdown(known);
}

function valueMarkdown(place: RecordPosition, node: SyntaxNode): string | undefined {
  const { field } = place;
  if (field === undefined) return undefined;
  if (field.type.kind === 'enum') return enumMarkdown(field, node);
  if (node.kind !== 'string') return undefined;
  const known = field.known === undefined ? undefined : knownName(field.known, node.value);
  if (known !== undefined) return nameMarkdown(known);
  const summary = encodedSummary(field.format, node.value);
  if (summary === undefined || place.owner === undefined) return undefined;
  return `${summary.markdown}\n\n${fieldMarkdown(field, place.owner)}`;
}

function enumMarkdown(field: Field, node: SyntaxNode): string | undefined {
  if (field.type.kind !== 'enum' || (node.kind !== 'string' && node.kind !== 'number')) return undefined;
  const value = field.type.of.values.find((known) => known.name === node.value || known.number === node.value);
  if (value === undefined) return undefined;
  const since = value.since === undefined ? '' : `\n\n${availabilitySince(value.since)}`;
  return `**${value.name}** = ${value.number}\n\n${value.doc}${since}`;
}

/** The variables of the bootstrap environment that the field gets into, with their values for this config. */
function variablesMarkdown(view: NodeConfigView, path: string): string | undefined {
  const rendered = view.variablesFedBy(path);
  if (rendered.length === 0) return undefined;
  const lines = rendered.slice(0, maxVariables).map((variable) => `- ${variableMarkdown(variable)}`);
  if (rendered.length > maxVariables) lines.push(`- and ${rendered.length - maxVariables} more`);
  return `On the node:\n\n${lines.join('\n')}`;
}

function variableMarkdown({ name, value, variable }: RenderedVariable): string {
  const { file, rule } = variable;
  if (file !== undefined && value !== '')
    return `\`${name}\`: the file ${file.path === undefined ? file.name : `\`${file.path}\``}`;
  const shown = value.length > limits.quotedValue ? `${value.slice(0, limits.quotedValue)}…` : value;
  const written = shown === '' ? 'is empty' : `= \`${shown.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
  return `\`${name}\` ${written}${variable.kind === 'verbatim' ? '' : `. ${rule}`}`;
}
