import { limits } from '../../limits.js';
import { type MappedText, type RangeReplacement, replaced } from '../../text/mappedText.js';
import type { Span } from '../../text/span.js';

/** A value of Bicep source (Bicep 0.38), as far as payloads need it. */
export type BicepValue = { readonly span: Span } &
  /** A string of literals and of the expressions in `${…}`. */
  (
    | { readonly kind: 'string'; readonly parts: readonly (MappedText | BicepValue)[] }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly BicepValue[] }
    /** A variable, a parameter or something else with a name. */
    | { readonly kind: 'name'; readonly name: string }
    /** A member of something with a name, such as `settings.script`. */
    | { readonly kind: 'member'; readonly of: BicepValue; readonly name: string }
    | { readonly kind: 'object'; readonly members: readonly BicepMember[] }
    | { readonly kind: 'array'; readonly items: readonly BicepValue[] }
    /** An operator, a number or anything else; with the calls in it, such as the branches of a condition. */
    | { readonly kind: 'other'; readonly operands: readonly BicepValue[] }
  );

export interface BicepMember {
  readonly name: string;
  readonly value: BicepValue;
}

/** A declaration with a value: `var name = …`, `param name type = …`, `resource name '…' = {…}`. */
export interface BicepDeclaration {
  readonly keyword: string;
  readonly name: string;
  readonly value: BicepValue;
  /** Whether it has the decorator `@secure()`. */
  readonly isSecure: boolean;
}

/** Whether a text is Bicep source or a file of its parameters. */
export function isBicep(text: string): boolean {
  return /^[ \t]*(?:resource[ \t]+\w+[ \t]+'[\w./]{1,200}@[\w-]{1,40}'[ \t]*(?:existing[ \t]*)?=|module[ \t]+\w+[ \t]+'[^'\n]{1,300}'[ \t]*=|using[ \t]+'[^'\n]{1,300}'|targetScope[ \t]*=|param[ \t]+\w+[ \t]+(?:string|object|int|bool|array)\b)/m.test(
    text.slice(0, 200_000),
  );
}

/** The declarations of Bicep source. Never fails; what can't be read is left out. */
export function parseBicep(text: string): readonly BicepDeclaration[] {
  const found: BicepDeclaration[] = [];
  const keyword = /^[ \t]*(param|var|resource|module|output)[ \t]+(\w{1,200})/gm;
  for (let match = keyword.exec(text); match !== null; match = keyword.exec(text)) {
    const [whole, word = '', name = ''] = match;
    const reader = new BicepReader(text, match.index + whole.length);
    const value = reader.declared();
    if (value === undefined) continue;
    const isSecure = /@secure\(\)\s*(?:@[^\n]{0,500}\s*)?$/.test(
      text.slice(Math.max(0, match.index - 600), match.index),
    );
    found.push({ keyword: word, name, value, isSecure });
    keyword.lastIndex = Math.max(keyword.lastIndex, value.span.end);
  }
  return found;
}

class BicepReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** The value behind the `=` of a declaration; undefined if it has none. */
  declared(depth = 0): BicepValue | undefined {
    const found = /^(?:[^='\r\n]|'[^'\r\n]*')*=(?![=~])/.exec(this.#text.slice(this.#at, this.#at + 1_000));
    if (found === null) return undefined;
    this.#at += found[0].length;
    return this.#value(depth);
  }

  #value(depth: number): BicepValue {
    this.#skip(false);
    const start = this.#at;
    let value = depth > limits.armDepth ? this.#other(start, depth) : this.#primary(start, depth);
    this.#skip(false);
    for (let length = 0; value.kind === 'name' || value.kind === 'member'; length++) {
      const name =
        length < limits.armDepth
          ? /^\.([A-Za-z_]\w*)(?!\w|\s*\()/.exec(this.#text.slice(this.#at, this.#at + 200))?.[1]
          : undefined;
      if (name === undefined) break;
      this.#at += name.length + 1;
      value = { kind: 'member', of: value, name, span: { start, end: this.#at } };
      this.#skip(false);
    }
    // An operator makes another value of it.
    return /^(?:[-+*/%<>=!?&|.[]|!)/.test(this.#text.slice(this.#at, this.#at + 1)) ? this.#other(start, depth) : value;
  }

  #primary(start: number, depth: number): BicepValue {
    const text = this.#text;
    if (text.startsWith("'''", start)) return this.#rawString(start);
    switch (text.charAt(start)) {
      case "'":
        return this.#string(start, depth);
      case '{':
        return this.#object(start, depth);
      case '[':
        return this.#array(start, depth);
    }
    const name = this.#word();
    if (name === undefined) return this.#other(start, depth);
    this.#skip(false);
    if (text.charAt(this.#at) !== '(') return { kind: 'name', name, span: { start, end: start + name.length } };
    const args = this.#list('(', ')', depth);
    const end = this.#at;
    this.#skip(false);
    // The value of a resource that is only sometimes deployed.
    if (name === 'if' && text.charAt(this.#at) === '{') return this.#object(this.#at, depth);
    return { kind: 'call', name, args, span: { start, end } };
  }

  #word(): string | undefined {
    const word = /[A-Za-z_]\w{0,200}(?:\.[A-Za-z_]\w{0,200}(?=\s{0,9}\())?/y;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Verbatim text between three quotes, without the line break behind the first ones. */
  #rawString(start: number): BicepValue {
    const text = this.#text;
    const first = /\r?\n/y;
    first.lastIndex = start + 3;
    const begin = first.test(text) ? first.lastIndex : start + 3;
    let end = text.indexOf("'''", begin);
    if (end < 0) end = text.length;
    // Quotes before the last three belong to the string.
    while (text.charAt(end + 3) === "'") end++;
    this.#at = Math.min(text.length, end + 3);
    const part = replaced(text, { start: begin, end }, []);
    return { kind: 'string', parts: [part], span: { start, end: this.#at } };
  }

  #string(start: number, depth: number): BicepValue {
    const text = this.#text;
    const parts: (MappedText | BicepValue)[] = [];
    const escapes: RangeReplacement[] = [];
    let from = start + 1;
    let at = from;
    const close = (end: number): void => {
      if (end > from) parts.push(replaced(text, { start: from, end }, escapes.splice(0)));
    };
    for (; at < text.length && text.charAt(at) !== "'" && text.charAt(at) !== '\n';) {
      if (text.startsWith('${', at)) {
        close(at);
        this.#at = at + 2;
        parts.push(this.#value(depth + 1));
        const brace = text.indexOf('}', this.#at);
        at = brace < 0 ? text.length : brace + 1;
        from = at;
      } else if (text.charAt(at) === '\\') {
        const [written, by] = escapeAt(text, at);
        escapes.push({ start: at, end: at + written, by });
        at += written;
      } else at++;
    }
    close(at);
    this.#at = Math.min(text.length, at + 1);
    return { kind: 'string', parts, span: { start, end: this.#at } };
  }

  #object(start: number, depth: number): BicepValue {
    const members: BicepMember[] = [];
    this.#at = start + 1;
    while (!this.#isAtEnd('}')) {
      const before = this.#at;
      const name = this.#key(depth);
      this.#skip(false);
      if (name !== undefined && this.#text.charAt(this.#at) === ':') {
        this.#at++;
        members.push({ name, value: this.#value(depth + 1) });
      } else if (/^(?:resource|param|var)$/.test(name ?? '')) {
        // A resource inside of another one.
        const inner = this.#word() ?? '';
        const value = this.declared(depth + 1);
        if (value !== undefined) members.push({ name: inner, value });
      }
      if (this.#at <= before) this.#at = before + 1;
    }
    this.#at++;
    return { kind: 'object', members, span: { start, end: this.#at } };
  }

  #key(depth: number): string | undefined {
    if (this.#text.charAt(this.#at) !== "'") return this.#word();
    const { kind, ...string } = this.#string(this.#at, depth);
    const [only] = kind === 'string' && 'parts' in string ? string.parts : [];
    return only !== undefined && 'text' in only ? only.text : undefined;
  }

  #array(start: number, depth: number): BicepValue {
    const loop = /\[\s{0,100}for\b[^:\n]{0,500}:/y;
    loop.lastIndex = start;
    if (loop.test(this.#text)) {
      this.#at = loop.lastIndex;
      const value = this.#value(depth + 1);
      this.#skip(true);
      if (this.#text.charAt(this.#at) === ']') this.#at++;
      return { kind: 'array', items: [value], span: { start, end: this.#at } };
    }
    const items = this.#list('[', ']', depth);
    return { kind: 'array', items, span: { start, end: this.#at } };
  }

  #list(open: string, close: string, depth: number): readonly BicepValue[] {
    const items: BicepValue[] = [];
    if (this.#text.charAt(this.#at) === open) this.#at++;
    while (!this.#isAtEnd(close)) {
      const before = this.#at;
      items.push(this.#value(depth + 1));
      this.#skip(true);
      if (this.#text.charAt(this.#at) === ',') this.#at++;
      if (this.#at <= before) this.#at = before + 1;
    }
    this.#at = Math.min(this.#text.length, this.#at + 1);
    return items;
  }

  /** What isn't read closer: up to the end of the line or of the brackets around it. */
  #other(start: number, depth: number): BicepValue {
    const text = this.#text;
    const operands: BicepValue[] = [];
    let open = 0;
    for (; this.#at < text.length; this.#at++) {
      const character = text.charAt(this.#at);
      if ('([{'.includes(character)) open++;
      else if (')]}'.includes(character) && --open < 0) break;
      else if (open === 0 && (character === '\n' || character === ',')) break;
      else if (character === "'") {
        const end = text.startsWith("'''", this.#at) ? text.indexOf("'''", this.#at + 3) + 2 : this.#endOfString();
        this.#at = end < this.#at ? text.length : end;
      } else if (/[A-Za-z_]/.test(character)) {
        const from = this.#at;
        this.#word();
        if (text.charAt(this.#at) === '(' && depth <= limits.armDepth) {
          this.#at = from;
          operands.push(this.#primary(from, depth + 1));
        }
        this.#at--;
      }
    }
    return { kind: 'other', operands, span: { start, end: this.#at } };
  }

  /** The quote that ends the string at the position. */
  #endOfString(): number {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (character === '\\') at++;
      else if (character === "'" || character === '\n') return at;
    }
    return this.#text.length;
  }

  /** Whether what follows spaces, comments and line breaks is a closing bracket or nothing. */
  #isAtEnd(close: string): boolean {
    this.#skip(true);
    return this.#at >= this.#text.length || this.#text.charAt(this.#at) === close;
  }

  /** Skips spaces and comments, and line breaks if asked to. */
  #skip(lines: boolean): void {
    const space = lines ? /\s/ : /[ \t]/;
    for (;;) {
      const text = this.#text;
      if (this.#at < text.length && space.test(text.charAt(this.#at))) this.#at++;
      else if (text.startsWith('//', this.#at)) this.#at = endOr(text.indexOf('\n', this.#at), text);
      else if (text.startsWith('/*', this.#at)) this.#at = endOr(text.indexOf('*/', this.#at + 2) + 2, text, 2);
      else return;
    }
  }
}

function endOr(found: number, text: string, least = 0): number {
  return found < least ? text.length : found;
}

const escaped: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** The length of an escape and what it stands for. */
function escapeAt(text: string, at: number): readonly [length: number, by: string] {
  const code = /^\\u\{([0-9a-fA-F]{1,6})\}/.exec(text.slice(at, at + 10));
  const point = parseInt(code?.[1] ?? '', 16);
  if (code !== null && point <= 0x10ffff) return [code[0].length, String.fromCodePoint(point)];
  const letter = text.charAt(at + 1);
  return [Math.min(2, text.length - at), escaped.get(letter) ?? letter];
}
