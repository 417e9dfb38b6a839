import type { Analysis } from '../analysis.js';
import { type OuterFile, replaceText, writeErrorOf } from '../payload/writeBack.js';
import type { Replacement } from '../text/positionMap.js';
import { type Result, success } from '../text/result.js';

/**
 * The change of a file, at most one replacement, that gives the payload at the end of some steps another text and leaves
 * every other payload as it is.
 */
export function replacePayload(
  analysis: Analysis,
  steps: readonly string[],
  text: string,
): Result<readonly Replacement[]> {
  const change = replaceText(outerFile(analysis), steps, text);
  if (!change.ok) return change;
  return success(change.value === undefined ? [] : [change.value]);
}

/** Why the text of a payload can't be replaced, whatever the new one is; undefined if it can. */
export function replacementError(analysis: Analysis, steps: readonly string[]): string | undefined {
  return writeErrorOf(outerFile(analysis), steps);
}

function outerFile(analysis: Analysis): OuterFile {
  const { text, root } = analysis;
  return { text, root, context: () => analysis.newDecoding(), read: (other) => analysis.withText(other).root };
}
