import type { Taint } from '../options/options.generated.js';
import { pointerOf } from '../../formats/tree/paths.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { GivenString, stringsOf } from '../../record/given.js';
import {
  choiceProblems,
  formatProblem,
  formatProblems,
  rangeProblems,
  type ValueRules,
} from '../../record/valueRules.js';
import type { FormatName } from '../../values/check.js';
import { isUnfinished } from '../../values/format.js';
import { checkKubernetesVersion, parseVersion } from '../../values/goVersions.js';
import { subnetParts } from '../script/variable.js';
import type { KarpenterInput } from './input.js';

/** All other formats share a code. */
const formatCodes: Readonly<Partial<Record<FormatName, ProblemCode>>> = {
  'base64-certificates': 'karpenter/invalid-certificate',
  duration: 'karpenter/invalid-duration',
  'eviction-threshold': 'karpenter/invalid-quantity',
  quantity: 'karpenter/invalid-quantity',
  'ip-address': 'karpenter/invalid-ip-address',
  'label-key': 'karpenter/invalid-label',
  'label-value': 'karpenter/invalid-label',
};

const valueRules: ValueRules = {
  formatCode: (format, { owner }) =>
    owner.name === 'Taint' ? 'karpenter/invalid-taint' : (formatCodes[format] ?? 'karpenter/invalid-value'),
  choiceCode: ({ owner }) => (owner.name === 'Taint' ? 'karpenter/invalid-taint' : 'karpenter/unknown-value'),
  rangeCode: 'karpenter/value-out-of-range',
  // Versions have their own rule, and the reader rejects invalid durations.
  otherFormats: new Set<FormatName>(['kubernetes-version', 'duration']),
  checksByKey: false,
};

/** Strings and numbers that are rejected on the node, by the description of each option. */
export const values: Rule<KarpenterInput> = {
  name: 'karpenter/values',
  *check(input): Generator<Problem> {
    for (const given of input.reading.given) {
      if (input.isRefused(given)) continue;
      yield* formatProblems(given, input, valueRules);
      yield* choiceProblems(given, input.suggestions, valueRules);
      const number = given.member.value;
      if (number?.kind === 'number')
        yield* rangeProblems(given, { value: number.value, written: number.raw, span: number.span }, valueRules);
    }
  },
};

/** Taints without key or effect, or given twice with the same effect: the kubelet does not start. */
export const taints: Rule<KarpenterInput> = {
  name: 'karpenter/taints',
  *check({ reading, at }): Generator<Problem> {
    const given = at('taints');
    const list = given?.member.value;
    const seen = new Set<string>();
    for (const [index, taint] of (reading.value.taints ?? []).entries()) {
      // Taints of resources come from two lists and have a position each.
      const own = at(`taints.${index}`);
      const item = own?.member.value ?? (list?.kind === 'array' ? list.items[index] : undefined);
      const steps = own?.steps ?? [...(given?.steps ?? []), index];
      const reason = faultOf(taint, seen);
      if (item === undefined || reason === undefined) continue;
      yield problem('karpenter/invalid-taint', item.span, `A taint ${reason}; the kubelet does not start with it.`, {
        pointer: pointerOf(steps),
      });
    }
  },
};

function faultOf({ key = '', effect = '' }: Taint, seen: Set<string>): string | undefined {
  if (key === '') return 'has no key';
  if (effect === '') return 'has no effect: write NoSchedule, PreferNoSchedule or NoExecute';
  const identity = `${key}:${effect}`;
  if (seen.has(identity)) return `is given twice with the key ${key} and the effect ${effect}`;
  seen.add(identity);
  return undefined;
}

/** A subnet that is left out of the script, because Karpenter can't parse its ID. */
export const subnetId: Rule<KarpenterInput> = {
  name: 'karpenter/subnet-id',
  *check({ at, isRefused }): Generator<Problem> {
    const given = at('subnetID');
    if (given !== undefined && isRefused(given)) return;
    for (const { node, text, pointer } of given === undefined ? [] : stringsOf(given)) {
      if (subnetParts(text) !== undefined) continue;
      yield problem(
        'karpenter/invalid-subnet-id',
        node.span,
        'subnetID must have the format /subscriptions/…/resourceGroups/…/providers/Microsoft.Network/virtualNetworks/…/subnets/…; Karpenter ignores it and leaves the subnet, the virtual network and their resource group empty in the script.',
        { pointer },
      );
    }
  },
};

/** A Kubernetes version with which Karpenter panics, so that no node is created. */
export const version: Rule<KarpenterInput> = {
  name: 'karpenter/version',
  *check(input): Generator<Problem> {
    const given = input.at('kubernetesVersion');
    const node = given?.member.value;
    if (given === undefined || node?.kind !== 'string' || isUnfinished(node.value)) return;
    const parsed = parseVersion(node.value);
    if (parsed.ok) return;
    const suggestion = checkKubernetesVersion(node.value)?.suggestion;
    const meant = suggestion !== undefined && parseVersion(suggestion).ok ? { suggestion } : {};
    const fault = {
      reason: `${parsed.error}, so Karpenter panics: write a version such as 1.33.2`,
      ...meant,
    };
    const about = new GivenString(node, node.value, given, undefined);
    yield formatProblem(input, about, 'kubernetes-version', fault, { formatCode: () => 'karpenter/version-panics' });
  },
};
