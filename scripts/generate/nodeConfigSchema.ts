import type { Contract } from '../../server/src/core/nodeConfig/contract/contract.js';
import type { EnumType, Field, RecordType } from '../../server/src/core/record/model.js';
import { listOrMapSnippet, messageSnippet } from './schemaSnippets.js';
import { fieldText, plain, descriptionsOf } from './schemaDescriptions.js';

export type Schema = Record<string, unknown>;

/**
 * The JSON Schema (draft-07) of a node config: it accepts what aks-node-controller's strict reader accepts, each
 * field under both names, enums by name or number. Choices, ranges and formats are only in descriptions, examples
 * and suggestions, on which no validator fails.
 */
export function nodeConfigSchema(contract: Contract): Schema {
  const { root } = contract;
  const messages = [...contract.messages.values()].filter((message) => message !== root).sort(byName);
  const enums = [...contract.enums.values()].sort(byName);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://raw.githubusercontent.com/aks-bootstrap/aks-bootstrap/main/schemas/aks-node-config.schema.json',
    title: 'AKS node config',
    ...descriptionsOf(
      `aks-node-controller-config.json: aksnodeconfig.v1.Configuration as protobuf-JSON, as of Azure/AgentBaker 06836ee230. ${root.doc}`,
    ),
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'The schema that an editor checks this file with; the node drops it.' },
      ...properties(root, '#'),
    },
    ...snippetOf(root, 'A node config with the required fields'),
    definitions: {
      ...Object.fromEntries(messages.map((message) => [message.name, messageSchema(message)])),
      ...Object.fromEntries(enums.map((of) => [of.name, enumSchema(of)])),
      int32: int32Schema,
      double: doubleSchema,
    },
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/**
 * A message, or null, which protobuf-JSON accepts for every field. The definition has no description: editors show the
 * first description they find, look into a reference first, and would not show the description of the field.
 */
function messageSchema(message: RecordType): Schema {
  return {
    $comment: plain(message.doc),
    type: ['object', 'null'],
    additionalProperties: false,
    properties: properties(message, `#/definitions/${message.name}`),
  };
}

/** Every field under its proto name; the JSON name refers to it, so that completion offers the field once. */
function properties(message: RecordType, pointer: string): Schema {
  const all: Schema = {};
  for (const field of message.fields) {
    all[field.name] = fieldSchema(field);
    if (field.jsonName !== field.name) {
      all[field.jsonName] = { $ref: `${pointer}/properties/${field.name}`, doNotSuggest: true };
    }
  }
  return all;
}

function fieldSchema(field: Field): Schema {
  const examples = examplesOf(field);
  return {
    ...descriptionsOf(fieldText(field)),
    ...valueSchema(field),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(field.deprecated === true ? { deprecated: true, deprecationMessage: `Deprecated. ${plain(field.doc)}` } : {}),
    // Sorts required fields first in completion.
    ...(field.required === true ? { suggestSortText: `0${field.name}` } : {}),
  };
}

/** Example values other than the default; for enums, all values except the unspecified one. */
function examplesOf(field: Field): readonly unknown[] {
  if (field.type.kind === 'enum')
    return field.type.of.values.filter(({ number }) => number !== 0).map(({ name }) => name);
  return (field.examples ?? []).filter((example) => example !== field.default);
}

function valueSchema(field: Field): Schema {
  switch (field.label) {
    case 'list':
      return { type: ['array', 'null'], items: elementSchema(field), ...listOrMapSnippet(field) };
    case 'map': {
      const keys = (field.examples ?? []).flatMap((example) => Object.keys(example as Record<string, unknown>));
      return {
        type: ['object', 'null'],
        additionalProperties: elementSchema(field),
        ...(keys.length === 0 ? {} : { propertyNames: { examples: [...new Set(keys)] } }),
        ...listOrMapSnippet(field),
      };
    }
    default:
      if (field.type.kind === 'object') {
        // The type is repeated, because editors insert the braces only if it is here.
        return { type: ['object', 'null'], allOf: [reference(field)], ...snippetOf(field.type.of) };
      }
      if (refersToDefinition(field)) return { allOf: [reference(field)] };
      return withNull(elementSchema(field));
  }
}

/** A value inside a list or map, which protobuf-JSON doesn't allow to be null. */
function elementSchema(field: Field): Schema {
  const { type } = field;
  if (type.kind === 'object') return { ...descriptionsOf(type.of.doc), type: 'object', allOf: [reference(field)] };
  if (refersToDefinition(field)) return { allOf: [reference(field), { not: { type: 'null' } }] };
  if (type.kind === 'scalar' && type.scalar === 'bool') return { type: 'boolean' };
  // The second branch accepts every string; the first is for completion and documentation.
  return { type: 'string', ...(field.oneOf === undefined ? {} : { anyOf: [{ enum: field.oneOf }, {}] }) };
}

function withNull({ type, ...others }: Schema): Schema {
  return { type: [type, 'null'], ...others };
}

/** Whether the type is shared under `definitions`, where it accepts null. */
function refersToDefinition({ type }: Field): boolean {
  return type.kind !== 'scalar' || type.scalar === 'int32' || type.scalar === 'double';
}

function reference({ type }: Field): Schema {
  return { $ref: `#/definitions/${type.kind === 'scalar' ? type.scalar : type.of.name}` };
}

function snippetOf(message: RecordType, label?: string): Schema {
  const body = messageSnippet(message);
  if (body === undefined) return {};
  return { defaultSnippets: [{ ...(label === undefined ? {} : { label }), body }] };
}

const anyInt32 = { type: 'integer', minimum: -2147483648, maximum: 2147483647 };

/**
 * protobuf-go reads the number at the start of a string and ignores everything after a delimiter. The patterns
 * avoid \w and [^], which regular expressions of other languages interpret differently. They accept a few strings
 * that the reader rejects, such as numbers that are too large only because of their exponent.
 */
const wholeNumber = String.raw`-?(?:(?:0|[1-9][0-9]{0,9})(?:\.0+)?|(?:0|[1-9][0-9]*)(?:\.[0-9]+)?[eE][+-]?[0-9]*)`;
const anyNumber = String.raw`-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`;
const ignored = String.raw`(?:[^-+.0-9A-Z_a-z][\s\S]*)?`;

const int32Schema: Schema = {
  $comment: 'A 32-bit integer. protobuf-JSON also accepts it in quotes.',
  anyOf: [anyInt32, { type: 'string', pattern: `^${wholeNumber}${ignored}$` }, { type: 'null' }],
};

const doubleSchema: Schema = {
  $comment: 'A number. protobuf-JSON also accepts it in quotes, where it can be NaN or infinite.',
  anyOf: [
    { type: 'number' },
    { type: 'string', pattern: `^(?:NaN|-?Infinity|${anyNumber}${ignored})$` },
    { type: 'null' },
  ],
};

/** A known name, or any number, because protobuf-JSON keeps unknown numbers. */
function enumSchema(of: EnumType): Schema {
  return {
    $comment: plain(of.doc),
    anyOf: [
      { enum: of.values.map((value) => value.name), markdownEnumDescriptions: of.values.map((value) => value.doc) },
      anyInt32,
      { type: 'null' },
    ],
  };
}
