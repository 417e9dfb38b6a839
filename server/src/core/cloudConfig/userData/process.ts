import {
  type MimeEntity,
  namedByDisposition,
  parseMime,
  transferEncodingOf,
  typeParameter,
} from '../../formats/mime/message.js';
import { rawBytes, transferredBody } from '../../formats/mime/transfer.js';
import { parseYaml } from '../../formats/yaml/read.js';
import type { Platform } from '../../platform.js';
import { byteString } from '../../text/bytes.js';
import { append, pythonLines } from '../../text/strings.js';
import { readArchive } from './archive.js';
import {
  archiveType,
  handlerOf,
  isCompressedType,
  isIncludeType,
  isTypeByBeginning,
  notMultipart,
  typeByBeginning,
} from './contentTypes.js';

/**
 * Decompresses gzip data like Python's `gzip`: all members, with zero bytes after the last one; undefined for invalid
 * data, which stays unchanged.
 */
function gunzipped(bytes: Uint8Array, platform: Platform, maxBytes: number): Uint8Array | undefined {
  if (bytes.length === 0) return bytes;
  const { bytes: inflated, fault, trailing } = platform.gunzip(bytes, maxBytes);
  return fault === undefined && trailing === 0 ? inflated : undefined;
}

/** Whether cloud-init reads user data as a message: its first 4096 bytes contain `mime-version:`. */
export function mentionsMime(bytes: Uint8Array): boolean {
  return /mime-version:/i.test(byteString(bytes.subarray(0, 4_096)));
}

/** Decodes bytes like Python's UTF-8 decoder, including a byte order mark; undefined for invalid bytes. */
function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes bytes; invalid UTF-8 becomes U+FFFD. */
function lenientText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** A part that cloud-init passes to its handler. */
interface UserDataPart {
  readonly contentType: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** cloud-init's name of the handler; null if there is none. */
  readonly handler: string | null;
}

export interface ProcessedUserData {
  readonly parts: readonly UserDataPart[];
  /** Addresses that cloud-init would download and process here; their content is unknown. */
  readonly includes: readonly string[];
  /** Whether cloud-init fails before it handles any part; the problems of the documents say why. */
  readonly failed: boolean;
}

/**
 * Processes user data like cloud-init (26.2, `user_data.py` and `handlers/__init__.py`): decompresses one gzip layer,
 * splits messages into parts, replaces vague types by that of the content's beginning, decompresses parts and splits
 * archives. `maxBytes` bounds decompressed data.
 */
export function processUserData(blob: Uint8Array, platform: Platform, maxBytes: number): ProcessedUserData {
  const processor = new Processor(platform, maxBytes);
  processor.process(blob);
  if (processor.failed) return { parts: [], includes: processor.includes, failed: true };
  return { parts: handedOn(processor.attached), includes: processor.includes, failed: false };
}

/** A part during processing; a part may be attached directly and again inside another part. */
interface Part {
  contentType: string;
  /** The name in the disposition. */
  filename: string | undefined;
  /** The name in the type, which is lost if the type is replaced. */
  typeName: string | undefined;
  /** Undefined for a container of other parts. */
  readonly bytes: Uint8Array | undefined;
  readonly parts: readonly Part[];
}

class Processor {
  readonly attached: Part[] = [];
  readonly includes: string[] = [];
  failed = false;
  readonly #platform: Platform;
  readonly #maxBytes: number;

  constructor(platform: Platform, maxBytes: number) {
    this.#platform = platform;
    this.#maxBytes = maxBytes;
  }

  process(blob: Uint8Array): void {
    const data = gunzipped(blob, this.#platform, this.#maxBytes) ?? blob;
    if (!mentionsMime(data)) {
      const part = { contentType: notMultipart, filename: undefined, typeName: undefined, bytes: data, parts: [] };
      this.#take(part, part);
      return;
    }
    // A byte order mark is part of the text here.
    const text = strictText(data);
    if (text === undefined) {
      this.failed = true;
      return;
    }
    const root = partOf(parseMime(text), text);
    for (const part of withInner(root)) {
      if (!part.contentType.startsWith('multipart/')) this.#take(part, root);
      if (this.failed) return;
    }
  }

  #take(found: Part, root: Part): void {
    let part = found;
    let named: string | undefined = part.contentType;
    if (isCompressedType(named)) {
      const unpacked = this.#unpacked(part);
      if (unpacked === undefined) {
        this.failed = true;
        return;
      }
      part = unpacked;
      named = 'text/plain';
    }
    const type = (isTypeByBeginning(named) ? typeByBeginning(textOf(part)) : undefined) ?? named;
    if (type !== part.contentType) retype(part, type);
    if (isIncludeType(type)) {
      append(this.includes, includedUrls(textOf(part)));
      return;
    }
    if (type === archiveType) {
      // The YAML reader rejects invalid UTF-8, which drops the whole archive.
      const archive = strictText(part.bytes ?? new Uint8Array());
      if (archive !== undefined) this.#explode(archive);
      return;
    }
    retype(root, type);
    this.#attach(part);
  }

  /** The part with its content decompressed, which passes through `email` as characters again. */
  #unpacked({ bytes, filename, typeName }: Part): Part | undefined {
    const inflated = gunzipped(bytes ?? new Uint8Array(), this.#platform, this.#maxBytes);
    const text = inflated && strictText(inflated);
    if (text === undefined) return undefined;
    const name = filename ?? typeName;
    const kept = name === undefined || name === '' ? undefined : name;
    return { contentType: 'text/plain', filename: kept, typeName: undefined, bytes: rawBytes(text), parts: [] };
  }

  #explode(archive: string): void {
    const tree = parseYaml(archive);
    const { entries, failures } = readArchive(tree);
    if (failures.length > 0 || tree.halves !== undefined) this.failed = true;
    for (const { contentType, filename, bytes } of entries)
      this.#attach({ contentType, filename, typeName: undefined, bytes, parts: [] });
  }

  #attach(part: Part): void {
    if ((part.filename ?? part.typeName ?? '') === '') part.filename = defaultName(this.attached.length + 1);
    this.attached.push(part);
  }
}

function partOf(entity: MimeEntity, text: string): Part {
  const body = text.slice(entity.body.start, entity.body.end);
  return {
    contentType: entity.contentType,
    filename: namedByDisposition(entity),
    typeName: typeParameter(entity, 'name')?.trim(),
    bytes: entity.parts === undefined ? transferredBody(body, transferEncodingOf(entity)).bytes : undefined,
    parts: entity.parts?.map((inner) => partOf(inner, text)) ?? [],
  };
}

function textOf({ bytes }: Part): string {
  return bytes === undefined ? '' : lenientText(bytes);
}

function retype(part: Part, type: string): void {
  part.contentType = type;
  part.typeName = undefined;
}

function* withInner(part: Part): Generator<Part> {
  yield part;
  for (const inner of part.parts) yield* withInner(inner);
}

/** The parts in the order of handling; inner parts follow the outer part. */
function handedOn(attached: readonly Part[]): UserDataPart[] {
  const handed: UserDataPart[] = [];
  for (const part of attached.flatMap((one) => [...withInner(one)])) {
    const { contentType, bytes = new Uint8Array() } = part;
    if (contentType.startsWith('multipart/')) continue;
    const filename = part.filename ?? part.typeName ?? '';
    handed.push({
      contentType,
      filename: filename === '' ? defaultName(handed.length) : filename,
      bytes,
      handler: handlerOf(contentType),
    });
  }
  return handed;
}

function defaultName(number: number): string {
  return `part-${String(number).padStart(3, '0')}`;
}

/**
 * Addresses in an include, one per line, also after the `#include`. Only a line that begins with `#` is a comment: cloud-init
 * reads an indented one as an address (26.2, `_do_include`).
 */
export function includedUrls(text: string): string[] {
  return pythonLines(text).flatMap((line) => {
    const address = line.replace(/^#include(?:-once)?\s*/i, '');
    return address.startsWith('#') || address.trim() === '' ? [] : [address.trim()];
  });
}
