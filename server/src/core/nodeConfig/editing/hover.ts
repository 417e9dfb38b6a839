import type { HoverInfo } from '../../document/editing.js';
import { type FieldPosition, recordHover, renderedValue } from '../../document/recordEditing.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { fieldMarkdown } from '../../record/explain.js';
import type { Field, RemovedName } from '../../record/model.js';
import type { RecordPosition } from '../../record/navigate.js';
import { encodedSummary } from '../../values/encodedSummary.js';
import { availabilitySince, contract } from '../contract/contract.js';
import type { RenderedVariable } from '../render/environment/environment.js';
import type { NodeConfigView } from '../view.js';

/** How many variables are listed; a message such as the sysctls feeds only one, a cluster's some twenty. */
const maxVariables = 8;

/** What is known about the key or value under the cursor of a node config. */
export function nodeConfigHover(view: NodeConfigView, offset: number): HoverInfo | undefined {
  const effectOf = ({ path }: RecordPosition): string | undefined => variablesMarkdown(view, path);
  return recordHover(
    { root: contract.root, ofValue: valueMarkdown, ofRemoved: removedMarkdown, effectOf },
    view,
    offset,
  );
}

function removedMarkdown({ name, removedIn, hint }: RemovedName): string {
  const when = removedIn === undefined ? '' : ` with AgentBaker ${removedIn}`;
  return `**${name}** was removed from the contract${when}.\n\n${hint}`;
}

function valueMarkdown({ field, owner }: FieldPosition, node: SyntaxNode): string | undefined {
  if (field.type.kind === 'enum') return enumMarkdown(field, node);
  const summary = node.kind === 'string' ? encodedSummary(field.format, node.value) : undefined;
  return summary && `${summary.markdown}\n\n${fieldMarkdown(field, owner)}`;
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
  return `\`${name}\` ${renderedValue(value)}${variable.kind === 'verbatim' ? '' : `. ${rule}`}`;
}
