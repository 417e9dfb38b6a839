import type { Analysis } from '../analysis.js';
import type { Payload } from '../document/payload.js';
import { cursorAt } from '../formats/tree/paths.js';
import { type OuterFile, replaceText, replaceTexts, writeErrorOf, type WrittenTexts } from '../payload/writeBack.js';
import type { Budget } from '../text/budget.js';
import type { Replacement } from '../text/positionMap.js';
import { type Result, success } from '../text/result.js';
import type { Span } from '../text/span.js';

/** A text to decode that isn't a known payload of the document. */
interface DecodableText {
  readonly text: string;
  /** Whether it is in the document as it is, without quotes and escapes. */
  readonly verbatim: boolean;
}

/**
 * The string around an offset: a value of JSON with its escapes resolved, else the text between spaces and quotes, with the
 * lines above and below that belong to the same base64. Undefined if there is none.
 */
export function textToDecode({ root, text }: Analysis, offset: number): DecodableText | undefined {
  const cursor =
    root.text === text && root.tree?.language === 'json' ? cursorAt(root.tree.root, text, offset) : undefined;
  if (cursor?.at === 'value' && cursor.node?.kind === 'string') {
    const { value } = cursor.node;
    return value === '' ? undefined : { text: value, verbatim: text.includes(value) };
  }
  const { start, end } = wrappedAround(text, wordAround(text, offset));
  const word = text.slice(start, end);
  return word === '' ? undefined : { text: word, verbatim: true };
}

/** Separates words of scripts, YAML and prose. A variable name before a value is handled separately. */
const separator = /[\s"'`<>,;(){}[\]|]/;

function wordAround(text: string, offset: number): Span {
  let start = offset;
  let end = offset;
  while (start > 0 && !separator.test(text.charAt(start - 1))) start--;
  while (end < text.length && !separator.test(text.charAt(end))) end++;
  const assigned = /^[A-Za-z_]\w*=(?=[^=])/.exec(text.slice(start, Math.min(end, offset + 1)));
  return { start: start + (assigned?.[0].length ?? 0), end };
}

const base64Line = /^[ \t]*[A-Za-z0-9+/_-]{16}[A-Za-z0-9+/_-]*={0,2}[ \t]*\r?$/;

/** The lines around a word that contain only base64, if its own line does. */
function wrappedAround(text: string, word: Span): Span {
  // With a negative index, `lastIndexOf` still finds a line break at 0.
  const lineStart = (offset: number): number => (offset > 0 ? text.lastIndexOf('\n', offset - 1) + 1 : 0);
  const lineEnd = (offset: number): number => {
    const at = text.indexOf('\n', offset);
    return at < 0 ? text.length : at;
  };
  const isBase64 = (start: number): boolean => base64Line.test(text.slice(start, lineEnd(start)));
  let start = lineStart(word.start);
  if (!isBase64(start)) return word;
  let end = lineEnd(start);
  while (start > 0 && isBase64(lineStart(start - 1))) start = lineStart(start - 1);
  // The last line may be as short as a word.
  while (end < text.length && /^[ \t]*[A-Za-z0-9+/_-]+={0,2}[ \t]*\r?$/.test(text.slice(end + 1, lineEnd(end + 1))))
    end = lineEnd(end + 1);
  return { start, end };
}

/**
 * The change of a file, at most one replacement, that gives the payload at the end of some steps another text and leaves
 * every other payload as it is. All that is tried takes its time from one budget; what can't be read back in time isn't
 * written.
 */
export function replacePayload(
  analysis: Analysis,
  steps: readonly string[],
  text: string,
  budget = analysis.newBudget(),
): Result<readonly Replacement[]> {
  const change = replaceText(outerFile(analysis, budget), steps, text);
  if (!change.ok) return change;
  return success(change.value === undefined ? [] : [change.value]);
}

/** The same for several payloads of a file, which is read a few times, however many there are. */
export function replacePayloads(
  analysis: Analysis,
  texts: ReadonlyMap<Payload, string>,
  budget = analysis.newBudget(),
): WrittenTexts {
  return replaceTexts(outerFile(analysis, budget), texts);
}

/** Why the text of a payload can't be replaced, whatever the new one is; undefined if it can. */
export function replacementError(analysis: Analysis, steps: readonly string[]): string | undefined {
  return writeErrorOf(outerFile(analysis, analysis.newBudget()), steps);
}

function outerFile(analysis: Analysis, budget: Budget): OuterFile {
  const { text, root } = analysis;
  return {
    text,
    root,
    context: () => analysis.newDecoding(budget),
    read: (other) => analysis.withText(other, budget).root,
  };
}
