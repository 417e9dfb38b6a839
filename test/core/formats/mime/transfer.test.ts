import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transferredBody } from '../../../../server/src/core/formats/mime/transfer.js';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

// What Python 3.11's Message.get_payload(decode=True) gives.
describe('transfer encodings', () => {
  it.each<[string, string, string, string[]]>([
    ['base64', 'aGVsbG8=', 'hello', []],
    ['BASE64', 'aGVs\r\nbG8=\n', 'hello', []],
    ['base64', 'aGVsbG8', 'hello', ['padding']],
    ['base64', 'aGVs bG8=', 'hello', ['characters']],
    ['base64', 'aGVsbG8=aGVs', 'hello', ['characters']],
    ['base64', 'aGVs*bG8', 'hello', ['characters', 'padding']],
    ['base64', '=aGVs', 'hel', ['characters']],
    ['base64', '###', '', ['characters']],
    ['base64', 'aGVsb', 'aGVsb', ['length']],
    ['base64', 'aGV-', 'he', ['characters', 'padding']],
    ['base64', '', '', []],
    ['base64 ', 'aGVsbG8=', 'aGVsbG8=', ['unknown']],
    ['quoted-printable', 'a=3Db=\nc =\r\nd=', 'a=bc d', []],
    ['quoted-printable', 'a=ZZ==20=4', 'a=ZZ=20=4', []],
    ['uue', 'text\nbegin 644 f\n%:&5L;&\\ \n`\nend\n', 'hello', []],
    ['x-uuencode', 'begin 644 f\n%:&5L;&\\ \n', 'hello', []],
    ['x-uuencode', 'begin x f\n', 'begin x f\n', ['uuencode']],
    ['uuencode', 'begin 644 f\n%~~~\nend', 'begin 644 f\n%~~~\nend', ['uuencode']],
    ['', 'café €😀', 'caf\u00e9 \\u20ac\\U0001f600', []],
    ['8bit', 'plain', 'plain', []],
    ['zip', 'plain', 'plain', ['unknown']],
  ])('%s: %j', (encoding, text, wanted, defects) => {
    const { bytes, defects: found } = transferredBody(text, encoding);
    expect(latin1(bytes)).toBe(wanted);
    expect(found).toEqual(defects);
  });

  it('decodes whatever was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const wrapped = Buffer.from(bytes)
          .toString('base64')
          .replace(/(.{8})/g, '$1\n');
        expect(latin1(transferredBody(wrapped, 'base64').bytes)).toBe(latin1(bytes));
        const escaped = Array.from(bytes, (byte) => `=${byte.toString(16).padStart(2, '0')}`).join('');
        expect(latin1(transferredBody(escaped, 'quoted-printable').bytes)).toBe(latin1(bytes));
      }),
    );
  });
});
