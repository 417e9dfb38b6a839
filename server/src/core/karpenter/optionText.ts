import { rangeText } from '../contract/markdown.js';
import { enumerated } from '../contract/explain.js';
import { formatNouns } from '../values/nouns.js';
import type { OptionDescription, OptionOrigin, OptionType } from './description/describe.js';

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
export function originText({ origin, setting }: Pick<OptionDescription, 'origin' | 'setting'>): string {
  return `${origins[origin]}${setting === undefined ? '' : ` (\`${setting}\`)`}.`;
}

/** What an option is for, what its values are like, and where it comes from, in one paragraph of Markdown. */
export function optionText(option: OptionDescription): string {
  return [option.doc, ...optionFacts(option), originText(option)].join(' ');
}

/** What an author has to know about an option beside its type, a sentence each. */
export function optionFacts(option: OptionDescription): string[] {
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
