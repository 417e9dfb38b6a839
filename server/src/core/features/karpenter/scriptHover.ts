import { variableMarkdown } from '../../karpenter/markdown.js';
import { recogniseScript } from '../../karpenter/recognise.js';
import type { HoverInfo } from '../hoverInfo.js';

/** Where a variable of Karpenter's bootstrap script comes from; undefined in other texts. */
export function scriptHover(text: string, offset: number): HoverInfo | undefined {
  const assignment = recogniseScript(text)?.assignments.find(
    ({ name, span }) => offset >= span.start && offset <= span.start + name.length,
  );
  if (assignment === undefined) return undefined;
  const { name, span, variable } = assignment;
  const markdown =
    variable === undefined
      ? `**${name}**\n\nKarpenter's script of today (azure provider 352646f5) does not set this variable.`
      : variableMarkdown(variable);
  return { markdown, span: { start: span.start, end: span.start + name.length } };
}
