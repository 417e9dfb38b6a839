import type { Problem } from '../../problems/problem.js';
import type { SyntaxNode } from '../node.js';
import { unacceptable } from './characters.js';
import { TreeBuilder } from './compose.js';
import { YamlFault } from './fault.js';
import { parseDocument } from './parser.js';
import { tokensOf } from './scanner.js';

/** A YAML document that could be read to its end; `problems` name what makes it invalid all the same. */
export interface YamlReading {
  readonly root: SyntaxNode | undefined;
  readonly problems: readonly Problem[];
  readonly depth: number;
}

/**
 * Reads one document as PyYAML 6.0's safe loader does: YAML 1.1 with that reader's own lexis. Gives the fault where
 * the text stops being readable; never throws.
 */
export function readYaml(text: string): YamlReading | YamlFault {
  const refused = unacceptable.exec(text);
  if (refused !== null) {
    return new YamlFault('The text holds a control character, which YAML does not allow.', refused.index);
  }
  const builder = new TreeBuilder(text);
  try {
    const root = parseDocument(tokensOf(text), builder);
    return { root, problems: builder.problems, depth: builder.depth };
  } catch (error) {
    if (error instanceof YamlFault) return error;
    throw error;
  }
}
