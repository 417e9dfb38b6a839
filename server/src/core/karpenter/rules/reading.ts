import { nodeAt, pointerOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { describeExpected, describeNode } from '../../record/explain.js';
import { entryName } from '../../record/given.js';
import { didYouMean, removalFix, replaceFix } from '../../record/fixes.js';
import { enumerated, quoted } from '../../text/strings.js';
import { checkDuration } from '../../values/durations.js';
import { consequences } from '../options/describe.js';
import { bootstrapOptions } from '../options/description.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { IgnoredValue, OptionNote } from '../options/read.js';
import type { KarpenterInput } from './input.js';

/** What Go's encoding/json rejects or silently ignores. */
export const readingFaults: Rule<KarpenterInput> = {
  name: 'karpenter/reading-faults',
  *check(input) {
    for (const note of input.reading.notes) if (!namesSchema(note)) yield faultOf(note, input);
  },
};

/** `$schema` is only meant for editors. */
function namesSchema({ departure, steps }: OptionNote): boolean {
  return departure === 'unknown-option' && steps.length === 1 && steps[0] === '$schema';
}

function faultOf(note: OptionNote, input: KarpenterInput): Problem {
  const { span, node, field, element, steps } = note;
  const pointer = pointerOf(steps);
  const subject = subjectOf(note);
  switch (note.departure) {
    case 'unknown-option':
      return unknownOption(note, input);
    case 'duplicate-option':
      return problem(
        'karpenter/duplicate-option',
        span,
        `${subject} is given twice in this object, perhaps in different case: remove one. Karpenter uses the later one.`,
        { pointer, fixes: removal(note, input) },
      );
    case 'wrong-type': {
      if (field === undefined) {
        const message = `Bootstrap options must be one JSON object, not ${describeNode(node, false)}.`;
        return problem('karpenter/not-an-object', span, message);
      }
      const given = describeNode(node, field.secret === true);
      return problem(
        'karpenter/wrong-type',
        span,
        `${subject} must be ${describeExpected(field, element)}, not ${given}.`,
        { pointer },
      );
    }
    case 'number-out-of-range': {
      const bits = field?.type.kind === 'scalar' && field.type.scalar === 'int32' ? 32 : 64;
      return problem(
        'karpenter/number-out-of-range',
        span,
        `${subject} must be a ${bits}-bit integer without point or exponent, not ${describeNode(node, false)}.`,
        { pointer },
      );
    }
    case 'invalid-duration': {
      const fault = node?.kind === 'string' ? checkDuration(node.value) : undefined;
      const reason = fault?.reason ?? 'must be a duration such as 30s or 1m30s';
      const fixes = fault?.suggestion === undefined ? [] : [replaceFix(span, fault.suggestion)];
      return problem('karpenter/invalid-duration', span, `${subject} ${reason}.`, { pointer, fixes });
    }
  }
}

function subjectOf({ field, element, steps }: OptionNote): string {
  const last = steps.at(-1) ?? '';
  if (field === undefined || !element) return field?.name ?? String(last);
  return entryName(field.name, last);
}

function unknownOption(note: OptionNote, { suggestions, text, tree }: KarpenterInput): Problem {
  const { key, owner, steps, span } = note;
  const name = key?.name ?? '';
  const { hint, fixes } = didYouMean(key, suggestions.nearest(name, owner.fields)?.name);
  return problem(
    'karpenter/unknown-option',
    span,
    `${owner.name} has no option ${quoted(name)}; Karpenter ignores it.${hint}`,
    { pointer: pointerOf(steps), fixes: [...fixes, ...removal(note, { text, tree })] },
  );
}

function removal({ key, steps }: OptionNote, { text, tree }: Pick<KarpenterInput, 'text' | 'tree'>): Fix[] {
  // The fix removes commas, which YAML block mappings don't have.
  if (tree.language === 'yaml') return [];
  const node = nodeAt(tree.root, pointerOf(steps.slice(0, -1)));
  if (node?.kind !== 'object') return [];
  const index = node.members.findIndex((member) => member.key === key);
  return index < 0 ? [] : removalFix(`Remove ${key?.name ?? ''}`, text, { node, index }, false);
}

/** Fields of NodePool and NodeClaim that don't reach the node. */
export const ignoredValues: Rule<KarpenterInput> = {
  name: 'karpenter/surprises',
  *check({ reading }): Generator<Problem> {
    for (const ignored of reading.computed?.ignoredValues ?? []) yield problemOf(ignored);
  },
};

function problemOf({ kind, name, member, path, resource }: IgnoredValue): Problem {
  const pointer = pointerOf(path);
  switch (kind) {
    case 'kept-label':
      return problem(
        'karpenter/label-not-passed',
        member.key.span,
        `${name} is a label that a kubelet may not set, so it is left out of the script; the node gets it after joining the cluster.`,
        { pointer },
      );
    case 'dropped-kubelet':
      return problem(
        'karpenter/dropped-setting',
        member.key.span,
        `The kubelet of ${resource} has no effect since karpenter.sh/v1: move its settings to spec.kubelet and spec.maxPods of the AKSNodeClass.`,
        { pointer },
      );
  }
}

/**
 * Options without which Karpenter panics or the node can't find its cluster. The rule `version` reports a wrong
 * version.
 */
export const neededOptions: Rule<KarpenterInput> = {
  name: 'karpenter/needed-options',
  *check({ tree, reading, at }): Generator<Problem> {
    // Rendering the script reports what resources don't contain.
    if (tree.root?.kind !== 'object' || reading.computed !== undefined) return;
    const missing = bootstrapOptions.fields.filter(({ name, required }) => {
      if (required === undefined) return false;
      return required === consequences.panic ? at(name) === undefined : isEmpty(reading.value, name);
    });
    if (missing.length === 0) return;
    const panics = missing.filter(({ required }) => required === consequences.panic).map(({ name }) => name);
    const { start } = tree.root.span;
    const names = missing.map(({ name }) => name);
    const consequence =
      panics.length === 0
        ? 'the node cannot join its cluster otherwise'
        : `Karpenter panics without ${enumerated(panics, 'and')}`;
    yield problem(
      'karpenter/missing-option',
      { start, end: start + 1 },
      `${enumerated(names, 'and')} must be set; ${consequence}.`,
    );
  },
};

function isEmpty(options: BootstrapOptions, name: string): boolean {
  const value = options[name as keyof BootstrapOptions];
  return value === undefined || value === '';
}
