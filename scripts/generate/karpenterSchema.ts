import type {
  ObjectDescription,
  OptionDescription,
  OptionType,
} from '../../server/src/core/karpenter/options/describe.js';
import { optionText } from '../../server/src/core/karpenter/options/navigate.js';
import type { Schema } from './nodeConfigSchema.js';
import { texts } from './schemaTexts.js';

/**
 * The JSON Schema (draft-07) of a bootstrap-options document: what Go's encoding/json reads without an error, and no
 * names that it would ignore. What only some values mean is said in texts and examples.
 */
export function karpenterSchema(root: ObjectDescription): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://raw.githubusercontent.com/aks-bootstrap/aks-bootstrap/main/schemas/karpenter-bootstrap-options.schema.json',
    title: 'Karpenter bootstrap options',
    ...texts(`${root.doc} As of Azure/karpenter-provider-azure 352646f5; names are read in any casing.`),
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: {
        type: 'string',
        description: 'The schema that an editor checks this file with; Karpenter has no such option.',
      },
      ...properties(root),
    },
    patternProperties: otherSpellings(root),
  };
}

function properties(object: ObjectDescription): Schema {
  return Object.fromEntries(object.options.map((option) => [option.name, optionSchema(option)]));
}

function optionSchema(option: OptionDescription): Schema {
  return {
    ...texts(optionText(option)),
    ...typeSchema(option.type, true),
    ...(option.example === undefined ? {} : { examples: [option.example] }),
  };
}

/** Each name in any other casing takes what the name takes. */
function otherSpellings(object: ObjectDescription): Schema {
  return Object.fromEntries(
    object.options.map(({ name, type }) => [`^(?!${name}$)${anyCase(name)}$`, typeSchema(type, true)]),
  );
}

/** The letters that fold to one of ASCII in Go are the Kelvin sign and the long s. */
function anyCase(name: string): string {
  return Array.from(name, (letter) => {
    const lower = letter.toLowerCase();
    const strangers = lower === 'k' ? '\u212a' : lower === 's' ? '\u017f' : '';
    return `[${lower}${lower.toUpperCase()}${strangers}]`;
  }).join('');
}

/** `nullable` is false only for what has no place for null: durations, whose reader fails on it. */
function typeSchema(type: OptionType, nullable: boolean): Schema {
  const withNull = (name: string): unknown => (nullable ? [name, 'null'] : name);
  switch (type.kind) {
    case 'string':
      return { type: withNull('string') };
    case 'bool':
      return { type: withNull('boolean') };
    case 'integer':
      return {
        type: withNull('integer'),
        ...(type.bits === 32 ? { minimum: -2147483648, maximum: 2147483647 } : {}),
      };
    case 'duration':
      // Any sequence of numbers and units; that the sum fits into 64 bits no pattern can say.
      return { type: 'string', pattern: durationPattern };
    case 'object':
      return {
        type: withNull('object'),
        additionalProperties: false,
        properties: properties(type.of),
        patternProperties: otherSpellings(type.of),
      };
    case 'list':
      return { type: withNull('array'), items: typeSchema(type.of, true) };
    case 'map':
      return { type: withNull('object'), additionalProperties: typeSchema(type.of, true) };
  }
}

const durationPattern = '^[-+]?(?:0|(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$';
