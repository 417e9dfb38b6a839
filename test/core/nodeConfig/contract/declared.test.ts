import { describe, expect, it } from 'vitest';
import {
  Analysis,
  complete,
  hover,
  environmentOf,
  maskingOf,
  refactoringChanges,
  validate,
  type ValidationContext,
} from '../../../../server/src/core/index.js';
import { nodePlatform } from '../../../../server/src/adapters/nodePlatform.js';
import { applyChanges } from '../../../../server/src/core/formats/tree/changes.js';
import { contract } from '../../../../server/src/core/nodeConfig/contract/contract.js';
import { declaredContract } from '../../../../server/src/core/nodeConfig/contract/declared.js';
import { isMessage, valueAt } from '../../../../server/src/core/nodeConfig/value.js';

/** The built-in contract as `.proto` text, with changes. */
function builtIn(change: (text: string) => string = (text) => text): string {
  const messages = [...contract.messages.values()].map(({ name, fields }) => {
    const lines = fields.map(({ label, type, name: field, number, jsonName }) => {
      const of = type.kind === 'scalar' ? type.scalar : type.of.name;
      const prefix = label === 'optional' && type.kind !== 'object' ? 'optional ' : label === 'list' ? 'repeated ' : '';
      const written = label === 'map' ? `map<string, ${of}>` : `${prefix}${of}`;
      return `  ${written} ${field} = ${number} [json_name = "${jsonName}"];`;
    });
    return `message ${name} {\n${lines.join('\n')}\n}`;
  });
  const enums = [...contract.enums.values()].map(
    ({ name, values }) =>
      `enum ${name} {\n${values.map((value) => `  ${value.name} = ${value.number};`).join('\n')}\n}`,
  );
  return change(`syntax = "proto3";\npackage aksnodeconfig.v1;\n${[...messages, ...enums].join('\n')}`);
}

const declare = (text: string) => declaredContract([{ path: 'config.proto', text }], contract);

function contextOf(text: string): ValidationContext {
  return { contract: declare(text).contract };
}

function analyse(text: string, context: ValidationContext): Analysis {
  return new Analysis({ name: 'a.node-config.json', content: text, context }, nodePlatform);
}

const added = builtIn((text) =>
  text.replace(
    'message Configuration {',
    `enum Colour { COLOUR_UNSPECIFIED = 0;
 /* Blue as the sky. */ COLOUR_BLUE = 1; }
     message Paint { Colour colour = 1; repeated Paint layers = 2; bytes pigment = 3; uint32 coats = 4; }
     message Configuration {
       // Paint of the machine.
       Paint paint = 900;
       // What opens the paint.
       string paint_password = 901;`,
  ),
);

describe('the contract that .proto files declare', () => {
  it('is the built-in one if they declare the same', () => {
    const { contract: same, problems } = declare(builtIn());
    expect(problems).toEqual([]);
    expect([...same.messages.keys()].sort()).toEqual([...contract.messages.keys()].sort());
    for (const [name, message] of contract.messages)
      expect(same.messages.get(name)?.fields.map(({ type: _, ...field }) => field)).toEqual(
        message.fields.map(({ type: _, ...field }) => field),
      );
    expect(same.required.map((path) => path.map(({ name }) => name))).toEqual(
      contract.required.map((path) => path.map(({ name }) => name)),
    );
  });

  it('accepts, hovers and completes a new field with its comment', () => {
    const text = '{"version":"v1","paint":{"colour":"COLOUR_BLUE","coats":3,"pigment":"aGk","layers":[{"coats":1}]}}';
    const analysis = analyse(text, contextOf(added));
    const codes = validate(analysis).problems.map(({ code }) => code);
    expect(codes.filter((code) => code !== 'contract/missing-required-field')).toEqual([]);
    expect(hover(analysis, text.indexOf('paint') + 1)?.markdown).toContain('Paint of the machine.');
    expect(hover(analysis, text.indexOf('COLOUR_BLUE') + 1)?.markdown).toContain('Blue as the sky.');
    const labels = complete(analyse('{"version":"v1",}', contextOf(added)), 16).map(({ label }) => label);
    expect(labels).toContain('paint');
    const values = complete(analyse('{"paint":{"colour":""}}', contextOf(added)), 20).map(({ label }) => label);
    expect(values).toContain('COLOUR_BLUE');
  });

  it.each([
    ['{"paint":{"coats":-1}}', 'contract/number-out-of-range'],
    ['{"paint":{"coats":"x"}}', 'contract/wrong-type'],
    ['{"paint":{"pigment":"a b"}}', 'contract/wrong-type'],
    ['{"paint":{"colour":"COLOUR_RED"}}', 'contract/unknown-enum-value'],
    ['{"paint":{"color":"COLOUR_BLUE"}}', 'contract/unknown-field'],
  ])('checks the values of new fields: %s has %s', (text, code) => {
    expect(validate(analyse(text, contextOf(added))).problems.map((found) => found.code)).toContain(code);
  });

  it('is the order of sorted fields', () => {
    const text = '{"paint":{"coats":3,"colour":1},"version":"v1"}';
    const changes = refactoringChanges(
      analyse(text, contextOf(added)),
      { name: 'sortFields', scope: 'file' },
      { start: 0, end: text.length },
    );
    expect(applyChanges(text, changes)).toBe('{"paint":{"colour":1,"coats":3},"version":"v1"}');
  });

  it('reports fields, messages and enum values that it no longer has', () => {
    const without = builtIn((text) =>
      text
        .replace(/^ {2}string vm_size = .*$/m, '  reserved "vm_size", "wishes";')
        .replace(/^ {2}VM_TYPE_VMSS = .*$/m, ''),
    );
    const text = '{"vm_size":"a","wishes":1,"cluster_config":{"vm_type":"VM_TYPE_VMSS"}}';
    const found = validate(analyse(text, contextOf(without))).problems.filter(
      ({ code }) => code === 'contract/undeclared-field',
    );
    expect(found.map(({ message }) => message)).toEqual([
      "The contract of this checkout doesn't declare vm_size in Configuration; nodes made from it drop it silently.",
      "The contract of this checkout doesn't declare wishes in Configuration; nodes made from it drop it silently.",
      "The contract of this checkout doesn't declare VM_TYPE_VMSS in VmType; nodes made from it drop it silently.",
    ]);
    expect(complete(analyse('{}', contextOf(without)), 1).map(({ label }) => label)).not.toContain('vm_size');
  });

  it('reports nothing as removed from a message whose file has mistakes', () => {
    const half = builtIn((text) => text.replace(/^ {2}string vm_size = (.*)$/m, '  string vm_si'));
    const { problems } = declare(half);
    expect(problems).toHaveLength(1);
    const text = '{"vm_size":"a","is_vhd":true}';
    expect(validate(analyse(text, contextOf(half))).problems.map(({ code }) => code)).not.toContain(
      'contract/undeclared-field',
    );
  });

  it('reads a field of another type by that type', () => {
    const other = contextOf(builtIn((text) => text.replace('string vm_size =', 'repeated int64 vm_size =')));
    const codes = (text: string) => validate(analyse(text, other)).problems.map(({ code }) => code);
    expect(codes('{"vm_size":[1,"9007199254740993"]}')).not.toContain('contract/wrong-type');
    expect(codes('{"vm_size":"a"}')).toContain('contract/wrong-type');
  });

  it('renders a config without what it no longer has', () => {
    const without = contextOf(builtIn((text) => text.replace(/^ {2}NetworkConfig network_config = .*$/m, '')));
    const analysis = analyse('{"version":"v1","vm_size":"a","network_config":{}}', without);
    expect(environmentOf(analysis, { showSecrets: false }).ok).toBe(true);
  });

  it('masks what the built-in contract says is secret, and new fields with the name of a secret', () => {
    const context = contextOf(
      added
        .replace('string tls_bootstrapping_token =', 'int32 tls_bootstrapping_token =')
        .replace(/service_principal_secret/g, 'x'),
    );
    const text =
      '{"paint_password":"correct horse","bootstrapping_config":{"tls_bootstrapping_token":"one two"},"auth_config":{"service_principal_secret":"three four"}}';
    const shown = maskingOf([analyse(text, context)]).text(text);
    for (const secret of ['correct horse', 'one two', 'three four']) expect(shown).not.toContain(secret);
  });

  it('accepts any value of a type that is declared elsewhere, and says so', () => {
    const { contract: open, problems } = declare(
      builtIn((text) =>
        text.replace('message Configuration {', 'message Configuration { google.protobuf.Struct extra = 900;'),
      ),
    );
    expect(problems.map(({ message }) => message)).toEqual([
      "google.protobuf.Struct isn't declared here, so values of extra aren't checked.",
    ]);
    const analysis = analyse('{"extra":{"a":[1]}}', { contract: open });
    expect(validate(analysis).problems.map(({ code }) => code)).not.toContain('contract/wrong-type');
    expect(isMessage(valueAt(analysis.nodeConfig?.reading.value, 'extra'))).toBe(false);
  });

  it('is the built-in one if there is no Configuration', () => {
    const { contract: same, problems } = declare('message A {}');
    expect(same).toBe(contract);
    expect(problems.map(({ message }) => message)).toEqual(['No file here declares the message Configuration.']);
    expect(declaredContract([], contract)).toEqual({ contract, problems: [] });
  });

  it('is bounded in fields, enum values and comments', () => {
    const values = Array.from({ length: 3_000 }, (_, index) => `A_${index} = ${index};`).join(' ');
    const text = `message Configuration {\n// ${'x'.repeat(100_000)}\nstring version = 1; }\nenum A { ${values} }`;
    const { contract: bounded, problems } = declare(text);
    expect(problems.map(({ message }) => message)).toEqual(['More than 2000 fields and enum values are declared.']);
    expect(bounded.enums.has('A')).toBe(false);
    const paint = declare(text.replace('version = 1', 'paint = 1')).contract.root.fieldByKey('paint');
    expect(paint?.doc.length).toBe(4_000);
  });

  it('may contain itself, in any depth and width', () => {
    const many = Array.from(
      { length: 600 },
      (_, index) => `message M${index} { M${index + 1} next = 1; M0 first = 2; }`,
    );
    const chain = contextOf(
      `${many.join('\n')} message M600 {} message Configuration { string version = 1; M0 m = 2; }`,
    );
    const wide = Array.from({ length: 300 }, (_, index) => `W w${index} = ${index + 1};`).join(' ');
    const bushy = contextOf(
      `message W { ${wide} } message Configuration { W w = 1; ClusterConfig cluster_config = 5; }`,
    );
    for (const context of [chain, bushy]) {
      const text = '{"m":{"next":{}},"w":{"w1":{"w2":{}}}}';
      const analysis = analyse(text, context);
      validate(analysis);
      expect(complete(analysis, 1).length).toBeGreaterThan(0);
    }
  });
});
