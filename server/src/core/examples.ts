import type { Analysis } from './analysis.js';
import type { FileProblem } from './document/payload.js';
import type { ProblemCode } from './problems/codes.js';
import { counted } from './text/strings.js';

const codes: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['contract/example-value', 'karpenter/example-value']);

/** Whether a file is of a kind whose templates have examples: a node config, or Karpenter's options or settings. */
export function holdsExamples({ root, karpenter }: Analysis): boolean {
  return root.kind === 'node-config' || karpenter !== undefined;
}

/** Those of the problems of a file that are about examples in the file itself, in their order. */
export function exampleValues(analysis: Analysis, problems: readonly FileProblem[]): readonly FileProblem[] {
  if (!holdsExamples(analysis)) return [];
  return problems.filter(({ code, layers }) => codes.has(code) && layers.length === 0);
}

/** `5 values are still examples` */
export function exampleCount(count: number): string {
  return counted(count, 'value is still an example', 'values are still examples');
}
