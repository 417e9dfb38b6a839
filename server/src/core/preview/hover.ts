import { append } from '../append.js';
import type { Analysis } from '../analysis.js';
import { contract } from '../contract/contract.js';
import { fieldMarkdown } from '../contract/markdown.js';
import { placeInContract } from '../contract/navigate.js';
import { optionMarkdown, variableMarkdown } from '../karpenter/markdown.js';
import { placeInOptions } from '../karpenter/navigate.js';
import { limits } from '../limits.js';
import type { RenderedVariable } from '../render/environment/renderEnvironment.js';
import type { NodePath } from '../syntax/pointer.js';
import type { Span } from '../text/span.js';
import { fieldName } from './fieldName.js';
import { type Origin, originsOf, placeInPreview } from './origins.js';
import type { PreviewSection, Preview } from './passage.js';

/** Markdown about a place in a preview: where it comes from, by which rule, and what it is without the config. */
export function previewHover(
  analysis: Analysis,
  preview: Preview,
  offset: number,
): { readonly markdown: string; readonly span: Span } | undefined {
  const place = placeInPreview(preview, offset);
  if (place === undefined) return undefined;
  const { passage, trace } = place;
  const { variable, scriptVariable } = passage;
  const origins = originsOf(analysis, place);
  const paragraphs: string[] = [];
  if (trace !== undefined) {
    paragraphs.push(`From ${origins.map((origin) => originText(analysis, origin)).join(', ')}.`);
    append(paragraphs, aboutOrigin(passage, trace.from));
  }
  if (scriptVariable !== undefined && trace === undefined) paragraphs.push(variableMarkdown(scriptVariable));
  if (variable !== undefined) append(paragraphs, variableParagraphs(analysis, variable, trace ? [] : origins));
  if (paragraphs.length === 0) return undefined;
  return { markdown: paragraphs.join('\n\n'), span: trace?.span ?? passage.head };
}

/** What is known of the field or option that a part comes from. */
function aboutOrigin({ variable, scriptVariable }: PreviewSection, from: NodePath): string[] {
  if (scriptVariable !== undefined) {
    const { option, owner } = placeInOptions(from) ?? {};
    return option === undefined || owner === undefined ? [] : [optionMarkdown(option, owner)];
  }
  const { field, owner } = placeInContract(contract, from) ?? {};
  const isPlain = variable?.variable.kind !== 'computed';
  return field !== undefined && owner !== undefined && isPlain ? [fieldMarkdown(field, owner)] : [];
}

/** How many fields are named one by one; a file of kernel parameters has many more. */
const maxOrigins = 12;

function variableParagraphs(
  analysis: Analysis,
  { name, variable }: RenderedVariable,
  origins: readonly Origin[],
): string[] {
  // What the config gives is of more interest than what it could give.
  const listed = origins.toSorted((a, b) => Number(b.place !== undefined) - Number(a.place !== undefined));
  const lines = listed.slice(0, maxOrigins).map((origin) => `- ${originText(analysis, origin)}`);
  if (listed.length > maxOrigins) lines.push(`- and ${listed.length - maxOrigins} more`);
  const path = variable.file?.path;
  return [
    `**${name}**${variable.file === undefined ? '' : `, which becomes ${path === undefined ? 'a file' : `\`${path}\``} on the node`}`,
    variable.rule,
    ...(lines.length === 0 ? [] : [`From the config:\n\n${lines.join('\n')}`]),
    defaultText(variable),
  ];
}

function originText({ lines, bootstrapOptions }: Analysis, { path, place, resource, explanation }: Origin): string {
  const named = path.length === 0 ? 'the whole config' : `\`${fieldName(path).replaceAll('`', "'")}\``;
  if (explanation !== undefined) return `${named} (${explanation.replace(/\.$/, '')})`;
  const gives = bootstrapOptions?.computed === undefined ? 'the config does not give' : 'no resource gives';
  const by = resource === undefined ? '' : `: ${resource}`;
  return place === undefined
    ? `${named}, which ${gives}`
    : `${named}${by}, line ${lines.positionAt(place.name.start).line + 1}`;
}

function defaultText({ default: value, kind }: RenderedVariable['variable']): string {
  if (kind === 'constant') return 'No config changes it.';
  if (value === undefined) return 'An empty config has no such variable.';
  if (value === '') return 'With an empty config it is empty.';
  if (kind === 'base64-template') return 'An empty config has the file, too.';
  const shown = value.length > limits.quotedValue ? `${value.slice(0, limits.quotedValue)}…` : value;
  return `With an empty config it is \`${shown.replaceAll('`', "'")}\`.`;
}
