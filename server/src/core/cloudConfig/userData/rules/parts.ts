import { parseJson } from '../../../formats/json/parse.js';
import { headerOf } from '../../../formats/mime/headers.js';
import {
  filenameOf,
  type MimeEntity,
  parseMime,
  partsOf,
  transferEncodingOf,
  typeParameter,
} from '../../../formats/mime/message.js';
import { transferredBody } from '../../../formats/mime/transfer.js';
import { memberOf, type ObjectNode, stringValue, type SyntaxNode } from '../../../formats/tree/node.js';
import type { Child } from '../../../document/payload.js';
import { type Fix, problem, type Problem, replacement } from '../../../problems/problem.js';
import type { Rule } from '../../../problems/rules.js';
import { decodeText } from '../../../text/bytes.js';
import type { Span } from '../../../text/span.js';
import { withoutTrailing } from '../../../text/strings.js';
import { nearestName } from '../../../text/suggest.js';
import { isPlaceholder } from '../../../values/format.js';
import {
  beginningsInWords,
  handlerOf,
  isCompressedType,
  isExecuted,
  isIncludeType,
  isTypeByBeginning,
  knownContentTypes,
  typeByBeginning,
  type UserDataInput,
  withoutLeadingBlanks,
} from '../contentTypes.js';
import { includedUrls } from '../process.js';
import { isMismatch, isScript, mismatchMessage, unhandledType } from './messages.js';

/** Parts of a message that don't reach the right handler unchanged (cloud-init 26.2, Python 3.11). */
export const parts: Rule<UserDataInput> = {
  name: 'user-data/parts',
  *check({ text, payload, budget }): Generator<Problem> {
    const found = partsOf(parseMime(text, budget)).map((entity, index) =>
      partOf(entity, text, payload.children[index]),
    );
    const custom = found.some(({ type }) => type === 'text/part-handler');
    const scripts = new Set<string>();
    for (const part of found) {
      // A nested multipart is a separate document.
      if (part.entity.contentType.startsWith('multipart/')) continue;
      yield* typeFaults(part, custom);
      yield* encodingFaults(part);
      yield* contentFaults(part);
      yield* duplicateName(part, scripts);
    }
  },
};

/** A part with the facts that several checks need. */
interface Part {
  readonly entity: MimeEntity;
  /** The type by which cloud-init selects the handler. */
  readonly type: string;
  readonly typeSpan: Span;
  readonly body: string;
  readonly encoding: string;
  readonly encodingSpan: Span;
  readonly bytes: Uint8Array;
  /** The decoded layers between the part and the document in it. */
  readonly unpacked: readonly string[];
  readonly decodedText: string | undefined;
  /** Whether invalid bytes are already reported. */
  readonly isReportedInvalid: boolean;
}

function partOf(entity: MimeEntity, text: string, child: Child | undefined): Part {
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
    isReportedInvalid: child?.payload.problems.some(({ code }) => code === 'payload/invalid-utf-8') === true,
  };
}

function* typeFaults(part: Part, custom: boolean): Generator<Problem> {
  const { entity, type, typeSpan, bytes } = part;
  const written = writtenType(part);
  if (written !== undefined && written.split('/').length !== 2) {
    const message = `${JSON.stringify(written)} is not a valid content type, so the part is read as text/plain. Write two words separated by a slash.`;
    const fixes = typeFixes(part, nearestName(`text/${written}`, knownContentTypes));
    yield problem('user-data/invalid-part-type', typeSpan, message, { fixes });
  }
  if (isCompressedType(entity.contentType) || handlerOf(type) !== null || knownContentTypes.includes(type)) return;
  if (isTypeByBeginning(type)) {
    // cloud-init passes over it without a warning, and writes such parts itself for custom data that is empty.
    if (bytes.length === 0) return;
    const message = `cloud-init has no handler for this part: a part of type ${type} must begin with ${beginningsInWords}.`;
    yield problem('user-data/unhandled-part', typeSpan, message);
  } else if (!custom) {
    const { message, near } = unhandledType(type);
    yield problem('user-data/unhandled-part', typeSpan, message, { fixes: typeFixes(part, near) });
  }
}

function writtenType({ entity }: Part): string | undefined {
  return headerOf(entity.headers, 'content-type')?.value.split(';', 1)[0]?.trim();
}

function typeFixes(part: Part, type: string | undefined): Fix[] {
  const header = headerOf(part.entity.headers, 'content-type');
  if (type === undefined || header === undefined) return [];
  const start = header.span.end - header.value.length;
  const span = { start, end: start + (writtenType(part) ?? '').length };
  return [replacement(`Change the type to ${type}`, span, type, { safe: false })];
}

function* encodingFaults({ encoding, encodingSpan, entity, body }: Part): Generator<Problem> {
  const { defects } = transferredBody(body, encoding);
  if (defects.includes('unknown')) {
    const meant = encoding.trim().toLowerCase();
    const spaced = meant !== encoding.toLowerCase() && transferredBody('', meant).defects.length === 0;
    const message = spaced
      ? `The transfer encoding ${meant} is not recognised because of the spaces after it, so the part is not decoded. Remove the spaces.`
      : `${JSON.stringify(encoding)} is not a transfer encoding, so the part is not decoded.`;
    yield problem('payload/mime-unknown-encoding', encodingSpan, message);
  }
  if (defects.includes('uuencode')) {
    const message = 'The part is not valid uuencoded text with a begin line and an end line, so it is not decoded.';
    yield problem('payload/mime-broken-encoding', encodingSpan, message);
  }
  if (encoding.toLowerCase() !== 'quoted-printable') return;
  const broken = /=(?![0-9a-fA-F]{2}|[\r\n=]|$)/.exec(body.replaceAll('==', '  '));
  if (broken === null) return;
  const start = entity.body.start + broken.index;
  yield problem(
    'payload/mime-broken-encoding',
    { start, end: start + 1 },
    'In quoted-printable text, = must be followed by two hexadecimal digits or a line break; this one is not decoded. Write =3D for the character itself.',
  );
}

function* contentFaults(part: Part): Generator<Problem> {
  const { entity, type, typeSpan, body, encoding, bytes, unpacked, decodedText = '', isReportedInvalid } = part;
  const compressed = isCompressedType(entity.contentType);
  const charset = typeParameter(entity, 'charset');
  if (charset !== undefined && !/^(?:utf-?8|(?:us-)?ascii|)$/i.test(charset) && handlerOf(type) !== null) {
    const message = `The charset ${JSON.stringify(charset)} has no effect: cloud-init reads text parts as UTF-8.`;
    yield problem('user-data/part-charset', typeSpan, message);
  }
  const foreign = encoding.toLowerCase() === 'base64' ? -1 : body.search(beyondAscii);
  const isText = type.startsWith('text/') && !compressed && unpacked.length === 0;
  if (foreign >= 0) {
    const start = entity.body.start + foreign;
    yield problem(
      'user-data/unencoded-characters',
      { start, end: start + String.fromCodePoint(body.codePointAt(foreign) ?? 0).length },
      'cloud-init corrupts non-ASCII characters in a part that is not base64, and skips a cloud-config with them. Encode the part as base64.',
    );
  } else if (isText && !isReportedInvalid && decodeText(bytes).invalidAt !== undefined) {
    const message = 'The part must be UTF-8 text: cloud-init reads no other encoding.';
    yield problem('user-data/part-not-utf-8', entity.body, message);
  }
  if (compressed && unpacked[0] !== 'gzip' && bytes.length > 0) {
    const message = `A part of type ${entity.contentType} must be gzip data: cloud-init fails here and processes no user data at all.`;
    yield problem('user-data/part-not-gzip', typeSpan, message);
  } else if (compressed && beyondAscii.test(decodedText)) {
    const message =
      'cloud-init corrupts non-ASCII characters in a compressed part. Compress the whole message instead, and encode this part as base64.';
    yield problem('user-data/unencoded-characters', entity.body, message);
  }
  const remaining = unpacked[compressed ? 1 : 0];
  if (remaining !== undefined) {
    const message =
      remaining === 'gzip'
        ? `The content is gzip data, which cloud-init does not decompress in a part of type ${entity.contentType}. Use a type such as application/x-gzip.`
        : 'The content is base64, but cloud-init does not decode it. Add the header Content-Transfer-Encoding: base64.';
    yield problem('user-data/part-still-encoded', entity.body, message);
    return;
  }
  const begins = isTypeByBeginning(entity.contentType) || compressed ? undefined : typeByBeginning(decodedText);
  if (begins === undefined || handlerOf(type) === null || !isMismatch(type, begins)) return;
  const fixes = typeFixes(part, begins);
  yield problem('user-data/part-type-mismatch', typeSpan, mismatchMessage('part', type, begins), { fixes });
}

const beyondAscii = /[^\u0000-\u007f]/; // eslint-disable-line no-control-regex -- matches all of ASCII

/** Scripts are files in one folder on the node, so a second script with the same name replaces the first. */
function* duplicateName(part: Part, scripts: Set<string>): Generator<Problem> {
  const name = filenameOf(part.entity);
  if (!isScript(part.type) || name === undefined || name === '') return;
  const file = fileOnNode(part.type, name);
  const key = `${part.type} ${file}`;
  if (scripts.has(key)) {
    const span = headerOf(part.entity.headers, 'content-disposition')?.span ?? part.typeSpan;
    const message = `This script replaces an earlier script with the same name ${JSON.stringify(file)} before either runs. Rename one of them.`;
    yield problem('user-data/duplicate-filename', span, message);
  }
  scripts.add(key);
}

/** The name that a script has on the node (cloud-init 26.2, `clean_filename`). */
function fileOnNode(type: string, name: string): string {
  // Scripts with a frequency have no folders in their names, others have an underscore for each slash.
  const file = type === 'text/x-shellscript' ? name.replaceAll('/', '_') : name.slice(name.lastIndexOf('/') + 1);
  return file.replace(/[^\w.()-]/g, '');
}

const partFunctions = [
  ['list_types', /^[^#\r\n\u2028\u2029]*\blist_types\b/m],
  ['handle_part', /^[^#\r\n\u2028\u2029]*\bhandle_part\b/m],
] as const;

/** A part handler is a Python module with two functions that cloud-init 26.2 calls. */
export const partHandler: Rule<UserDataInput> = {
  name: 'user-data/part-handler',
  *check({ text, contentType }): Generator<Problem> {
    if (contentType !== 'text/part-handler') return;
    const missing = partFunctions.flatMap(([name, pattern]) => (pattern.test(text) ? [] : [name]));
    if (missing.length === 0) return;
    yield problem(
      'user-data/part-handler-functions',
      { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 },
      `A part handler must define list_types() and handle_part(): ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing, so it handles no part.`,
    );
  },
};

/** The content of an include is known only on the node. */
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
      const message = 'The include contains no address, so cloud-init ignores it. Add a URL.';
      yield problem('user-data/include-empty', header, message);
      return;
    }
    let from = header.end;
    for (const url of urls) {
      const at = text.indexOf(url, from);
      if (at < 0) continue;
      from = at + url.length;
      const span = { start: at, end: from };
      if (!url.startsWith('#')) {
        const message =
          'cloud-init downloads and processes this address on the node; its content is not checked here. If the download fails, cloud-init processes no user data.';
        yield problem('user-data/include-not-followed', span, message);
        continue;
      }
      const indentation = { start: withoutTrailing(text.slice(0, at), ' \t').length, end: at };
      yield problem(
        'user-data/include-comment',
        span,
        'cloud-init reads this line as an address, because there are spaces before the #. The download fails, and cloud-init processes no user data. Remove the spaces.',
        { fixes: [replacement('Remove the spaces before #', indentation, '', { safe: true })] },
      );
    }
  },
};

/**
 * Boothooks and scripts are executed as files, so they must begin with `#!` (cloud-init 26.2, `BootHookPartHandler`: a boothook
 * without its first line, if that is in lower case and at the very beginning, and without white space after it).
 */
export const script: Rule<UserDataInput> = {
  name: 'user-data/script',
  *check({ text, contentType }): Generator<Problem> {
    if (!isExecuted(contentType)) return;
    const hook = contentType === 'text/cloud-boothook';
    const first = hook && text.startsWith(hookHeader) ? hookHeader.length : 0;
    const written = hook ? withoutLeadingBlanks(text.slice(first)) : text;
    if (written.startsWith('#!') || written.trim() === '' || isPlaceholder(written)) return;
    const start = text.length - written.trimStart().length;
    const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].length ?? 0);
    if (hook && text.slice(start, start + hookHeader.length).toLowerCase() === hookHeader) {
      const header = { start: 0, end: start + hookHeader.length };
      yield problem(
        'user-data/missing-shebang',
        { ...header, start },
        "The boothook can't be executed: cloud-init only removes this line in lower case and with nothing before it. Write #cloud-boothook at the very beginning.",
        { fixes: [replacement('Write #cloud-boothook at the beginning', header, hookHeader, { safe: true })] },
      );
      return;
    }
    yield problem(
      'user-data/missing-shebang',
      { start, end },
      first > 0
        ? "The boothook can't be executed: the line after #cloud-boothook must begin with #!, such as #!/bin/bash."
        : "The script can't be executed: it must begin with #!, such as #!/bin/bash, with nothing before it.",
      { fixes: [text.startsWith('#!', start) ? removal(text.length - written.length, start) : insertion(text, start)] },
    );
  },
};

const hookHeader = '#cloud-boothook';

function insertion(text: string, at: number): Fix {
  const lineBreak = at > 0 && !/[\r\n]/.test(text.charAt(at - 1)) ? '\n' : '';
  return replacement('Insert #!/bin/bash', { start: at, end: at }, `${lineBreak}#!/bin/bash\n`, { safe: false });
}

/** Removes what is before the script. */
function removal(start: number, end: number): Fix {
  return replacement('Move #! to the beginning', { start, end }, '', { safe: true });
}

/** The operations of RFC 6902 with their required members besides `op` and `path`. */
const operations = new Map<string, readonly string[]>([
  ['add', ['value']],
  ['remove', []],
  ['replace', ['value']],
  ['move', ['from']],
  ['copy', ['from']],
  ['test', ['value']],
]);

/**
 * A `#cloud-config-jsonp` is a JSON Patch (RFC 6902) for the merged cloud-configs before it; cloud-init drops the whole
 * patch if an operation fails.
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
        'cloud-init only recognises this line in lower case, and otherwise rejects the patch as JSON. Write #cloud-config-jsonp.',
      );
    }
    const tree = parseJson(header.replace(/[^\r\n]/g, ' ') + text.slice(header.length));
    yield* tree.problems;
    const { root } = tree;
    if (root === undefined) return;
    if (root.kind !== 'array') {
      yield invalid(root, 'A JSON Patch must be a list of operations.');
      return;
    }
    for (const item of root.items) {
      if (item.kind === 'object') yield* operationFaults(item);
      else yield invalid(item, 'An operation of a JSON Patch must be an object with op and path.');
    }
  },
};

function invalid({ span }: { readonly span: Span }, message: string): Problem {
  return problem('user-data/invalid-patch', span, `${message} cloud-init drops the whole patch.`);
}

function* operationFaults(operation: ObjectNode): Generator<Problem> {
  const op = memberOf(operation, 'op')?.value;
  const name = stringValue(op);
  if (op === undefined) yield invalid(operation, 'The operation has no op.');
  const needed = name === undefined ? undefined : operations.get(name);
  if (op !== undefined && needed === undefined) {
    const near = name === undefined ? undefined : nearestName(name, operations.keys());
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    yield invalid(op, `op must be one of ${[...operations.keys()].join(', ')}.${hint}`);
  }
  const keys = ['path', ...(needed ?? [])];
  for (const key of ['op', ...keys]) {
    const [, second] = operation.members.filter((member) => member.key.name === key);
    if (second !== undefined && key !== 'value') yield invalid(second.key, `${key} is given twice.`);
  }
  for (const key of keys) {
    const value = memberOf(operation, key)?.value;
    if (value === undefined) yield invalid(operation, `The operation ${name ?? ''} must have ${key}.`);
    else if (key !== 'value' && !isPointer(value))
      yield invalid(
        value,
        `${key} must be a JSON Pointer: empty, or names each preceded by a slash, such as /runcmd/0.`,
      );
    else if (
      stringValue(value)?.endsWith('/-') === true &&
      (key === 'from' || (key === 'path' && needsEntry.has(name)))
    )
      yield invalid(
        value,
        `- is the place after the last entry of a list, so ${key} leads to nothing. Write a number.`,
      );
  }
}

/** Operations whose path leads to something that is there already. */
const needsEntry: ReadonlySet<string | undefined> = new Set(['replace', 'remove', 'test']);

/** RFC 6901: `~` is escaped as `~0`. */
function isPointer(value: SyntaxNode): boolean {
  return value.kind === 'string' && /^(?:\/|$)/.test(value.value) && !/~(?![01])/.test(value.value);
}
