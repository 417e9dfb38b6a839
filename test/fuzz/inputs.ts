import { gzipSync } from 'node:zlib';
import { type FileDocument, layers } from '../support/layers.js';
import { mutatedBytes } from './mutateBytes.js';
import { mutatedText } from './mutateText.js';
import { Random } from './random.js';
import { maxInputBytes, seedBytes, seeds } from './seeds.js';

/** How documents are mutated: without knowledge of their structure, with it, or both in turns. */
export type Style = 'byte' | 'structure';

/** The input that a number stands for. */
export function inputOf(seed: number, style?: Style): FileDocument {
  const random = new Random(seed);
  const document = random.pick(seeds);
  const isByte = random.oneIn(4);
  if (style === 'byte' || (style === undefined && isByte))
    return { name: nameFor(document, random), content: mutatedBytes(seedBytes(document), random) };
  const { name, content } = document;
  if (typeof content !== 'string' && content.includes(0))
    return { name, content: mutatedBytes(seedBytes(document), random) };
  return mutatedDocument({ name, content: Buffer.from(content).toString('utf8') }, random);
}

function nameFor({ name }: FileDocument, random: Random): string {
  return random.oneIn(6) ? random.pick(seeds).name : name;
}

function mutatedDocument(document: FileDocument & { readonly content: string }, random: Random): FileDocument {
  let text = document.content;
  for (let changes = random.pick([0, 0, 1, 2]); changes >= 0; changes--) text = cut(mutatedText(text, random));
  // Some changes are made before, some after the document is put into layers.
  let input: FileDocument = { name: nameFor(document, random), content: text };
  for (let left = random.pick([0, 0, 0, 1, 1, 2]); left > 0; left--) {
    if (typeof input.content !== 'string') break;
    const content = Buffer.from(cut(input.content)).toString('utf8');
    input = random.pick(layers).wrap({ name: input.name, content });
    if (typeof input.content === 'string' && random.oneIn(3))
      input = { name: input.name, content: cut(mutatedText(input.content, random)) };
  }
  if (random.oneIn(12)) return { name: input.name, content: mutatedBytes(seedBytes(input), random) };
  if (random.oneIn(40)) return { name: input.name, content: gzipSync(input.content) };
  return input;
}

function cut(text: string): string {
  return text.length > maxInputBytes ? text.slice(0, maxInputBytes) : text;
}
