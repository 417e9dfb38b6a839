import { extensionHover, nameHover } from '../document/azureHover.js';
import type { KindSpec, OpenedDocument } from '../document/kindSpec.js';
import type { Payload } from '../document/payload.js';
import { failureHover, failureLenses } from '../failure/editing.js';
import type { Explanation } from '../failure/explain.js';
import { type FailureContext, FailureView } from '../failure/view.js';
import {
  canonicalMember,
  type Member,
  resolved,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../formats/tree/node.js';
import { type NodePath, pointerOf } from '../formats/tree/paths.js';
import { problem, type Problem } from '../problems/problem.js';
import { joinedRuns, type Rule, type RuleRun, runRules } from '../problems/rules.js';
import type { Budget } from '../text/budget.js';

/** Settings that the custom script extension for Linux rejects (Azure/custom-script-extension-linux, README). */
const cseSettings: Rule<MachineInput> = {
  name: 'machine/cse-settings',
  *check({ tree }) {
    for (const { node, path } of objects(tree.root)) {
      const open = canonicalMember(node, 'settings') ?? canonicalMember(node, 'publicSettings');
      const secret = canonicalMember(node, 'protectedSettings');
      if (open === undefined && secret === undefined) continue;
      yield* faultsOf(open?.value, secret?.value, path);
    }
  },
};

function* faultsOf(open: SyntaxNode | undefined, secret: SyntaxNode | undefined, path: NodePath): Generator<Problem> {
  const pointer = pointerOf(path);
  const find = (name: string): Member[] => [open, secret].flatMap((holder) => canonicalMember(holder, name) ?? []);
  const commands = find('commandToExecute');
  const scripts = find('script');
  for (const [first, second] of [commands, scripts]) {
    if (first === undefined || second === undefined) continue;
    yield problem(
      'cse/setting-in-both',
      second.key.span,
      `${second.key.name} is in the public and in the protected settings; the extension refuses that.`,
      { pointer },
    );
  }
  const [script] = scripts;
  if (script !== undefined && commands.length > 0) {
    yield problem(
      'cse/script-and-command',
      script.key.span,
      'script and commandToExecute exclude each other; the extension refuses settings with both.',
      { pointer },
    );
  }
}

function* objects(root: SyntaxNode | undefined): Generator<{ node: SyntaxNode; path: NodePath }> {
  const open: { node: SyntaxNode; path: NodePath }[] = root === undefined ? [] : [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (node.kind === 'array') node.items.forEach((item, index) => open.push({ node: item, path: [...path, index] }));
    if (node.kind !== 'object') continue;
    yield next;
    for (const member of node.members)
      if (member.value) open.push({ node: member.value, path: [...path, member.key.name] });
  }
}

/** Where the settings of the custom script extension are on a node, if the document doesn't have them (WALinuxAgent 2.13). */
const settingsNotReturned: Rule<MachineInput> = {
  name: 'machine/settings-not-returned',
  *check({ tree }) {
    for (const { node, path } of objects(tree.root)) {
      const secret = canonicalMember(node, 'protectedSettings');
      if (secret?.value?.kind !== 'null' || !isCustomScript(node)) continue;
      const open = resolved(canonicalMember(node, 'settings')?.value);
      if (canonicalMember(open, 'commandToExecute') ?? canonicalMember(open, 'script')) continue;
      const message =
        "protectedSettings is null: Azure never returns it, so this doesn't mean that there is no command. On a Linux node, the settings are in /var/lib/waagent/Microsoft.Azure.Extensions.CustomScript-VERSION/config/NUMBER.settings, encrypted for the key /var/lib/waagent/THUMBPRINT.prv.";
      const pointer = pointerOf([...path, secret.key.name]);
      yield problem('cse/protected-settings-null', secret.value.span, message, { pointer, once: true });
    }
  },
};

/** Whether an object is the custom script extension for Linux, as Resource Manager or `az` writes it. */
function isCustomScript(node: SyntaxNode): boolean {
  const types = ['type', 'typePropertiesType', 'virtualMachineExtensionType'];
  return types.some((name) =>
    /^CustomScript(?:ForLinux)?$/i.test(stringValue(canonicalMember(node, name)?.value) ?? ''),
  );
}

const syntaxFaults: Rule<MachineInput> = { name: 'machine/syntax-faults', check: ({ tree }) => tree.problems };

/** The rules for Azure's documents. */
const machineRules: readonly Rule<MachineInput>[] = [syntaxFaults, cseSettings, settingsNotReturned];

/** The input of these rules. */
interface MachineInput {
  readonly tree: SyntaxTree;
}

/** A document of Azure: machines, templates, settings, goal states. */
class MachineView {
  readonly text: string;
  readonly payload: Payload;
  readonly #budget: Budget;
  readonly #failures: FailureView | undefined;

  /** `reportsFailures` says whether documents of this kind may contain the status of an extension. */
  constructor(document: OpenedDocument, reportsFailures: boolean, context: FailureContext = {}) {
    this.text = document.text;
    this.payload = document.payload;
    this.#budget = document.budget;
    this.#failures = reportsFailures ? new FailureView(document, 'machine', context) : undefined;
  }

  get tree(): SyntaxTree | undefined {
    return this.payload.tree;
  }

  get failures(): readonly Explanation[] {
    return this.#failures?.failures ?? [];
  }

  validate(): RuleRun {
    const { tree } = this;
    return joinedRuns([
      ...(tree === undefined ? [] : [runRules(machineRules, { tree }, this.#budget)]),
      ...(this.#failures === undefined ? [] : [this.#failures.validate()]),
    ]);
  }
}

/** What the kinds of Azure's documents have in common. */
export const machineKind = {
  view: (document) => new MachineView(document, false),
  validate: (view) => view.validate(),
  hover: (view, offset) =>
    failureHover(view, offset) ??
    (view.tree && extensionHover(view.tree, view.text, offset)) ??
    nameHover(view.text, offset),
  lenses: ({ failures }) => failureLenses({ failures, milestones: [] }),
} satisfies Partial<KindSpec<MachineView>>;

/** The same for documents that may contain the status of an extension. */
export const reportingMachineKind = {
  ...machineKind,
  view: (document: OpenedDocument, context: FailureContext) => new MachineView(document, true, context),
  failures: ({ failures }: MachineView) => failures,
};
