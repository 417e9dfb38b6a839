import { parseVersion } from '../../../karpenter/go/semver.js';
import type { Problem } from '../../../problems/problem.js';
import { checkKubernetesVersion } from '../../../values/version.js';
import { holdsPlaceholder } from '../../../values/placeholder.js';
import type { Rule } from '../../rule.js';
import type { KarpenterInput } from './input.js';
import { type OptionText, textProblem } from './texts.js';

/** A Kubernetes version that Karpenter cannot read: it panics, so that no node is made at all. */
export const version: Rule<KarpenterInput> = {
  name: 'karpenter/version',
  *check({ text: source, at }): Generator<Problem> {
    const given = at('kubernetesVersion');
    const node = given?.member.value;
    if (given === undefined || node?.kind !== 'string' || holdsPlaceholder(node.value)) return;
    const parsed = parseVersion(node.value);
    if (parsed.ok) return;
    const about: OptionText = { given, node, text: node.value, path: given.path, subject: 'kubernetesVersion' };
    const suggestion = checkKubernetesVersion(node.value)?.suggestion;
    const meant = suggestion !== undefined && parseVersion(suggestion).ok ? { suggestion } : {};
    yield textProblem('karpenter/version-panics', source, about, {
      reason: `${parsed.reason}, for which Karpenter panics: a version is written like 1.33.2`,
      ...meant,
    });
  },
};
