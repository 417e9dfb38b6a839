import type { KeyNode, StringNode, SyntaxNode } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { rangeText } from '../../record/explain.js';
import { enumerated, quoted } from '../../text/strings.js';
import type { ProblemCode } from '../../problems/codes.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Rule } from '../../problems/rules.js';
import type { Span } from '../../text/span.js';
import { checkFormat } from '../../values/check.js';
import { type FormatFault, type FormatName, holdsPlaceholder } from '../../values/format.js';
import { checkKubernetesVersion, parseVersion } from '../../values/goVersions.js';
import type { OptionDescription } from '../options/describe.js';
import { subnetParts } from '../options/detect.js';
import type { Taint } from '../options/options.generated.js';
import type { GivenOption } from '../options/read.js';
import type { KarpenterInput } from './input.js';

/** A text that an option is, that stands in it, or that is a key in it. */
export interface OptionText {
  readonly given: GivenOption;
  readonly node: StringNode | KeyNode;
  readonly text: string;
  /** As the document spells it. */
  readonly path: NodePath;
  /** How a sentence about it begins, such as `An entry of allowedUnsafeSysctls`. */
  readonly subject: string;
}

/** The texts of an option itself, of its entries or values, without empty ones and those that are still to be filled in. */
export function textsOf(given: GivenOption): OptionText[] {
  const { option, member, path } = given;
  const { name, type } = option;
  const texts: OptionText[] = [];
  const add = (node: SyntaxNode | undefined, steps: NodePath, subject: string): void => {
    if (node?.kind !== 'string' || node.value === '' || holdsPlaceholder(node.value)) return;
    texts.push({ given, node, text: node.value, path: steps, subject });
  };
  const { value } = member;
  if (value?.kind === 'array' && type.kind === 'list') {
    for (const [index, item] of value.items.entries()) add(item, [...path, index], `An entry of ${name}`);
  } else if (value?.kind === 'object' && type.kind === 'map') {
    for (const { key, value: inner } of value.members) add(inner, [...path, key.name], `${key.name} in ${name}`);
  } else add(value, path, name);
  return texts;
}

/** The keys of an option that is a map. */
export function keysOf(given: GivenOption): OptionText[] {
  const { option, member, path } = given;
  if (option.type.kind !== 'map' || member.value?.kind !== 'object') return [];
  return member.value.members.map(({ key }) => ({
    given,
    node: key,
    text: key.name,
    path: [...path, key.name],
    subject: `The key ${quoted(key.name)} of ${option.name}`,
  }));
}

/** A problem about a text, at the part that is at fault; what a secret looks like is not said. */
function textProblem(code: ProblemCode, source: string, given: OptionText, fault: FormatFault): Problem {
  const { node, subject, path } = given;
  const pointer = pointerOf(path);
  if (given.given.option.secret === true) {
    return problem(code, node.span, `${subject} does not have the form that it should have.`, { pointer });
  }
  const { reason, part, suggestion } = fault;
  const fixes =
    suggestion === undefined
      ? []
      : [
          {
            title: `Change to ${quoted(suggestion)}`,
            changes: [{ span: node.span, newText: JSON.stringify(suggestion) }],
            safe: false,
          },
        ];
  return problem(code, placeOf(source, given, part), `${subject} ${reason}.`, { pointer, fixes });
}

/** The place of a part of a text; all of it where escapes keep the offsets from being told. */
export function placeOf(source: string, { node, text }: OptionText, part: Span | undefined): Span {
  const { start, end } = node.span;
  if (part === undefined || part.end <= part.start) return node.span;
  // Behind a quote, or without one in YAML.
  const before = source.slice(start + 1, end - 1) === text ? 1 : source.slice(start, end) === text ? 0 : undefined;
  if (before === undefined) return node.span;
  return { start: start + before + part.start, end: start + before + part.end };
}

/** The codes of texts without a form; all other forms share one. */
const formatCodes: Readonly<Partial<Record<FormatName, ProblemCode>>> = {
  'base64-certificates': 'karpenter/invalid-certificate',
  duration: 'karpenter/invalid-duration',
  'eviction-threshold': 'karpenter/invalid-quantity',
  quantity: 'karpenter/invalid-quantity',
  'ip-address': 'karpenter/invalid-ip-address',
  'label-key': 'karpenter/invalid-label',
  'label-value': 'karpenter/invalid-label',
};

function codeOf(format: FormatName, owner: string): ProblemCode {
  return owner === 'Taint' ? 'karpenter/invalid-taint' : (formatCodes[format] ?? 'karpenter/invalid-value');
}

/** Texts and numbers that their readers on the node do not take, as the description of each option says. */
export const values: Rule<KarpenterInput> = {
  name: 'karpenter/values',
  *check(input): Generator<Problem> {
    const { text: source, reading } = input;
    for (const given of reading.given) {
      const { option, owner, path, member } = given;
      const { format, keyFormat, oneOf, range } = option;
      // Versions have a rule of their own, and durations that Go does not read are faults of reading.
      if (format !== undefined && format !== 'kubernetes-version' && format !== 'duration') {
        for (const about of textsOf(given)) {
          const fault = checkFormat(format, about.text);
          if (fault !== undefined) yield textProblem(codeOf(format, owner.name), source, about, fault);
        }
      }
      if (keyFormat !== undefined) {
        for (const about of keysOf(given)) {
          const fault = about.text === '' ? { reason: 'is empty' } : checkFormat(keyFormat, about.text);
          if (fault !== undefined) yield textProblem(codeOf(keyFormat, owner.name), source, about, fault);
        }
      }
      if (oneOf !== undefined) {
        for (const { node, text, subject } of textsOf(given))
          if (!oneOf.includes(text)) yield unknownValue(option, owner.name, subject, text, node.span, path, input);
      }
      const number = member.value?.kind === 'number' ? member.value : undefined;
      if (range !== undefined && number !== undefined && !isWithin(range, number.value)) {
        yield problem(
          'karpenter/value-out-of-range',
          number.span,
          `${option.name} is ${number.raw}, and takes ${rangeText(range)}.`,
          { pointer: pointerOf(path) },
        );
      }
    }
  },
};

function isWithin(
  { min = -Infinity, max = Infinity }: NonNullable<OptionDescription['range']>,
  value: number,
): boolean {
  return value >= min && value <= max;
}

function unknownValue(
  { oneOf = [] }: OptionDescription,
  owner: string,
  subject: string,
  text: string,
  span: Problem['span'],
  path: readonly (string | number)[],
  { suggestions }: KarpenterInput,
): Problem {
  const choices = oneOf.filter((choice) => choice !== '');
  const meant = suggestions.nearest(text, choices);
  const fixes =
    meant === undefined
      ? []
      : [{ title: `Change to ${quoted(meant)}`, changes: [{ span, newText: JSON.stringify(meant) }], safe: false }];
  return problem(
    owner === 'Taint' ? 'karpenter/invalid-taint' : 'karpenter/unknown-value',
    span,
    `${subject} is ${quoted(text)}; the node knows ${enumerated(choices, 'and')}.`,
    { pointer: pointerOf(path), fixes },
  );
}

/** Taints that lack a part without which the kubelet does not start, or that are given twice with one effect. */
export const taints: Rule<KarpenterInput> = {
  name: 'karpenter/taints',
  *check({ reading, at }): Generator<Problem> {
    const given = at('taints');
    const list = given?.member.value;
    const seen = new Set<string>();
    for (const [index, taint] of (reading.value.taints ?? []).entries()) {
      // Those of resources are given one by one, from two lists.
      const own = at(`taints.${index}`);
      const item = own?.member.value ?? (list?.kind === 'array' ? list.items[index] : undefined);
      const path = own?.path ?? [...(given?.path ?? []), index];
      const reason = faultOf(taint, seen);
      if (item === undefined || reason === undefined) continue;
      yield problem('karpenter/invalid-taint', item.span, `A taint ${reason}; the kubelet does not start with it.`, {
        pointer: pointerOf(path),
      });
    }
  },
};

function faultOf({ key = '', effect = '' }: Taint, seen: Set<string>): string | undefined {
  if (key === '') return 'has no key';
  if (effect === '') return 'has no effect, which is NoSchedule, PreferNoSchedule or NoExecute';
  const identity = `${key}:${effect}`;
  if (seen.has(identity)) return `is given twice with the key ${key} and the effect ${effect}`;
  seen.add(identity);
  return undefined;
}

/** A subnet that the script does not name, because its ID is not of the form that Karpenter takes apart. */
export const subnetId: Rule<KarpenterInput> = {
  name: 'karpenter/subnet-id',
  *check({ at }): Generator<Problem> {
    const given = at('subnetID');
    for (const { node, text } of given === undefined ? [] : textsOf(given)) {
      if (subnetParts(text) !== undefined) continue;
      yield problem(
        'karpenter/invalid-subnet-id',
        node.span,
        'subnetID is not of the form /subscriptions/…/resourceGroups/…/providers/Microsoft.Network/virtualNetworks/…/subnets/…; Karpenter ignores it and leaves the subnet, the virtual network and their resource group empty in the script.',
        { pointer: pointerOf(given?.path ?? []) },
      );
    }
  },
};

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
