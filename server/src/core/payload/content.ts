import { userDataType } from '../cloudConfig/userData/contentTypes.js';
import { ArmEvaluator } from '../formats/arm/evaluate.js';
import { type GivenParameters, scopeOf, type TemplateChoices } from '../formats/arm/scope.js';
import { parseJson } from '../formats/json/parse.js';
import { readShell, type ShellScript } from '../formats/shell/commands.js';
import { memberIgnoringCase, type SyntaxTree } from '../formats/tree/node.js';
import { type Limits, limits as defaultLimits } from '../limits.js';
import type { Contract } from '../nodeConfig/contract/contract.js';
import type { Inflated, Platform } from '../platform.js';
import { problem, type Problem } from '../problems/problem.js';
import type { Remembered } from '../remembered.js';
import type { Budget } from '../text/budget.js';
import { decodeText, looksLikeText, utf8Bytes, utf8Length } from '../text/bytes.js';
import type { MadeFromText } from '../text/madeFromText.js';
import { opaqueMap, type PositionMap } from '../text/positionMap.js';
import type { Result } from '../text/result.js';
import type { Span } from '../text/span.js';
import { grouped } from '../text/strings.js';

/** The magic bytes of gzip data (RFC 1952). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** What is being decoded: text with a map to the file, or bytes of which only the whole origin is known. */
export interface Content {
  readonly bytes: Uint8Array;
  /** Undefined for bytes that aren't text. */
  readonly text: string | undefined;
  /** From `text` to the file. */
  readonly map: PositionMap;
  /** Set if parts are unknown, so that the content can't be decoded: it contains expressions of a template. */
  readonly partial?: true;
  /** Set if some of the bytes aren't valid characters. */
  readonly invalid?: InvalidByte;
  /** The whole payload in the file, for problems without a finer position. */
  readonly origin: Span;
}

/** The first byte that isn't part of a character, with where it comes from in the file, as closely as that is known. */
type InvalidByte = NonNullable<ReadBytes['invalid']> & { readonly origin: Span };

/** What bytes are, wherever they come from. */
export interface ReadBytes {
  /** Undefined for bytes that aren't text. */
  readonly text: string | undefined;
  /** The first byte that isn't part of a character, if they are text nevertheless. */
  readonly invalid?: {
    readonly value: number;
    /** Its position in the bytes. */
    readonly at: number;
    /** The U+FFFD that stands for it in the text. */
    readonly inText: number;
  };
}

/** The outcome of one decoding step; problems have their spans in the file. */
export interface Decoded {
  readonly content: Content;
  readonly problems: readonly Problem[];
  /** Why encoding other content instead of this would lose something. */
  readonly loss?: string;
}

/** The loss of bytes that aren't characters. */
export const notCharacters = "It contains bytes that aren't characters and would be lost.";

/** Content that is written in a text. Its bytes are made on first use: an editor reads its document at every keystroke. */
export function textContent(text: string, map: PositionMap, origin: Span): Content {
  let bytes: Uint8Array | undefined;
  return {
    text,
    map,
    origin,
    get bytes() {
      return (bytes ??= utf8Bytes(text));
    },
  };
}

/** Content that can't be decoded, because parts of it are unknown. */
export function partialContent(content: Content): Content {
  return { ...content, partial: true };
}

/** Content that was decoded into bytes; positions inside it are lost. */
export function byteContent(bytes: Uint8Array, origin: Span, { text, invalid } = readBytes(bytes)): Content {
  const content = { bytes, text, map: opaqueMap(origin), origin };
  return invalid === undefined ? content : { ...content, invalid: { ...invalid, origin } };
}

function readBytes(bytes: Uint8Array): ReadBytes {
  if (isGzip(bytes)) return { text: undefined };
  const decoded = decodeText(bytes);
  const { text, invalidAt } = decoded;
  // A script may contain invalid characters.
  const isText = !decoded.byteOrderMark && (userDataType(text) !== undefined || looksLikeText(decoded));
  if (!isText) return { text: undefined };
  if (invalidAt === undefined) return { text };
  const at = utf8Length(text.slice(0, invalidAt));
  return { text, invalid: { value: bytes[at] ?? 0, at, inText: invalidAt } };
}

/**
 * As much of a content as all layers of the file may still give together, and a problem if that isn't all of it.
 * `what` begins the sentence about it.
 */
export function withinBudget(content: Content, context: DecodeContext, what: string): Decoded {
  const { text, map, origin, partial } = content;
  const size = text?.length ?? content.bytes.length;
  const granted = context.spend(size);
  if (granted === size) return { content, problems: [] };
  const cut =
    text === undefined
      ? byteContent(content.bytes.subarray(0, granted), origin)
      : textContent(text.slice(0, granted), map, origin);
  return {
    content: partial === undefined ? cut : { ...cut, partial },
    problems: [problem('payload/limit-output', origin, beyondBudget(what, granted, context.limits))],
    loss: 'It is too large to be decoded as a whole.',
  };
}

/** The message that a limit was reached; `what` begins sentences. */
export function beyondBudget(what: string, granted: number, limits: Limits): string {
  const name = what.charAt(0).toLowerCase() + what.slice(1);
  return `Of ${name} only ${grouped(granted)} bytes are decoded: all layers together would exceed ${limits.decodedBytes >> 20} MiB.`;
}

/** Options for templates. */
export interface TemplateOptions {
  /** The text of a parameters file. Its values take precedence over those of a request. */
  readonly parameters?: string | undefined;
  /** Whether parameters without a value get their defaults. */
  readonly useDefaults?: boolean | undefined;
}

/**
 * The files that a source file reads, by the paths with which it names them: their content, or why it can't be read, as in
 * "there is no such file". A file that isn't here isn't looked for, so what it contains stays unknown.
 */
export type SourceFiles = ReadonlyMap<string, Result<string | Uint8Array>>;

/** How the expressions of a file are evaluated. */
interface Templates {
  readonly evaluator: ArmEvaluator;
  readonly parameters: readonly GivenParameters[];
  readonly choices: TemplateChoices;
}

/** How a file is decoded. */
interface DecodeOptions {
  readonly contract: () => Contract;
  readonly platform: Platform;
  readonly templates?: TemplateOptions | undefined;
  readonly files?: SourceFiles | undefined;
  /** Bounds that differ from the usual ones. */
  readonly limits?: Partial<Limits> | undefined;
  readonly budget: Budget;
  /** What was made from equal texts and bytes. */
  readonly remembered: Remembered;
}

/** The options of decoding one file, and how much it may still produce. */
export class DecodeContext {
  readonly platform: Platform;
  readonly files: SourceFiles;
  readonly limits: Limits;
  readonly budget: Budget;
  readonly #options: DecodeOptions;
  #templates: Templates | undefined;
  #bytesLeft: number;
  #reportedLate = false;

  constructor(options: DecodeOptions) {
    const { platform, files = new Map(), limits, budget } = options;
    this.#options = options;
    this.platform = platform;
    this.files = files;
    this.limits = { ...defaultLimits, ...limits };
    this.#bytesLeft = this.limits.decodedBytes;
    this.budget = budget;
  }

  get contract(): Contract {
    return this.#options.contract();
  }

  get templates(): Templates {
    const { parameters, useDefaults = false } = this.#options.templates ?? {};
    return (this.#templates ??= {
      evaluator: new ArmEvaluator(this.limits.armSteps, this.budget),
      parameters: parameters === undefined ? [] : [parametersOf(parameters)],
      choices: { useDefaults, compute: useDefaults || parameters !== undefined },
    });
  }

  /** Output that may still be produced, in bytes. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** The most bytes that compressed data of this length may still be unpacked to. */
  inflatable(packedBytes: number): number {
    return Math.min(this.#bytesLeft, Math.max(this.limits.inflatedFreely, packedBytes * this.limits.inflation));
  }

  /** The problem that the time is used up; only the first call reports it. */
  lateness(origin: Span): Problem[] {
    if (this.#reportedLate || !this.budget.isSpent) return [];
    this.#reportedLate = true;
    const seconds = this.limits.decodeMilliseconds / 1_000;
    const message = `Reading the file took more than ${seconds} seconds; the rest is neither opened nor checked.`;
    return [problem('payload/limit-time', origin, message)];
  }

  /**
   * What a reader makes of a text, read once. `reader` names the reader with all that it depends on besides the text;
   * positions in the result are those of the text.
   */
  readOnce<T>(reader: string, text: string, read: () => T): T {
    const { texts } = this.#options.remembered;
    const known = texts.get(text, reader) as { readonly value: T } | undefined;
    if (known !== undefined) return known.value;
    const value = read();
    // What was read without reading to the end isn't all of it.
    if (!this.budget.isSpent) texts.set(text, reader, { value });
    return value;
  }

  /** What was made of the entries of an earlier version of the document. */
  get entries(): MadeFromText | undefined {
    return this.#options.remembered.entries;
  }

  /** The same text, without keeping what it is a part of. */
  ownText(text: string): string {
    return this.#options.remembered.texts.own(text);
  }

  /** A text read as JSON. */
  json(text: string): SyntaxTree {
    return this.readOnce('json', text, () => parseJson(text, this.budget));
  }

  /** A text read as a shell script. */
  shell(text: string): ShellScript {
    return this.readOnce('shell', text, () => readShell(text, this.budget));
  }

  /** Content that was decoded into bytes, which are read once. */
  byteContent(bytes: Uint8Array, origin: Span): Content {
    const made = this.#options.remembered.ofBytes(bytes);
    return byteContent(bytes, origin, (made.read ??= readBytes(bytes)));
  }

  /** Gzip data unpacked up to `most` bytes, once. */
  gunzip(bytes: Uint8Array, most: number): Inflated {
    const made = this.#options.remembered.ofBytes(bytes);
    const { inflated } = made;
    if (inflated !== undefined && inflated.bytes.length <= most && inflated.fault !== 'limit') return inflated;
    return (made.inflated = this.platform.gunzip(bytes, most));
  }

  /** Takes decoded bytes off the budget and returns how many of them are within it. */
  spend(bytes: number): number {
    const granted = Math.min(bytes, this.#bytesLeft);
    this.#bytesLeft -= granted;
    return granted;
  }
}

/** The values of a parameters file; its positions are not those of the file that is decoded. */
function parametersOf(text: string): GivenParameters {
  const { root } = parseJson(text);
  const node = memberIgnoringCase(root, 'parameters')?.value ?? root;
  const source = { text, map: opaqueMap({ start: 0, end: 0 }) };
  return { node, scope: scopeOf(undefined, source, [], { useDefaults: false, compute: true }) };
}
