import { maskText } from '../../secrets/find.js';
import { isSecretName } from '../../secrets/names.js';
import { resolved, type SyntaxNode } from '../../syntax/node.js';
import { byteString } from '../../text/byteString.js';
import type { TextLines } from '../hunks.js';
import { Identities, isRounded } from '../identities.js';
import { linesOf, type Showing } from '../masking.js';
import { isTree } from '../pieceDifferences.js';
import type { ComparedPart } from '../pieces.js';
import { layOut, type Shape } from './layOut.js';
import { fileLines, textLines } from './section.js';

/** A document beside the configs: its values in a fixed layout where it has such, else its lines. */
export function pieceLines(piece: ComparedPart, showing: Showing): TextLines {
  if (isTree(piece)) return treeLines(piece, showing);
  const { text, payload } = piece;
  if (text === undefined) {
    // The bytes tell whether two are the same; nobody reads them.
    const shown = [`(no text, ${payload.bytes.length} bytes)`];
    return { real: [byteString(payload.bytes)], shown };
  }
  const { shown } = linesOf(text, showing);
  return textLines(fileLines(text), fileLines(shown.join('\n')));
}

function treeLines({ payload, omitted }: ComparedPart, showing: Showing): TextLines {
  const identities = new Identities(omitted);
  return layOut<SyntaxNode | undefined>(payload.tree?.root, (node, name): Shape<SyntaxNode | undefined> => {
    const target = resolved(node);
    if (target?.kind === 'array') return { is: 'list', items: target.items };
    if (target?.kind === 'object') {
      const entries = [...identities.entriesOf(target)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return { is: 'object', entries: entries.map(([key, { value }]) => [key, value] as const) };
    }
    return { is: 'text', lines: leafLines(target, name, showing) };
  });
}

function leafLines(node: SyntaxNode | undefined, name: string, showing: Showing): TextLines {
  if (node?.kind !== 'string') {
    const real = leafText(node);
    return { real: [real], shown: linesOf(real, showing).shown };
  }
  const { value } = node;
  const { maskOf = () => maskText } = showing;
  const { real, shown } =
    value !== '' && isSecretName(name) && !showing.showSecrets
      ? { real: value.split('\n'), shown: value.split('\n').map(() => maskOf(value)) }
      : linesOf(value, showing);
  if (value.includes('\n')) return { real, shown };
  return { real: [JSON.stringify(value)], shown: [JSON.stringify(shown[0] ?? '')] };
}

/** Values that say the same have the same text, as in {@link Identities}. */
function leafText(node: SyntaxNode | undefined): string {
  switch (node?.kind) {
    case 'number':
      return Number.isFinite(node.value) && !isRounded(node.value) ? String(node.value) : node.raw;
    case 'boolean':
      return String(node.value);
    case 'binary':
      return `!!binary ${node.source.value.replace(/\s+/g, '')}`;
    default:
      return 'null';
  }
}
