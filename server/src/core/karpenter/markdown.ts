import type { ObjectDescription, OptionDescription } from './description/describe.js';
import { optionFacts, originText, typeText } from './optionText.js';
import type { ScriptVariable } from './script/variable.js';
import { bootstrapOptions } from './description/index.js';

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
