import { extensionHover, nameHover } from '../document/azureHover.js';
import type { KindSpec, OpenedDocument } from '../document/kindSpec.js';
import type { Payload } from '../document/payload.js';
import { failureHover, failureLenses } from '../failure/editing.js';
import type { Explanation } from '../failure/explain.js';
import { FailureView } from '../failure/view.js';
import type { SyntaxTree } from '../formats/tree/node.js';
import { joinedOutcomes, runRules, type RuleOutcome } from '../problems/rules.js';
import { machineRules } from './rules.js';

/** A document of Azure: machines, templates, settings, what the fabric hands to a machine. */
export class MachineView {
  readonly text: string;
  readonly #payload: Payload;
  readonly #failures: FailureView | undefined;

  /** `reportsFailures` says whether documents of this kind may contain the status of an extension. */
  constructor(document: OpenedDocument, reportsFailures: boolean) {
    this.text = document.text;
    this.#payload = document.payload;
    this.#failures = reportsFailures ? new FailureView(document, 'machine') : undefined;
  }

  get tree(): SyntaxTree | undefined {
    return this.#payload.tree;
  }

  get failures(): readonly Explanation[] {
    return this.#failures?.failures ?? [];
  }

  validate(): RuleOutcome {
    const { tree } = this;
    return joinedOutcomes([
      ...(tree === undefined ? [] : [runRules(machineRules, { tree })]),
      ...(this.#failures === undefined ? [] : [this.#failures.validate()]),
    ]);
  }
}

/** What kinds of Azure's documents have in common. */
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
  view: (document: OpenedDocument) => new MachineView(document, true),
  failures: ({ failures }: MachineView) => failures,
};
