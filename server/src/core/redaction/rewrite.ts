import type { Analysis } from '../analysis.js';
import type { Child, LayerName, Payload } from '../document/payload.js';
import { applyChanges } from '../formats/tree/changes.js';
import { limits } from '../limits.js';
import { type DecodeContext, isGzip } from '../payload/content.js';
import { encodedAlike, isEncodingLayer } from '../payload/layers/index.js';
import { openAlone } from '../payload/writeBack.js';
import {
  base64Blocks,
  findSecrets,
  inflatingOn,
  isText,
  replaceSecrets,
  type Secret,
  textOf,
  withPadding,
} from '../secrets/find.js';
import { isReference, type KnownSecrets } from '../secrets/known.js';
import { decodeBase64 } from '../text/base64.js';
import type { Budget } from '../text/budget.js';
import { decodeText, looksLikeText } from '../text/bytes.js';
import type { Replacement } from '../text/positionMap.js';
import { type Result, success } from '../text/result.js';
import { countWhile, type Span } from '../text/span.js';
import { append } from '../text/strings.js';
import type { NameKind } from './names.js';
import type { Pseudonyms } from './pseudonyms.js';
import { type SecretKind, secretKindOf } from './secretKind.js';
import type { StandIns } from './standIns.js';

/** What is replaced in all documents of a bundle, and by what. */
export interface Replacing {
  readonly secrets: KnownSecrets;
  readonly standIns: StandIns;
  /** Absent if names stay. */
  readonly pseudonyms: Pseudonyms | undefined;
  /** The time for the current file. When it is spent, the result is incomplete. */
  readonly budget: Budget;
}

/** A text of a file with what was replaced in it. */
export interface Rewritten {
  readonly text: string;
  readonly secrets: ReadonlyMap<SecretKind, number>;
  readonly names: ReadonlyMap<NameKind, number>;
  /** Steps to the payloads that couldn't be written back, so that all of their encoded text was replaced. */
  readonly replacedWhole: readonly (readonly string[])[];
}

/** The text of a file with its secrets and names replaced in all layers, or why its outer encoding can't be written. */
export function rewrite(analysis: Analysis, replacing: Replacing): Result<Rewritten> {
  return new Rewriter(analysis, replacing).file();
}

/**
 * The ranges of the payloads in a document whose text is written as it is, or in an encoding that hides it; in order. Of
 * those whose text couldn't be written, the plain ones are left out.
 */
export function payloadRanges(
  payload: Payload,
  unwritten: ReadonlySet<number> = new Set(),
): { readonly plain: Span[]; readonly encoded: Span[] } {
  const plain: Span[] = [];
  const encoded: Span[] = [];
  for (const [index, child] of payload.children.entries()) {
    if (isWrittenPlainly(child) || isExcerpt(child.payload)) {
      if (!unwritten.has(index)) plain.push(child.span);
    } else if (!child.payload.problems.some(isDamage)) encoded.push(child.span);
  }
  const byPosition = (a: Span, b: Span): number => a.start - b.start;
  return { plain: plain.sort(byPosition), encoded: encoded.sort(byPosition) };
}

/** Layers that leave out a part of the text around a document. */
const excerpts: ReadonlySet<LayerName> = new Set(['text', 'quoted-text', 'run-command-output', 'csv']);

function isExcerpt({ encodings }: Payload): boolean {
  return encodings.some((layer) => excerpts.has(layer));
}

/** Whether the document around a payload shows its text. A template expression does: encodings in it are functions. */
function isWrittenPlainly({ isShown, payload: { encodings } }: Child): boolean {
  return isShown === true || encodings.length === 0 || encodings[0] === 'arm-expression';
}

/** Base64 in a text, as far as it can't be a path or a name. */
export function encodedBlocks(text: string): Span[] {
  return base64Blocks(text, shortestBlock).filter(({ start, end }) => {
    const block = text.slice(start, end);
    const slashes = block.split('/').length - 1;
    return !/[-_]/.test(block) && /[A-Z]/.test(block) && /[a-z]/.test(block) && slashes * 16 <= block.length;
  });
}

/** Damaged data may continue behind what was decoded. */
function isDamage({ code, severity }: Payload['problems'][number]): boolean {
  return severity === 'error' && code.startsWith('payload/');
}

/** A payload with another text, and the replacements in the document around it that could write it. */
interface ChildChange {
  readonly child: Child;
  readonly index: number;
  readonly text: string;
  readonly candidates: readonly Replacement[];
}

/** A text with changed payloads. */
interface Edited {
  readonly edited: string;
  /** The payloads whose text couldn't be written, although the document shows it. */
  readonly unwritten: ReadonlySet<number>;
}

class Rewriter {
  readonly #analysis: Analysis;
  readonly #replacing: Replacing;
  readonly #secrets = new Map<SecretKind, number>();
  readonly #names = new Map<NameKind, number>();
  readonly #replacedWhole: (readonly string[])[] = [];

  constructor(analysis: Analysis, replacing: Replacing) {
    this.#analysis = analysis;
    this.#replacing = replacing;
  }

  file(): Result<Rewritten> {
    const { root, text } = this.#analysis;
    const inner = root.text ?? '';
    const rewritten = this.#document(root);
    const written = inner === text ? success(rewritten) : this.#encoded(inner, rewritten);
    if (!written.ok) return written;
    return success({
      text: written.value,
      secrets: this.#secrets,
      names: this.#names,
      replacedWhole: this.#replacedWhole,
    });
  }

  /** The text of a file that is encoded, in quotes or in another text as a whole. */
  #encoded(inner: string, rewritten: string): Result<string> {
    const { root, text } = this.#analysis;
    const encoded =
      rewritten === inner
        ? success(text)
        : encodedAlike({ written: text, layers: root.encodings, text: inner }, rewritten, this.#context());
    // Without encodings the file is searched as it is written.
    if (!encoded.ok) return root.map.exact ? success(this.#plain(text, 0)) : encoded;
    return success(this.#around(encoded.value, inner.length));
  }

  /** A file with what is around its document replaced, too: the document has been searched. */
  #around(file: string, length: number): string {
    const { root, text } = this.#analysis;
    if (!isExcerpt(root)) return file;
    if (!root.map.exact) return this.#outside(file, { plain: [], encoded: encodedBlocks(file) });
    const { start, end } = root.map.toOuter({ start: 0, end: length });
    const behind = file.length - (text.length - end);
    return this.#plain(file.slice(0, start), 0) + file.slice(start, behind) + this.#plain(file.slice(behind), 0);
  }

  #context(): DecodeContext {
    return this.#analysis.newDecoding(this.#replacing.budget);
  }

  /** The text of a document, innermost payloads first. */
  #document(payload: Payload): string {
    const { text } = payload;
    if (text === undefined) return '';
    if (this.#replacing.budget.isSpent) return text;
    const alone = openAlone(payload, text, this.#context());
    const secrets = this.#secretsOf(text);
    const changes = alone.children.flatMap((child, index) =>
      isInside(child.span, secrets) ? [] : (this.#childChange(child, index) ?? []),
    );
    const { edited, unwritten } = this.#edited(alone, text, secrets, changes);
    if (alone.children.length === 0) return this.#plain(edited, 0);
    const after = edited === text ? alone : openAlone(payload, edited, this.#context());
    return this.#outside(edited, payloadRanges(after, unwritten));
  }

  #childChange(child: Child, index: number): ChildChange | undefined {
    const { payload } = child;
    const { text } = payload;
    if (text === undefined) return this.#isSuspect(payload) ? { child, index, text: '', candidates: [] } : undefined;
    const next = this.#document(payload);
    if (next === text) return undefined;
    return { child, index, text: next, candidates: this.#candidates(child, next) };
  }

  /** Whether content that isn't text may contain a secret or a name: it is compressed, or an archive. */
  #isSuspect(payload: Payload): boolean {
    if (payload.encodings.some((layer) => unread.has(layer))) return true;
    if (payload.children.some(({ payload: { text, steps } }) => text !== undefined && steps.length < mostSteps))
      return payload.children.some(({ payload: inner }) => inner.text !== this.#document(inner));
    const letters = new TextDecoder('latin1').decode(payload.bytes);
    return !this.#replacing.secrets.spansIn(letters)[Symbol.iterator]().next().done;
  }

  #candidates(child: Child, next: string): readonly Replacement[] {
    const holder = child.holder();
    if (!holder.ok) return [];
    const { value: written, layers = child.payload.encodings, write } = holder.value;
    const encoded = { written, layers: layers.filter(isEncodingLayer), text: child.payload.text ?? '' };
    const value = encodedAlike(encoded, next, this.#context());
    const replacements = value.ok ? write(value.value) : value;
    return replacements.ok ? replacements.value : [];
  }

  /** The text with changed payloads and with its own secrets replaced. */
  #edited(alone: Payload, text: string, secrets: readonly Replacement[], changes: readonly ChildChange[]): Edited {
    const together = changes.flatMap(({ candidates: [first] }) => first ?? []).sort(byStart);
    const isDisjoint = together.every(({ span }, index) => span.start >= (together[index - 1]?.span.end ?? 0));
    if (isDisjoint && together.length === changes.length) {
      const edited = applied(text, together, secrets);
      if (changes.length === 0 || this.#reads(alone, edited, changes)) return { edited, unwritten: new Set() };
    }
    return this.#editedSingly(alone, text, secrets, changes);
  }

  /** The same, if not all payloads can be written at once. */
  #editedSingly(
    alone: Payload,
    text: string,
    secrets: readonly Replacement[],
    changes: readonly ChildChange[],
  ): Edited {
    const written: ChildChange[] = [];
    const edits: Replacement[] = [];
    const unwritten = new Set<number>();
    for (const [tried, change] of changes.entries()) {
      if (this.#replacing.budget.isSpent) break;
      const { child, index } = change;
      const candidates = tried < limits.redactedSingly ? change.candidates : [];
      const fitting = candidates.find(
        (candidate) =>
          !edits.some(({ span }) => span.start < candidate.span.end && candidate.span.start < span.end) &&
          this.#reads(alone, applied(text, [...edits, candidate].sort(byStart), secrets), [...written, change]),
      );
      if (fitting !== undefined) {
        edits.push(fitting);
        written.push(change);
      } else if (child.payload.text === undefined || !isWrittenPlainly(child)) {
        const { span } = child;
        const newText = this.#replacing.standIns.of(text.slice(span.start, span.end));
        if (edits.some((edit) => edit.span.start < span.end && span.start < edit.span.end)) continue;
        edits.push({ span, newText });
        this.#replacedWhole.push(child.payload.steps);
      } else unwritten.add(index);
    }
    return { edited: applied(text, edits.sort(byStart), secrets), unwritten };
  }

  /** Whether a document with another text has the new texts of its payloads. */
  #reads(before: Payload, edited: string, changes: readonly ChildChange[]): boolean {
    const after = openAlone(before, edited, this.#context());
    return (
      after.children.length === before.children.length &&
      changes.every(({ index, text }) => after.children[index]?.payload.text === text)
    );
  }

  /** The secrets of a text, with their invented values. */
  #secretsOf(text: string): readonly Replacement[] {
    const { secrets, standIns, budget } = this.#replacing;
    // Base64 is searched here, so that its lines keep their widths.
    const found = findSecrets(text, { findKnown: (part) => secrets.spansIn(part, budget), budget }, limits.secretDepth);
    return found.flatMap(({ start, end }) => {
      const secret = text.slice(start, end);
      // A password may be in angle brackets like a placeholder.
      const newText = isReference(secret) && !secret.startsWith('<') ? secret : standIns.of(secret);
      if (newText === secret) return [];
      this.#count(text, { start, end });
      return [{ span: { start, end }, newText }];
    });
  }

  #count(text: string, secret: Span): void {
    const kind = secretKindOf(text, secret);
    this.#secrets.set(kind, (this.#secrets.get(kind) ?? 0) + 1);
  }

  /** The text with what is left outside of encoded payloads replaced. */
  #outside(text: string, { plain, encoded }: ReturnType<typeof payloadRanges>): string {
    let result = '';
    let at = 0;
    let next = 0;
    const between = (end: number): string => {
      const inner: Span[] = [];
      for (let range = plain[next]; range !== undefined && range.start < end; range = plain[++next])
        if (range.start >= at) inner.push({ start: range.start - at, end: Math.min(range.end, end) - at });
      return this.#plain(text.slice(at, end), 0, inner);
    };
    for (const { start, end } of encoded) {
      if (start < at) continue;
      result += between(start) + text.slice(start, end);
      at = end;
    }
    return result + between(text.length);
  }

  /**
   * A text with secrets and names replaced, also in base64 that no container knows. In the `inner` ranges, addresses are
   * replaced already.
   */
  #plain(written: string, depth: number, inner: readonly Span[] = []): string {
    const text = applied(written, [], this.#secretsOf(written));
    const edits: Replacement[] = [];
    if (depth < limits.secretDepth) {
      for (const block of base64Blocks(text, shortestBlock)) {
        if (this.#replacing.budget.isSpent) return written;
        const span = withPadding(text, block);
        const next = this.#block(text.slice(span.start, span.end), depth);
        if (next !== undefined) edits.push({ span, newText: next });
      }
    }
    const edited = this.#inEscapedBase64(applied(text, edits, []));
    const { pseudonyms, budget } = this.#replacing;
    if (pseudonyms === undefined) return edited;
    // Only an address with another length moves what follows.
    const moved = edited.length === text.length ? Infinity : (edits[0]?.span.start ?? Infinity);
    const addressesDone = inner.filter(({ end }) => end <= moved);
    return pseudonyms.replaceIn(
      edited,
      { addressesDone, excluded: encodedBlocks(edited) },
      (kind) => this.#names.set(kind, (this.#names.get(kind) ?? 0) + 1),
      budget,
    );
  }

  /** A text with the secrets replaced that are in base64 with escapes in it or before it. */
  #inEscapedBase64(text: string): string {
    if (!escape.test(text)) return text;
    const left = this.#found(text, []).filter(({ start, end, shown }) => {
      const written = text.slice(start, end);
      // Base64 on several lines is shown differently, also if only invented values are in it.
      const originals: string[] = [];
      if (shown !== written) this.#found(written, originals);
      if (originals.length > 0) this.#count(written, { start: 0, end: written.length });
      return originals.length > 0;
    });
    return replaceSecrets(text, left);
  }

  /** The secrets of a text and of base64 in it, shown by their invented values; `originals` gets those that have one. */
  #found(text: string, originals: string[]): Secret[] {
    const { secrets, standIns, budget } = this.#replacing;
    return findSecrets(text, {
      inflate: inflatingOn(this.#analysis.platform),
      findKnown: (part) => secrets.spansIn(part, budget),
      maskOf: (secret) => {
        const standIn = standIns.of(secret);
        if (standIn !== secret) originals.push(secret);
        return standIn;
      },
      budget,
    });
  }

  /**
   * Base64 with its content rewritten, or replaced as a whole if that can't be encoded again; undefined if it encodes no
   * text. A short word on its last line can be a command of a script.
   */
  #block(block: string, depth: number, mayEndInWord = true): string | undefined {
    const { bytes } = decodeBase64(block);
    const layers: LayerName[] = isGzip(bytes) ? ['base64', 'gzip'] : ['base64'];
    const content = layers.length === 1 ? bytes : inflatingOn(this.#analysis.platform)(bytes);
    if (!isText(content)) return undefined;
    const decoded = decodeText(content);
    const isLossless = looksLikeText(decoded) && !decoded.byteOrderMark;
    const lines = block.slice(0, Math.max(block.lastIndexOf('\n'), 0)).trimEnd();
    if (!isLossless && mayEndInWord && lines !== '' && block.length - lines.length <= longestWord) {
      const first = this.#block(lines, depth, false);
      return first === undefined ? undefined : first + block.slice(lines.length);
    }
    const text = isLossless ? decoded.text : textOf(content);
    const next = this.#plain(text, depth + 1);
    if (next === text) return block;
    const encoded = isLossless ? encodedAlike({ written: block, layers, text }, next, this.#context()) : undefined;
    return encoded?.ok === true ? encoded.value : this.#replacing.standIns.of(block);
  }
}

/** Characters of a line that may be a word behind base64, with its indentation. */
const longestWord = 30;

/** What begins an escape of any kind that the search for secrets decodes. */
const escape = /[%\\&]|=3D|=\r?\n/;

/** Letters on the first line of base64 that is searched. */
const shortestBlock = 24;

/** Steps to a member of an archive; what is in it isn't written back. */
const mostSteps = 2 * limits.payloadDepth;

/** Compressions that aren't unpacked. */
const unread: ReadonlySet<LayerName> = new Set<LayerName>(['zlib', 'bz2', 'xz', 'zip']);

function byStart(a: Replacement, b: Replacement): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
}

/** Whether a payload is as a whole in a secret; its span may include quotes. */
function isInside({ start, end }: Span, secrets: readonly Replacement[]): boolean {
  const next = countWhile(secrets.length, (index) => (secrets[index]?.span.start ?? 0) <= start + 1) - 1;
  const span = secrets[next]?.span;
  return span !== undefined && span.end >= end - 1;
}

/** A text with replacements, and with those of `others` that overlap none of them. Both are in order. */
function applied(text: string, replacements: readonly Replacement[], others: readonly Replacement[]): string {
  const all: Replacement[] = [];
  let at = 0;
  for (const replacement of replacements) {
    for (let other = others[at]; other !== undefined && other.span.end <= replacement.span.start; other = others[at]) {
      all.push(other);
      at++;
    }
    while ((others[at]?.span.start ?? Infinity) < replacement.span.end) at++;
    all.push(replacement);
  }
  append(all, others.slice(at));
  return applyChanges(text, all);
}
