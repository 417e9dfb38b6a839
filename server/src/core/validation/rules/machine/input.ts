import type { SyntaxTree } from '../../../syntax/tree.js';

/** What a rule about VM, scale set, template and settings documents sees. */
export interface MachineInput {
  readonly tree: SyntaxTree;
}
