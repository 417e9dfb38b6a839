import { quoted } from '../../../contract/explain.js';
import { absenceFrom, kubernetesMinor, minorOf } from '../../../contract/kubernetesMinor.js';
import { elementsOf, type GivenField } from '../../../contract/walk.js';
import { type KnownName, knownName, knownNames } from '../../../knowledge/index.js';
import { problem, type Problem } from '../../../problems/problem.js';
import { type NodePath, pointerOf } from '../../../syntax/pointer.js';
import type { Span } from '../../../text/span.js';
import type { Rule } from '../../rule.js';
import type { Suggestions } from '../../suggestions.js';
import type { NodeConfigInput } from './input.js';
import { replaceFix, textsOf } from './texts.js';

/** A gate as a config switches it, in the file or in the flag. */
interface SwitchedGate {
  readonly name: string;
  readonly on: boolean | undefined;
  /** The gate's name in the file, or the whole value of the flag. */
  readonly span: Span;
  readonly path: NodePath;
  readonly isKey: boolean;
}

/** The gates of the config file and of the flag `--feature-gates`; kubelet ends at once with one it cannot take. */
export const featureGates: Rule<NodeConfigInput> = {
  name: 'node-config/feature-gates',
  *check({ fields, reading, suggestions }): Generator<Problem> {
    const minor = kubernetesMinor(reading.value);
    for (const given of fields) {
      for (const gate of gatesOf(given)) {
        const known = knownName('feature-gate', gate.name);
        if (known === undefined) yield* slip(gate, suggestions);
        else yield* refused(gate, known, minor);
      }
    }
  },
};

function gatesOf(given: GivenField): SwitchedGate[] {
  if (given.path === 'kubelet_config.kubelet_config_file_config.feature_gates') {
    return elementsOf(given).flatMap(({ entry, node, step }) => {
      if (entry === undefined) return [];
      const on = node.kind === 'boolean' ? node.value : undefined;
      return [{ name: entry.key.name, on, span: entry.key.span, path: [...given.steps, ...step], isKey: true }];
    });
  }
  if (given.path !== 'kubelet_config.kubelet_flags') return [];
  return textsOf(given)
    .filter(({ key }) => key === '--feature-gates')
    .flatMap(({ text, node, path }) =>
      text.split(',').map((item) => {
        const [name = '', value = ''] = item.split('=').map((part) => part.trim());
        const on = value === 'true' ? true : value === 'false' ? false : undefined;
        return { name, on, span: node.span, path, isKey: false };
      }),
    );
}

function* refused(gate: SwitchedGate, known: KnownName, minor: number | undefined): Generator<Problem> {
  const reason = refusal(known, gate.on, minor);
  if (reason === undefined) return;
  yield problem(
    'contract/unsupported-feature-gate',
    gate.span,
    `The feature gate ${known.name} ${reason}; kubelet 1.${minor ?? ''} does not start with it.`,
    { pointer: pointerOf(gate.path) },
  );
}

function refusal(known: KnownName, on: boolean | undefined, minor: number | undefined): string | undefined {
  const { locked, since, removedIn } = known;
  switch (absenceFrom(minor, known)) {
    case 'no-longer':
      return `was removed in Kubernetes ${removedIn ?? ''}`;
    case 'not-yet':
      return `exists since Kubernetes ${since ?? ''}`;
    case undefined:
      if (locked === undefined || minor === undefined || minor < (minorOf(locked.in) ?? Infinity)) return undefined;
      return on === undefined || on === locked.value
        ? undefined
        : `is locked to ${locked.value} since Kubernetes ${locked.in}`;
  }
}

/** A name that is off by a letter or two; the list of gates is not complete, so nothing else is a mistake. */
function* slip({ name, span, path, isKey }: SwitchedGate, suggestions: Suggestions): Generator<Problem> {
  const meant = name === '' ? undefined : suggestions.nearest(name, knownNames('feature-gate'))?.name;
  if (meant === undefined) return;
  yield problem(
    'contract/unknown-feature-gate',
    span,
    `No feature gate is called ${quoted(name)}. Did you mean ${meant}?`,
    { pointer: pointerOf(path), fixes: isKey ? [replaceFix(span, meant)] : [] },
  );
}
