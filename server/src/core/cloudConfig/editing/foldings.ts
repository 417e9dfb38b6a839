import type { FoldableRegion } from '../../document/editing.js';
import { walk } from '../../formats/tree/node.js';
import type { Span } from '../../text/span.js';
import type { CloudConfigView } from '../view.js';

/** Comments of several lines. */
export function commentFoldings({ text, tree }: CloudConfigView): FoldableRegion[] {
  const strings = [...walk(tree?.root)].flatMap(({ node }) => (node.kind === 'string' ? [node.span] : []));
  return [...commentsOutside(strings, text)].map((span) => ({ span, form: 'comment', depth: 0 }));
}

/** Runs of at least two comment lines, but none inside the given texts. */
function* commentsOutside(texts: readonly Span[], text: string): Generator<Span> {
  const inOrder = [...texts].sort((a, b) => a.start - b.start);
  let nextText = 0;
  let run: { start: number; end: number; lines: number } | undefined;
  for (const { index, 0: line } of text.matchAll(/^.*$/gm)) {
    const end = index + line.length;
    while ((inOrder[nextText]?.end ?? Infinity) < index) nextText++;
    const inside = (inOrder[nextText]?.start ?? Infinity) <= index;
    if (!inside && line.trimStart().startsWith('#')) {
      run = { start: run?.start ?? index, end, lines: (run?.lines ?? 0) + 1 };
      continue;
    }
    if (run !== undefined && run.lines > 1) yield run;
    run = undefined;
  }
  if (run !== undefined && run.lines > 1) yield run;
}
