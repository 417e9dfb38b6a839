import { limits } from '../limits.js';
import { describedFailure, wrapperStrength } from './finding.js';
import type { Attribution, Instance, PlacedLine, PlacedOutcome } from './instances.js';

/** One distinct failure of a case. */
export interface FailureGroup {
  /** The report with the most to say. */
  readonly main: PlacedOutcome;
  /** The VMs whose failure it is. */
  readonly members: readonly Instance[];
  /** Weaker reports about its members. */
  readonly others: readonly PlacedOutcome[];
  /** Lines that show it, the most telling first. */
  readonly lines: readonly GroupLine[];
  /** What most of its members show as the cause, in a few words. */
  readonly cause: string | undefined;
}

export interface GroupLine extends PlacedLine {
  readonly instance: Instance | undefined;
  /** Further files with the same line. */
  readonly repeated: number;
}

interface OpenGroup {
  readonly outcomes: PlacedOutcome[];
  readonly members: Instance[];
  readonly loose: PlacedOutcome[];
}

/** The distinct failures, those of most VMs first. A success isn't one. */
export function failureGroups({ instances, unattributed }: Attribution): readonly FailureGroup[] {
  const groups = new Map<string, OpenGroup>();
  const groupOf = ({ outcome }: PlacedOutcome): OpenGroup => {
    const { key } = describedFailure(outcome.explanation);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { outcomes: [], members: [], loose: [] }));
    return group;
  };
  for (const instance of instances) {
    const { primary } = instance;
    if (primary === undefined || primary.outcome.strength === 0) continue;
    const group = groupOf(primary);
    group.outcomes.push(primary);
    group.members.push(instance);
  }
  const strongest = [...groups.values()]
    .flatMap(({ outcomes }) => outcomes.map(strengthIn))
    .reduce((a, b) => Math.max(a, b), 0);
  for (const one of unattributed) {
    // The code of a wrapper says nothing beside those of the scripts.
    if (strengthIn(one) === 0 || (strengthIn(one) === wrapperStrength && strongest > wrapperStrength)) continue;
    const group = groupOf(one);
    group.outcomes.push(one);
    group.loose.push(one);
  }
  return [...groups.values()]
    .map(closed)
    .sort((a, b) => b.members.length - a.members.length || b.main.outcome.strength - a.main.outcome.strength)
    .slice(0, limits.failures);
}

function closed({ outcomes, members, loose }: OpenGroup): FailureGroup {
  const [main] = outcomes.toSorted((a, b) => detailOf(b) - detailOf(a));
  if (main === undefined) throw new Error('a group has at least one report');
  const failing = members.map(({ others }) => others.filter(({ outcome }) => outcome.strength > 0));
  return {
    main,
    members,
    others: failing.flat(),
    lines: telling(members, loose),
    cause: mostFrequent([...members.map(causeOf), ...loose.map(({ outcome }) => outcome.line?.cause?.words)]),
  };
}

function strengthIn({ outcome }: PlacedOutcome): number {
  return outcome.strength;
}

/** How much a report has to say. */
function detailOf({ outcome: { strength, explanation, line } }: PlacedOutcome): number {
  const { evidence, lastCommands, timeline } = explanation;
  const parts = [evidence !== null, lastCommands.length > 0, timeline.length > 0, line?.cause !== undefined];
  return 10 * strength + parts.filter(Boolean).length;
}

/** What the reports about a VM give as the cause: a field of the config first, then what the report that counts shows. */
function causeOf({ primary, others, lines }: Instance): string | undefined {
  const failing = others.filter(({ outcome }) => outcome.strength > 0);
  const aboutConfig = failing.find(({ outcome }) => outcome.explanation.field !== null && outcome.line?.cause);
  const logged = lines.toSorted((a, b) => rankOf(a) - rankOf(b));
  const candidates = [
    aboutConfig?.outcome.line,
    primary?.outcome.line,
    ...failing.map(({ outcome }) => outcome.line),
    ...logged.map(({ line }) => line),
  ];
  return candidates.find((line) => line?.cause !== undefined)?.cause?.words;
}

function mostFrequent(words: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** A rank behind those of all causes. */
const noCause = 1_000;

function rankOf({ line }: PlacedLine): number {
  return line.cause?.rank ?? noCause;
}

function telling(members: readonly Instance[], loose: readonly PlacedOutcome[]): readonly GroupLine[] {
  const quoted = (
    { file, outcome }: PlacedOutcome,
    instance: Instance | undefined,
  ): readonly Omit<GroupLine, 'repeated'>[] =>
    outcome.line === undefined || outcome.strength === 0 ? [] : [{ file, line: outcome.line, instance }];
  const found = [
    ...members.flatMap((instance) => {
      const reports = instance.primary === undefined ? instance.others : [instance.primary, ...instance.others];
      // A line of a log is easier to find than a string in a status that repeats it.
      return [
        ...instance.lines.map((line) => ({ ...line, instance })),
        ...reports.flatMap((one) => quoted(one, instance)),
      ];
    }),
    ...loose.flatMap((one) => quoted(one, undefined)),
  ];
  const distinct = new Map<string, Omit<GroupLine, 'repeated'> & { repeated: number }>();
  const seen = new Set<string>();
  for (const one of found.sort((a, b) => rankOf(a) - rankOf(b))) {
    const position = `${one.file} ${one.line.line}`;
    if (seen.has(position)) continue;
    seen.add(position);
    const known = distinct.get(wordsOf(one.line.text));
    if (known === undefined) distinct.set(wordsOf(one.line.text), { ...one, repeated: 0 });
    else known.repeated++;
  }
  const all = [...distinct.values()];
  const withCause = all.filter((one) => rankOf(one) < noCause);
  return (withCause.length > 0 ? withCause : all).slice(0, limits.caseEvidence);
}

/** A line without its times, numbers and names of VMs. */
function wordsOf(line: string): string {
  return line.replace(/(?<![\w.:+-])[\w.:+-]+/g, (word) => (/\d/.test(word) ? '#' : word));
}
