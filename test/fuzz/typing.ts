import { nodePlatform } from '../../server/src/adapters/nodePlatform.js';
import { Analysis, complete, formatChanges } from '../../server/src/core/index.js';
import { applyChanges } from '../../server/src/core/formats/tree/changes.js';
import { walk } from '../../server/src/core/formats/tree/node.js';
import type { NamedText } from './documents.js';
import type { Random } from './random.js';

/** How many changes a run made. */
export interface TypingFigures {
  formatted: number;
  completions: number;
}

/** Formats a document. Returns what formatting changed besides spaces between tokens. */
export function misformatted({ name, text }: NamedText, random: Random, figures: TypingFigures): string[] {
  const analysis = new Analysis({ name, content: text }, nodePlatform);
  const style = {
    tabSize: random.pick([1, 2, 4]),
    insertSpaces: !random.oneIn(3),
    insertFinalNewline: random.oneIn(2),
    trimFinalNewlines: random.oneIn(2),
    trimTrailingWhitespace: random.oneIn(2),
  };
  const changes = formatChanges(analysis, style);
  if (changes.length === 0) return [];
  figures.formatted++;
  const after = analysis.withText(applyChanges(text, changes));
  const [before, formatted] = [analysis, after].map((one) => tokensOf(one).join('\n'));
  return before === formatted ? [] : ['formatting changes a token'];
}

/** The keys and simple values of a document as they are written. */
function tokensOf({ root: { tree, text = '' } }: Analysis): string[] {
  return [...walk(tree?.root)].map(({ node, member, depth }) => {
    const isContainer = node.kind === 'object' || node.kind === 'array';
    const written = isContainer ? node.kind : text.slice(node.span.start, node.span.end);
    const key = member === undefined ? '' : text.slice(member.key.span.start, member.key.span.end);
    return `${depth} ${key} ${written}`;
  });
}

/** Accepts a completion in an object or list without syntax errors. Returns the syntax errors that it has then. */
export function brokenCompletions(
  { name, text }: NamedText,
  random: Random,
  figures: TypingFigures,
): { readonly label: string; readonly offset: number; readonly after: string }[] {
  const analysis = new Analysis({ name, content: text }, nodePlatform);
  const { tree } = analysis.root;
  const isContainer = tree?.root?.kind === 'object' || tree?.root?.kind === 'array';
  if (!isContainer || isBroken(analysis)) return [];
  const offset = random.below(text.length + 1);
  const found = complete(analysis, offset);
  if (found.length === 0) return [];
  figures.completions++;
  const { span, plainText, comma, label } = random.pick(found);
  const changes = [...(comma === undefined ? [] : [comma]), { span, newText: plainText }];
  const after = analysis.withText(applyChanges(text, changes));
  return isBroken(after) ? [{ label, offset, after: after.text }] : [];
}

function isBroken({ root: { tree } }: Analysis): boolean {
  return tree?.problems.some(({ code }) => code.endsWith('/syntax') || code === 'yaml/tab') === true;
}
