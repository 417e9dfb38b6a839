import { parseJson } from '../../../formats/json/parse.js';
import { headerOf } from '../../../formats/mime/headers.js';
import {
  filenameOf,
  type MimeEntity,
  parseMime,
  transferEncodingOf,
  typeParameter,
} from '../../../formats/mime/message.js';
import { transferredBody } from '../../../formats/mime/transfer.js';
import { memberOf, type ObjectNode, stringValue, type SyntaxNode } from '../../../formats/tree/node.js';
import { partsOf } from '../../../formats/mime/message.js';
import type { Child } from '../../../document/payload.js';
import { type Fix, problem, type Problem } from '../../../problems/problem.js';
import type { Rule } from '../../../problems/rules.js';
import { decodeText } from '../../../text/bytes.js';
import type { Span } from '../../../text/span.js';
import { nearestName } from '../../../text/suggest.js';
import {
  handlerOf,
  isCompressedType,
  isIncludeType,
  isTypeByBeginning,
  knownContentTypes,
  typeByBeginning,
} from '../contentTypes.js';
import { includedUrls } from '../process.js';
import { beginningsInWords, type UserDataInput } from './input.js';

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

/** A part handler is a Python module of which cloud-init 26.2 calls two functions. */
export const partHandler: Rule<UserDataInput> = {
  name: 'user-data/part-handler',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType !== 'text/part-handler') return;
    const missing = ['list_types', 'handle_part'].filter(
      (name) => !new RegExp(`^[^#\\n]*\\b${name}\\b`, 'm').test(text),
    );
    if (missing.length === 0) return;
    yield problem(
      'user-data/part-handler-functions',
      { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 },
      `A part handler has to define list_types() and handle_part(); here ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing, so that it takes no part.`,
    );
  },
};

/** What an include leads to is known on the node only. */
export const include: Rule<UserDataInput> = {
  name: 'user-data/include',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType === undefined || !isIncludeType(contentType)) return;
    const start = text.search(/#include/i);
    const header = {
      start: Math.max(0, start),
      end: Math.max(0, start) + (/^\S*/.exec(text.slice(start))?.[0].length ?? 0),
    };
    const urls = includedUrls(text);
    if (urls.length === 0) {
      yield problem(
        'user-data/include-empty',
        header,
        'The include names no address; cloud-init does nothing with it.',
      );
      return;
    }
    let from = header.end;
    for (const url of urls) {
      const at = text.indexOf(url, from);
      if (at < 0) continue;
      from = at + url.length;
      yield problem(
        'user-data/include-not-followed',
        { start: at, end: from },
        'cloud-init fetches this address on the node and processes what it finds there; here nothing is fetched. Where the address cannot be read, all user data fails.',
      );
    }
  },
};

/**
 * Boothooks and scripts are files that are executed as they are, so that the system has to find `#!` in them
 * (cloud-init 26.2: a boothook without its first line and the white space behind it).
 */
export const script: Rule<UserDataInput> = {
  name: 'user-data/script',
  *check({ text, contentType }): Generator<Problem> {
    const hook = contentType === 'text/cloud-boothook';
    if (!hook && contentType?.startsWith('text/x-shellscript') !== true) return;
    const written = hook ? text.replace(/^\s*#cloud-boothook\s*/i, '') : text;
    if (written.startsWith('#!') || written.trim() === '') return;
    const start = text.length - written.trimStart().length;
    const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);
    yield problem(
      'user-data/missing-shebang',
      { start, end },
      hook
        ? 'The line behind #cloud-boothook has to begin with #!, such as #!/bin/bash; without it the boothook cannot be executed.'
        : 'A script has to begin with #!, such as #!/bin/bash, with nothing in front of it; otherwise it cannot be executed.',
      { fixes: [hook || !text.startsWith('#!', start) ? insertion(text, start) : removal(start)] },
    );
  },
};

function insertion(text: string, at: number): Fix {
  const lineBreak = at > 0 && !/[\r\n]/.test(text.charAt(at - 1)) ? '\n' : '';
  const changes = [{ span: { start: at, end: at }, newText: `${lineBreak}#!/bin/bash\n` }];
  return { title: 'Insert #!/bin/bash', changes, safe: false };
}

/** The blanks in front of the script go. */
function removal(start: number): Fix {
  return { title: 'Move #! to the beginning', changes: [{ span: { start: 0, end: start }, newText: '' }], safe: true };
}

/** The operations of RFC 6902 with the members that each needs beside `op` and `path`. */
const operations = new Map<string, readonly string[]>([
  ['add', ['value']],
  ['remove', []],
  ['replace', ['value']],
  ['move', ['from']],
  ['copy', ['from']],
  ['test', ['value']],
]);

/**
 * A `#cloud-config-jsonp` is a JSON Patch (RFC 6902) that is applied to what the cloud-configs before it have become; an
 * operation that fails makes cloud-init drop the whole patch.
 */
export const patch: Rule<UserDataInput> = {
  name: 'user-data/patch',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType !== 'text/cloud-config-jsonp') return;
    const header = /^\s*#cloud-config-jsonp/i.exec(text)?.[0] ?? '';
    if (header !== '' && !header.endsWith('#cloud-config-jsonp')) {
      const start = header.length - header.trimStart().length;
      yield problem(
        'user-data/invalid-patch',
        { start, end: header.length },
        'cloud-init takes this line off only in small letters, and refuses what is left as JSON: write #cloud-config-jsonp.',
      );
    }
    const tree = parseJson(header.replace(/[^\r\n]/g, ' ') + text.slice(header.length));
    yield* tree.problems;
    const { root } = tree;
    if (root === undefined) return;
    if (root.kind !== 'array') {
      yield invalid(root, 'A JSON Patch is a list of operations.');
      return;
    }
    for (const item of root.items) {
      if (item.kind === 'object') yield* operationFaults(item);
      else yield invalid(item, 'An operation of a JSON Patch is an object with op and path.');
    }
  },
};

function invalid({ span }: SyntaxNode, message: string): Problem {
  return problem('user-data/invalid-patch', span, `${message} cloud-init drops the whole patch.`);
}

function* operationFaults(operation: ObjectNode): Generator<Problem> {
  const op = memberOf(operation, 'op')?.value;
  const name = stringValue(op);
  if (op === undefined) yield invalid(operation, 'The operation has no op.');
  const needed = name === undefined ? undefined : operations.get(name);
  if (op !== undefined && needed === undefined) {
    const near = name === undefined ? undefined : nearestName(name, operations.keys());
    yield invalid(
      op,
      `op is one of ${[...operations.keys()].join(', ')}${near === undefined ? '' : `; was ${near} meant?`}.`,
    );
  }
  for (const pointer of ['path', ...(needed ?? [])]) {
    const value = memberOf(operation, pointer)?.value;
    if (value === undefined) yield invalid(operation, `The operation ${name ?? ''} needs ${pointer}.`);
    else if (pointer !== 'value' && !isPointer(value))
      yield invalid(
        value,
        `${pointer} is a JSON Pointer: empty, or names with a slash in front of each, such as /runcmd/0.`,
      );
  }
}

/** RFC 6901: `~` stands for itself only as `~0`. */
function isPointer(value: SyntaxNode): boolean {
  return value.kind === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value.value);
}
