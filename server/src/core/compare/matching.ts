import type { Analysis } from '../analysis.js';
import type { Both, Side } from './comparison.js';
import { pairsOf } from './pairs.js';
import { type PartPair, partPairs } from './piecePairs.js';
import { type ReadConfig, readConfig } from './readConfig.js';
import { type Subject, subjectsOf } from './subjects.js';

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
