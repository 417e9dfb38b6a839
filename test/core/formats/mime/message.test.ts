import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../../server/src/core/limits.js';
import { headerOf } from '../../../../server/src/core/formats/mime/headers.js';
import {
  filenameOf,
  type MimeEntity,
  parseMime,
  typeParameter,
} from '../../../../server/src/core/formats/mime/message.js';

/** A message as types with the texts of its leaves. */
function shape(text: string): unknown {
  const of = (entity: MimeEntity): unknown =>
    entity.parts === undefined
      ? [entity.contentType, text.slice(entity.body.start, entity.body.end)]
      : [entity.contentType, entity.parts.map(of)];
  return of(parseMime(text));
}

const multipart = (body: string, boundary = 'b'): string =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\n\n${body}`;

// What Python 3.11's email.message_from_string makes of the same texts.
describe('parts', () => {
  it.each<[string, string, unknown]>([
    ['no header', '#x\ny', ['text/plain', '#x\ny']],
    ['an empty line first', '\nA: b\n\nx', ['text/plain', 'A: b\n\nx']],
    ['a type that is none', 'Content-Type: shell\n\nx', ['text/plain', 'x']],
    ['two parts', multipart('--b\n\none\n--b\n\ntwo\n--b--\n'), [['one'], ['two']]],
    ['line ends of all kinds', multipart('--b\r\n\r\none\r\n--b\r\rtwo\r--b--'), [['one'], ['two']]],
    ['blanks behind a boundary', multipart('--b \t\n\none\n--b-- \n'), [['one']]],
    ['a boundary inside a line', multipart('--b\n\none\n--bc\n --b\n--b--\n'), [['one\n--bc\n --b']]],
    ['doubled boundaries', multipart('--b\n--b\n\none\n--b--\n'), [['one']]],
    ['a doubled boundary that closes', multipart('--b\n--b--\n\none\n'), [['one']]],
    ['text around the parts', multipart('before\n--b\n\none\n--b--\nbehind\n'), [['one']]],
    ['no closing line', multipart('--b\n\none\n'), [['one']]],
    [
      'an outer boundary inside of an inner message',
      multipart(`--b\n${multipart('--i\n\none\n', 'i')}--b\n\ntwo\n--b--`),
      [['multipart/mixed', [['text/plain', 'one']]], ['two']],
    ],
    ['a message in a message', 'Content-Type: message/rfc822\n\nA: b\n\nx', ['message/rfc822', [['text/plain', 'x']]]],
    [
      'a digest',
      'Content-Type: multipart/digest; boundary=b\n\n--b\n\nA: b\n\nx\n--b--',
      ['multipart/digest', [['message/rfc822', [['text/plain', 'x']]]]],
    ],
    [
      'a delivery status',
      'Content-Type: message/delivery-status\n\nA: b\n\nC: d\n',
      [
        'message/delivery-status',
        [
          ['text/plain', ''],
          ['text/plain', ''],
        ],
      ],
    ],
    ['no boundary', 'Content-Type: multipart/mixed\n\n--b\n\none\n', ['multipart/mixed', '--b\n\none\n']],
    ['another boundary', multipart('--c\n\none\n--c--'), ['multipart/mixed', '--c\n\none\n--c--']],
  ])('%s', (_, text, wanted) => {
    const [first] = wanted as unknown[];
    const plain = Array.isArray(first)
      ? ['multipart/mixed', (wanted as unknown[][]).map((part) => (part.length === 1 ? ['text/plain', ...part] : part))]
      : wanted;
    expect(shape(text)).toEqual(plain);
  });

  it('ends at a depth and a number, and says so', () => {
    let deep = 'x';
    for (let i = 0; i <= limits.mimeDepth; i++) deep = multipart(`--b${i}\n${deep}\n--b${i}--`, `b${i}`);
    const kinds: string[] = [];
    const collect = (entity: MimeEntity): void => {
      kinds.push(...entity.defects.map(({ kind }) => kind));
      entity.parts?.forEach(collect);
    };
    collect(parseMime(deep));
    expect(kinds).toEqual(['too-deep']);
    const many = parseMime(multipart('--b\n\nx\n'.repeat(limits.mimeParts + 5)));
    expect(many.parts?.length).toBeLessThanOrEqual(limits.mimeParts);
    expect(many.defects.map(({ kind }) => kind)).toEqual(['too-many']);
  });

  it('keeps parts inside of their message, in order, on any text', () => {
    const piece = fc.constantFrom(
      '--b',
      '--b--',
      '\n',
      '\r',
      ' ',
      'A: b',
      'Content-Type: multipart/mixed; boundary=b',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const check = ({ whole, body, parts }: MimeEntity): void => {
          expect(whole.start).toBeLessThanOrEqual(body.start);
          expect(body.start).toBeLessThanOrEqual(body.end);
          let at = whole.start;
          for (const part of parts ?? []) {
            expect(part.whole.start).toBeGreaterThanOrEqual(at);
            at = part.whole.end;
            check(part);
          }
          expect(at).toBeLessThanOrEqual(whole.end);
        };
        check(parseMime(pieces.join('')));
      }),
    );
  });
});

describe('headers', () => {
  it('keeps folded values, passes over lines that are none, and takes the first of a name', () => {
    const text = ' lost\nFrom nobody\nA: 1\n  more\n: nameless\n gone\na: 2\nFrom again\nB:\t 3 \n\nbody';
    const { headers, defects } = parseMime(text);
    expect(headers.map(({ name, value }) => [name, value])).toEqual([
      ['A', '1\n  more'],
      ['a', '2'],
      ['B', '3 '],
    ]);
    expect(headerOf(headers, 'a')?.value).toBe('1\n  more');
    expect(defects.map(({ kind, span }) => [kind, text.slice(span.start, span.end)])).toEqual([
      ['continuation-first', ' lost\n'],
      ['misplaced-from', 'From nobody\n'],
      ['no-name', ': nameless\n'],
      ['continuation-first', ' gone\n'],
      ['misplaced-from', 'From again\n'],
    ]);
  });

  it.each([
    ['attachment; filename=a', 'a'],
    ['attachment; FileName = "a b" ; x=y', 'a b'],
    ['filename=a', 'a'],
    ['attachment; filename=""', ''],
    ['attachment; filename="a;b"; x=y', 'a;b'],
    ['attachment; filename="a\\"b\\\\c"', 'a"b\\c'],
    ['attachment; filename=<a>', 'a'],
    ['attachment; filename="unclosed; x=y', '"unclosed; x=y'],
    ["attachment; filename*=utf-8''caf%C3%A9", 'café'],
    ["attachment; filename*=iso-8859-1'en'caf%E9", 'café'],
    ["attachment; filename*=us-ascii''caf%E9", 'caf\ufffd'],
    ["attachment; filename*=nobody-knows''a%20b", 'a b'],
    ['attachment; filename*1=c; filename*0="a;b"', 'a;bc'],
    ["attachment; filename*0*=utf-8''%C3%A9; filename*1=a", 'éa'],
    ['attachment; filename*=plain%20', 'plain'],
    ['attachment', undefined],
  ])('%s', (disposition, name) => {
    expect(filenameOf(parseMime(`Content-Disposition: ${disposition}\n\n`))).toBe(name);
  });

  it('takes the name of the type where the disposition has none', () => {
    const entity = parseMime('Content-Type: text/x;\n name=n; charset="UTF-8"\nContent-Disposition: attachment\n\n');
    expect([filenameOf(entity), typeParameter(entity, 'charset'), typeParameter(entity, 'boundary')]).toEqual([
      'n',
      'UTF-8',
      undefined,
    ]);
  });
});
