import type { OpenedDocument } from '../document/kindSpec.js';
import { noOutcome, type RuleRun, runRules } from '../problems/rules.js';
import { inflatingOn } from '../secrets/find.js';
import { createMasking, type Masking } from '../secrets/masking.js';
import type { LineIndex } from '../text/span.js';
import type { Milestone } from './bootLog/step.js';
import { milestonesOf } from './bootLog/steps.js';
import { type LogStructure, structureOf } from './bootLog/structure.js';
import type { DeclaredCodes } from './exitCodes/declared.js';
import { type Explanation, failuresOf } from './explain.js';
import { failureRules } from './rules.js';

/** What explaining failures depends on besides the text. */
export interface FailureContext {
  /** What a checkout of AgentBaker adds to the tables of exit codes. */
  readonly exitCodes?: DeclaredCodes | undefined;
}

/** What a document reports about provisioning: failures, and the steps of a boot if it is a log. */
export class FailureView {
  readonly text: string;
  readonly #document: OpenedDocument;
  readonly #about: 'failure' | 'log' | 'machine';
  /** What a checkout of AgentBaker adds to the tables of exit codes. */
  readonly exitCodes: DeclaredCodes | undefined;
  #failures: readonly Explanation[] | undefined;
  #structure: LogStructure | undefined;
  #milestones: readonly Milestone[] | undefined;

  /** `about` says what the document is: one that is all about a failure, a log, or one that may report a failure. */
  constructor(document: OpenedDocument, about: 'failure' | 'log' | 'machine', { exitCodes }: FailureContext) {
    this.text = document.text;
    this.exitCodes = exitCodes;
    this.#document = document;
    this.#about = about;
  }

  get lines(): LineIndex {
    return this.#document.lines;
  }

  /** With secrets masked. Failures are reported for what a user opened; a payload repeats what is around it. */
  get failures(): readonly Explanation[] {
    return (this.#failures ??= this.#isFile ? this.#explained() : []);
  }

  /** Hides secrets by their format and name; the boundary of an output also knows those of other documents. */
  get masking(): Masking {
    const { platform, budget } = this.#document;
    return createMasking(() => ({ inflate: inflatingOn(platform), budget }));
  }

  /** The phases of a log and what a trace does inside expansions. */
  get structure(): LogStructure {
    const { budget } = this.#document;
    return (this.#structure ??= budget.timed(() => structureOf(this.text, budget)));
  }

  /** The steps of the boot that a log reports; none in other documents. */
  get milestones(): readonly Milestone[] {
    const { budget } = this.#document;
    return (this.#milestones ??= this.#about === 'log' ? budget.timed(() => milestonesOf(this.text, budget)) : []);
  }

  #explained(): readonly Explanation[] {
    const { budget } = this.#document;
    return failuresOf(this.text, this.#about === 'failure', {
      masking: this.masking,
      exitCodes: this.exitCodes,
      budget,
    });
  }

  get #isFile(): boolean {
    return this.#document.fileProblems !== undefined;
  }

  *validate(): RuleRun {
    if (!this.#isFile) return noOutcome;
    const failedSteps = this.milestones.filter(({ failed }) => failed);
    return yield* runRules(failureRules, { failures: this.failures, failedSteps }, this.#document.budget);
  }
}
