import { decodeBase64 } from '../text/base64.js';
import { decodeText } from '../text/bytes.js';
import { base64Block, findSecrets, type Inflate, maskText, replaceSecrets, type Secret } from './find.js';

/**
 * A text with its secrets masked so that it can be edited: each placeholder is the only one of its kind, so that it still
 * means the same secret wherever it is moved to.
 */
export interface EditableText {
  readonly text: string;
  /** The secret that each placeholder is for, as it was written. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The text that is meant by an edited one, or a sentence on why nobody can say. */
export type Restored = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Masks a text for editing. Compressed payloads in it are looked into where `inflate` is given. */
export function maskForEditing(text: string, inflate?: Inflate): EditableText {
  const numbers = new Map<string, number>();
  const used = new Set(text.match(placeholder));
  let last = 0;
  const numbered = (secret: string): string => {
    let number = numbers.get(secret);
    if (number === undefined) {
      do number = ++last;
      while (used.has(`${maskText}#${number}`));
      numbers.set(secret, number);
    }
    return `${maskText}#${number}`;
  };
  // Found once before, so that they are numbered in the order of the text.
  for (const { start, end, shown } of findSecrets(text, inflate))
    if (shown === maskText) numbered(text.slice(start, end));
  const secrets = new Map<string, string>();
  const shown = findSecrets(text, inflate, numbered).map((found): Secret => {
    const secret = text.slice(found.start, found.end);
    // Base64 that says the same may be wrapped otherwise.
    const isOther = (secrets.get(found.shown) ?? secret) !== secret;
    const unique = isOther ? { ...found, shown: numbered(secret) } : found;
    secrets.set(unique.shown, secret);
    return unique;
  });
  return { text: replaceSecrets(text, shown), secrets };
}

/** Puts the secrets back into an edited text; `original` is the text without masks that it was made from. */
export function restoreSecrets(edited: string, { secrets }: EditableText, original: string): Restored {
  let text = '';
  let at = 0;
  for (const { start, shown } of placeholdersIn(edited, secrets)) {
    if (start < at) continue;
    text += edited.slice(at, start) + (secrets.get(shown) ?? shown);
    at = start + shown.length;
  }
  text += edited.slice(at);
  const reason = 'It holds stars in the place of a secret that is none of this text. Write the secret itself.';
  return holdsNewMask(text, original) ? { ok: false, reason } : { ok: true, text };
}

interface Placeholder {
  readonly start: number;
  readonly shown: string;
}

/** The placeholders in a text, in their order; of two at one place the longer one comes first. */
function placeholdersIn(text: string, secrets: EditableText['secrets']): readonly Placeholder[] {
  // Numbers are read as a whole: the first of them is not the beginning of the tenth.
  const found: Placeholder[] = [...text.matchAll(placeholder)].map(({ index, 0: shown }) => ({ start: index, shown }));
  for (const shown of secrets.keys()) {
    if (shown.startsWith(maskText)) continue;
    for (let start = text.indexOf(shown); start >= 0; start = text.indexOf(shown, start + shown.length))
      found.push({ start, shown });
  }
  return found.sort((a, b) => a.start - b.start || b.shown.length - a.shown.length);
}

const placeholder = /\*{8}#\d+/g;

/** Masks that are no text of the document, by themselves or behind base64. */
const masks = /(?<!\*)\*{8}(?!\*)(?:#\d+)?/g;

function holdsNewMask(text: string, original: string): boolean {
  const known = masksIn(original);
  return [...masksIn(text)].some(([mask, count]) => count > (known.get(mask) ?? 0));
}

function masksIn(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (all: string): void => {
    for (const [mask] of all.matchAll(masks)) counts.set(mask, (counts.get(mask) ?? 0) + 1);
  };
  count(text);
  for (const [block] of text.matchAll(base64Block)) count(decodeText(decodeBase64(block).bytes).text);
  return counts;
}
