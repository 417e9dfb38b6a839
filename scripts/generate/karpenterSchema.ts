import { type Field, hasEntries, type RecordType } from '../../server/src/core/record/model.js';
import type { Schema } from './nodeConfigSchema.js';
import { optionText, descriptionsOf } from './schemaDescriptions.js';

/**
 * The JSON Schema (draft-07) of a bootstrap-options document: it accepts what Go's encoding/json reads without an error,
 * except names that Go ignores. Rules about the meaning of values are only in descriptions and examples.
 */
export function karpenterSchema(root: RecordType): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://raw.githubusercontent.com/aks-bootstrap/aks-bootstrap/main/schemas/karpenter-bootstrap-options.schema.json',
    title: 'Karpenter bootstrap options',
    ...descriptionsOf(`${root.doc} As of Azure/karpenter-provider-azure 352646f5; names are read in any casing.`),
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

function properties(object: RecordType): Schema {
  return Object.fromEntries(object.fields.map((option) => [option.name, optionSchema(option)]));
}

function optionSchema(option: Field): Schema {
  return {
    ...descriptionsOf(optionText(option)),
    ...fieldSchema(option),
    ...(option.examples === undefined ? {} : { examples: option.examples }),
  };
}

/** Each name in any other casing accepts the same values. */
function otherSpellings(object: RecordType): Schema {
  return Object.fromEntries(
    object.fields.map((option) => [`^(?!${option.name}$)${anyCase(option.name)}$`, fieldSchema(option)]),
  );
}

/** Matches a name in any casing. Go also folds the Kelvin sign to k and the long s to s. */
function anyCase(name: string): string {
  return Array.from(name, (letter) => {
    const lower = letter.toLowerCase();
    const folded = lower === 'k' ? '\u212a' : lower === 's' ? '\u017f' : '';
    return `[${lower}${lower.toUpperCase()}${folded}]`;
  }).join('');
}

function fieldSchema(field: Field): Schema {
  if (!hasEntries(field)) return elementSchema(field);
  return field.label === 'list'
    ? { type: ['array', 'null'], items: elementSchema(field) }
    : { type: ['object', 'null'], additionalProperties: elementSchema(field) };
}

/** Null is accepted for every type except durations, whose reader fails on it. */
function elementSchema({ type }: Field): Schema {
  if (type.kind === 'object') {
    return {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: properties(type.of),
      patternProperties: otherSpellings(type.of),
    };
  }
  switch (type.kind === 'scalar' ? type.scalar : undefined) {
    case 'bool':
      return { type: ['boolean', 'null'] };
    case 'int32':
      return { type: ['integer', 'null'], minimum: -2147483648, maximum: 2147483647 };
    case 'int64':
      return { type: ['integer', 'null'] };
    case 'duration':
      // Any sequence of numbers and units; a pattern can't check that the sum fits into 64 bits.
      return { type: 'string', pattern: durationPattern };
    default:
      return { type: ['string', 'null'] };
  }
}

const durationPattern = '^[-+]?(?:0|(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$';
