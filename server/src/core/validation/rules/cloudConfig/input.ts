import type { SchemaValue } from '../../../cloudConfig/schemaValue.js';
import type { SyntaxTree } from '../../../syntax/tree.js';

/** What a rule about cloud-configs sees. */
export interface CloudConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  /** The document as cloud-init's validator sees it. */
  readonly value: SchemaValue;
}
