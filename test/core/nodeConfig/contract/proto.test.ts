import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProto } from '../../../../server/src/core/nodeConfig/contract/proto/parse.js';

/** What a file declares, without positions. */
function declared(text: string) {
  const { messages, enums, problems } = parseProto(text);
  return {
    messages: messages.map(({ name, doc, fields }) => [name, doc, fields.map((field) => field.name)]),
    enums: enums.map(({ name, values }) => [name, values.map((value) => [value.name, value.number])]),
    problems: problems.map(({ message, span }) => [text.slice(span.start, span.end), message]),
  };
}

const fieldsOf = (body: string) => parseProto(`message A {\n${body}\n}`).messages[0]?.fields ?? [];

describe('the reader of .proto files', () => {
  it('reads packages, messages, enums and what is inside messages', () => {
    const text = `syntax = "proto3"; package a.b.v1; import public "x.proto"; option go_package = "x;y";
      // The outer one.
      message Outer {
        message Inner { enum Mode { MODE_A = 0; MODE_B = -0x10; reserved 7; } Mode mode = 1; }
        Inner inner = 1;
        oneof choice { string left = 2; bool right = 3; }
        extensions 100 to max;
        option (custom).name = { a: "}" b { c: 1 } };
      }
      service S { rpc Call(Outer) returns (stream Outer) { option x = true; } }
      enum Top { option allow_alias = true; TOP_A = 0; TOP_B = 010 [deprecated = true]; }`;
    expect(parseProto(text).package).toBe('a.b.v1');
    expect(declared(text)).toEqual({
      messages: [
        ['Outer', 'The outer one.', ['inner', 'left', 'right']],
        ['Outer.Inner', '', ['mode']],
      ],
      enums: [
        [
          'Outer.Inner.Mode',
          [
            ['MODE_A', 0],
            ['MODE_B', -16],
          ],
        ],
        [
          'Top',
          [
            ['TOP_A', 0],
            ['TOP_B', 8],
          ],
        ],
      ],
      problems: [],
    });
  });

  it('reads labels, maps and options of fields', () => {
    const found = fieldsOf(`string a = 1; optional bool b = 2; repeated .x.Y c = 3; map<string, x.Y> d = 4;
      double e = 0x5 [json_name = "eE", deprecated = true, (my.option) = "]", debug_redact = true]; string optional = 6;`);
    expect(found).toMatchObject([
      { name: 'a', label: 'single', type: 'string', number: 1, deprecated: false, redacted: false },
      { name: 'b', label: 'optional', type: 'bool', number: 2 },
      { name: 'c', label: 'list', type: '.x.Y', number: 3 },
      { name: 'd', label: 'map', type: 'x.Y', number: 4 },
      { name: 'e', label: 'single', jsonName: 'eE', number: 5, deprecated: true, redacted: true },
      { name: 'optional', label: 'single', type: 'string' },
    ]);
  });

  it('attaches comments as protoc does', () => {
    const found = fieldsOf(`  // A paragraph that is detached.

      // Above, in
      // two lines.
      string a = 1; // Not this one: it has one above.
      string b = 2; // Behind.
      // Above again.
      string c = 3;
      // Below, with a gap after it.

      string d = 4;
      /* A block
       * of lines. */
      string e = 5;

      // Not attached.

      string f = 6;
      // The last one.`);
    expect(found.map(({ doc }) => doc)).toEqual([
      'Above, in two lines.',
      'Behind.',
      'Above again.',
      '',
      'A block of lines.',
      'The last one.',
    ]);
    expect(found[2]?.doc).toBe('Above again.');
  });

  it('gives a field without a comment above the one below it', () => {
    expect(fieldsOf('  string a = 1;\n  // Below a.\n\n  string b = 2;').map(({ doc }) => doc)).toEqual([
      'Below a.',
      '',
    ]);
  });

  it('reads reserved names', () => {
    const { messages } = parseProto('message A { reserved 2, 4 to 6; reserved "old", "older"; }');
    expect(messages[0]?.reserved).toEqual(['old', 'older']);
  });

  it.each([
    ['message A { string a = 1\n string b = 2; }', ['a', 'b'], [['1', 'A semicolon is missing behind this.']]],
    ['message A { string = 1; string b = 2; }', ['b'], [['=', 'Expected a name, not "=".']]],
    ['message A { string a; string b = 2; }', ['b'], [[';', 'Expected =, not ";".']]],
    ['message A { string a = x; string b = 2; }', ['b'], [['x', 'Expected a number, not "x".']]],
    ['message A { map<string> a = 1; string b = 2; }', ['b'], [['>', 'Expected ,, not ">".']]],
    ['message A { string b = 2;', ['b'], [['', 'A closing } is missing.']]],
    ['message A { string b = 2; } }', ['b'], [['}', 'Expected a declaration such as message or enum, not "}".']]],
    ['message A { string b = 0; }', ['b'], [['0', 'A field number is between 1 and 536870911.']]],
    ['message A { string b = 1; bool b = 2; }', ['b', 'b'], [['b', 'A already has a field with the name b.']]],
    ['message A { string b = 1; bool c = 1; }', ['b', 'c'], [['c', 'A already has a field with the number 1.']]],
    [
      'message A { string b = 1; /* x',
      ['b'],
      [
        ['/*', 'This is never closed.'],
        ['', 'A closing } is missing.'],
      ],
    ],
    ['option a = "x\nmessage A { string b = 1; }', ['b'], [['"x', 'This is never closed.']]],
    ['option a = "x\\\r\nmessage A { string b = 1; }', ['b'], [['"x\\', 'This is never closed.']]],
  ])('reads on behind a mistake: %j', (text, fields, problems) => {
    const found = declared(text);
    expect(found.problems).toEqual(problems);
    if (!text.startsWith('option')) expect(found.messages[0]?.[2]).toEqual(fields);
  });

  it('never fails and ends, whatever the text', () => {
    const piece = fc.constantFrom(
      ...[
        'message',
        'enum',
        'A',
        '{',
        '}',
        ';',
        '=',
        '1',
        'oneof',
        'reserved',
        '[',
        ']',
        '"',
        "'",
        '\\',
        '//',
        '/*',
        '*/',
      ],
      ...['\n', ' ', 'map', '<', '>', ',', 'optional', 'option', 'service', '-', '.', 'é', '\u0000'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join(' ');
        for (const { span } of parseProto(text).problems) {
          expect(span.start).toBeLessThanOrEqual(span.end);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it('bounds nesting and problems', () => {
    const deep = 'message A { '.repeat(100_000);
    const { problems } = parseProto(deep);
    expect(problems[0]?.message).toBe('Messages are nested more than 32 deep.');
    expect(parseProto('= ; '.repeat(1_000)).problems).toHaveLength(50);
  });
});
