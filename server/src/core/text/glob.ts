import { limits } from '../limits.js';

/** A pattern of paths with `/` between segments. */
export interface Glob {
  /** Whether a whole path matches. */
  matches(path: string): boolean;
  /** One match takes at most this many steps for each character of the path. */
  readonly size: number;
}

interface GlobOptions {
  /**
   * How the pattern is written: in settings as in VS Code, with `{a,b}`; in `.gitignore` as Git's wildmatch reads it, where
   * braces are ordinary characters and a pattern can be invalid. Both have `*`, `?`, `**`, `[a-z]`, `[!a]` and `\`.
   */
  readonly dialect: 'settings' | 'gitignore';
  readonly ignoreCase?: boolean;
}

/**
 * Reads a glob; undefined if it is longer than `limits.globCharacters`, or invalid: in `.gitignore`, an unclosed class or a
 * backslash at the end. Matching simulates an automaton, so its time is linear in the path, whatever the pattern is.
 */
export function parseGlob(pattern: string, { dialect, ignoreCase = false }: GlobOptions): Glob | undefined {
  if (pattern.length > limits.globCharacters) return undefined;
  const folded = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const tokens = tokensOf(folded(pattern), dialect);
  if (tokens === undefined) return undefined;
  if (tokens.every((token) => token.is === 'character')) {
    const literal = tokens.map(({ character }) => character).join('');
    return { matches: (path) => folded(path) === literal, size: 1 };
  }
  const automaton = automatonOf(tokens, dialect);
  return { matches: (path) => isAccepted(automaton, folded(path)), size: automaton.length + pattern.length };
}

type Accepts = (character: string) => boolean;

type Token =
  | { readonly is: 'character'; readonly character: string }
  | { readonly is: 'class'; readonly accepts: Accepts }
  | { readonly is: '?' | '*' | '**' | '{' | ',' | '}' };

/** Characters that aren't ordinary outside of a class. */
const special: ReadonlySet<string> = new Set(['?', '{', ',', '}']);

function tokensOf(pattern: string, dialect: GlobOptions['dialect']): Token[] | undefined {
  const characters = Array.from(pattern);
  const tokens: Token[] = [];
  // After one class that isn't closed, no other is: each is looked for once, so reading is linear.
  let canClose = true;
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    const start = at;
    if (character === '*') {
      while (characters[at + 1] === '*') at++;
      tokens.push({ is: at > start ? '**' : '*' });
    } else if (character === '\\' && (at + 1 < characters.length || dialect === 'gitignore')) {
      const escaped = characters[++at];
      if (escaped === undefined) return undefined;
      tokens.push({ is: 'character', character: escaped });
    } else if (character === '[') {
      const found: CharacterClass | undefined = canClose ? readClass(characters, at) : undefined;
      if (found?.accepts === undefined) {
        if (dialect === 'gitignore') return undefined;
        tokens.push({ is: 'character', character });
        canClose &&= found !== undefined;
      } else {
        tokens.push({ is: 'class', accepts: found.accepts });
        at = found.end;
      }
    } else if (special.has(character) && (dialect === 'settings' || character === '?'))
      tokens.push({ is: character as '?' | '{' | ',' | '}' });
    else tokens.push({ is: 'character', character });
  }
  if (dialect === 'settings') unmarkLooseBraces(tokens);
  return withoutRepeatedGlobstars(tokens);
}

/** Makes ordinary characters of braces that have no partner, and of commas outside of braces. */
function unmarkLooseBraces(tokens: Token[]): void {
  const partner = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { is }] of tokens.entries()) {
    if (is === '{') open.push(index);
    const start = is === '}' ? open.pop() : undefined;
    if (start !== undefined) partner.set(start, index).set(index, start);
  }
  let depth = 0;
  for (const [index, { is }] of tokens.entries()) {
    if (is !== '{' && is !== ',' && is !== '}') continue;
    const isMarked = is === ',' ? depth > 0 : partner.has(index);
    if (!isMarked) tokens[index] = { is: 'character', character: is };
    else if (is !== ',') depth += is === '{' ? 1 : -1;
  }
}

/** `**` after `**` and a slash changes nothing, if both are whole segments. */
function withoutRepeatedGlobstars(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    kept.push(token);
    const [first, slash, last] = kept.slice(-3);
    const after = tokens[index + 1];
    const isRepeated =
      first?.is === '**' &&
      startsSegment(kept[kept.length - 4]) &&
      isSlash(slash) &&
      last?.is === '**' &&
      (isSlash(after) || endsPattern(after));
    if (isRepeated) kept.length -= 2;
  }
  return kept;
}

function isSlash(token: Token | undefined): boolean {
  return token?.is === 'character' && token.character === '/';
}

/** Whether a segment starts after this token, the last one before it. */
function startsSegment(before: Token | undefined): boolean {
  return before === undefined || before.is === '{' || before.is === ',' || isSlash(before);
}

function endsPattern(after: Token | undefined): boolean {
  return after === undefined || after.is === '}' || after.is === ',';
}

/** Classes of characters that POSIX names, of ASCII as in Git. */
const namedClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  // eslint-disable-next-line no-control-regex -- the class of control characters
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

interface CharacterClass {
  readonly accepts?: Accepts;
  /** The index of its closing bracket. */
  readonly end: number;
}

/** Reads a class in square brackets; undefined if it isn't closed, without `accepts` if it names an unknown class. */
function readClass(characters: readonly string[], start: number): CharacterClass | undefined {
  const accepts: Accepts[] = [];
  const isNegated = characters[start + 1] === '!' || characters[start + 1] === '^';
  const first = start + (isNegated ? 2 : 1);
  for (let at = first; at < characters.length; at++) {
    let low = characters[at] ?? '';
    if (low === ']' && at > first)
      return {
        // No class contains a slash.
        accepts: (character) => character !== '/' && accepts.some((accept) => accept(character)) !== isNegated,
        end: at,
      };
    if (low === '[' && characters[at + 1] === ':') {
      const end = characters.indexOf(']', at + 2);
      const name = characters[end - 1] === ':' ? namedClasses[characters.slice(at + 2, end - 1).join('')] : undefined;
      if (name === undefined) return { end };
      accepts.push((character) => name.test(character));
      at = end;
      continue;
    }
    if (low === '\\') low = characters[++at] ?? '';
    let high = low;
    if (characters[at + 1] === '-' && at + 2 < characters.length && characters[at + 2] !== ']') {
      at += characters[at + 2] === '\\' ? 3 : 2;
      high = characters[at] ?? '';
    }
    // The start of a range matches even if its end comes before it.
    accepts.push((character) => character === low || (character >= low && character <= high));
  }
  return undefined;
}

/** A state of the automaton: a character that it accepts leads to `to`; `also` are reached without a character. */
interface State {
  accepts?: Accepts;
  to: number;
  readonly also: number[];
}

const none: readonly number[] = [];
const anything: Accepts = () => true;
const inSegment: Accepts = (character) => character !== '/';

/** The states of a glob. The first is the start, and the last accepts. */
function automatonOf(tokens: readonly Token[], dialect: GlobOptions['dialect']): readonly State[] {
  const states: State[] = [{ to: -1, also: [] }];
  const add = (): number => states.push({ to: -1, also: [] }) - 1;
  let at = 0;
  const jump = (from: number, to: number): void => void states[from]?.also.push(to);
  const one = (accepts: Accepts): void => {
    const to = add();
    Object.assign(states[at] ?? {}, { accepts, to });
    at = to;
  };
  const many = (accepts: Accepts): void => {
    const loop = add();
    jump(at, loop);
    Object.assign(states[loop] ?? {}, { accepts, to: loop });
    at = add();
    jump(loop, at);
  };
  /** Something that can also be left out. */
  const optional = (build: () => void): void => {
    const start = at;
    build();
    const end = add();
    jump(at, end);
    jump(start, end);
    at = end;
  };
  const slash: Accepts = (character) => character === '/';
  const braces: { readonly start: number; readonly ends: number[] }[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) continue;
    const after = tokens[index + 1];
    switch (token.is) {
      case 'character': {
        const { character } = token;
        if (dialect === 'settings' && character === '/' && after?.is === '**' && endsPattern(tokens[index + 2])) {
          // `a/**` is the folder, too.
          optional(() => {
            one(slash);
            many(anything);
          });
          index++;
        } else one((other) => other === character);
        break;
      }
      case 'class':
        one(token.accepts);
        break;
      case '?':
        one(inSegment);
        break;
      case '*':
        many(inSegment);
        break;
      case '**':
        if (startsSegment(tokens[index - 1]) && isSlash(after)) {
          optional(() => {
            many(anything);
            one(slash);
          });
          index++;
        } else if (startsSegment(tokens[index - 1]) && endsPattern(after)) {
          if (index > 0 && dialect === 'gitignore') one(anything);
          many(anything);
        } else many(inSegment);
        break;
      case '{': {
        braces.push({ start: at, ends: [] });
        const alternative = add();
        jump(at, alternative);
        at = alternative;
        break;
      }
      case ',': {
        const brace = braces.at(-1);
        brace?.ends.push(at);
        const alternative = add();
        jump(brace?.start ?? at, alternative);
        at = alternative;
        break;
      }
      case '}': {
        const end = add();
        for (const last of [...(braces.pop()?.ends ?? []), at]) jump(last, end);
        at = end;
      }
    }
  }
  const end = add();
  jump(at, end);
  return states;
}

function isAccepted(states: readonly State[], path: string): boolean {
  // For each state, the number of characters after which it was reached last.
  const reachedAt = new Int32Array(states.length).fill(-1);
  let read = 0;
  let current: number[] = [];
  let following: number[] = [];
  const reach = (state: number): void => {
    if (reachedAt[state] === read) return;
    reachedAt[state] = read;
    following.push(state);
  };
  /** Adds what is reached without a character. */
  const complete = (): void => {
    // The list grows while it is read.
    for (const index of following) for (const other of states[index]?.also ?? none) reach(other);
  };
  reach(0);
  complete();
  for (const character of path) {
    read++;
    [current, following] = [following, current];
    following.length = 0;
    for (const index of current) {
      const state = states[index];
      if (state?.accepts?.(character) === true) reach(state.to);
    }
    complete();
    if (following.length === 0) return false;
  }
  return reachedAt[states.length - 1] === read;
}
