import type { SyntaxNode } from '../syntax/node.js';

/** One step of decoding that an encoding stands for. */
export type EncodingStep = 'base64' | 'gzip';

/** How the content of a file is decoded: the steps in their order, or why there are none. */
export type Encoding =
  | { readonly is: 'known'; readonly steps: readonly EncodingStep[] }
  /** A name that cloud-init does not know: it warns and writes the content as it stands. */
  | { readonly is: 'unknown' }
  /** No name at all: cloud-init fails. */
  | { readonly is: 'no-text' };

/** The names of write_files (cloud-init 26.2, `canonicalize_extraction`). */
const encodings = new Map<string, readonly EncodingStep[]>([
  ['text/plain', []],
  ['b64', ['base64']],
  ['base64', ['base64']],
  ['gz', ['gzip']],
  ['gzip', ['gzip']],
  ['gz+b64', ['base64', 'gzip']],
  ['gz+base64', ['base64', 'gzip']],
  ['gzip+b64', ['base64', 'gzip']],
  ['gzip+base64', ['base64', 'gzip']],
]);

/** What `encoding` says; letters' case and blanks around it do not matter when files are written. */
export function encodingOf(node: SyntaxNode | undefined): Encoding {
  if (node === undefined || isEmpty(node)) return { is: 'known', steps: [] };
  if (node.kind === 'binary') return { is: 'unknown' };
  if (node.kind !== 'string') return { is: 'no-text' };
  const name = node.value.toLowerCase().trim();
  const steps = name === '' ? [] : encodings.get(name);
  return steps === undefined ? { is: 'unknown' } : { is: 'known', steps };
}

/** What Python takes for false. */
export function isEmpty(node: SyntaxNode): boolean {
  switch (node.kind) {
    case 'null':
      return true;
    case 'boolean':
      return !node.value;
    case 'number':
      return node.value === 0;
    case 'string':
      return node.value === '';
    case 'binary':
      return node.source.value.trim() === '';
    case 'array':
      return node.items.length === 0;
    case 'object':
      return node.members.length === 0;
    default:
      return false;
  }
}
