import { blocks, bulleted, inlineCode, type Markdown, markup, prose } from '../../text/markdown.js';
import type { HoverInfo } from '../../document/editing.js';
import { recordHover, renderedValue } from '../../document/recordEditing.js';
import { stringValue } from '../../formats/tree/node.js';
import { type NodePath, touchedNode } from '../../formats/tree/paths.js';
import { touches } from '../../text/span.js';
import { fieldMarkdown } from '../../record/explain.js';
import { type RecordPosition, recordPosition } from '../../record/navigate.js';
import { bootstrapOptions } from '../options/description.js';
import { optionAtOffset, OptionOrigins, variableMarkdown } from '../options/navigate.js';
import type { OptionsReading } from '../options/read.js';
import { upstreamMarkdown, upstreamOf } from '../options/upstream.js';
import { resourceDescriptions } from '../resources/description.js';
import { resourcesIn } from '../resources/model.js';
import { recogniseScript } from '../script/recognise.js';
import { type ScriptLine, scriptOf } from '../script/render.js';
import { scriptVariablesFedBy } from '../script/table.js';
import type { OptionPlace } from '../script/variable.js';
import type { KarpenterView } from '../view.js';
import { labelMarkdown } from './labels.js';

/** What is known about the option under the cursor: its purpose, its origin, and its part of the script. */
export function karpenterHover(view: KarpenterView, offset: number): HoverInfo | undefined {
  const { reading } = view;
  if (reading.computed !== undefined) return resourceHover(view, offset);
  const effectOf = ({ names }: RecordPosition): Markdown => scriptMarkdown(reading, names);
  return recordHover({ root: bootstrapOptions, effectOf }, view, offset);
}

/**
 * The same for a field of a resource that an option is computed from, with the first pool that it counts for; for other
 * fields what they are.
 */
function resourceHover(view: KarpenterView, offset: number): HoverInfo | undefined {
  // A field of a pool counts for that pool only.
  for (const pool of view.poolNames({ start: offset, end: offset }) ?? [undefined]) {
    const { reading } = view.forPool(pool);
    const found = optionAtOffset(reading, offset);
    const origins = new OptionOrigins(reading);
    const place = found && recordPosition(bootstrapOptions, found);
    const inText = found && origins.positionOf(found);
    if (place?.field === undefined || place.owner === undefined || inText === undefined) continue;
    const shown = blocks([
      aboutOption(place.names) ?? fieldMarkdown(place.field, place.owner),
      ...originMarkdown(origins, place.names, inText.resource),
      scriptMarkdown(reading, place.names),
    ]);
    return { markdown: shown, span: inText.name };
  }
  return fieldHover(view, offset);
}

/** What is known about a label by itself. */
function aboutOption([first, key]: NodePath): Markdown | undefined {
  return first === 'labels' && typeof key === 'string' ? labelMarkdown(key) : undefined;
}

/** The field that gives an option, and the lines of the provider that read it. */
function originMarkdown(origins: OptionOrigins, names: NodePath, resource: string | undefined): Markdown[] {
  const explanation = origins.explanationOf(names);
  const upstream = aboutOption(names) === undefined ? upstreamOf(names) : undefined;
  return [
    ...(resource === undefined ? [] : [markup`From ${prose(resource)}.`]),
    ...(explanation === undefined ? [] : [prose(explanation)]),
    ...(upstream === undefined ? [] : [upstreamMarkdown(upstream)]),
  ];
}

/** A field of a resource or of settings. */
function fieldHover({ tree, text }: KarpenterView, offset: number): HoverInfo | undefined {
  const touched = touchedNode(tree?.root, text, offset);
  const resource = tree && resourcesIn(tree).find(({ node }) => touches(node.span, offset));
  if (touched === undefined || resource === undefined) return undefined;
  const path = touched.path.slice(resource.path.length);
  const { field, owner } = recordPosition(resourceDescriptions[resource.kind], path) ?? {};
  if (field === undefined || owner === undefined) return undefined;
  const own = stringValue(touched.node);
  const label = field.name === 'key' && own !== undefined ? labelMarkdown(own) : undefined;
  const span = (touched.isOnKey ? touched.member?.key.span : touched.node?.span) ?? { start: offset, end: offset };
  return { markdown: label ?? fieldMarkdown(field, owner), span };
}

/** The variables of the script that an option is part of, or the parts that come from a path in it; secrets are masked. */
function scriptMarkdown(reading: OptionsReading, path: NodePath): Markdown {
  const fed = scriptVariablesFedBy(path[0] as OptionPlace);
  if (fed.length === 0) return markup`It is not part of the script.`;
  const rendered = scriptOf(reading, { showSecrets: false, gaps: true });
  const lines = fed.map((variable) => {
    const line = rendered.ok ? rendered.value.lines.find((candidate) => candidate.variable === variable) : undefined;
    const shown = line && rendered.ok ? partOf(line, rendered.value.script, path) : undefined;
    const how = shown === undefined ? '' : markup` ${shown}`;
    return markup`${inlineCode(variable.name)}${how}. ${prose(variable.rule)}`;
  });
  return markup`In the script:\n\n${bulleted(lines)}`;
}

function partOf({ traces, value, variable }: ScriptLine, script: string, path: NodePath): Markdown | undefined {
  if (variable.file !== undefined) return markup`becomes ${inlineCode(variable.file.path)}`;
  const own = traces.filter(({ from }) => from.length >= path.length && path.every((step, at) => from[at] === step));
  const parts = path.length === 1 ? [value] : own.map(({ span }) => script.slice(span.start, span.end));
  const text = parts.join(', ');
  if (path.length > 1 && parts.length === 0) return undefined;
  return renderedValue(text, path.length > 1 ? 'has' : '=');
}

/** The origin of the variable at an offset of Karpenter's bootstrap script; undefined in other texts. */
export function scriptHover(text: string, offset: number): HoverInfo | undefined {
  const assignment = recogniseScript(text)?.assignments.find(
    ({ name, span }) => offset >= span.start && offset <= span.start + name.length,
  );
  if (assignment === undefined) return undefined;
  const { name, span, variable } = assignment;
  const shown =
    variable === undefined
      ? markup`**${prose(name)}**\n\nKarpenter's current script (azure provider 352646f5) does not set this variable.`
      : variableMarkdown(variable);
  return { markdown: shown, span: { start: span.start, end: span.start + name.length } };
}
