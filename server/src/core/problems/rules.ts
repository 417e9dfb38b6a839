import type { Problem } from './problem.js';

/** One reason to complain about one kind of document. A rule sees one document and knows no other rule. */
export interface Rule<Input> {
  readonly name: string;
  check(input: Input): Iterable<Problem>;
}

/** A rule that failed itself; its document keeps the findings of all others. */
export interface RuleFailure {
  readonly rule: string;
  readonly error: unknown;
}

/** What running rules gave. */
export interface RuleOutcome {
  readonly problems: readonly Problem[];
  readonly failures: readonly RuleFailure[];
}

/** Runs every rule; one that throws loses its own findings only, and is named. */
export function runRules<Input>(rules: readonly Rule<Input>[], input: Input): RuleOutcome {
  const problems: Problem[] = [];
  const failures: RuleFailure[] = [];
  for (const rule of rules) {
    const before = problems.length;
    try {
      // One by one: there may be more than a call takes arguments.
      for (const found of rule.check(input)) problems.push(found);
    } catch (error) {
      problems.length = before;
      failures.push({ rule: rule.name, error });
    }
  }
  return { problems, failures };
}

/** The findings of several runs as one. */
export function joinedOutcomes(outcomes: readonly RuleOutcome[]): RuleOutcome {
  return {
    problems: outcomes.flatMap(({ problems }) => problems),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}
