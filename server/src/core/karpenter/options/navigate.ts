import { memberOf } from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { rangeText } from '../../record/explain.js';
import { enumerated } from '../../text/strings.js';
import { type Span, touches } from '../../text/span.js';
import { formatNouns } from '../../values/check.js';
import type { ScriptVariable } from '../script/variable.js';
import type { ObjectDescription, OptionDescription, OptionOrigin, OptionType } from './describe.js';
import { bootstrapOptions } from './description.js';
import { optionNamed, type OptionsReading } from './read.js';

/** What the description has at a place of a document. */
export interface OptionsPlace {
  /** What may stand at the place. */
  readonly type: OptionType;
  /** The option that the place is, or is an entry of; undefined for the whole document. */
  readonly option: OptionDescription | undefined;
  /** The object that the option is in. */
  readonly owner: ObjectDescription;
  /** Whether it is an entry of a list or map. */
  readonly element: boolean;
  /** The path in the names of the description. */
  readonly path: NodePath;
}

/** Follows a path, with names in any casing; undefined where the description has nothing. */
export function placeInOptions(path: NodePath): OptionsPlace | undefined {
  let place: OptionsPlace = {
    type: { kind: 'object', of: bootstrapOptions },
    option: undefined,
    owner: bootstrapOptions,
    element: false,
    path: [],
  };
  for (const step of path) {
    const { type } = place;
    if (type.kind === 'object') {
      const option = optionNamed(type.of, String(step));
      if (option === undefined) return undefined;
      const named = [...place.path, option.name];
      place = { type: option.type, option, owner: type.of, element: false, path: named };
    } else if (type.kind === 'list' || type.kind === 'map') {
      place = { ...place, type: type.of, element: true, path: [...place.path, step] };
    } else return undefined;
  }
  return place;
}

/** Where a document gives what stands at a path in the names of the description. */
export function optionInText(
  { given }: OptionsReading,
  path: NodePath,
): { readonly span: Span; readonly name: Span; readonly resource?: string } | undefined {
  // The nearest option around it, and the entry in that one.
  for (let length = path.length; length > 0; length--) {
    const found = given.findLast(
      ({ place }) => place.length === length && place.every((step, index) => step === path[index]),
    );
    if (found === undefined) continue;
    const { member, resource } = found;
    const from = resource === undefined ? {} : { resource };
    const rest = path.slice(length);
    const [step] = rest;
    if (step === undefined) return { span: member.span, name: member.key.span, ...from };
    if (rest.length > 1) return undefined;
    if (typeof step === 'number') {
      const item = member.value?.kind === 'array' ? member.value.items[step] : undefined;
      return item && { span: item.span, name: item.span, ...from };
    }
    const entry = memberOf(member.value, step);
    return entry && { span: entry.span, name: entry.key.span, ...from };
  }
  return undefined;
}

/**
 * The way to the option or entry that stands at an offset, in the names of the description: the innermost one that the
 * document, or a resource that the options are computed from, gives there.
 */
export function optionAtOffset({ given }: OptionsReading, offset: number): NodePath | undefined {
  const around = given.filter(({ member }) => touches(member.span, offset));
  const innermost = around.reduce<(typeof around)[number] | undefined>(
    (best, one) => (best === undefined || lengthOf(one.member.span) <= lengthOf(best.member.span) ? one : best),
    undefined,
  );
  if (innermost === undefined) return undefined;
  const { member, place, option } = innermost;
  const { value } = member;
  if (value?.kind === 'array' && option.type.kind === 'list') {
    const index = value.items.findIndex((item) => touches(item.span, offset));
    return index < 0 ? place : [...place, index];
  }
  if (value?.kind === 'object' && option.type.kind === 'map') {
    const entry = value.members.findLast(({ span }) => touches(span, offset));
    return entry === undefined ? place : [...place, entry.key.name];
  }
  return place;
}

function lengthOf({ start, end }: Span): number {
  return end - start;
}

/** How the option at a path, or the nearest one around it, was computed; undefined where something gives it. */
export function explanationOf({ computed, given }: OptionsReading, path: NodePath): string | undefined {
  if (computed === undefined) return undefined;
  for (let length = path.length; length > 0; length--) {
    const around = path.slice(0, length);
    const explanation = computed.explanations.get(pointerOf(around));
    if (explanation !== undefined) return explanation;
    if (given.some(({ place }) => place.length === length && place.every((step, at) => step === around[at])))
      return undefined;
  }
  return undefined;
}

/** An option's type as a reader would say it: `list of Taint`, `map of string to duration`. */
export function typeText(type: OptionType): string {
  switch (type.kind) {
    case 'integer':
      return `int${type.bits}`;
    case 'object':
      return type.of.name;
    case 'list':
      return `list of ${typeText(type.of)}`;
    case 'map':
      return `map of string to ${typeText(type.of)}`;
    default:
      return type.kind;
  }
}

const origins: Readonly<Record<OptionOrigin, string>> = {
  hardcoded: 'Karpenter has it in its code',
  unset: 'Nothing in Karpenter sets it',
  environment: 'Karpenter takes it from its own environment',
  'global-settings': 'Karpenter takes it from its settings for the whole cluster',
  'node-pool': 'Karpenter takes it from the NodePool',
  'aks-node-class': 'Karpenter takes it from the AKSNodeClass',
  detected: 'Karpenter finds it out in Azure or in the cluster',
  computed: 'Karpenter computes it',
};

/** Where Karpenter takes an option from, as a sentence in Markdown. */
function originText({ origin, setting }: Pick<OptionDescription, 'origin' | 'setting'>): string {
  return `${origins[origin]}${setting === undefined ? '' : ` (\`${setting}\`)`}.`;
}

/** What an option is for, what its values are like, and where it comes from, in one paragraph of Markdown. */
export function optionText(option: OptionDescription): string {
  return [option.doc, ...optionFacts(option), originText(option)].join(' ');
}

/** What an author has to know about an option beside its type, a sentence each. */
function optionFacts(option: OptionDescription): string[] {
  return [
    option.needed === 'panic' ? 'Without it Karpenter panics.' : undefined,
    option.needed === 'join' ? 'The node needs it.' : undefined,
    takenText(option),
    option.default === undefined ? undefined : `Absent stands for \`${option.default}\`.`,
    option.secret === true ? 'Holds a secret: it is masked in previews.' : undefined,
  ].filter((fact) => fact !== undefined);
}

function takenText({ oneOf, format, range, type }: OptionDescription): string | undefined {
  const each = type.kind === 'list' ? 'Each entry is' : type.kind === 'map' ? 'Each value is' : 'Takes';
  if (oneOf !== undefined) {
    const choices = oneOf.filter((choice) => choice !== '').map((choice) => `\`${choice}\``);
    return `${each} ${enumerated(choices, 'or')}.`;
  }
  if (format !== undefined) return `${each} ${formatNouns[format]}.`;
  return range === undefined ? undefined : `${each} ${rangeText(range)}.`;
}

/** An option in Markdown: its type, what it is for, what to know of it, and where Karpenter takes it from. */
export function optionMarkdown(option: OptionDescription, owner: ObjectDescription): string {
  const example = option.example === undefined ? '' : `For example \`${JSON.stringify(option.example)}\`.`;
  return [
    `**${option.name}**: \`${typeText(option.type)}\` in ${owner.name}`,
    option.doc,
    optionFacts(option).join(' '),
    originText(option),
    example,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** Where Karpenter takes what a variable is made from, a sentence for each option. */
export function variableOrigin({ sources, kind }: ScriptVariable): string[] {
  const options = sources.flatMap((source) => bootstrapOptions.options.filter((option) => option.name === source));
  if (kind === 'constant' || options.length === 0) return [originText({ origin: 'hardcoded' })];
  return options.map((option) => `\`${option.name}\`: ${originText(option)}`);
}

/** A variable of the script in Markdown: how it comes about, and where Karpenter takes what it is made from. */
export function variableMarkdown(variable: ScriptVariable): string {
  const { name, file, rule, sources, kind } = variable;
  const becomes = file === undefined ? '' : `, which becomes \`${file.path}\` on the node`;
  const lines = variableOrigin(variable);
  const origin =
    kind === 'constant' || sources.length === 0
      ? lines.join('')
      : `Made from these options:\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
  return [`**${name}**${becomes}`, rule, origin].join('\n\n');
}
