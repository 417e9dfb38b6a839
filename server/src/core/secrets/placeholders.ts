import { limits } from '../limits.js';
import { bytesOfBase64 } from '../text/base64.js';
import { failure, type Result, success } from '../text/result.js';
import type { Span } from '../text/span.js';
import { type MaskedRange, keepsSecretLines } from './restoredLines.js';
import { base64Blocks, findSecrets, maskText, type Secret, type SecretSearch } from './find.js';

/**
 * Whether an edited text contains masks, or parts of placeholders, that the text from before the edit doesn't contain.
 * Writing them would replace a secret by stars.
 */
function containsNewMask(edited: string, before: string): boolean {
  if (edited === before) return false;
  const known = masksIn(before);
  return [...masksIn(edited)].some(([mask, count]) => count > (known.get(mask) ?? 0));
}

/** A mask, or a placeholder with stars or parts of its number added or removed. */
const masks = /(?<!\*)(?:\*{8}(?!\*)(?:#\d+#?)?|\*+#\d+#|\*{2,}#\d+)/g;

/** Letters of base64 that are enough for a mask inside. */
const shortestBlock = 12;

function masksIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const search = (content: string, depth: number): void => {
    for (const [mask] of content.matchAll(masks)) counts.set(mask, (counts.get(mask) ?? 0) + 1);
    if (depth === limits.secretDepth) return;
    for (const { start, end: blockEnd } of base64Blocks(content, shortestBlock)) {
      const letters = content.slice(start, blockEnd).replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
      // Adding or removing letters before a mask shifts its bits.
      for (const shift of [0, 1, 2, 3]) {
        // A single letter after groups of four encodes nothing.
        const end = letters.length - ((letters.length - shift) % 4 === 1 ? 1 : 0);
        search(bytesOfBase64(letters.slice(shift, end)) ?? '', depth + 1);
      }
    }
  };
  search(text, 0);
  return counts;
}

/**
 * A text with its secrets masked for editing. A secret is replaced by a placeholder such as `********#1#`; base64 with
 * secrets inside is replaced by base64 with placeholders inside, so that it can still be decoded. Each placeholder means
 * one secret, even after the user moves it.
 */
export interface EditableText {
  readonly text: string;
  /** The text without masks. */
  readonly original: string;
  /** The masked ranges, in order. */
  readonly masked: readonly MaskedRange[];
  /** The original of each placeholder and of each base64 with placeholders inside. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Masks a text for editing. */
export function maskForEditing(text: string, search: SecretSearch = {}): EditableText {
  const placeholderOf = numberPlaceholders(text);
  // Placeholders are numbered in a first pass, so that they're in the order of the text.
  for (const { start, end, shown } of findSecrets(text, { ...search, maskOf: undefined }))
    if (shown === maskText) placeholderOf(text.slice(start, end));
  const found = findSecrets(text, { ...search, maskOf: placeholderOf });
  const editable = replaced(text, found, placeholderOf, new Set());
  const starts = new Set(editable.masked.map(({ shown }) => shown.start));
  const ambiguous = tokensIn(editable.text, editable.secrets).filter(({ start }) => !starts.has(start));
  if (ambiguous.length === 0) return editable;
  return replaced(
    text,
    found,
    placeholderOf,
    new Set(ambiguous.map((token) => editable.text.slice(token.start, token.end))),
  );
}

/**
 * Gives each secret a placeholder. The `#` at its end separates it from digits behind it. No number is used that
 * already follows a `#` in the text, so a placeholder can't appear by chance in what surrounds it.
 */
function numberPlaceholders(text: string): (secret: string) => string {
  const used = new Set(Array.from(text.matchAll(/#(\d+)/g), ([, number]) => number));
  const placeholders = new Map<string, string>();
  let last = 0;
  return (secret) => {
    let placeholder = placeholders.get(secret);
    if (placeholder === undefined) {
      do last++;
      while (used.has(String(last)));
      placeholder = `${maskText}#${last}#`;
      placeholders.set(secret, placeholder);
    }
    return placeholder;
  };
}

/**
 * Replaces secrets by what may be shown of them. Base64 is shown with its content masked if it can be recognised again;
 * otherwise a placeholder replaces all of it. `ambiguous` is the masked base64 that the text also contains elsewhere.
 */
function replaced(
  original: string,
  found: readonly Secret[],
  placeholderOf: (secret: string) => string,
  ambiguous: ReadonlySet<string>,
): EditableText {
  const secrets = new Map<string, string>();
  const masked: MaskedRange[] = [];
  let text = '';
  let at = 0;
  for (const { start, end, shown } of found) {
    const secret = original.slice(start, end);
    const isRecognisable =
      !isBase64(shown) ||
      (!ambiguous.has(shown) &&
        // Base64 that is wrapped differently can have the same content.
        (secrets.get(shown) ?? secret) === secret &&
        !base64Letter.test(original.charAt(start - 1)) &&
        !/[\w+/=-]/.test(original.charAt(end)));
    const unique = isRecognisable ? shown : placeholderOf(secret);
    secrets.set(unique, secret);
    text += original.slice(at, start);
    masked.push({ shown: { start: text.length, end: text.length + unique.length }, original: { start, end } });
    text += unique;
    at = end;
  }
  return { text: text + original.slice(at), original, masked, secrets };
}

/**
 * Restores the secrets in an edited text, or says why it can't. The unedited beginning and end become exactly what they
 * were in the original. In between, placeholders become the secrets that they replaced. The result is compared with the
 * original, line by line, before it is returned.
 */
export function restoreSecrets(edited: string, editable: EditableText): Result<string> {
  const { text, original, masked, secrets } = editable;
  const allTokens = tokensIn(edited, secrets);
  const change = changeOf(edited, editable, allTokens);
  const behind = edited.length - (text.length - change.end);
  const tokens = allTokens.filter(({ start, end }) => start >= change.start && end <= behind);
  let middle = '';
  // The text without placeholders, to see whether any other masks are new.
  let rest = '';
  let at = change.start;
  const before = original.slice(0, originalOffset(masked, change.start));
  const ends = masked
    .filter(({ shown }) => shown.end <= change.start)
    .map((range) => ({ edited: range.shown.end, restored: range.original.end }));
  for (const { start, end } of tokens) {
    const between = edited.slice(at, start);
    middle += between + (secrets.get(edited.slice(start, end)) ?? '');
    rest += `${between} `;
    at = end;
    ends.push({ edited: end, restored: before.length + middle.length });
  }
  const last = edited.slice(at, behind);
  const shownRest = withoutMasked(text, masked, 0, text.length);
  const editedRest =
    withoutMasked(text, masked, 0, change.start) + rest + last + withoutMasked(text, masked, change.end, text.length);
  if (containsNewMask(editedRest, shownRest) || containsNumber(editedRest, secrets)) return failure(newMaskError);
  const originalEnd = originalOffset(masked, change.end);
  const restored = before + middle + last + original.slice(originalEnd);
  const [shift, originalShift] = [behind - change.end, restored.length - original.length];
  for (const { shown, original: replaced } of masked)
    if (shown.start >= change.end && shown.end > change.start)
      ends.push({ edited: shown.end + shift, restored: replaced.end + originalShift });
  return keepsSecretLines(editable, edited, { text: restored, ends }) ? success(restored) : failure(mixedUpError);
}

const mixedUpError =
  'Its secrets would not all be those that they were. Undo the last change, or write the secrets themselves.';

/** Whether a text without placeholders has the number of one, as if its stars had been changed; the original never has. */
function containsNumber(text: string, secrets: EditableText['secrets']): boolean {
  return Array.from(text.matchAll(/#\d+(?=#)/g)).some(([number]) => secrets.has(`${maskText}${number}#`));
}

const newMaskError =
  'The text contains a mask such as ******** that belongs to no secret of this payload. Write the secret itself, or undo the change to its placeholder.';

/**
 * The range of a masked text that an edit changed, extended to whole masked ranges. `tokens` are what replaces secrets in the
 * edited text; the edit contains them as a whole, too.
 */
function changeOf(edited: string, { text, masked }: EditableText, tokens: readonly Span[]): Span {
  const most = Math.min(text.length, edited.length);
  const longer = edited.length - text.length;
  let start = 0;
  while (start < most && text.charCodeAt(start) === edited.charCodeAt(start)) start++;
  let same = 0;
  while (same < most - start && text.charCodeAt(text.length - 1 - same) === edited.charCodeAt(edited.length - 1 - same))
    same++;
  let end = text.length - same;
  const [before, behind] = [edited.charAt(edited.length - same - 1), edited.charAt(start)];
  // Text beside a secret can be equal to a part of its placeholder, so that it seems unchanged.
  for (const token of tokens) if (token.start < end + longer && token.end > end + longer) end = token.end - longer;
  for (const token of tokens) if (token.start < start && token.end > start) start = token.start;
  for (const { shown } of masked) {
    // Letters added to base64 change what it encodes.
    const isEncoded = isBase64(text.charAt(shown.start));
    if (start > shown.start && (start < shown.end || (start === shown.end && isEncoded && /[\w+/=-]/.test(behind))))
      start = shown.start;
    if (end < shown.end && (end > shown.start || (end === shown.start && isEncoded && base64Letter.test(before))))
      end = shown.end;
  }
  return { start, end };
}

/** A part of a masked text with a space instead of each masked range. */
function withoutMasked(text: string, masked: readonly MaskedRange[], start: number, end: number): string {
  let rest = '';
  let at = start;
  for (const { shown } of masked) {
    if (shown.start < start || shown.end > end) continue;
    rest += `${text.slice(at, shown.start)} `;
    at = shown.end;
  }
  return rest + text.slice(at, end);
}

/** The offset in the original of an offset in the masked text that is inside no masked range. */
function originalOffset(masked: readonly MaskedRange[], offset: number): number {
  const last = masked.findLast(({ shown }) => shown.end <= offset);
  return last === undefined ? offset : last.original.end + offset - last.shown.end;
}

/** The ranges of a text that replace secrets: placeholders, and masked base64 as a whole. */
function tokensIn(text: string, secrets: EditableText['secrets']): readonly Span[] {
  return Array.from(text.matchAll(token), ({ index, 0: { length } }): Span => ({
    start: index,
    end: index + length,
  })).filter(
    ({ start, end }) =>
      secrets.has(text.slice(start, end)) && (!isBase64(text.charAt(start)) || !base64Letter.test(text.charAt(end))),
  );
}

/** A placeholder, or base64 that is long enough to have one inside; `{12,}` overflows the stack on several megabytes. */
const token = /\*{8}#\d+#|[\w+/-]{12}[\w+/-]*=*/g;

const base64Letter = /[\w+/-]/;

function isBase64(shown: string): boolean {
  return !shown.startsWith('*');
}
