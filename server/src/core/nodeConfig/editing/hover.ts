import { blocks, bulleted, inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import type { HoverInfo } from '../../document/editing.js';
import { type FieldPosition, recordHover, renderedValue } from '../../document/recordEditing.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { fieldMarkdown } from '../../record/explain.js';
import type { Field, RemovedName } from '../../record/model.js';
import type { RecordPosition } from '../../record/navigate.js';
import { encodedSummary } from '../../values/encodedSummary.js';
import { availabilitySince } from '../contract/contract.js';
import type { RenderedVariable } from '../render/environment/environment.js';
import type { NodeConfigView } from '../view.js';

/** How many variables are listed; a message such as the sysctls feeds only one, a cluster's some twenty. */
const maxVariables = 8;

/** What is known about the key or value under the cursor of a node config. */
export function nodeConfigHover(view: NodeConfigView, offset: number): HoverInfo | undefined {
  const effectOf = ({ path }: RecordPosition): Markdown | undefined => variablesMarkdown(view, path);
  return recordHover(
    { root: view.contract.root, ofValue: valueMarkdown, ofRemoved: removedMarkdown, effectOf },
    view,
    offset,
  );
}

function removedMarkdown({ name, removedIn, undeclared, hint }: RemovedName): Markdown {
  if (undeclared === true) return prose(hint);
  const when = removedIn === undefined ? '' : markup` with AgentBaker ${prose(removedIn)}`;
  return blocks([markup`**${prose(name)}** was removed from the contract${when}.`, prose(hint)]);
}

function valueMarkdown({ field, owner }: FieldPosition, node: SyntaxNode): Markdown | undefined {
  if (field.type.kind === 'enum') return enumMarkdown(field, node);
  const summary = node.kind === 'string' ? encodedSummary(field.format, node.value) : undefined;
  return summary && blocks([summary.markdown, fieldMarkdown(field, owner)]);
}

function enumMarkdown(field: Field, node: SyntaxNode): Markdown | undefined {
  if (field.type.kind !== 'enum' || (node.kind !== 'string' && node.kind !== 'number')) return undefined;
  const value = field.type.of.values.find((known) => known.name === node.value || known.number === node.value);
  if (value === undefined) return undefined;
  return blocks([
    markup`**${prose(value.name)}** = ${value.number}`,
    prose(value.doc),
    value.since === undefined ? undefined : prose(availabilitySince(value.since)),
  ]);
}

/** The variables of the bootstrap environment that the field gets into, with their values for this config. */
function variablesMarkdown(view: NodeConfigView, path: string): Markdown | undefined {
  const rendered = view.variablesFedBy(path);
  if (rendered.length === 0) return undefined;
  const lines = rendered.slice(0, maxVariables).map(variableMarkdown);
  if (rendered.length > maxVariables) lines.push(markup`and ${rendered.length - maxVariables} more`);
  return markup`On the node:\n\n${bulleted(lines)}`;
}

function variableMarkdown({ name, value, variable }: RenderedVariable): Markdown {
  const { file, rule } = variable;
  if (file !== undefined && value !== '')
    return markup`${inlineCode(name)}: the file ${file.path === undefined ? prose(file.name) : inlineCode(file.path)}`;
  const how = variable.kind === 'verbatim' ? '' : markup`. ${prose(rule)}`;
  return markup`${inlineCode(name)} ${renderedValue(value)}${how}`;
}
