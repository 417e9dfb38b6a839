/** A tab stop of a snippet, as an editor shows it. */
export interface TabStop {
  readonly number: number;
  /** The initial text. */
  readonly text: string;
  readonly choices: readonly string[];
}

/**
 * Expands a snippet as an editor inserts it: placeholders with their defaults, choices with their first entry,
 * repeated tab stops with the text of their first occurrence. Throws if the snippet is invalid (LSP 3.17
 * syntax, without variables and nested placeholders).
 */
export function expandSnippet(snippet: string): { readonly text: string; readonly stops: readonly TabStop[] } {
  const stops = new Map<number, TabStop>();
  let text = '';
  let at = 0;
  const unescaped = (ends: string): string => {
    let result = '';
    for (; at < snippet.length && !ends.includes(snippet.charAt(at)); at++) {
      if (snippet.charAt(at) === '\\') at++;
      result += snippet.charAt(at);
    }
    if (at >= snippet.length) throw new Error(`a placeholder is not closed in ${snippet}`);
    return result;
  };
  while (at < snippet.length) {
    const c = snippet.charAt(at);
    if (c === '\\') {
      if (!'$}\\'.includes(snippet.charAt(at + 1))) throw new Error(`a backslash escapes nothing in ${snippet}`);
      text += snippet.charAt(at + 1);
      at += 2;
      continue;
    }
    if (c !== '$') {
      text += c;
      at++;
      continue;
    }
    const opening = /^\$(?:(\d+)|\{(\d+)([:|}]))/.exec(snippet.slice(at));
    if (opening === null) throw new Error(`a dollar is not escaped in ${snippet}`);
    const number = Number(opening[1] ?? opening[2]);
    at += opening[0].length;
    const choices: string[] = [];
    let shown = stops.get(number)?.text ?? '';
    if (opening[3] === ':') {
      shown = unescaped('}');
      at++;
    } else if (opening[3] === '|') {
      do {
        choices.push(unescaped(',|'));
      } while (snippet.charAt(at++) === ',');
      if (snippet.charAt(at++) !== '}') throw new Error(`a choice is not closed in ${snippet}`);
      shown = choices[0] ?? '';
    }
    if (!stops.has(number)) stops.set(number, { number, text: shown, choices });
    text += shown;
  }
  return { text, stops: [...stops.values()] };
}
