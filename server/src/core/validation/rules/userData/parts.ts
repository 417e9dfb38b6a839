import { headerOf } from '../../../mime/headers.js';
import { filenameOf, type MimeEntity, parseMime, transferEncodingOf, typeParameter } from '../../../mime/message.js';
import { transferredBody } from '../../../mime/transfer.js';
import { partsOf } from '../../../payload/children/mimeParts.js';
import type { Child } from '../../../payload/payload.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import { decodeText } from '../../../text/bytes.js';
import type { Span } from '../../../text/span.js';
import { nearestName } from '../../../text/suggest.js';
import {
  handlerOf,
  isCompressedType,
  isTypeByBeginning,
  knownContentTypes,
  typeByBeginning,
} from '../../../userData/contentTypes.js';
import type { Rule } from '../../rule.js';
import type { UserDataInput } from './input.js';
import { beginningsInWords } from './words.js';

/** What keeps a part of a message from reaching its handler as it was meant (cloud-init 26.2, Python 3.11). */
export const parts: Rule<UserDataInput> = {
  name: 'user-data/parts',
  *check({ text, payload }): Generator<Problem> {
    const found = partsOf(parseMime(text)).map((entity, index) => partAt(entity, text, payload.children[index]));
    const custom = found.some(({ type }) => type === 'text/part-handler');
    const scripts = new Map<string, Part>();
    for (const part of found) {
      // A nested multipart is a document of its own.
      if (part.entity.contentType.startsWith('multipart/')) continue;
      yield* typeFaults(part, custom);
      yield* encodingFaults(part);
      yield* contentFaults(part);
      yield* sameName(part, scripts);
    }
  },
};

/** A part with what is asked of it again and again. */
interface Part {
  readonly entity: MimeEntity;
  /** The type that cloud-init hands it on with. */
  readonly type: string;
  readonly typeSpan: Span;
  readonly body: string;
  readonly encoding: string;
  readonly encodingSpan: Span;
  readonly bytes: Uint8Array;
  /** What was unpacked on the way to the document in the part. */
  readonly unpacked: readonly string[];
  readonly decodedText: string | undefined;
  /** Whether its bytes that are no characters have been reported already. */
  readonly saidInvalid: boolean;
}

function partAt(entity: MimeEntity, text: string, child: Child | undefined): Part {
  const body = text.slice(entity.body.start, entity.body.end);
  const encoding = transferEncodingOf(entity);
  const place = { start: entity.whole.start, end: Math.min(entity.whole.start + 1, entity.whole.end) };
  return {
    entity,
    type: child?.payload.partType ?? entity.contentType,
    typeSpan: headerOf(entity.headers, 'content-type')?.span ?? place,
    body,
    encoding,
    encodingSpan: headerOf(entity.headers, 'content-transfer-encoding')?.span ?? place,
    bytes: transferredBody(body, encoding).bytes,
    unpacked: child?.payload.layers.filter((layer) => /^(?:gzip|base64)/.test(layer)) ?? [],
    decodedText: child?.payload.text,
    saidInvalid: child?.payload.problems.some(({ code }) => code === 'payload/invalid-utf-8') === true,
  };
}

function* typeFaults(part: Part, custom: boolean): Generator<Problem> {
  const { entity, type, typeSpan } = part;
  const written = headerOf(entity.headers, 'content-type')?.value.split(';', 1)[0]?.trim();
  if (written !== undefined && written.split('/').length !== 2) {
    yield problem(
      'user-data/invalid-part-type',
      typeSpan,
      `${JSON.stringify(written)} is no content type, which is two words with a slash between them; the part counts as text/plain.`,
      fixType(part, nearestName(`text/${written}`, knownContentTypes)),
    );
  }
  if (isCompressedType(entity.contentType) || handlerOf(type) !== null || isTakenApart(type)) return;
  if (isTypeByBeginning(type)) {
    yield problem(
      'user-data/unhandled-part',
      typeSpan,
      `Nothing takes this part: a part of type ${type} has to begin with ${beginningsInWords}.`,
    );
  } else if (!custom) {
    const near = nearestName(type, knownContentTypes, 4);
    yield problem(
      'user-data/unhandled-part',
      typeSpan,
      `Nothing takes parts of type ${type}${near === undefined ? '' : `; was ${near} meant?`}${near === undefined ? '; cloud-init knows types such as text/cloud-config, text/x-shellscript and text/cloud-boothook.' : ''}`,
      fixType(part, near),
    );
  }
}

function isTakenApart(type: string): boolean {
  return knownContentTypes.includes(type);
}

function fixType({ entity }: Part, type: string | undefined): { fixes?: Fix[] } {
  const header = headerOf(entity.headers, 'content-type');
  if (type === undefined || header === undefined) return {};
  const written = header.value.split(';', 1)[0]?.trim() ?? '';
  const start = header.span.end - header.value.length;
  const changes = [{ span: { start, end: start + written.length }, newText: type }];
  return { fixes: [{ title: `Change the type to ${type}`, changes, safe: false }] };
}

function* encodingFaults({ encoding, encodingSpan, entity, body }: Part): Generator<Problem> {
  const { defects } = transferredBody(body, encoding);
  if (defects.includes('unknown')) {
    const meant = encoding.trim().toLowerCase();
    const spaced = meant !== encoding.toLowerCase() && transferredBody('', meant).defects.length === 0;
    yield problem(
      'payload/mime-unknown-encoding',
      encodingSpan,
      spaced
        ? `Blanks behind ${meant} keep the transfer encoding from being recognised; the part is taken as it stands.`
        : `${JSON.stringify(encoding)} is no transfer encoding; the part is taken as it stands.`,
    );
  }
  if (defects.includes('uuencode')) {
    yield problem(
      'payload/mime-broken-encoding',
      encodingSpan,
      'The part is no uuencoded text from a begin line to an end line; it is taken as it stands.',
    );
  }
  if (encoding.toLowerCase() === 'quoted-printable') {
    const broken = /=(?![0-9a-fA-F]{2}|[\r\n=]|$)/.exec(body.replaceAll('==', '  '));
    if (broken !== null) {
      const start = entity.body.start + broken.index;
      yield problem(
        'payload/mime-broken-encoding',
        { start, end: start + 1 },
        'In quoted-printable text = begins two hexadecimal digits or ends a line; this one stays as it is. Write =3D for the character itself.',
      );
    }
  }
}

function* contentFaults(part: Part): Generator<Problem> {
  const { entity, type, body, encoding, bytes, unpacked, decodedText = '', saidInvalid } = part;
  const compressed = isCompressedType(entity.contentType);
  const isEncoded = encoding.toLowerCase() === 'base64';
  const charset = typeParameter(entity, 'charset');
  if (charset !== undefined && !/^(?:utf-?8|(?:us-)?ascii|)$/i.test(charset) && handlerOf(type) !== null) {
    yield problem(
      'user-data/part-charset',
      part.typeSpan,
      `cloud-init reads text parts as UTF-8, whatever character set they name; ${JSON.stringify(charset)} has no effect.`,
    );
  }
  const foreign = isEncoded ? -1 : body.search(beyondAscii);
  if (foreign >= 0) {
    const start = entity.body.start + foreign;
    yield problem(
      'user-data/unencoded-characters',
      { start, end: start + String.fromCodePoint(body.codePointAt(foreign) ?? 0).length },
      'Characters beyond ASCII do not get through a part that is not base64: cloud-init reads them as other bytes, and skips a cloud-config because of them. Encode the part as base64.',
    );
  } else if (
    type.startsWith('text/') &&
    !compressed &&
    !saidInvalid &&
    decodeText(bytes).invalidAt !== undefined &&
    unpacked.length === 0
  ) {
    yield problem(
      'user-data/part-not-utf-8',
      entity.body,
      'The part is no UTF-8 text, which is the only one that cloud-init reads.',
    );
  }
  if (compressed) {
    if (unpacked[0] !== 'gzip' && bytes.length > 0) {
      yield problem(
        'user-data/part-not-gzip',
        part.typeSpan,
        `A part of type ${entity.contentType} has to be gzip data; cloud-init ends with an error here and takes no user data at all.`,
      );
    } else if (beyondAscii.test(decodedText)) {
      yield problem(
        'user-data/unencoded-characters',
        entity.body,
        'Characters beyond ASCII do not get through a compressed part: cloud-init reads them as other bytes. Compress the whole message instead, and encode this part as base64.',
      );
    }
  }
  if (unpacked.length > (compressed ? 1 : 0)) {
    const layer = unpacked[compressed ? 1 : 0] ?? '';
    yield problem(
      'user-data/part-still-encoded',
      entity.body,
      layer === 'gzip'
        ? `The content is gzip data, which cloud-init unpacks only in parts of type application/x-gzip and the like; a part of type ${entity.contentType} is taken as it stands.`
        : 'The content is base64 text, which cloud-init decodes only where the part has a header Content-Transfer-Encoding: base64.',
    );
    return;
  }
  const begins = typeByBeginning(decodedText);
  if (isTypeByBeginning(entity.contentType) || compressed) return;
  // What is no template has a problem of its own.
  if (begins === undefined || begins === type || type === 'text/jinja2' || (isScript(begins) && isScript(type))) return;
  if (handlerOf(type) === null) return;
  yield problem(
    'user-data/part-type-mismatch',
    part.typeSpan,
    `The part is handed on as ${type}, but begins as ${begins} does; cloud-init believes the type.`,
    fixType(part, begins),
  );
}

const beyondAscii = /[^\u0000-\u007f]/; // eslint-disable-line no-control-regex -- all of ASCII is meant

function isScript(type: string): boolean {
  return type.startsWith('text/x-shellscript');
}

/** Scripts are files in one folder on the node, so that the second of a name replaces the first. */
function* sameName(part: Part, scripts: Map<string, Part>): Generator<Problem> {
  const name = filenameOf(part.entity);
  if (!isScript(part.type) || name === undefined || name === '') return;
  const key = `${part.type} ${name}`;
  if (scripts.has(key)) {
    yield problem(
      'user-data/duplicate-filename',
      headerOf(part.entity.headers, 'content-disposition')?.span ?? part.typeSpan,
      `An earlier script of this message is called ${JSON.stringify(name)} too; this one replaces it before either runs.`,
    );
  }
  scripts.set(key, part);
}
