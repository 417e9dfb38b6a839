import { quoted } from '../../../contract/explain.js';
import { absenceFrom, kubernetesMinor } from '../../../contract/kubernetesMinor.js';
import type { GivenField } from '../../../contract/walk.js';
import { knownName, knownNames } from '../../../knowledge/index.js';
import type { KnownName } from '../../../knowledge/vocabulary.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../rule.js';
import type { Suggestions } from '../../suggestions.js';
import type { NodeConfigInput } from './input.js';
import { givenKey, type GivenText, keysOf, textsOf } from './texts.js';

/**
 * The keys of `kubelet_flags`: kubelet ends at once with a flag that it does not know. aks-node-controller
 * joins `key=value` with blanks and hands the result over unquoted (AgentBaker 06836ee230, KUBELET_FLAGS).
 */
export const kubeletFlags: Rule<NodeConfigInput> = {
  name: 'node-config/kubelet-flags',
  *check({ at, reading, suggestions }): Generator<Problem> {
    const given = at('kubelet_config.kubelet_flags');
    if (given === undefined) return;
    const minor = kubernetesMinor(reading.value);
    for (const key of keysOf(given).map((node) => givenKey(node, given))) {
      const known = knownName('kubelet-flag', key.text);
      if (known === undefined) yield unknownFlag(key, suggestions);
      else yield* lifetimeOf(key, known, minor);
    }
    yield* brokenValues(given);
  },
};

function unknownFlag(key: GivenText, suggestions: Suggestions): Problem {
  const dashed = `--${key.text.replace(/^-+/, '').replaceAll('_', '-')}`;
  const suggestion =
    knownName('kubelet-flag', dashed) === undefined
      ? // Of a flag with one letter every other one is near.
        suggestions.nearest(key.text, knownNames('kubelet-flag'), Math.floor(dashed.length / 4))?.name
      : dashed;
  if (!key.text.startsWith('--')) {
    return problem(
      'contract/unknown-kubelet-flag',
      key.node.span,
      `${quoted(key.text)} is no flag: a kubelet flag is written with its two dashes${suggestion === undefined ? '' : `, ${suggestion}`}.`,
      { pointer: key.pointer, fixes: renaming(key, suggestion) },
    );
  }
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return problem(
    'contract/unknown-kubelet-flag',
    key.node.span,
    `No kubelet flag is called ${key.text}, and kubelet does not start with a flag that it does not know.${hint}`,
    { pointer: key.pointer, fixes: renaming(key, suggestion) },
  );
}

function renaming(key: GivenText, name: string | undefined): Fix[] {
  if (name === undefined) return [];
  return [
    { title: `Rename to ${name}`, changes: [{ span: key.node.span, newText: JSON.stringify(name) }], safe: false },
  ];
}

function* lifetimeOf(key: GivenText, flag: KnownName, minor: number | undefined): Generator<Problem> {
  const absence = absenceFrom(minor, flag);
  if (absence === undefined) return;
  const when =
    absence === 'no-longer'
      ? `was removed in Kubernetes ${flag.removedIn ?? ''}`
      : `exists since Kubernetes ${flag.since ?? ''}`;
  const instead = flag.instead === undefined ? '' : ` In its place: ${flag.instead}.`;
  yield problem(
    'contract/unsupported-kubelet-flag',
    key.node.span,
    `${flag.name} ${when}; kubelet 1.${minor ?? ''} does not start with it.${instead}`,
    { pointer: key.pointer, ...(absence === 'no-longer' ? { deprecated: true as const } : {}) },
  );
}

function* brokenValues(given: GivenField): Generator<Problem> {
  for (const value of textsOf(given)) {
    const match = /\s/.exec(value.text);
    if (match === null) continue;
    yield problem(
      'contract/broken-flag-value',
      value.node.span,
      `The value of ${value.key ?? ''} holds white space. The flags are joined with blanks and not quoted, so kubelet takes what follows for another argument.`,
      { pointer: value.pointer },
    );
  }
}
