import type { Payload } from '../document/payload.js';
import { memberValue, walk } from '../formats/tree/node.js';
import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { copyOf } from '../text/strings.js';
import { readingsOf } from './escapes.js';
import { InventedAddresses } from './addresses.js';
import { type FoundName, idsIn, kindOfField, type NameKind, namesIn, namesInText } from './names.js';
import { ordinaryWords } from './ordinaryWords.js';

/** A name that was replaced, for counting. */
export type CountName = (kind: NameKind) => void;

/**
 * Invents names for those of some documents. First all documents are searched for names at positions that only names have;
 * then each name is replaced wherever it appears. Names are taken apart at separators, so that `MC_shop_shop_eastus` and
 * `shop` still belong together, and only parts that identify something are replaced.
 */
export class Pseudonyms {
  /** By the original in lower case. */
  readonly #words = new Map<string, { readonly kind: NameKind; readonly pseudonym: string }>();
  /** Names with underscores, in lower case. In other words with underscores, such as variables, nothing is replaced. */
  readonly #joined = new Set<string>();
  readonly #ids = new Map<string, string>();
  readonly #addresses = new InventedAddresses();
  readonly #isOrdinary = ordinaryWords();

  /** Takes over the names of a document, until the budget is spent. */
  collect({ text = '', tree }: Pick<Payload, 'text' | 'tree'>, budget: Budget): void {
    this.#addresses.collect(text);
    for (const read of readingsOf(text))
      for (const name of namesInText(read)) {
        if (budget.step()) return;
        this.#add(name);
      }
    for (const { kind, name } of namedStrings(tree))
      for (const found of namesIn(kind, name)) {
        if (budget.step()) return;
        this.#add(found);
      }
  }

  #add({ kind, name }: FoundName): void {
    const ids = idsIn(name).map((id) => id.toLowerCase());
    for (const id of ids) if (!this.#ids.has(id)) this.#ids.set(id, inventedId(id, this.#ids.size + 1));
    if (kind === 'id' || ids.length > 0) return;
    for (const [joined] of name.matchAll(/\w+/g)) if (joined.includes('_')) this.#joined.add(joined.toLowerCase());
    for (const [part] of name.matchAll(/[A-Za-z0-9]+/g)) {
      const word = part.toLowerCase();
      if (this.#words.has(word) || this.#isOrdinary(word)) continue;
      this.#words.set(word, { kind, pseudonym: inventedWord(word, kind, this.#words.size + 1) });
    }
  }

  /** The text with its names replaced, until the budget is spent. */
  replaceIn(
    text: string,
    { addressesDone = [], excluded = [] }: Ranges = {},
    count: CountName = () => undefined,
    budget?: Budget,
  ): string {
    let result = '';
    let at = 0;
    let done = 0;
    const replaceTo = (end: number, addresses: InventedAddresses | undefined): void => {
      if (end <= at) return;
      result += this.#replace(text.slice(at, end), count, addresses, budget);
      at = end;
    };
    const continueTo = (end: number): void => {
      for (let range = addressesDone[done]; range !== undefined && range.start < end; range = addressesDone[done]) {
        replaceTo(range.start, this.#addresses);
        replaceTo(Math.min(range.end, end), undefined);
        if (range.end > end) return;
        done++;
      }
      replaceTo(end, this.#addresses);
    };
    for (const { start, end } of excluded) {
      if (start < at) continue;
      continueTo(start);
      result += text.slice(start, end);
      at = end;
    }
    continueTo(text.length);
    return result;
  }

  #replace(text: string, count: CountName, addresses: InventedAddresses | undefined, budget?: Budget): string {
    const pattern = copyOf(tokens);
    let result = '';
    let done = 0;
    let escapeEnd = -1;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (budget?.step() === true) break;
      const { 0: token, index } = match;
      const escape = /^(?:\\+|%)/.exec(token)?.[0];
      let replaced: string;
      if (escape === undefined) {
        const isFresh = index === escapeEnd || !/[\w.]/.test(text.charAt(index - 1));
        const isFour = isFresh && isAddress(text, index, token);
        replaced = this.#token(token, { isFresh, isFour, addresses }, count);
      } else {
        // What looks like an escape may be the beginning of a name, as in C:\name.
        const word = /^\w*/.exec(text.slice(index + escape.length, index + escape.length + longestWord))?.[0] ?? '';
        if (this.#words.has(word.toLowerCase()) || this.#joined.has(word.toLowerCase())) {
          replaced = escape + this.#wordOrJoined(word, count);
          pattern.lastIndex = index + escape.length + word.length;
        } else {
          replaced = token;
          escapeEnd = pattern.lastIndex;
        }
      }
      result += text.slice(done, index) + replaced;
      done = pattern.lastIndex;
    }
    return result + text.slice(done);
  }

  #token(token: string, { isFresh, isFour, addresses }: TokenContext, count: CountName): string {
    if (token.length === idLength && token.charAt(8) === '-') return this.#id(token, count) ?? token;
    const isSix = token.includes(':');
    if (!isSix && !token.includes('.')) return this.#wordOrJoined(token, count);
    // A colon may follow an address in a sentence.
    const address = /[^:]:$/.test(token) ? token.slice(0, -1) : token;
    const invented = (isSix ? isFresh : isFour) ? addresses?.of(address) : undefined;
    if (invented === undefined) return this.#inside(token, count);
    count('address');
    return invented + token.slice(address.length);
  }

  #inside(text: string, count: CountName): string {
    return text.replace(/\w+/g, (word) => this.#wordOrJoined(word, count));
  }

  #wordOrJoined(word: string, count: CountName): string {
    if (!word.includes('_')) return this.#word(word, count);
    // The number of an instance follows the name of its scale set.
    const isName = this.#joined.has(word.toLowerCase()) || /^[A-Za-z0-9]+_\d{1,6}$/.test(word);
    return isName ? word.replace(/[A-Za-z0-9]+/g, (part) => this.#word(part, count)) : word;
  }

  #word(word: string, count: CountName): string {
    const found = this.#words.get(word.toLowerCase());
    if (found === undefined || found.pseudonym === word.toLowerCase()) return word;
    count(found.kind);
    return /[a-z]/.test(word) || !/[A-Z]/.test(word) ? found.pseudonym : found.pseudonym.toUpperCase();
  }

  #id(id: string, count: CountName): string | undefined {
    const invented = this.#ids.get(id.toLowerCase());
    if (invented === undefined || invented === id.toLowerCase()) return undefined;
    count('id');
    return /[a-f]/.test(id) || !/[A-F]/.test(id) ? invented : invented.toUpperCase();
  }
}

/** Ranges of a text, each list in order. */
interface Ranges {
  /** Where addresses are replaced already: an invented address can be the original of another one. */
  readonly addressesDone?: readonly Span[];
  /** Encoded text, in which the letters of a name mean something else. */
  readonly excluded?: readonly Span[];
}

/** What decides whether a token is an address. */
interface TokenContext {
  /** Whether it isn't the end of a longer word. */
  readonly isFresh: boolean;
  /** Whether four numbers are an address here, and not a version. */
  readonly isFour: boolean;
  /** Absent where addresses are replaced already. */
  readonly addresses: InventedAddresses | undefined;
}

const idLength = 36;

/** Characters of the longest part of a name: resource groups have up to 90. */
const longestWord = 100;

/**
 * Escapes, ids, addresses and words. Each alternative begins differently or has a fixed length, so none is read twice;
 * backslashes are only read from their beginning.
 */
const tokens =
  // eslint-disable-next-line regexp/no-super-linear-move -- the last alternative accepts every word, so none is read twice
  /(?<!\\)\\+(?:u[0-9A-Fa-f]{4}|[nrtbf])|%[0-9A-Fa-f]{2}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\w)(?!\.\d)|(?:[0-9A-Fa-f]{0,4}:){2,8}[0-9A-Fa-f]{0,4}(?![0-9A-Za-z_])|\w+/g;

/** Whether four numbers are an address and not a version. */
function isAddress(text: string, at: number, token: string): boolean {
  const before = text.slice(Math.max(0, at - 24), at);
  if (/[A-Za-z]-$|(?:version|ver|agent|release|kernel)["'\\\s:=]*$/i.test(before)) return false;
  // All of a private range, as in lists of addresses without a proxy.
  if (token === '10.0.0.0' && /^\/8(?!\d)/.test(text.slice(at + token.length, at + token.length + 3))) return false;
  return !/^[-_][A-Za-z]/.test(text.slice(at + token.length, at + token.length + 2));
}

/** The strings of a document whose member says that they're names. */
function* namedStrings(tree: Payload['tree']): Generator<FoundName> {
  for (const { node } of walk(tree?.root)) {
    if (node.kind !== 'object') continue;
    for (const { key, value } of node.members) {
      if (value === undefined) continue;
      const kind = kindOfField(key.name);
      for (const item of value.kind === 'array' ? value.items : [value]) {
        if (kind !== undefined && item.kind === 'string') yield { kind, name: item.value };
        // Users of a cloud-config, and the person who made a request to Azure.
        if (key.name !== 'users' && key.name !== 'claims') continue;
        const name = item.kind === 'object' ? memberValue(item, 'name') : item;
        if (name?.kind === 'string') yield { kind: 'user', name: name.value };
      }
    }
  }
}

const inventedIds = 'decafbad-0000-4000-8000-';

/** The invented id; ids of zeros and invented ones stay. */
function inventedId(id: string, number: number): string {
  if (id.startsWith(inventedIds) || /^[0-]+$/.test(id)) return id;
  return inventedIds + number.toString(16).padStart(12, '0');
}

/** An invented word of the same length: `zz`, what it is, and a number; digits alone for a number. */
function inventedWord(word: string, kind: NameKind, number: number): string {
  const digits = String(number);
  if (/^\d+$/.test(word)) return /^90{3}\d*$/.test(word) ? word : `9${digits.padStart(word.length - 1, '0')}`;
  if (/^zz[a-z]*\d+$/.test(word)) return word;
  const room = word.length - 'zz'.length;
  const name = kind.slice(0, Math.max(0, room - digits.length));
  return `zz${name}${digits.padStart(room - name.length, '0')}`;
}
