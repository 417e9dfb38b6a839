import { pointerOf } from '../../formats/tree/paths.js';
import type { ProblemCode } from '../../problems/codes.js';
import { type Fix, problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Field } from '../../record/model.js';
import { describeExpected, describeNode } from '../../record/explain.js';
import { entryName } from '../../record/given.js';
import { didYouMean, keyRemovalFixes, removalFix, replaceFix } from '../../record/fixes.js';
import { enumerated, quoted } from '../../text/strings.js';
import { checkDuration } from '../../values/durations.js';
import { consequences } from '../options/describe.js';
import { bootstrapOptions } from '../options/description.js';
import type { BootstrapOptions } from '../options/options.generated.js';
import type { OptionNote } from '../options/read.js';
import type { KarpenterInput } from './input.js';

/** What Go's encoding/json rejects or silently ignores. */
export const readingFaults: Rule<KarpenterInput> = {
  name: 'karpenter/reading-faults',
  *check(input) {
    for (const note of input.reading.notes) if (!namesSchema(note)) yield faultOf(note, input);
  },
};

/** `$schema` is only meant for editors. */
function namesSchema({ error, steps }: OptionNote): boolean {
  return error === 'unknown-option' && steps.length === 1 && steps[0] === '$schema';
}

function faultOf(note: OptionNote, input: KarpenterInput): Problem {
  const { span, node, field, element, steps, key, owner } = note;
  const report = (code: ProblemCode, message: string, fixes: readonly Fix[] = []): Problem =>
    problem(code, span, message, { pointer: pointerOf(steps), fixes });
  const last = steps.at(-1) ?? '';
  const subject = field !== undefined && element ? entryName(field.name, last) : (field?.name ?? String(last));
  switch (note.error) {
    case 'unknown-option': {
      const name = key?.name ?? '';
      const meant = input.suggestions.nearestField(name, owner.fields)?.name;
      const { hint, fixes } = unknownName(note, meant, input);
      const message = `${owner.name} has no option ${quoted(name)}; Karpenter ignores it.${hint}`;
      return report('karpenter/unknown-option', message, fixes);
    }
    case 'duplicate-option':
      return report(
        'karpenter/duplicate-option',
        `${subject} is given twice in this object, perhaps in different case: remove one. Karpenter uses the later one.`,
        removal(note, input),
      );
    case 'wrong-type': {
      const given = describeNode(node, field?.secret === true);
      return field === undefined
        ? report('karpenter/not-an-object', `Bootstrap options must be one JSON object, not ${given}.`)
        : report('karpenter/wrong-type', `${subject} must be ${describeExpected(field, element)}, not ${given}.`);
    }
    case 'number-out-of-range': {
      const bits = field?.type.kind === 'scalar' && field.type.scalar === 'int32' ? 32 : 64;
      const given = describeNode(node, false);
      return report(
        'karpenter/number-out-of-range',
        `${subject} must be a ${bits}-bit integer without point or exponent, not ${given}.`,
      );
    }
    case 'invalid-duration': {
      const fault = node?.kind === 'string' ? checkDuration(node.value) : undefined;
      const reason = fault?.reason ?? 'must be a duration such as 30s or 1m30s';
      const fixes = fault?.suggestion === undefined ? [] : [replaceFix(span, fault.suggestion)];
      return report('karpenter/invalid-duration', `${subject} ${reason}.`, fixes);
    }
  }
}

/** What a message and its fixes contain about an unknown name: the one that was probably meant, and the removal. */
function unknownName(
  note: OptionNote,
  meant: string | undefined,
  input: KarpenterInput,
): ReturnType<typeof didYouMean> {
  const { hint, fixes } = didYouMean(input.keys, note.holder?.node, note.key, meant, note.owner);
  return isElsewhere(note) ? { hint, fixes: [] } : { hint, fixes: [...fixes, ...removal(note, input)] };
}

/** Whether a merge key brings the name from another object, which others may merge too. */
function isElsewhere({ key, holder }: OptionNote): boolean {
  const around = holder?.node.span;
  return key !== undefined && around !== undefined && (key.span.start < around.start || key.span.end > around.end);
}

function removal({ key, holder }: OptionNote, { text, tree }: KarpenterInput): Fix[] {
  const title = `Remove ${key?.name ?? ''}`;
  if (tree.language !== 'yaml') return removalFix(title, text, holder, false);
  return holder?.node.kind === 'object'
    ? keyRemovalFixes(title, text, holder.node, holder.node.members[holder.index])
    : [];
}

/** Fields of NodePool and NodeClaim that don't reach the node. */
export const ignoredValues: Rule<KarpenterInput> = {
  name: 'karpenter/ignored-values',
  *check({ reading }): Generator<Problem> {
    for (const { kind, name, member, path, resource } of reading.computed?.ignoredValues ?? []) {
      const [code, message] =
        kind === 'kept-label'
          ? ([
              'karpenter/label-not-passed',
              `${name} is a label that a kubelet may not set, so it is left out of the script; the node gets it after joining the cluster.`,
            ] as const)
          : ([
              'karpenter/dropped-setting',
              `The kubelet of ${resource} has no effect since karpenter.sh/v1: move its settings to spec.kubelet and spec.maxPods of the AKSNodeClass.`,
            ] as const);
      yield problem(code, member.key.span, message, { pointer: pointerOf(path) });
    }
  },
};

/** What the provider, or the API server for it, refuses. */
export const refusals: Rule<KarpenterInput> = {
  name: 'karpenter/refusals',
  *check(input): Generator<Problem> {
    const { reading, tree } = input;
    const start = tree.root?.span.start ?? 0;
    for (const { code, message, upstream, member, path, unknown } of reading.computed?.refusals ?? []) {
      const span = member?.value?.span ?? member?.key.span ?? { start, end: start + 1 };
      const fixes = unknown === undefined ? [] : unknownName(unknown.note, unknown.meant, input).fixes;
      yield problem(code, span, `${message} Rule: ${upstream}.`, { pointer: pointerOf(path), fixes });
    }
  },
};

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
    const panics = missing.filter(({ required }) => required === consequences.panic);
    const listed = (fields: readonly Field[]): string =>
      enumerated(
        fields.map(({ name }) => name),
        'and',
      );
    const consequence =
      panics.length === 0 ? 'otherwise the node cannot join its cluster' : `Karpenter panics without ${listed(panics)}`;
    const { start } = tree.root.span;
    const span = { start, end: start + 1 };
    yield problem('karpenter/missing-option', span, `${listed(missing)} must be set; ${consequence}.`);
  },
};

function isEmpty(options: BootstrapOptions, name: string): boolean {
  const value = options[name as keyof BootstrapOptions];
  return value === undefined || value === '';
}
