/**
 * A text that came out of an editor, which gives all lines the same end: lines that the text of before has, too, get the
 * ends of before. A text of before whose line ends are all alike is what it would become anyway.
 */
export function keepingLineEnds(before: string, edited: string): string {
  const old = linesOf(before);
  if (new Set(old.map(({ end }) => end).filter((end) => end !== '')).size < 2 && !before.includes('\r')) return edited;
  const now = linesOf(edited);
  const most = Math.min(old.length, now.length);
  const isSame = (a: Line | undefined, b: Line | undefined): boolean =>
    a?.text === b?.text && (a?.end === '') === (b?.end === '');
  let first = 0;
  while (first < most && isSame(old[first], now[first])) first++;
  let last = 0;
  while (last < most - first && isSame(old.at(-1 - last), now.at(-1 - last))) last++;
  // What is new or changed ends as the line that stood there.
  const changed = now.slice(first, now.length - last).map(({ text, end }, index) => {
    const there = old[Math.min(first + index, old.length - last - 1)]?.end ?? '';
    return text + (end === '' || there === '' ? end : there);
  });
  return [...old.slice(0, first).map(whole), ...changed, ...old.slice(old.length - last).map(whole)].join('');
}

interface Line {
  readonly text: string;
  /** Empty for the last one. */
  readonly end: string;
}

function whole({ text, end }: Line): string {
  return text + end;
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)]
    .filter(({ 0: all, index }) => all !== '' || index === 0 || /[\r\n]/.test(text.charAt(index - 1)))
    .map(({ 1: line = '', 2: end = '' }) => ({ text: line, end }));
}
