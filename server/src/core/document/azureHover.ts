import { blocks, inlineCode, type Markdown, markup, prose } from '../text/markdown.js';
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

function imageMarkdown({ os, generation, architecture, traits, version, last }: NodeImageFacts): Markdown {
  const made = version?.built === undefined ? '' : markup`, built ${prose(version.built)}`;
  const build = version?.windowsBuild === undefined ? '' : markup` with Windows build ${prose(version.windowsBuild)}`;
  return blocks([
    markup`**AKS node image**: ${prose(`${os}, ${architecture}, VM generation ${generation}`)}`,
    traits.length === 0 ? '' : prose(`Made ${traits.join(', ')}.`),
    version === undefined ? '' : markup`Version ${inlineCode(version.name)}${made}${build}.`,
    last === undefined ? '' : markup`The last version of this image is ${inlineCode(last)}; no more are made.`,
  ]);
}

function nameMarkdown(name: AksName): Markdown {
  switch (name.is) {
    case 'scale set':
      return markup`**AKS scale set** of the node pool ${inlineCode(name.pool)}\n\n${inlineCode(name.hash)} is a number by which AKS keeps its names apart.`;
    case 'instance':
      return blocks([
        markup`**AKS node** of the node pool ${inlineCode(name.pool)}: instance **${name.instance}** of the scale set ${inlineCode(name.scaleSet)}`,
        markup`${inlineCode(name.digits)} is the instance ID in base 36. Azure's tools take it as a decimal number, for example ${inlineCode(`az vmss run-command invoke --instance-id ${name.instance}`)}.`,
      ]);
    case 'machine':
      return markup`**AKS node** of the node pool ${inlineCode(name.pool)}, which has no scale set: machine ${name.instance}.`;
    case 'node resource group': {
      const region = name.location === undefined ? '' : markup` in the region ${inlineCode(name.location)}`;
      const owner =
        name.owner === undefined
          ? markup`Its name is made of the resource group of the cluster and the name of the cluster, with underscores in them.`
          : markup`It belongs to the cluster ${inlineCode(name.owner.cluster)} in the resource group ${inlineCode(name.owner.group)}.`;
      return markup`**AKS node resource group**${region}, which AKS manages\n\n${owner}`;
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
function extensionOf(owner: ObjectNode, value: string, key: 'publisher' | 'type' | 'name'): Markdown | undefined {
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
  return blocks([
    ofName === undefined ? '' : prose(ofName),
    markup`**${prose(`${publisher} ${type}`)}**`,
    ofType === undefined ? '' : prose(ofType),
  ]);
}
