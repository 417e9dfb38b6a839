import { countWhile, type Span } from '../text/span.js';
import { endOfLine } from '../text/strings.js';

/** A range of a masked text, with the range of the original that it stands for. */
export interface MaskedRange {
  readonly shown: Span;
  readonly original: Span;
}

/** A text with its secrets masked; the masked ranges are in order. */
interface MaskedText {
  readonly text: string;
  readonly original: string;
  readonly masked: readonly MaskedRange[];
}

/** An edited text with its secrets restored, and where each restored secret ends in both texts, in order. */
interface RestoredText {
  readonly text: string;
  readonly ends: readonly { readonly edited: number; readonly restored: number }[];
}

/**
 * Whether each line with secrets that an edit kept, wherever it is now, was restored to exactly the original line. It compares
 * texts and doesn't look for placeholders, so that a placeholder that was misread can't go unnoticed.
 */
export function keepsSecretLines(masked: MaskedText, edited: string, restored: RestoredText): boolean {
  const known = secretLines(masked);
  if (known.size === 0) return true;
  const restoredOffset = (offset: number): number => {
    const passed = countWhile(restored.ends.length, (index) => (restored.ends[index]?.edited ?? 0) <= offset);
    const last = restored.ends[passed - 1];
    return last === undefined ? offset : last.restored + offset - last.edited;
  };
  for (let start = 0; start <= edited.length; start = nextLine(edited, start)) {
    for (const { shown, originals } of known.get(edited.slice(start, endOfLine(edited, start))) ?? []) {
      const end = start + shown.length;
      if (!edited.startsWith(shown, start) || endOfLine(edited, end) !== end) continue;
      if (!originals.has(restored.text.slice(restoredOffset(start), restoredOffset(end)))) return false;
    }
  }
  return true;
}

/** Lines that contain masked ranges, and what they stand for. */
interface SecretLines {
  readonly shown: string;
  readonly originals: Set<string>;
}

/** The lines with secrets by the first of them: a masked range may have several. */
function secretLines({ text, original, masked }: MaskedText): Map<string, SecretLines[]> {
  const lines = new Map<string, SecretLines[]>();
  let shift = 0;
  let open: { readonly start: number; readonly originalStart: number; end: number } | undefined;
  const close = (): void => {
    if (open !== undefined)
      add(lines, text.slice(open.start, open.end), original.slice(open.originalStart, open.end + shift));
  };
  for (const { shown, original: replaced } of masked) {
    if (open === undefined || shown.start > open.end) {
      close();
      // With a negative index, `lastIndexOf` still finds a line break at 0.
      const start = shown.start === 0 ? 0 : text.lastIndexOf('\n', shown.start - 1) + 1;
      open = { start, originalStart: start + shift, end: start };
    }
    open.end = endOfLine(text, shown.end);
    shift = replaced.end - shown.end;
  }
  close();
  return lines;
}

function add(lines: Map<string, SecretLines[]>, shown: string, original: string): void {
  const first = shown.slice(0, endOfLine(shown, 0));
  const known = lines.get(first) ?? [];
  lines.set(first, known);
  const same = known.find((one) => one.shown === shown);
  if (same === undefined) known.push({ shown, originals: new Set([original]) });
  else same.originals.add(original);
}

function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length + 1 : newline + 1;
}
