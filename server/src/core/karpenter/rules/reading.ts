import { nodeAt, pointerOf } from '../../formats/tree/paths.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import { describeExpected, describeNode } from '../../record/explain.js';
import { didYouMean, removalFix, replaceFix } from '../../record/fixes.js';
import { enumerated, quoted } from '../../text/strings.js';
import { checkDuration } from '../../values/durations.js';
import { consequences } from '../options/describe.js';
import { bootstrapOptions } from '../options/description.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { IgnoredValue, OptionNote } from '../options/read.js';
import type { KarpenterInput } from './input.js';

/** What Go's encoding/json does not read, or ignores without a word. */
export const readingFaults: Rule<KarpenterInput> = {
  name: 'karpenter/reading-faults',
  *check(input) {
    for (const note of input.reading.notes) if (!namesSchema(note)) yield faultOf(note, input);
  },
};

/** `$schema` is meant for editors, and that Karpenter has no such option is what its author expects. */
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
        `${subject} is given already in this object, perhaps in another casing; the later one counts.`,
        { pointer, fixes: removal(note, input) },
      );
    case 'wrong-type': {
      if (field === undefined) {
        const message = `Bootstrap options are one JSON object, not ${describeNode(node, false)}.`;
        return problem('karpenter/not-an-object', span, message);
      }
      const given = describeNode(node, field.secret === true);
      return problem(
        'karpenter/wrong-type',
        span,
        `${subject} takes ${describeExpected(field, element)}, not ${given}.`,
        { pointer },
      );
    }
    case 'number-out-of-range': {
      const bits = field?.type.kind === 'scalar' && field.type.scalar === 'int32' ? 32 : 64;
      return problem(
        'karpenter/number-out-of-range',
        span,
        `${subject} takes a whole number of ${bits} bits without point and exponent, not ${describeNode(node, false)}.`,
        { pointer },
      );
    }
    case 'invalid-duration': {
      const fault = node?.kind === 'string' ? checkDuration(node.value) : undefined;
      const reason = fault?.reason ?? 'is no duration: 30s and 1m30s are some';
      const fixes = fault?.suggestion === undefined ? [] : [replaceFix(span, fault.suggestion)];
      return problem('karpenter/invalid-duration', span, `${subject} ${reason}.`, { pointer, fixes });
    }
  }
}

function subjectOf({ field, element, steps }: OptionNote): string {
  const last = steps.at(-1);
  if (field === undefined || !element) return field?.name ?? String(last);
  return typeof last === 'number' ? `An entry of ${field.name}` : `${quoted(String(last))} in ${field.name}`;
}

function unknownOption(note: OptionNote, { suggestions, text, tree }: KarpenterInput): Problem {
  const { key, owner, steps, span } = note;
  const name = key?.name ?? '';
  const { hint, fixes } = didYouMean(key, suggestions.nearest(name, owner.fields)?.name);
  return problem(
    'karpenter/unknown-option',
    span,
    `${owner.name} has no option ${quoted(name)}; Karpenter does not know it.${hint}`,
    { pointer: pointerOf(steps), fixes: [...fixes, ...removal(note, { text, tree })] },
  );
}

function removal({ key, steps }: OptionNote, { text, tree }: Pick<KarpenterInput, 'text' | 'tree'>): Fix[] {
  // Entries of YAML have no commas between them.
  if (tree.language === 'yaml') return [];
  const node = nodeAt(tree.root, pointerOf(steps.slice(0, -1)));
  if (node?.kind !== 'object') return [];
  const index = node.members.findIndex((member) => member.key === key);
  return index < 0 ? [] : removalFix(`Remove ${key?.name ?? ''}`, text, { node, index }, false);
}

/** Fields of NodePool and NodeClaim that do not get to the node. */
export const surprises: Rule<KarpenterInput> = {
  name: 'karpenter/surprises',
  *check({ reading }): Generator<Problem> {
    for (const surprise of reading.computed?.surprises ?? []) yield problemOf(surprise);
  },
};

function problemOf({ kind, name, member, path, resource }: IgnoredValue): Problem {
  const pointer = pointerOf(path);
  switch (kind) {
    case 'kept-label':
      return problem(
        'karpenter/label-not-passed',
        member.key.span,
        `${name} is a label that a kubelet may not set, so Karpenter does not put it into the script; the node gets it when it has joined.`,
        { pointer },
      );
    case 'dropped-kubelet':
      return problem(
        'karpenter/dropped-setting',
        member.key.span,
        `The kubelet of ${resource} does nothing: since karpenter.sh/v1 these settings are in spec.kubelet and spec.maxPods of the AKSNodeClass.`,
        { pointer },
      );
  }
}

/**
 * Options without which there is no script, because Karpenter panics, or no node, because the script lacks what a node
 * needs to find its cluster. A version that is given and wrong is the business of `version`.
 */
export const neededOptions: Rule<KarpenterInput> = {
  name: 'karpenter/needed-options',
  *check({ tree, reading, at }): Generator<Problem> {
    // What resources do not say is asked for where somebody wants the script.
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
        ? 'the node cannot join its cluster'
        : `Karpenter panics without ${enumerated(panics, 'and')}`;
    yield problem(
      'karpenter/missing-option',
      { start, end: start + 1 },
      `The options lack ${enumerated(names, 'and')}; ${consequence}.`,
    );
  },
};

function isEmpty(options: BootstrapOptions, name: string): boolean {
  const value = options[name as keyof BootstrapOptions];
  return value === undefined || value === '';
}
