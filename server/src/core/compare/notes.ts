import type { Analysis } from '../analysis.js';
import { stepsOf } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import type { RecordType } from '../record/model.js';
import { recordPosition } from '../record/navigate.js';
import type { Reading, ReadingError } from '../nodeConfig/read.js';
import { type DocumentKind, isKnown } from '../document/kinds.js';
import { kinds } from '../payload/kindTable.js';
import type { Child, Payload } from '../document/payload.js';
import type { Problem } from '../problems/problem.js';
import { type Comparison, type ComparisonNote, type Hunk, type Side, sides } from './comparison.js';
import { isTooLarge, type Match, type Subject } from './matching.js';
import { Identities } from './treeValues.js';
import { grouped } from '../text/strings.js';

/** The problems that keep parts of one side from being read, and the reasons why Azure returns no payload. */
export function problemNotes(side: Side, file: Analysis, subject: Subject | undefined): ComparisonNote[] {
  const inside = documentsIn(subject?.children ?? []).flatMap(({ problems }) => problems);
  const problems = [...(subject?.problems ?? file.sourceProblems), ...inside];
  const listed = new Set<string>();
  return problems.flatMap((problem): ComparisonNote[] => {
    const { message } = problem;
    if (!blocksComparison(problem) || listed.has(message)) return [];
    listed.add(message);
    const severity = problem.severity === 'error' ? 'error' : 'information';
    return [{ severity, side, message }];
  });
}

/** Documents and everything inside them. */
function documentsIn(children: readonly Child[]): readonly Payload[] {
  const documents: Payload[] = [];
  const open = children.map(({ payload }) => payload);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    documents.push(next);
    for (const { payload } of next.children) open.push(payload);
  }
  return documents;
}

/** Whether a problem keeps content from being compared: a damaged encoding, or a payload left out. */
function blocksComparison({ code, severity }: Problem): boolean {
  return code.startsWith('vmss/payload-') || (severity === 'error' && code.startsWith('payload/'));
}

/** A side without a node config, or without a counterpart. */
export function missingNotes({ subjects, configs }: Match, kindOf: Record<Side, DocumentKind>): ComparisonNote[] {
  if (configs.before !== undefined && configs.after !== undefined) return [];
  const oneSided = configs.before !== undefined || configs.after !== undefined;
  const isMissing = (side: Side): boolean => subjects[side] === undefined || (oneSided && configs[side] === undefined);
  const side = sides.find(isMissing);
  if (side === undefined) return [];
  const machine = subjects[side === 'before' ? 'after' : 'before']?.machine;
  const nothing = machine === undefined ? 'There is nothing' : `There is no machine called ${machine}`;
  const message =
    subjects[side] === undefined
      ? `${nothing} here to compare with.`
      : `There is no node config in this ${kinds[kindOf[side]].title}, and the other side has one.`;
  return [{ severity: 'error', side, message }];
}

/** Why the node refuses configs, if it does; `document` names ones that are not the subject of the comparison. */
export function refusalNotes(readings: Record<Side, Reading>, document: string | undefined): ComparisonNote[] {
  return sides.flatMap((side): ComparisonNote[] => {
    const { ok, error } = readings[side];
    if (ok) return [];
    const why = (error ?? 'it cannot be read').replace(/\.$/, '');
    const message =
      document === undefined
        ? `The node refuses this config: ${why}. What could be read of it is compared, and variables are not.`
        : `${document} is a node config that the node refuses: ${why}. What could be read of it is compared.`;
    return [{ severity: 'error', side, message }];
  });
}

/** Documents of a known kind that can't be read completely; what could be read of them is compared. */
export function readNotes(payloads: Record<Side, Payload>, name: string | undefined): ComparisonNote[] {
  return sides.flatMap((side): ComparisonNote[] => {
    const { tree } = payloads[side];
    const fault = isKnown(payloads[side]) ? tree?.problems.find(({ severity }) => severity === 'error') : undefined;
    if (fault === undefined) return [];
    const message = `${name ?? 'The document'} cannot be read completely: ${fault.message}`;
    return [{ severity: 'error', side, message }];
  });
}

/** What a comparison leaves out because there is too much of it. */
export function boundNotes({
  fields,
  texts,
  variables,
}: Pick<Comparison, 'fields' | 'texts' | 'variables'>): ComparisonNote[] {
  const notes: ComparisonNote[] = [];
  const add = (what: string): void => void notes.push({ severity: 'information', message: `Only ${what} are listed.` });
  const counts = new Map<string | undefined, number>();
  for (const { document } of fields) counts.set(document, (counts.get(document) ?? 0) + 1);
  if ([...counts.values()].some((count) => count >= limits.comparedDifferences))
    add(`the first ${limits.comparedDifferences} differences of a document`);
  const files = variables.flatMap(({ name, file }) => (file === undefined ? [] : [[name, file.hunks] as const]));
  for (const [name, hunks] of [...texts.map((text) => [text.document, text.hunks] as const), ...files])
    if (changedLines(hunks) >= limits.comparedLines) add(`the first ${limits.comparedLines} changed lines of ${name}`);
  return notes;
}

/** Documents that are too large to be compared value by value. */
export function sizeNotes({ subjects }: Match): ComparisonNote[] {
  const most = grouped(limits.comparedCharacters);
  const messageOf = (what: string): string =>
    `${what} has more than ${most} characters, so it is not compared by value.`;
  return sides.flatMap((side): ComparisonNote[] => {
    const { model, others = [] } = subjects[side] ?? {};
    const large = others
      .filter(({ payload }) => isTooLarge(payload.text) && payload.tree?.root !== undefined)
      .map(({ title }) => title);
    if (isTooLarge(model)) large.push('The model');
    return large.map((what) => ({ severity: 'information', side, message: messageOf(what) }));
  });
}

/** The note on a comparison that there was no time for. */
export function timeNote({ decoding: { limits: bounds } }: Analysis): ComparisonNote {
  const message = `Comparing took more than ${bounds.answerMilliseconds / 1_000} seconds; the rest is not compared.`;
  return { severity: 'error', message };
}

function changedLines(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.filter(({ mark }) => mark !== ' ').length, 0);
}

/**
 * What the two configs contain beyond the contract. The node drops it silently, so it makes no difference there, but
 * the author may expect one.
 */
export function droppedNotes(before: Reading, after: Reading): readonly ComparisonNote[] {
  const identities = new Identities(new Set());
  const [old, now] = [droppedBy(before), droppedBy(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): ComparisonNote[] => {
    const [from, to] = [old.get(path), now.get(path)];
    if (from !== undefined && to !== undefined) {
      if (identities.of(from.node) === identities.of(to.node)) return [];
      return [{ severity: 'information', message: `The node drops ${path}, whose values differ.` }];
    }
    const side = from === undefined ? 'after' : 'before';
    return [{ severity: 'information', side, message: `The node drops ${path}, which only this side has.` }];
  });
}

/** What is dropped, by its path in proto names as far as the contract knows them. */
function droppedBy({ notes, value }: Reading): ReadonlyMap<string, ReadingError> {
  return new Map(notes.filter(({ rejected }) => !rejected).map((note) => [pathOf(note, value.type), note]));
}

function pathOf({ pointer }: ReadingError, root: RecordType): string {
  const steps = stepsOf(pointer);
  const place = recordPosition(root, steps);
  if (place !== undefined) return place.path;
  const around = recordPosition(root, steps.slice(0, -1));
  const name = steps.at(-1) ?? '';
  return around === undefined || around.path === '' ? name : `${around.path}.${name}`;
}
