import type { Budget } from '../text/budget.js';
import type { Problem } from './problem.js';

/** A check of one kind of document, independent of other rules. */
export interface Rule<Input> {
  readonly name: string;
  check(input: Input): Iterable<Problem>;
}

/** A rule that threw an error; the problems of other rules are kept. */
export interface RuleFailure {
  readonly rule: string;
  readonly error: unknown;
}

/** The result of running rules. */
export interface RuleOutcome {
  readonly problems: readonly Problem[];
  readonly failures: readonly RuleFailure[];
}

/** Rules that are run in steps, between which other work can be done. */
export type RuleRun = Generator<undefined, RuleOutcome>;

/** What the rules find in a document that they have nothing to say about. */
export const noOutcome: RuleOutcome = { problems: [], failures: [] };

/**
 * Runs every rule, with a step behind each. A rule that throws only loses its own problems, and is reported. When the budget
 * is spent, the problems so far are the outcome.
 */
export function* runRules<Input>(rules: readonly Rule<Input>[], input: Input, budget: Budget): RuleRun {
  const problems: Problem[] = [];
  const failures: RuleFailure[] = [];
  for (const rule of rules) {
    if (budget.isSpent) break;
    const before = problems.length;
    try {
      // Not spread: there may be more problems than a call accepts arguments.
      for (const found of rule.check(input)) {
        // What was found without reading to the end may not be one.
        if (budget.step()) break;
        problems.push(found);
      }
    } catch (error) {
      problems.length = before;
      failures.push({ rule: rule.name, error });
    }
    yield;
  }
  return { problems, failures };
}

/** The findings of several runs, one after the other, as one. */
export function* joinedRuns(runs: Iterable<RuleRun>): RuleRun {
  const outcomes: RuleOutcome[] = [];
  for (const run of runs) outcomes.push(yield* run);
  return joinedOutcomes(outcomes);
}

/** The findings of several runs as those of one. */
export function joinedOutcomes(outcomes: readonly RuleOutcome[]): RuleOutcome {
  return {
    problems: outcomes.flatMap(({ problems }) => problems),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}
