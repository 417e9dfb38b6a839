import { memberIgnoringCase, type ObjectNode, resolved, stringValue, type SyntaxTree } from '../formats/tree/node.js';
import { cursorAt, nodeAt, pointerOf } from '../formats/tree/paths.js';
import type { Span } from '../text/span.js';
import { type AksName, aksName, extensionMeaning, extensionNameMeaning } from '../values/known/azure.js';
import { namedImage, nodeImageFacts, type NodeImageFacts } from '../values/known/nodeImages.js';
import type { HoverInfo } from './editing.js';
import { withoutTrailing } from '../text/strings.js';

/** The characters that names and resource IDs are made of. */
const nameCharacters = /[\w./()-]/;
/** Characters to each side of the cursor that a name may have; resource IDs are shorter. */
const longestName = 400;

/** What the name of a node image, scale set, node or resource group means; such names are recognised anywhere. */
export function nameHover(text: string, offset: number): HoverInfo | undefined {
  const word = wordAround(text, offset, nameCharacters);
  const image = namedImage(text.slice(word.start, word.end));
  const facts = image && nodeImageFacts(image);
  if (facts !== undefined) return { markdown: imageMarkdown(facts), span: word };
  const segment = wordAround(text, offset, /[\w.()-]/);
  // Punctuation at the end of a sentence does not belong to the name.
  const written = withoutTrailing(text.slice(segment.start, segment.end), '.)');
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

/** What an extension is, for its publisher, type or name. */
export function extensionHover(tree: SyntaxTree, text: string, offset: number): HoverInfo | undefined {
  const cursor = cursorAt(tree.root, text, offset);
  if (cursor?.at !== 'value' || cursor.node?.kind !== 'string' || cursor.member === undefined) return undefined;
  const key = cursor.member.key.name.toLowerCase();
  if (key !== 'publisher' && key !== 'type' && key !== 'name') return undefined;
  const owner = nodeAt(tree.root, pointerOf(cursor.path.slice(0, -1)));
  const extension = owner?.kind === 'object' ? extensionOf(owner, cursor.node.value, key) : undefined;
  return extension === undefined ? undefined : { markdown: extension, span: cursor.node.span };
}

/** Templates and REST have publisher and type below `properties`; Azure's command line has them next to the name. */
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
  const ofType = extensionMeaning(publisher, type);
  // Templates put the name of the machine before that of the extension.
  const ofName = key === 'name' ? extensionNameMeaning(value.slice(value.lastIndexOf('/') + 1)) : undefined;
  if (ofType === undefined && ofName === undefined) return undefined;
  return [ofName, `**${publisher} ${type}**`, ofType].filter((part) => part !== undefined).join('\n\n');
}
