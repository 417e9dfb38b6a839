import type { PlainValue } from '../../../syntax/toValue.js';
import type { SyntaxTree } from '../../../syntax/tree.js';

/** What a rule about cloud-configs sees. */
export interface CloudConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  /** The document as plain values, for validators. */
  readonly value: PlainValue;
}
