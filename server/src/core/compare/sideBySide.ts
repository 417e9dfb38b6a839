import type { Analysis } from '../analysis.js';
import type { Masked } from '../secrets/masking.js';
import type { Budget } from '../text/budget.js';
import { append, capitalized, counted } from '../text/strings.js';
import { visibleLine } from '../text/visible.js';
import { compared, type CompareOptions } from './compare.js';
import { type Both, type Comparison, type ComparisonNote, isChosen, sameness, type Side, sides } from './comparison.js';
import { shownLines } from './lines.js';
import type { ComparedMatch } from './sections.js';

/** Two documents as two texts in one fixed layout. */
export interface SideBySide {
  /** Whether nothing differs and everything could be compared. */
  readonly equal: boolean;
  /** The outcome in one sentence; the texts begin with it. */
  readonly summary: string;
  readonly before: Masked;
  readonly after: Masked;
}

/**
 * The sections of `compareDocuments` as two texts that any program can show side by side: the contract in its
 * canonical form, the environment and the files on the node, and the documents beside them. It
 * never throws.
 */
export function sideBySide(before: Analysis, after: Analysis, options: CompareOptions): SideBySide {
  const budget = before.newBudget();
  return budget.timed(() => laidOut([...compared(before, after, { ...options, budget })], options, budget));
}

function laidOut(
  matches: readonly ComparedMatch[],
  { masking, machines: chosen }: CompareOptions,
  budget: Budget,
): SideBySide {
  const comparisons = matches.map(({ comparison }) => comparison);
  const summary = comparisonSummary(comparisons);
  const texts = { before: [`# ${summary}`], after: [`# ${summary}`] };
  for (const { comparison, sections } of matches) {
    const { machines, notes, notCompared } = comparison;
    // What both sides show comes first: behind an error of one side, it would stand on different lines.
    const ordered = [...notes.filter((note) => !isOneSided(note)), ...notes.filter(isOneSided)];
    const heading = matches.length > 1 || (isChosen(chosen) && machines !== undefined);
    for (const side of sides) {
      if (heading) texts[side].push('', `====== ${nameOf(machines)}`);
      append(
        texts[side],
        ordered.flatMap((note) => noteLine(note, side)),
      );
      if (notCompared.length > 0) texts[side].push(`# Not compared: ${notCompared.join(', ')}`);
    }
    for (const { title, lines } of sections) {
      if (budget.isSpent) break;
      const shown = shownLines(lines(), budget);
      for (const side of sides)
        if (shown[side] !== undefined) append(texts[side], ['', `=== ${title}`, ...shown[side]]);
    }
  }
  return {
    equal: comparisons.every(({ equal }) => equal),
    summary,
    before: masking.text(texts.before.map(visibleLine).join('\n') + '\n'),
    after: masking.text(texts.after.map(visibleLine).join('\n') + '\n'),
  };
}

/** The machines of a comparison. Both sides may write one name in different cases; the heading is the same on both. */
function nameOf({ before, after }: Both<string> = {}): string {
  const names = new Map([before, after].flatMap((name) => (name === undefined ? [] : [[name.toLowerCase(), name]])));
  return [...names.values()].join(' ↔ ') || 'A machine without a name';
}

/** The outcome of comparisons in one sentence. */
function comparisonSummary(comparisons: readonly Comparison[]): string {
  const sum = (count: (comparison: Comparison) => number): number =>
    comparisons.reduce((total, comparison) => total + count(comparison), 0);
  const fields = sum(({ fields: all }) => all.filter(({ document }) => document === undefined).length);
  const beside = sum(({ fields: all, texts }) => all.length + texts.length) - fields;
  const variables = sum((comparison) => comparison.variables.length);
  const withConfigs = comparisons.some(({ configs }) => configs?.before !== undefined && configs.after !== undefined);
  const complete = comparisons.every(({ notes }) => notes.every(({ severity }) => severity !== 'error'));
  const found = [
    ...(fields > 0 ? [counted(fields, withConfigs ? 'field' : 'value')] : []),
    ...(beside > 0 ? [`${counted(beside, 'difference')} beside the config`] : []),
    ...(variables > 0 ? [`${counted(variables, 'variable')} on the node`] : []),
  ];
  const rest = complete ? '' : ' Not everything could be compared.';
  if (found.length > 0) return `These differ: ${found.join(', ')}.${rest}`;
  if (comparisons.every(({ equal }) => equal)) {
    const compared = [...new Set(comparisons.flatMap((comparison) => comparison.compared))];
    if (withConfigs && !compared.includes('model')) return 'Same contract and environment.';
    const clause = sameness({ compared, notes: comparisons.flatMap(({ notes }) => notes) });
    return `${capitalized(clause)}.`;
  }
  return 'Not everything could be compared.';
}

function isOneSided({ severity }: ComparisonNote): boolean {
  return severity === 'error';
}

/**
 * A note as a line of one side's text. An error appears only on its side, and is a difference; anything else appears on
 * both sides, so that it isn't.
 */
function noteLine(note: ComparisonNote, of: Side): readonly string[] {
  const { side, message } = note;
  if (isOneSided(note)) return side === undefined || side === of ? [`# Error: ${message}`] : [];
  const where = side === undefined ? '' : side === 'before' ? 'Left side: ' : 'Right side: ';
  return [`# ${where}${message}`];
}
