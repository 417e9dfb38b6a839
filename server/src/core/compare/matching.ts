import type { Analysis } from '../analysis.js';
import type { Payload } from '../document/payload.js';
import type { Both, Side } from './comparison.js';
import { type ReadConfig, readConfig } from './configs.js';
import { type PartPair, partPairs } from './pieces.js';
import { type Subject, subjectsOf } from './subjects.js';

/**
 * Which subjects are compared with each other. One on each side belong together whatever they are called, and what is
 * no machine is compared with every machine of the other side; several machines are paired by name.
 */
function pairsOf(before: readonly Subject[], after: readonly Subject[]): readonly Both<Subject>[] {
  const [oldest, newest] = [before[0], after[0]];
  const single = (list: readonly Subject[], first: Subject | undefined): boolean =>
    list.length === 1 && first?.isMachine === false;
  if (before.length === 1 && after.length === 1) return [both(oldest, newest)];
  if (single(before, oldest)) return after.map((subject) => both(oldest, subject));
  if (single(after, newest)) return before.map((subject) => both(subject, newest));
  const named = new Map<string, Subject[]>();
  for (const subject of after) {
    const key = keyOf(subject);
    named.set(key, [...(named.get(key) ?? []), subject]);
  }
  const pairs = before.map((subject) => both(subject, named.get(keyOf(subject))?.shift()));
  const left = new Set([...named.values()].flat());
  return [...pairs, ...after.filter((subject) => left.has(subject)).map((subject) => both(undefined, subject))];
}

/** Azure does not tell names apart by case. */
function keyOf({ machine }: Subject): string {
  return machine?.toLowerCase() ?? '';
}

function both(before: Subject | undefined, after: Subject | undefined): Both<Subject> {
  return { ...(before && { before }), ...(after && { after }) };
}

/** What of two documents is compared with each other: one machine with what it is given, or one document. */
export interface Match {
  readonly subjects: Both<Subject>;
  readonly configs: Both<ReadConfig>;
  /** What is compared beside the configs. */
  readonly pieces: readonly PartPair[];
  /** Set where what surrounds both configs comes in different forms, and is not compared for that. */
  readonly otherForm?: true;
}

/** Pairs what two documents are about; every view of a comparison is made of this. */
export function matchesOf(before: Analysis, after: Analysis): readonly Match[] {
  return pairsOf(subjectsOf(before.root), subjectsOf(after.root)).map((subjects) => {
    const configs = { ...configOf('before', subjects, before), ...configOf('after', subjects, after) };
    const { before: old, after: now } = subjects;
    if (old === undefined || now === undefined) return { subjects, configs, pieces: [] };
    const withConfigs = configs.before !== undefined || configs.after !== undefined;
    if (!withConfigs || old.form === now.form) {
      return { subjects, configs, pieces: partPairs(old.others, now.others, withConfigs) };
    }
    const bare = old.form === 'node-config' || now.form === 'node-config';
    const bothGiven = configs.before !== undefined && configs.after !== undefined;
    return { subjects, configs, pieces: [], ...(!bare && bothGiven && { otherForm: true }) };
  });
}

function configOf(side: Side, subjects: Both<Subject>, file: Analysis): Both<ReadConfig> {
  const payload = subjects[side]?.config;
  return payload === undefined ? {} : { [side]: readConfig(payload, file) };
}

/** What a document is in a comparison: a node config itself, something that holds one as a machine got it, or neither. */
export type ComparisonRole = 'config' | 'deployed' | 'other';

export function comparisonRole({ kind, root }: Analysis): ComparisonRole {
  return kind === 'node-config' ? 'config' : holdsConfig(root) ? 'deployed' : 'other';
}

/** The same for a document inside another one. */
export function payloadRole(payload: Payload): ComparisonRole {
  return payload.kind === 'node-config' ? 'config' : holdsConfig(payload) ? 'deployed' : 'other';
}

function holdsConfig({ kind, children }: Payload): boolean {
  return kind === 'node-config' || children.some(({ payload }) => holdsConfig(payload));
}
