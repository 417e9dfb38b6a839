import type { NodeImage } from '../contract/release.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { Suggestions } from '../../problems/suggestions.js';
import type { Contract } from '../contract/contract.js';
import type { Reading } from '../read.js';
import { type ConfigField, givenFields } from '../value.js';
import { utf8Length } from '../../text/bytes.js';
import { customDataLevel } from '../../values/encoded.js';
import { marshalledSize } from '../marshal.js';
import { type CustomDataDialect, customDataSize } from '../render/customData.js';

/** What the validation of node configs depends on beside the text. */
export interface NodeConfigContext {
  /** The present moment in milliseconds since 1970 UTC; without it validity periods aren't checked. */
  readonly now?: number | undefined;
  /** The node image that configs are written for; without it no field is too new. */
  readonly nodeImage?: NodeImage | undefined;
  /** The format of the custom data that configs travel in, which decides how long it is; cloud-init's by default. */
  readonly dialect?: CustomDataDialect | undefined;
  /** Whether the file is tracked by a version control system. */
  readonly underVersionControl?: boolean | undefined;
}

/** What a rule about node configs sees. */
export interface NodeConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly reading: Reading;
  readonly contract: Contract;
  readonly context: NodeConfigContext;
  /** Every field that the config gives; collected once for all rules. */
  readonly fields: readonly ConfigField[];
  /** The field at a path that leads through no map; undefined where the config does not give it. */
  readonly at: (path: string) => ConfigField | undefined;
  readonly suggestions: Suggestions;
  /** How much custom data the config makes; undefined for a config that already is inside custom data. */
  readonly customData: CustomDataMeasure | undefined;
}

/** What is known of the custom data of a config, measured when it is asked for. */
export interface CustomDataMeasure {
  /** Base64 characters in today's form; undefined where the config makes none. */
  readonly characters: () => number | undefined;
  /** UTF-8 bytes of a field alone in the config's JSON. */
  readonly bytesOf: (given: ConfigField) => number;
  readonly level: (characters: number) => 'fine' | 'near-limit' | 'too-long';
}

/** Measures the custom data of a config. */
export function customDataMeasure(
  { ok, value }: Reading,
  source: string,
  dialect: CustomDataDialect,
): CustomDataMeasure {
  // Without escapes, and in ASCII, a text is as long in any JSON as it is in this one.
  const isPlain = ok && !source.includes('\\') && utf8Length(source) === source.length;
  return {
    characters() {
      const size = ok ? customDataSize(value, dialect, isPlain) : undefined;
      return size?.ok === true ? size.value.characters : undefined;
    },
    level: customDataLevel,
    bytesOf(given) {
      const alone = { type: given.owner, fields: new Map([[given.field, given]]) };
      // Without the brackets around the one member.
      return marshalledSize(alone, { encoder: 'protojson' }, isPlain) - 2;
    },
  };
}

export function nodeConfigInput(
  text: string,
  tree: SyntaxTree,
  contract: Contract,
  reading: Reading,
  context: NodeConfigContext,
  customData?: CustomDataMeasure,
): NodeConfigInput {
  const fields = givenFields(reading.value, contract);
  const byPath = new Map(fields.map((given) => [given.path, given]));
  const at = (path: string): ConfigField | undefined => byPath.get(path);
  return { text, tree, contract, reading, context, fields, at, suggestions: new Suggestions(), customData };
}

/** What a rule knows of fields, by their paths (as in `ConfigField`); a path may have several entries. */
export class PathTable<Entry> {
  readonly #byPath = new Map<string, Entry[]>();

  constructor(entries: Iterable<readonly [path: string, entry: Entry]>) {
    for (const [path, entry] of entries) this.#byPath.set(path, [...(this.#byPath.get(path) ?? []), entry]);
  }

  /** The entries of a field, in the order in which they were given. */
  of({ path }: ConfigField): readonly Entry[] {
    return this.#byPath.get(path) ?? none;
  }
}

const none: readonly never[] = [];
