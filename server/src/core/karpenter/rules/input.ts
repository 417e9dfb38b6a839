import type { GivenOption, OptionsReading } from '../options/read.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { KeyNames } from '../../formats/tree/edits.js';
import { Suggestions } from '../../text/suggest.js';

/** What a rule about bootstrap options sees. */
export interface KarpenterInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly reading: OptionsReading;
  /** The last option given at a path of the description, such as `kubeletConfig.maxPods`; null counts as absent. */
  readonly at: (path: string) => GivenOption | undefined;
  readonly suggestions: Suggestions;
  readonly keys: KeyNames;
  /** Whether what is given is refused already, so that other rules need not report it. */
  readonly isRefused: (given: GivenOption) => boolean;
}

export function karpenterInput(text: string, tree: SyntaxTree, reading: OptionsReading): KarpenterInput {
  const byPath = new Map(
    reading.given
      .filter(({ member }) => member.value !== undefined && member.value.kind !== 'null')
      .map((given) => [given.names.join('.'), given]),
  );
  const refused = new Set(reading.computed?.refusals.map(({ member }) => member));
  const isRefused = ({ member }: GivenOption): boolean => refused.has(member);
  return {
    text,
    tree,
    reading,
    at: (path) => byPath.get(path),
    suggestions: new Suggestions(),
    keys: new KeyNames(),
    isRefused,
  };
}
