import type { Analysis } from '../analysis.js';
import { cloudConfigHover } from '../cloudConfig/editing/hover.js';
import { variableHover } from '../cloudConfig/editing/templateVariables.js';
import { archiveType, handlerOf, isIncludeType } from '../cloudConfig/userData/contentTypes.js';
import { templateAround } from '../cloudConfig/userData/template.js';
import type { HoverInfo } from '../document/editing.js';
import { logHover } from '../failure/editing.js';
import { failureSummary } from '../failure/report.js';
import { parseMime } from '../formats/mime/message.js';
import { memberIgnoringCase, type ObjectNode, resolved, stringValue } from '../formats/tree/node.js';
import { cursorAt, nodeAt, pointerOf } from '../formats/tree/paths.js';
import { karpenterHover, scriptHover } from '../karpenter/editing/hover.js';
import { limits } from '../limits.js';
import { nodeConfigHover } from '../nodeConfig/editing/hover.js';
import { partsOf } from '../payload/containers/userData.js';
import { type Child, childAround, childTitle, type Payload } from '../document/payload.js';
import { userDataTypeOf } from '../cloudConfig/userData/contentTypes.js';
import { isEncoded, payloadSummary } from '../payload/summary.js';
import { inflatingOn, maskSecrets } from '../secrets/mask.js';
import { innerOffset } from '../text/positionMap.js';
import { type Span, touches } from '../text/span.js';
import { type AksName, aksName, extensionNameMeaning, knownExtension } from '../values/known/azure.js';
import { namedImage, nodeImageFacts, type NodeImageFacts } from '../values/known/nodeImages.js';

/** What becomes of a part of user data, for its headers; undefined elsewhere. */
function partHeaderHover({ kind, text, map, children }: Payload, offset: number): HoverInfo | undefined {
  if (kind !== 'mime' || text === undefined || !map.exact) return undefined;
  for (const [index, part] of partsOf(parseMime(text)).entries()) {
    const headers = part.headers.map(({ span }) => map.toOuter(span));
    const header = headers.find((span) => touches(span, offset));
    const child = children[index];
    if (header === undefined || child === undefined) continue;
    const first = headers[0] ?? header;
    const span: Span = { start: first.start, end: headers.at(-1)?.end ?? header.end };
    const lines = [`**Part ${index + 1}**: ${child.payload.bytes.length.toLocaleString('en')} bytes`];
    const fate = fateOf(child.payload.partType);
    return { markdown: [...lines, ...(fate === undefined ? [] : [fate])].join('\n\n'), span };
  }
  return undefined;
}

/** A sentence on who takes a part of a type; undefined for what only holds other parts. */
function fateOf(type: string | undefined): string | undefined {
  if (type === undefined || type.startsWith('multipart/')) return undefined;
  if (isIncludeType(type)) return `\`${type}\`: cloud-init fetches the addresses in it and processes what they hold.`;
  if (type === archiveType) return `\`${type}\`: cloud-init takes its entries apart.`;
  const handler = handlerOf(type);
  if (handler === null) return `\`${type}\`: nothing takes it.`;
  return type === 'text/part-handler'
    ? `\`${type}\`: cloud-init registers it as a handler of further types.`
    : `\`${type}\`, taken by cloud-init's ${handler}.`;
}

/** What a payload string holds: its layers, the beginning of its text with secrets masked, and what is inside. */
function payloadHover(analysis: Analysis, offset: number): HoverInfo | undefined {
  const child = childAround(analysis.root, offset);
  if (child === undefined) return undefined;
  const { payload } = child;
  // A part that can be read where it stands has something to say at its beginning only.
  if (child.is === 'part' && payload.map.exact && offset > child.span.start + firstLineLength(payload))
    return undefined;
  const blocks = [
    `**${inline(childTitle(child))}**: ${payloadSummary(payload)}`,
    child.is === 'part' ? fateOf(payload.partType) : undefined,
    isEncoded(payload) ? beginning(analysis, payload) : undefined,
    listOf(payload.children),
  ];
  return { markdown: blocks.filter((block) => block !== undefined).join('\n\n'), span: child.span };
}

/** The first lines of a text in a code block; undefined where there is none. */
function beginning({ platform }: Analysis, { text, format }: Payload): string | undefined {
  if (text === undefined || text === '') return undefined;
  const { shownLines, shownLineLength } = limits;
  // More than is shown, so that a secret which begins in it is recognised; all of it could be megabytes.
  const start = text.slice(0, shownLines * shownLineLength * 20);
  const masked = maskSecrets(start, inflatingOn(platform)).text;
  const lines = masked.trimEnd().split(/\r?\n/);
  const shown = lines
    .slice(0, shownLines)
    .map((line) => (line.length > shownLineLength ? `${line.slice(0, shownLineLength)}…` : line));
  const isWhole = lines.length <= shownLines && start.length === text.length;
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(shown.join('\n'))));
  return [`${fence}${languages.get(format) ?? ''}`, ...shown, ...(isWhole ? [] : ['…']), fence].join('\n');
}

/** Names by which editors colour code blocks. */
const languages: ReadonlyMap<Payload['format'], string> = new Map([
  ['cloud-config', 'yaml'],
  ['json', 'json'],
  ['ignition', 'json'],
  ['shell-script', 'sh'],
  ['shell-command', 'sh'],
  ['cloud-boothook', 'sh'],
  ['powershell', 'powershell'],
  ['python', 'python'],
]);

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Entries of one list that a hover shows. */
const listed = 20;

function listOf(children: readonly Child[], indent = ''): string | undefined {
  if (children.length === 0) return undefined;
  const lines = children.slice(0, listed).flatMap((child) => {
    const { payload } = child;
    const size = payload.bytes.length.toLocaleString('en');
    const inner = listOf(payload.children, `${indent}  `);
    return [`${indent}- \`${inline(childTitle(child))}\` ${size} bytes`, ...(inner === undefined ? [] : [inner])];
  });
  if (children.length > listed) lines.push(`${indent}- and ${children.length - listed} more`);
  return lines.join('\n');
}

/** A title as part of a line of Markdown. */
function inline(title: string): string {
  return title.replaceAll('`', "'").replace(/\s+/g, ' ');
}

function firstLineLength({ text = '' }: Payload): number {
  const newline = text.indexOf('\n');
  return newline < 0 ? text.length : newline;
}

/** What the name under the cursor says: of a node image, an extension, a scale set, a node or a resource group. */
function azureHover(analysis: Analysis, offset: number): HoverInfo | undefined {
  const around = childAround(analysis.root, offset)?.payload ?? analysis.root;
  // Inside of an encoded string no text has a place.
  if (!around.map.exact) return undefined;
  return extensionHover(around, offset) ?? nameHover(analysis.text, offset);
}

/** The characters that names and resource IDs are made of. */
const nameCharacters = /[\w./()-]/;
/** Characters to each side of the cursor that a name may have; resource IDs are shorter. */
const longestName = 400;

/** A name is known by its form wherever it stands: in a value, in a resource ID, in a message. */
function nameHover(text: string, offset: number): HoverInfo | undefined {
  const word = wordAround(text, offset, nameCharacters);
  const image = namedImage(text.slice(word.start, word.end));
  const facts = image && nodeImageFacts(image);
  if (facts !== undefined) return { markdown: imageMarkdown(facts), span: word };
  const segment = wordAround(text, offset, /[\w.()-]/);
  // What ends a sentence does not belong to the name.
  const written = text.slice(segment.start, segment.end).replace(/[.)]+$/, '');
  const name = aksName(written);
  return name && { markdown: nameMarkdown(name), span: { start: segment.start, end: segment.start + written.length } };
}

function wordAround(text: string, offset: number, characters: RegExp): Span {
  let start = offset;
  let end = offset;
  while (start > 0 && offset - start < longestName && characters.test(text.charAt(start - 1))) start--;
  while (end < text.length && end - offset < longestName && characters.test(text.charAt(end))) end++;
  return { start, end };
}

function imageMarkdown({ os, generation, architecture, traits, version, last }: NodeImageFacts): string {
  const made = version?.built === undefined ? '' : `, built ${version.built}`;
  const build = version?.windowsBuild === undefined ? '' : ` with Windows build ${version.windowsBuild}`;
  return [
    `**AKS node image**: ${os}, ${architecture}, VM generation ${generation}`,
    traits.length === 0 ? '' : `Made ${traits.join(', ')}.`,
    version === undefined ? '' : `Version \`${version.name}\`${made}${build}.`,
    last === undefined ? '' : `The last version of this image is \`${last}\`; no more are made.`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function nameMarkdown(name: AksName): string {
  switch (name.is) {
    case 'scale set':
      return `**AKS scale set** of the node pool \`${name.pool}\`\n\n\`${name.hash}\` is a number by which AKS keeps its names apart.`;
    case 'instance':
      return [
        `**AKS node** of the node pool \`${name.pool}\`: instance **${name.instance}** of the scale set \`${name.scaleSet}\``,
        `\`${name.digits}\` is the instance ID in base 36. Azure's tools take it as a decimal number, for example \`az vmss run-command invoke --instance-id ${name.instance}\`.`,
      ].join('\n\n');
    case 'machine':
      return `**AKS node** of the node pool \`${name.pool}\`, which has no scale set: machine ${name.instance}.`;
    case 'node resource group': {
      const region = name.location === undefined ? '' : ` in the region \`${name.location}\``;
      const owner =
        name.owner === undefined
          ? 'Its name is made of the resource group of the cluster and the name of the cluster, with underscores in them.'
          : `It belongs to the cluster \`${name.owner.cluster}\` in the resource group \`${name.owner.group}\`.`;
      return `**AKS node resource group**${region}, which AKS manages\n\n${owner}`;
    }
  }
}

/** On publisher, type or name of an extension: what it is. */
function extensionHover({ tree, text, map }: Payload, offset: number): HoverInfo | undefined {
  if (tree === undefined || text === undefined) return undefined;
  const cursor = cursorAt(tree.root, text, innerOffset(map, text.length, offset));
  if (cursor?.at !== 'value' || cursor.node?.kind !== 'string' || cursor.member === undefined) return undefined;
  const key = cursor.member.key.name.toLowerCase();
  if (key !== 'publisher' && key !== 'type' && key !== 'name') return undefined;
  const owner = nodeAt(tree.root, pointerOf(cursor.path.slice(0, -1)));
  const extension = owner?.kind === 'object' ? extensionOf(owner, cursor.node.value, key) : undefined;
  return extension === undefined ? undefined : { markdown: extension, span: map.toOuter(cursor.node.span) };
}

/** Templates and REST keep publisher and type below `properties`; Azure's command line lays them beside the name. */
function extensionOf(owner: ObjectNode, value: string, key: 'publisher' | 'type' | 'name'): string | undefined {
  const properties = resolved(memberIgnoringCase(owner, 'properties')?.value);
  const textOf = (name: string): string | undefined =>
    stringValue(memberIgnoringCase(owner, name)?.value) ?? stringValue(memberIgnoringCase(properties, name)?.value);
  const publisher = stringValue(memberIgnoringCase(properties, 'publisher')?.value) ?? textOf('publisher');
  const type =
    stringValue(memberIgnoringCase(properties, 'type')?.value) ??
    textOf('typePropertiesType') ??
    stringValue(memberIgnoringCase(owner, 'type')?.value);
  if (publisher === undefined || type === undefined) return undefined;
  const known = knownExtension(type, publisher);
  const meaning = key === 'name' ? extensionNameMeaning(lastName(value)) : undefined;
  if (known === undefined && meaning === undefined) return undefined;
  const title = `**${publisher} ${type}**`;
  return [meaning, title, known?.doc].filter((part) => part !== undefined).join('\n\n');
}

/** Templates name an extension behind its machine. */
function lastName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** What a user may not want to be told by hovers. */
export interface HoverOptions {
  /** Whether payload strings tell what is in them; by default they do. */
  readonly payloads?: boolean;
}

/** What is known about the place under the cursor; undefined where there is nothing to say. */
export function hover(
  analysis: Analysis,
  offset: number,
  { payloads = true }: HoverOptions = {},
): HoverInfo | undefined {
  const { root } = analysis;
  // What was decoded has no places in the file.
  if (!root.map.exact) return undefined;
  const failure = failureHover(analysis, offset);
  if (failure !== undefined) return failure;
  if (root.kind === 'provision-log') return logHover(analysis, offset);
  if (root.kind === 'node-config') return both(azureHover(analysis, offset), nodeConfigHover(analysis, offset));
  if (root.kind === 'karpenter-options') return karpenterHover(analysis, offset);
  const inScript = root.kind === 'user-data' ? scriptHover(analysis.text, offset) : undefined;
  return (
    inScript ??
    documentHover(root, offset, analysis) ??
    (root.kind === 'unknown' ? undefined : azureHover(analysis, offset)) ??
    (payloads ? payloadHover(analysis, offset) : undefined)
  );
}

/** What a value says, above what is known of the field that it stands in. */
function both(value: HoverInfo | undefined, field: HoverInfo | undefined): HoverInfo | undefined {
  if (value === undefined || field === undefined) return field ?? value;
  return { markdown: `${value.markdown}\n\n---\n\n${field.markdown}`, span: field.span };
}

/** What an exit code means, on the number and on the message around it. */
function failureHover({ failures }: Analysis, offset: number): HoverInfo | undefined {
  const found =
    failures.find(({ span }) => span !== undefined && touches(span, offset)) ??
    failures.find(({ extent }) => extent !== undefined && touches(extent, offset));
  const span = found?.span !== undefined && touches(found.span, offset) ? found.span : found?.extent;
  return found === undefined || span === undefined ? undefined : { markdown: failureSummary(found), span };
}

/** Looks into documents that stand in the file as they are, from the outside in. */
function documentHover(payload: Payload, offset: number, analysis: Analysis): HoverInfo | undefined {
  if (!payload.map.exact) return undefined;
  const own = payload.kind === 'cloud-config' ? keyHover(payload, offset, analysis) : partHeaderHover(payload, offset);
  if (own !== undefined) return own;
  const child = payload.children.find(({ is, span }) => is === 'part' && touches(span, offset));
  return child && documentHover(child.payload, offset, analysis);
}

/** What is known of a cloud-config, wherever it stands in the file. */
function keyHover(
  { text = '', tree, map, partType }: Payload,
  offset: number,
  { cloudInitSchema, instanceData }: Analysis,
): HoverInfo | undefined {
  const inner = innerOffset(map, text.length, offset);
  const { regions } = userDataTypeOf({ partType, text }) === 'text/jinja2' ? templateAround(text) : { regions: [] };
  const found =
    variableHover(text, inner, regions, instanceData) ?? cloudConfigHover(text, tree?.root, inner, cloudInitSchema);
  return found && { ...found, span: map.toOuter(found.span) };
}
