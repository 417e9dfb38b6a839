import type { ValidationContext } from '../../../circumstances.js';
import type { Contract } from '../../../contract/descriptor.js';
import type { Reading } from '../../../contract/read.js';
import { givenFields, type GivenField } from '../../../contract/walk.js';
import type { SyntaxTree } from '../../../syntax/tree.js';
import { Suggestions } from '../../suggestions.js';

/** What a rule about node configs sees. */
export interface NodeConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly reading: Reading;
  readonly contract: Contract;
  readonly circumstances: ValidationContext;
  /** Every field that the config gives; collected once for all rules. */
  readonly fields: readonly GivenField[];
  /** The field at a path that leads through no map; undefined where the config does not give it. */
  readonly at: (path: string) => GivenField | undefined;
  readonly suggestions: Suggestions;
  /** How much custom data the config makes; undefined for a config that already is inside custom data. */
  readonly customData: CustomDataMeasure | undefined;
}

/** What is known of the custom data of a config, measured when it is asked for. */
export interface CustomDataMeasure {
  /** Base64 characters in today's form; undefined where the config makes none. */
  readonly characters: () => number | undefined;
  /** UTF-8 bytes of a field alone in the config's JSON. */
  readonly bytesOf: (given: GivenField) => number;
  readonly level: (characters: number) => 'fine' | 'near-limit' | 'too-long';
}

export function nodeConfigInput(
  text: string,
  tree: SyntaxTree,
  contract: Contract,
  reading: Reading,
  circumstances: ValidationContext,
  customData?: CustomDataMeasure,
): NodeConfigInput {
  const fields = givenFields(reading.value, contract);
  const byPath = new Map(fields.map((given) => [given.path, given]));
  const at = (path: string): GivenField | undefined => byPath.get(path);
  return { text, tree, contract, reading, circumstances, fields, at, suggestions: new Suggestions(), customData };
}
