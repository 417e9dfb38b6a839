import { create, createFileRegistry, fromJsonString, toJson } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../server/src/core/nodeConfig/contract/contract.js';
import type { Field } from '../../../server/src/core/record/model.js';
import { marshal } from '../../../server/src/core/nodeConfig/marshal.js';
import { readContract } from '../../../server/src/core/nodeConfig/read.js';
import { parseJson } from '../../../server/src/core/formats/json/parse.js';
import { configTexts } from '../../support/configs.js';

const read = (text: string) => readContract(parseJson(text), contract.root);

/**
 * protobuf-es against our reader, both fed with the same contract. Known differences, for which a text
 * is left out: protobuf-es refuses strings that Go reads the first number of ("1 x"), refuses unknown
 * enum names in places where Go drops them, takes the last of duplicate map keys as JSON.parse does,
 * and reads through JSON.parse, so the exponent form `1e` and lone surrogates differ.
 */
describe('protobuf-es, as a second opinion', () => {
  const registry = createFileRegistry(fileDescriptor(), () => undefined);
  const message = registry.getMessage('aksnodeconfig.v1.Configuration');
  if (message === undefined) throw new Error('the contract makes no registry');

  it('accepts the same configs, and reads the same values', () => {
    fc.assert(
      fc.property(configTexts, (text) => {
        const ours = read(text);
        let theirs: unknown;
        try {
          theirs = toJson(message, fromJsonString(message, text, { ignoreUnknownFields: true }), {
            useProtoFieldName: true,
          });
        } catch {
          theirs = undefined;
        }
        expect(ours.ok, text).toBe(theirs !== undefined);
        if (theirs !== undefined) expect(JSON.parse(marshal(ours.value, { encoder: 'protojson' }))).toEqual(theirs);
      }),
    );
  });
});

/** The contract as the descriptor that protoc would make of it. */
function fileDescriptor() {
  return create(FileDescriptorProtoSchema, {
    name: 'aksnodeconfig.proto',
    package: 'aksnodeconfig.v1',
    syntax: 'proto3',
    messageType: [...contract.messages.values()].map((of): DescriptorProto => {
      const fields: FieldDescriptorProto[] = [];
      const nestedType: DescriptorProto[] = [];
      const oneofDecl: { name: string }[] = [];
      for (const field of of.fields) {
        const described = describeField(field);
        if (field.label === 'map') {
          const entry = `${field.name}_entry`.replace(/(?:^|_)([a-z0-9])/g, (_, c: string) => c.toUpperCase());
          nestedType.push(
            create(DescriptorProtoSchema, {
              name: entry,
              options: { mapEntry: true },
              field: [
                create(FieldDescriptorProtoSchema, {
                  name: 'key',
                  number: 1,
                  type: FieldDescriptorProto_Type.STRING,
                  label: FieldDescriptorProto_Label.OPTIONAL,
                  jsonName: 'key',
                }),
                create(FieldDescriptorProtoSchema, {
                  ...described,
                  name: 'value',
                  number: 2,
                  jsonName: 'value',
                  label: FieldDescriptorProto_Label.OPTIONAL,
                }),
              ],
            }),
          );
          fields.push(
            create(FieldDescriptorProtoSchema, {
              name: field.name,
              jsonName: field.jsonName,
              number: field.number ?? 0,
              label: FieldDescriptorProto_Label.REPEATED,
              type: FieldDescriptorProto_Type.MESSAGE,
              typeName: `.aksnodeconfig.v1.${of.name}.${entry}`,
            }),
          );
          continue;
        }
        if (field.label === 'optional') {
          described.proto3Optional = true;
          described.oneofIndex = oneofDecl.length;
          oneofDecl.push({ name: `_${field.name}` });
        }
        fields.push(described);
      }
      return create(DescriptorProtoSchema, { name: of.name, field: fields, nestedType, oneofDecl });
    }),
    enumType: [...contract.enums.values()].map((of) =>
      create(EnumDescriptorProtoSchema, {
        name: of.name,
        value: of.values.map(({ name, number }) => ({ name, number })),
      }),
    ),
  });
}

function describeField(field: Field): FieldDescriptorProto {
  const { type } = field;
  const scalar: Readonly<Record<string, FieldDescriptorProto_Type>> = {
    string: FieldDescriptorProto_Type.STRING,
    bool: FieldDescriptorProto_Type.BOOL,
    int32: FieldDescriptorProto_Type.INT32,
    double: FieldDescriptorProto_Type.DOUBLE,
  };
  return create(FieldDescriptorProtoSchema, {
    name: field.name,
    jsonName: field.jsonName,
    number: field.number ?? 0,
    label: field.label === 'list' ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    type:
      type.kind === 'scalar'
        ? (scalar[type.scalar] ?? FieldDescriptorProto_Type.BYTES)
        : type.kind === 'enum'
          ? FieldDescriptorProto_Type.ENUM
          : FieldDescriptorProto_Type.MESSAGE,
    ...(type.kind === 'scalar' ? {} : { typeName: `.aksnodeconfig.v1.${type.of.name}` }),
  });
}
