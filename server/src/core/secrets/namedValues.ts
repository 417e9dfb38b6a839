import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { asciiTable, copyOf } from '../text/strings.js';
import { secretCookies } from './cookies.js';
import { isCredential, isUserAndPassword } from './forms.js';
import { isHarmless } from './harmless.js';
import { endWithoutNumber, isSecretName } from './names.js';

/**
 * Values under secret names: members of JSON, YAML, TOML and ini files, assignments of shells and programs, parameters,
 * attributes and elements of XML, options with a value, and pairs such as `name: PASSWORD, value: x`.
 */
export function secretsByName(text: string, budget?: Budget): Span[] {
  const reader = new ValueReader(text);
  const behindName = copyOf(behindNames);
  while (behindName.test(text) && budget?.step() !== true) {
    const at = behindName.lastIndex - 1;
    const code = text.charCodeAt(at);
    if (code === colon || code === equals) reader.readMember(at);
    else if (code === dash) behindName.lastIndex = reader.readOption(at) + 1;
    else reader.readSeparatedBySpace(at);
  }
  if (text.includes('</')) for (const match of text.matchAll(elements)) reader.readElement(match);
  return reader.secrets;
}

/**
 * The separator of a name and its value; a dash that begins an option; and a space behind what a secret name ends with. A
 * pattern, because V8 compiles it at once, and a loop over a long text only when it has been slow for a while.
 */
const behindNames = /[:=]|-(?<![\w.-]-)|[ \t](?<=(?:word|sswd|rase|cret|oken|pass|[dt]pw|auth|key)[ \t])/g;

const [colon, equals, dash, backslash, closingBracket] = [58, 61, 45, 92, 93] as const;
const [newline, carriageReturn, space, tab, doubleQuote, singleQuote, backtick] = [10, 13, 32, 9, 34, 39, 96] as const;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSpace = (code: number): boolean => code === space || code === tab;

const nameCharacters = asciiTable(/[\w.-]/);
const letters = asciiTable(/\w/);
/** Quotes around a name, which may be escaped. */
const quotes = asciiTable(/["'\\]/);

const longestName = 80;

/** An element, maybe with a `Value` in it; or two elements, one with the name and one with the value. */
const elements =
  /<(?:[\w-]{1,40}:)?([A-Za-z][\w.-]{1,80})(?:\s[^<>]{0,300})?>\s{0,20}(?:<(?:\w{1,20}:)?[Vv]alue>)?(?:<!\[CDATA\[)?([^<>]{1,4000})(?:\]\]>)?<\/(?:[\w-]{1,40}:)?[\w.-]{1,80}>(?:\s{0,20}<(?:string|[Vv]alue)>([^<>]{1,4000})<)?/g;

/** The value after a name and a space: on a line of two words, in `.netrc`, and in a sentence. */
const afterSpace =
  /^(?:[ \t]{1,20}["']?(?=[^\s"':=]{3,200}={0,2}["']?;?[ \t]{0,20}(?:$|[\r\n]|account\b))|[ \t]{1,4}(?:is|was)(?: set to)?:? {1,4}["']?)([^\s"'\\]{3,200})/;

class ValueReader {
  readonly secrets: Span[] = [];
  readonly #kinds = new Map<number, { readonly name: string; readonly kind: NameKind }>();
  /** The end of the last line that was searched for signs that it's inside a string, and where the first one is. */
  #lineEnd = -1;
  #firstSign = -1;
  /** The end of the last block scalar; what's in it is secret anyway. */
  #blockEnd = 0;

  #lastBare: Span & { readonly extent: Extent } = { start: 0, end: 0, extent: 'word' };

  constructor(private readonly text: string) {}

  /** The kind of the name at a range, which is read many times. Kept by its hash, so that it needn't be cut out. */
  #kindOf(start: number, nameEnd: number): NameKind {
    const { text } = this;
    const end = endWithoutNumber(text, start, nameEnd);
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const known = this.#kinds.get(hash);
    if (known?.name.length === end - start && text.startsWith(known.name, start)) return known.kind;
    const name = text.slice(start, end);
    const kind = isSecretName(name) ? 'secret' : (nameKinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'other');
    this.#kinds.set(hash, { name, kind });
    return kind;
  }

  /** Reads `name: value` or `name = value`; `at` is the separator. */
  readMember(at: number): void {
    const { text } = this;
    let end = at;
    // PHP's and Ruby's `=>` is read at its equals sign, Go's and make's `:=` at its colon.
    if (text.charCodeAt(end - 1) === equals) return;
    while (at - end < 4 && isSpace(text.charCodeAt(end - 1))) end--;
    const hasSpace = end < at;
    if (text.charCodeAt(end - 1) === closingBracket) end--;
    const quoteEnd = end;
    while (at - end < 20 && quotes[text.charCodeAt(end - 1)] === 1) end--;
    const isQuoted = end < quoteEnd;
    // No secret name is shorter, or ends with a dash or a dot.
    if (letters[text.charCodeAt(end - 1)] !== 1 || nameCharacters[text.charCodeAt(end - 2)] !== 1) return;
    let start = end;
    while (end - start <= longestName && nameCharacters[text.charCodeAt(start - 1)] === 1) start--;
    if (end - start > longestName || (isDigit(text.charCodeAt(start)) && isDigit(text.charCodeAt(end - 1)))) return;
    // The letter of an escaped line ending.
    if (text.charCodeAt(start - 1) === backslash && /[nrt]/.test(text.charAt(start))) start++;
    const separator = text.charCodeAt(at) === colon ? ':' : '=';
    let from = at + 1;
    const following = text.charAt(from);
    if (separator === ':' ? following === ':' || text.startsWith('//', from) : following === '=' || following === '~')
      return;
    if (following === '=' || following === '>') from++;
    const kind = this.#kindOf(start, end);
    if (kind === 'other') return;
    const name = text.slice(start, end);
    if (text.startsWith('${', start - 2)) {
      this.#readDefault(name, at);
      return;
    }
    if (kind === 'pair') {
      this.#readPair(from, start);
      return;
    }
    if (kind === 'authorization') {
      this.#readAuthorization(from);
      return;
    }
    if (kind === 'cookie') {
      this.#readCookies(from);
      return;
    }
    if (kind === 'uuid' && !uuid.test(text.slice(from, from + longestGap))) return;
    // Signatures of shared access URLs, and keys of functions.
    if (kind === 'parameter' && !parameter.test(text.slice(Math.max(0, start - 1), start + 2 * longestGap))) return;
    if (kind === 'registry auth' && !registryAuth.test(text.slice(from, from + 4 * longestGap))) return;
    if (separator === ':' && !isQuoted && this.#isNoMember(start, from, hasSpace)) return;
    // `pass` is a secret in `pass=x` and `"pass": "x"`, and a word in `pass: 5`.
    if (name.toLowerCase() === 'pass' && separator === ':' && !isQuoted && text.charAt(start - 1) !== '/') return;
    this.#readValue(name, from, { separator, isQuoted, start, hasSpace });
  }

  /** Reads the default in `${name:-default}`; `at` is behind the name. */
  #readDefault(name: string, at: number): void {
    const { text } = this;
    const [whole = '', value = ''] = /^:?[-=]([^{}\n"$]{1,200})\}/.exec(text.slice(at, at + 3 * longestGap)) ?? [];
    const end = at + whole.length - 1;
    if (value !== '' && !isHarmless(name, value, { isQuoted: true, separator: '=' }))
      this.#add(end - value.length, end);
  }

  /** Whether a colon belongs to a host and its port, an image and its tag, or a conditional expression. */
  #isNoMember(start: number, from: number, hasSpace: boolean): boolean {
    if (hasSpace) return !this.#beginsLine(start);
    const { text } = this;
    if (text.charAt(start - 1) !== '/' || /\s/.test(text.charAt(from))) return false;
    return text.charAt(start - 2) === '/' || nameCharacters[text.charCodeAt(start - 2)] === 1;
  }

  /** Reads `--name value` and `-Name value`, also in lists of arguments; returns where to go on. */
  readOption(at: number): number {
    const { text } = this;
    let start = at + 1;
    if (text.charCodeAt(start) === dash) start++;
    let end = start;
    while (end - start <= longestName && nameCharacters[text.charCodeAt(end)] === 1) end++;
    if (end - start < 3 || end - start > longestName || this.#kindOf(start, end) !== 'secret') return end - 1;
    const name = text.slice(start, end);
    if (flags.test(name)) return end - 1;
    const quote = text.charAt(at - 1);
    let from = end;
    if (/["']/.test(quote) && text.charAt(from) === quote) from++;
    const gap = betweenArguments.exec(text.slice(from, from + longestGap))?.[0] ?? '';
    from += gap.length;
    const isBlockOfArguments = gap.includes('\n');
    if (gap === '' || (text.charCodeAt(from) === dash && !isBlockOfArguments)) return end - 1;
    if (start - at === 1 && !/^[A-Z]/.test(name) && !/pass|secret|token|pw/.test(name)) return end - 1;
    this.#readValue(name, from, { separator: ' ', isQuoted: false, start: at, hasSpace: false });
    return end - 1;
  }

  /** Reads `<name>value</name>`, and `<key>name</key><string>value</string>`. */
  readElement(match: RegExpExecArray): void {
    const [whole, name = '', content = '', next] = match;
    const value = next ?? content;
    const label = next === undefined ? name : content.trim();
    if (!isSecretName(label)) return;
    const trimmed = value.trim();
    if (isHarmless(label, trimmed, { isQuoted: true, separator: ':' })) return;
    const start =
      match.index + (next === undefined ? whole.indexOf(content, name.length + 1) : whole.lastIndexOf(next));
    const blank = value.length - value.trimStart().length;
    this.#add(start + blank, start + blank + trimmed.length);
  }

  /** Reads `name value`; `at` is the space between. */
  readSeparatedBySpace(at: number): void {
    const { text } = this;
    let start = at;
    while (at - start <= longestName && nameCharacters[text.charCodeAt(start - 1)] === 1) start--;
    const name = text.slice(start, at);
    const match = afterSpace.exec(text.slice(at, at + 3 * longestGap));
    const [whole, value = ''] = match ?? [];
    if (whole === undefined || !isSecretName(name) || /^[A-Za-z][a-z]*[.,:;]?$/.test(value)) return;
    const isSentence = /^[ \t]+(?:is|was)\b/.test(whole);
    if (
      !isSentence &&
      !/(?:^|\n)[ \t]*$|\blogin\s{1,4}\S{1,80}\s{1,20}$/.test(text.slice(Math.max(0, start - 120), start))
    )
      return;
    if (isHarmless(name, value, { isQuoted: false, separator: ' ' })) return;
    const end = at + whole.length;
    this.#add(end - value.length, end);
  }

  /** Reads the `value` beside a `name`; `at` is behind the separator of the name. */
  #readPair(at: number, start: number): void {
    const match = pair.exec(this.text.slice(at, at + longestGap));
    const [whole, name = ''] = match ?? [];
    if (whole === undefined || !isSecretName(name)) return;
    this.#readValue(name, at + whole.length, { separator: '=', isQuoted: true, start, hasSpace: true });
  }

  /** Reads a scheme and credentials. */
  #readAuthorization(at: number): void {
    const match = schemeAndCredentials.exec(this.text.slice(at, at + 20 * longestGap));
    if (match === null || !isCredential(match[1] ?? '', match[2] ?? '')) return;
    const end = at + match[0].length;
    this.#add(end - (match[2] ?? '').length, end);
  }

  /** Reads the cookies of a header. */
  #readCookies(at: number): void {
    for (const { start, end } of secretCookies(this.text.slice(at, at + 20 * longestGap)))
      this.#add(at + start, at + end);
  }

  #readValue(name: string, at: number, member: Member): void {
    const { text } = this;
    let start = at;
    const limit = at + longestGap;
    while (start < limit && isSpace(text.charCodeAt(start))) start++;
    if (member.separator === ':') {
      const properties = /^(?:[!&][^\s,[\]{}"']*[ \t]+)+/.exec(text.slice(start, start + longestGap));
      start += properties?.[0].length ?? 0;
    }
    const first = text.charAt(start);
    // An empty variable before another one.
    if (start > at && this.#isAssignment(member.start, at)) return;
    if (first === '\n' || first === '\r') {
      if (!member.isQuoted) return;
      start += /^\s*/.exec(text.slice(start, start + longestGap))?.[0].length ?? 0;
      if (!/["{[]/.test(text.charAt(start))) return;
    }
    // PowerShell converts a string to the type before it; other values of a type are computed.
    const type = typeInBrackets.exec(text.slice(start, start + 2 * longestGap))?.[0];
    if (type !== undefined) start += type.length;
    const opening = text.charAt(start);
    if (type !== undefined && !/["']/.test(opening)) return;
    if (opening === '"' || opening === "'") {
      this.#readQuoted(name, start, member);
      return;
    }
    if (opening === '@' && /["']/.test(text.charAt(start + 1))) {
      this.#readQuoted(name, start + 1, member);
      return;
    }
    if (opening === '{' && member.separator !== ' ') {
      const inner = innerValue.exec(text.slice(start, start + 4 * longestGap));
      if (inner !== null) this.#readValue(name, start + inner[0].length, { ...member, separator: '=', isQuoted: true });
      if (inner !== null) return;
    }
    if (opening === '[' && member.separator !== ' ' && this.#readList(name, start, member)) return;
    if (member.separator === ':' && (opening === '[' || (opening === '{' && text.charAt(start + 1) !== '{'))) return;
    if ((opening === '|' || opening === '>') && member.separator === ':' && this.#readBlock(start, member)) return;
    if (opening === '\\' && /^\\+["'nrt]/.test(text.slice(start, start + 20))) return;
    this.#readBare(name, start, member);
  }

  #readQuoted(name: string, at: number, { separator, hasSpace }: Member): void {
    const { text } = this;
    const quote = text.charCodeAt(at);
    // CSV files and here-strings of PowerShell double the quotes.
    const isDoubled = text.charCodeAt(at + 1) === quote;
    const start = isDoubled ? at + 2 : at + 1;
    if (isDoubled && !/[\w$!@#%^*.+/-]/.test(text.charAt(start))) return;
    let end = start;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === newline || code === carriageReturn) break;
      if (code === backslash && (quote === doubleQuote || separator === ':' || hasSpace)) end++;
      else if (code === quote) {
        if (isDoubled || quote === doubleQuote) break;
        // In single quotes, YAML and PowerShell write two of them for one, shells close and open them again.
        if (text.charCodeAt(end + 1) === quote) end++;
        else if (text.startsWith("\\''", end + 1)) end += 3;
        else if (text.startsWith('"\'"\'', end + 1)) end += 4;
        else break;
      }
    }
    end = Math.min(end, text.length);
    const value = text.slice(start, end);
    if (value === '' || isHarmless(name, value, { isQuoted: true, separator })) return;
    this.#add(start, end);
  }

  #readBare(name: string, start: number, member: Member): void {
    const { text } = this;
    const { separator } = member;
    const extent =
      separator !== ' ' && (separator === ':' || member.hasSpace) && !member.isQuoted && this.#beginsLine(member.start)
        ? 'line'
        : separator === '=' && !member.hasSpace && this.#isAssignment(member.start, start)
          ? 'assignment'
          : 'word';
    const isLine = extent === 'line';
    const end = this.#endOfBare(start, extent);
    let value = text.slice(start, end);
    if (isLine) {
      // A string in a larger one ends with it; prose is no value.
      const before = text.charAt(member.start - 1);
      const quote = value.search(before === '"' ? /"/ : before === "'" ? /'/ : /"[\s,;}\])]*$|"(?=[,}\]])/);
      if (quote >= 0 && this.#isInString(start)) value = value.slice(0, quote);
      const firstWord = value.slice(0, value.search(/[,;]?(?:\s|$)/));
      const isText = /^[A-Za-z]+$/.test(firstWord) && /\s(?=\S*[A-Za-z])(?=\S*[^A-Za-z\s,.:;!?'"()-])/.test(value);
      if (!isText && isHarmless(name, firstWord, { isQuoted: false, separator })) return;
      value = value.replace(/(?<![\s,])[\s,]+$/, '');
    } else value = withoutClosing(value);
    if (value === '' || isHarmless(name, value, { isQuoted: false, separator })) return;
    if (separator === '=' && this.#isVariable(member.start) && expressionWithoutQuotes.test(value)) return;
    this.#add(start, start + value.length);
  }

  /** Whether a name is that of a variable of PowerShell, PHP or Perl, such as `$token` and `$env:TOKEN`. */
  #isVariable(start: number): boolean {
    return /\$(?:\w{1,20}:)?$/.test(this.text.slice(Math.max(0, start - 22), start));
  }

  /** Where an unquoted value ends. Values inside of the last one end with it, so that no text is read twice. */
  #endOfBare(start: number, extent: Extent): number {
    const { text } = this;
    const last = this.#lastBare;
    if (last.extent === extent && start >= last.start && start < last.end) return last.end;
    let end = start;
    if (text.startsWith('${', start)) {
      const brace = text.slice(start, start + 4 * longestGap).search(/[}\n]/);
      if (brace > 0) end = start + brace + 1;
    }
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === newline || code === carriageReturn) break;
      if (code === backslash && this.#isEscape(start, end)) break;
      if (extent === 'line') {
        if (isSpace(code) && commentStart.test(text.slice(end, end + 4))) break;
        continue;
      }
      if (isSpace(code) || code === doubleQuote || code === singleQuote || code === backtick) break;
      if (bareEnds.has(text.charAt(end)) && !(extent === 'assignment' && inAssignments.has(text.charAt(end)))) break;
    }
    this.#lastBare = { start, end, extent };
    return end;
  }

  /** Whether only indentation, list marks and time stamps are before the name on its line. */
  #beginsLine(start: number): boolean {
    if (quotes[this.text.charCodeAt(start - 1)] === 1) return true;
    const from = Math.max(0, start - 60);
    const before = this.text.slice(from, start);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return (line.length < before.length || from === 0) && /^[\s>]*(?:- )*$/.test(line);
  }

  /** Whether a name in capitals and its value form an assignment of a shell. */
  #isAssignment(start: number, end: number): boolean {
    const { text } = this;
    if (!/(?:^|[\s"'`]|\\[nrt])$/.test(text.slice(Math.max(0, start - 2), start))) return false;
    return /^[A-Z][A-Z0-9_]*=$/.test(text.slice(start, end));
  }

  /** Whether a backslash begins an escape of the string that contains the value, rather than being part of it. */
  #isEscape(start: number, at: number): boolean {
    if (!/^\\+["'nrtu]/.test(this.text.slice(at, at + 20))) return false;
    return /["']/.test(this.text.charAt(at + 1)) || this.#isInString(start);
  }

  /** Whether a quote or an escaped line ending is before the offset on its line. Offsets must not become smaller. */
  #isInString(offset: number): boolean {
    const { text } = this;
    if (offset > this.#lineEnd) {
      const start = text.lastIndexOf('\n', offset - 1) + 1;
      const end = text.indexOf('\n', offset);
      this.#lineEnd = end < 0 ? text.length : end;
      if (this.#firstSign < start) {
        const sign = /"|\\[nrt"]/g;
        sign.lastIndex = start;
        this.#firstSign = sign.exec(text)?.index ?? Infinity;
      }
    }
    return this.#firstSign < offset;
  }

  /** Reads the strings of a list. */
  #readList(name: string, at: number, member: Member): boolean {
    const list = /^\[\s*(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s,[\]{}"'()]{3,100}\s*[,\]])/.exec(
      this.text.slice(at, at + 4 * longestGap),
    );
    if (list === null || /secrets|credentials/i.test(name)) return false;
    let start = at + 1;
    for (;;) {
      start += /^[\s,]*/.exec(this.text.slice(start, start + longestGap))?.[0].length ?? 0;
      if (/["']/.test(this.text.charAt(start))) {
        const before = this.secrets.length;
        this.#readQuoted(name, start, member);
        const found = this.secrets.at(-1);
        if (this.secrets.length === before || found === undefined) return true;
        start = found.end + 1;
      } else {
        const item = /^[^\s,[\]{}"'()]+/.exec(this.text.slice(start, start + longestGap))?.[0];
        if (item === undefined) return true;
        if (!isHarmless(name, item, { isQuoted: true, separator: ':' })) this.#add(start, start + item.length);
        start += item.length;
      }
    }
  }

  /** Reads the lines of a YAML block scalar, which are indented more than the name. */
  #readBlock(at: number, { start }: Member): boolean {
    const { text } = this;
    if (at < this.#blockEnd) return true;
    if (!/^[|>][+-]?\d?[+-]?[ \t]*(?:#[^\n]*)?\r?\n/.test(text.slice(at, at + longestGap))) return false;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    if (start - lineStart > longestGap) return true;
    const indentation = /^[ \t]*(?:- +)*/.exec(text.slice(lineStart, start))?.[0].length ?? 0;
    let line = text.indexOf('\n', at) + 1;
    let from = -1;
    let end = -1;
    while (line > 0 && line < text.length) {
      let content = line;
      while (text.charCodeAt(content) === space) content++;
      const lineEnd = text.indexOf('\n', line);
      const lineStop = lineEnd < 0 ? text.length : lineEnd;
      if (content < lineStop && text.charCodeAt(content) !== carriageReturn) {
        if (content - line <= indentation) break;
        if (from < 0) from = content;
        end = text.charCodeAt(lineStop - 1) === carriageReturn ? lineStop - 1 : lineStop;
      }
      line = lineStop + 1;
    }
    this.#blockEnd = line;
    // Keys in PEM are found by their format.
    if (from >= 0 && !text.startsWith('-----BEGIN', from)) this.#add(from, end);
    return true;
  }

  #add(start: number, end: number): void {
    this.secrets.push({ start, end });
  }
}

/** What an unquoted value extends to: a word, a word of a shell, or the end of its line. */
type Extent = 'word' | 'assignment' | 'line';

/** The value without the brackets and commas that close what contains it. */
function withoutClosing(value: string): string {
  let end = value.length;
  if (/\)[:;,]$/.test(value.slice(-2))) end--;
  while (/[,)\]}]/.test(value.charAt(end - 1))) end--;
  return end === value.length || /[([{]/.test(value.slice(0, longestGap)) ? value : value.slice(0, end);
}

/** How a value is connected with its name. */
interface Member {
  readonly separator: ':' | '=' | ' ';
  readonly isQuoted: boolean;
  /** Where the name begins. */
  readonly start: number;
  /** Whether spaces are before the separator. */
  readonly hasSpace: boolean;
}

/** Characters of white space and punctuation that are read between a name and its value. */
const longestGap = 100;

type NameKind = 'secret' | 'pair' | 'authorization' | 'cookie' | 'uuid' | 'parameter' | 'registry auth' | 'other';

/** Names whose values contain secrets in a form of their own. */
const nameKinds: readonly (readonly [RegExp, NameKind])[] = [
  // Members whose value names what another member contains.
  [/^(?:name|key|variable|Name|Key)$/, 'pair'],
  [/authorization$/i, 'authorization'],
  [/^(?:Set-)?Cookie$/i, 'cookie'],
  // Secret IDs of Vault's AppRoles. Other secret IDs are names or addresses of secrets.
  [/(?:^|_)secret_id$/i, 'uuid'],
  [/^(?:sig|code)$/, 'parameter'],
  [/^_?auth$/, 'registry auth'],
];
const schemeAndCredentials = /^\s{0,4}["'\\]{0,8}([A-Za-z][\w-]{1,30})[ \t]{1,4}([\w.~+/=:-]{8}[\w.~+/=:-]*)/;
const uuid = /^\s{0,4}["'\\]{0,8}[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\w)/i;
const parameter = /^(?:[?&;\s]?sig=[^\s"'&]{8}|[?&]code=[\w%+/=~.-]{20})/;
const registryAuth = {
  test: (text: string): boolean =>
    isUserAndPassword(/^\s{0,4}["'\\]{0,8}([\w+/]{8}[\w+/]*={0,2})/.exec(text)?.[1] ?? ''),
};
const pair =
  /^\s*["']?([A-Za-z][\w.-]{1,60})["']?\s*(?:,\s*)?["']?(?:value|Value|secureValue|defaultValue)["']?\s*[:=]/;

/** A value in an object of its own, as parameters have. */
const innerValue =
  /^\{(?:\s*"type"\s*:\s*"[\w]{1,40}"\s*,)?\s*["']?(?:value|Value|defaultValue|secureValue)["']?\s*[:=]/;

/** A type of PowerShell before one of its members, a string, a variable or an expression. */
const typeInBrackets = /^\[[A-Za-z][\w.]{0,100}(?:\[\])?\](?=::|["'$(@])/;

/** What a variable is assigned in languages that write all strings in quotes: a command, a variable or an expression. */
const expressionWithoutQuotes = /^(?:[$(@&{[.-]|[A-Za-z]+(?:-[A-Za-z]\w*)?$)/;

/** Between two arguments in a command, a list in JSON or YAML, or a block of lines in YAML. */
const betweenArguments = /^(?:[ \t]*(?:\r?\n[ \t]*-[ \t]+|,\s*)|[ \t]+(?:\\\r?\n[ \t]*)?)/;

/** Options without a value. */
const flags =
  /^(?:no|stdin|prompt|read|skip|show|print|get|list|ask|use|with|require|disable|enable|allow|create|expose|generate|reset|rotate)[_-]/;

const bareEnds = new Set(Array.from('"\',;{}[]&|<>'));
/** Characters that a shell reads as part of a value. */
const inAssignments = new Set(Array.from(',{}[]'));

const commentStart = /^[ \t]+[#;]/;
