import { type DeclaredCodes, type DeclaredTable, declaredTable } from './failure/exitCodes/declared.js';
import type { FailureFamily } from './failure/exitCodes/table.js';
import { type Contract, contract } from './nodeConfig/contract/contract.js';
import { declaredContract, type SourceFile } from './nodeConfig/contract/declared.js';
import { createLineIndex } from './text/span.js';

/** What a checkout of AgentBaker declares, for configs and failures that are checked with it. */
export interface Checkout {
  readonly contract: Contract;
  readonly exitCodes: DeclaredCodes;
  readonly problems: readonly CheckoutProblem[];
}

/** A mistake in a file of a checkout. */
export interface CheckoutProblem {
  /** Its path in the checkout. */
  readonly path: string;
  /** Zero-based line and UTF-16 column. */
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  /** A sentence. */
  readonly message: string;
}

/** The folder of a checkout with the `.proto` files, and its scripts with exit codes. */
export const checkoutLayout = {
  protos: 'aks-node-controller/proto/aksnodeconfig/v1',
  scripts: {
    'linux-agentbaker': 'parts/linux/cloud-init/artifacts/cse_helpers.sh',
    windows: 'parts/windows/windowscsehelper.ps1',
  },
} as const satisfies { protos: string; scripts: Partial<Record<FailureFamily, string>> };

/** Reads the files of a checkout: `.proto` files in any folder, and the scripts at their places. Never fails. */
export function readCheckout(files: readonly SourceFile[]): Checkout {
  const declared = declaredContract(
    files.filter(({ path }) => path.endsWith('.proto')),
    contract,
  );
  const tables = Object.entries(checkoutLayout.scripts).flatMap(
    ([family, script]): [FailureFamily, DeclaredTable][] => {
      const found = files.find(({ path }) => path === script);
      return found === undefined
        ? []
        : [[family as FailureFamily, declaredTable(family as FailureFamily, script, found.text)]];
    },
  );
  const problems = declared.problems.map(({ path, span, message }) => {
    const lines = createLineIndex(files.find((file) => file.path === path)?.text ?? '');
    return { path, start: lines.positionAt(span.start), end: lines.positionAt(span.end), message };
  });
  return { contract: declared.contract, exitCodes: new Map(tables), problems };
}
