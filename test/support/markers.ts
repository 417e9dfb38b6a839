/**
 * The fixture mini-language: `⟦…⟧code` marks a range in which a problem with that code is expected (`‖`
 * ends the code if letters follow it), and `¦` is the cursor. None of these characters occurs in the
 * tested documents themselves.
 */
export interface MarkedText {
  /** The text without marks. */
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number; readonly code: string }[];
  /** Offset of the cursor, or -1. */
  readonly cursor: number;
}

export function readMarks(source: string): MarkedText {
  const marks: { start: number; end: number; code: string }[] = [];
  const open: number[] = [];
  let text = '';
  let cursor = -1;
  for (let i = 0; i < source.length; i++) {
    const c = source.charAt(i);
    if (c === '⟦') open.push(text.length);
    else if (c === '⟧') {
      const code = /^[a-z-]+\/[a-z0-9-]+/.exec(source.slice(i + 1))?.[0] ?? '';
      i += code.length;
      if (source.charAt(i + 1) === '‖') i++;
      const start = open.pop();
      // Otherwise a mistake in a fixture would change what the test expects.
      if (start === undefined) throw new Error(`⟧ without ⟦ in ${JSON.stringify(source)}`);
      marks.push({ start, end: text.length, code });
    } else if (c === '¦') {
      if (cursor >= 0) throw new Error(`two cursors in ${JSON.stringify(source)}`);
      cursor = text.length;
    } else text += c;
  }
  if (open.length > 0) throw new Error(`⟦ without ⟧ in ${JSON.stringify(source)}`);
  marks.sort((a, b) => a.start - b.start || a.end - b.end);
  return { text, marks, cursor };
}
