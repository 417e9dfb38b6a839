import type {
  Contract,
  EnumDescriptor,
  FieldDescriptor,
  MessageDescriptor,
} from '../../server/src/core/contract/descriptor.js';

type Schema = Record<string, unknown>;

/** The JSON Schema (draft-07) of a node config: every field under both its names, enums by name or number. */
export function nodeConfigSchema(contract: Contract): Schema {
  const messages = [...contract.messages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const enums = [...contract.enums.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://raw.githubusercontent.com/aks-bootstrap/aks-bootstrap/main/schemas/aks-node-config.schema.json',
    title: 'AKS node config',
    description:
      'aks-node-controller-config.json: the protobuf-JSON form of aksnodeconfig.v1.Configuration, as of Azure/AgentBaker 06836ee230.',
    ...messageSchema(contract.root, {
      $schema: { type: 'string', description: 'The schema that an editor checks this file with; the node drops it.' },
    }),
    definitions: Object.fromEntries([
      ...messages
        .filter((message) => message !== contract.root)
        .map((message) => [message.name, messageSchema(message)]),
      ...enums.map((of) => [of.name, enumSchema(of)]),
    ]),
  };
}

function messageSchema(message: MessageDescriptor, extra: Schema = {}): Schema {
  const properties: Schema = { ...extra };
  for (const field of message.fields) {
    properties[field.name] = fieldSchema(field, field.doc);
    if (field.jsonName !== field.name) {
      properties[field.jsonName] = fieldSchema(field, `The same field as ${field.name}. ${field.doc}`);
    }
  }
  const title = message.doc === '' ? {} : { description: message.doc };
  return {
    ...(extra.$schema === undefined ? title : {}),
    type: ['object', 'null'],
    additionalProperties: false,
    properties,
  };
}

function fieldSchema(field: FieldDescriptor, description: string): Schema {
  const about = {
    description,
    ...(field.deprecated === true ? { deprecated: true } : {}),
    ...(field.examples === undefined ? {} : { examples: field.examples }),
  };
  switch (field.label) {
    case 'repeated':
      return { ...about, type: ['array', 'null'], items: elementSchema(field) };
    case 'map':
      return { ...about, type: ['object', 'null'], additionalProperties: elementSchema(field) };
    default: {
      const value = elementSchema(field);
      if ('$ref' in value) return { ...about, allOf: [value] };
      const type = value.type;
      return { ...about, ...value, type: [...(Array.isArray(type) ? (type as string[]) : [type]), 'null'] };
    }
  }
}

/** One value inside a list or map, or of a singular field without its null. */
function elementSchema(field: FieldDescriptor): Schema {
  if (field.type.kind !== 'scalar') return { $ref: `#/definitions/${field.type.of.name}` };
  switch (field.type.scalar) {
    case 'string':
      return { type: 'string' };
    case 'bool':
      return { type: 'boolean' };
    case 'int32':
      // protobuf-JSON also takes numbers in quotes.
      return { type: ['integer', 'string'], minimum: -2147483648, maximum: 2147483647, pattern: '^-?[0-9]' };
    case 'double':
      return { type: ['number', 'string'], pattern: '^(?:-?[0-9].*|NaN|-?Infinity)$' };
  }
}

function enumSchema(of: EnumDescriptor): Schema {
  return {
    description: of.doc,
    anyOf: [
      ...of.values.map((value) => ({ const: value.name, description: value.doc })),
      { type: 'integer', minimum: -2147483648, maximum: 2147483647, description: 'The number of a value.' },
      { type: 'null' },
    ],
  };
}
