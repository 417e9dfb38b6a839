import type { GivenOption, OptionsReading } from '../options/read.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { Suggestions } from '../../problems/suggestions.js';

/** What a rule about bootstrap options sees. */
export interface KarpenterInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly reading: OptionsReading;
  /** The last option given at a way through the description, such as `kubeletConfig.maxPods`; null counts as absent. */
  readonly at: (place: string) => GivenOption | undefined;
  readonly suggestions: Suggestions;
}

export function karpenterInput(text: string, tree: SyntaxTree, reading: OptionsReading): KarpenterInput {
  const byPlace = new Map(
    reading.given
      .filter(({ member }) => member.value !== undefined && member.value.kind !== 'null')
      .map((given) => [given.names.join('.'), given]),
  );
  return { text, tree, reading, at: (place) => byPlace.get(place), suggestions: new Suggestions() };
}
