import type { Contract } from '../../../contract/descriptor.js';
import type { Reading } from '../../../contract/read.js';
import type { SyntaxTree } from '../../../syntax/tree.js';

/** What a rule about node configs sees. */
export interface NodeConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly reading: Reading;
  readonly contract: Contract;
}
