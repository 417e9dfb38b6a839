import { decodeText } from '../text/bytes.js';
import { type ByteString, bytesOf } from '../text/byteString.js';
import {
  derChildren,
  derContent,
  derContentStart,
  derCount,
  derEnd,
  derTag,
  type DerValue,
  dottedIdentifier,
  hexadecimal,
} from './der.js';

/** Short names of attributes (RFC 4519 and PKCS #9), by which people and OpenSSL write them. */
const attributeNames: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'street'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
]);

/**
 * Whether a value is a distinguished name: sets of attributes, nearly always of one each. Nothing is made of its parts,
 * since of the many names of a large config hardly any is ever shown.
 */
export function isDistinguishedName(bytes: ByteString, { tag, contentStart, end }: DerValue): boolean {
  if (tag !== derTag.sequence) return false;
  for (let set = contentStart; set < end;) {
    const setEnd = derEnd(bytes, set, end);
    if (setEnd < 0 || bytes.charCodeAt(set) !== derTag.set) return false;
    for (let member = derContentStart(bytes, set); member < setEnd;) {
      const memberEnd = derEnd(bytes, member, setEnd);
      if (memberEnd < 0) return false;
      const type = derContentStart(bytes, member);
      if (derCount(bytes, type, memberEnd) < 2 || bytes.charCodeAt(type) !== derTag.objectIdentifier) return false;
      member = memberEnd;
    }
    set = setEnd;
  }
  return true;
}

/**
 * A distinguished name in the order and escaping of RFC 4514, the most specific part first, with a blank behind each
 * comma: `CN=Contoso Root, O=Contoso`.
 */
export function writtenName(bytes: ByteString, name: DerValue): string {
  const parts = (derChildren(bytes, name) ?? []).map((set) =>
    (derChildren(bytes, set) ?? []).map((member) => writtenAttribute(bytes, derChildren(bytes, member))).join('+'),
  );
  return parts.reverse().join(', ');
}

function writtenAttribute(bytes: ByteString, [type, value]: readonly DerValue[] = []): string {
  if (type === undefined || value === undefined) return '';
  const identifier = dottedIdentifier(bytes, type);
  const text = textOf(value.tag, derContent(bytes, value));
  const shown =
    text === undefined
      ? `#${hexadecimal(bytes.slice(value.start, Math.min(value.end, value.start + 32)))}`
      : escaped(text);
  return `${attributeNames.get(identifier) ?? identifier}=${shown}`;
}

/** The text of an ASN.1 string type; undefined for other types. */
function textOf(tag: number, content: ByteString): string | undefined {
  switch (tag) {
    // UTF8String, NumericString, PrintableString, IA5String, VisibleString
    case 0x0c:
    case 0x12:
    case 0x13:
    case 0x16:
    case 0x1a:
      return decodeText(bytesOf(content)).text;
    // T61String, which everybody fills with Latin-1
    case 0x14:
      return content;
    // UniversalString and BMPString: four and two bytes for each character
    case 0x1c:
      return wideText(content, 4);
    case 0x1e:
      return wideText(content, 2);
    default:
      return undefined;
  }
}

function wideText(content: ByteString, width: 2 | 4): string {
  let text = '';
  for (let at = 0; at + width <= content.length; at += width) {
    let code = 0;
    for (let i = 0; i < width; i++) code = code * 256 + content.charCodeAt(at + i);
    text += width === 2 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** RFC 4514 escapes; what cannot be seen, or turns the direction of the text around, is shown as U+FFFD. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\ufffd').replace(/[\\,+"<>;]|^[# ]| $/g, '\\$&');
}
