import {
  itemsOf,
  madeOnce,
  memberOf,
  memberValue,
  resolved,
  scalarSource,
  stringValue,
  type SyntaxNode,
  type SyntaxTree,
} from '../formats/tree/node.js';
import { nextOffset } from '../text/strings.js';

/** A command of `runcmd` or `bootcmd`, wherever it is in the text. */
export interface Command {
  /** The index of its entry in the list. */
  readonly index: number;
  /** Whether the entry is a list, which runs without a shell. */
  readonly isList: boolean;
  /** What a shell runs: the entry, or the string of `[sh, -c, "…"]`; empty without a shell. */
  readonly script: string;
  /** The words of each simple command, without quotes; read on demand, since a line may contain millions. */
  readonly simple: () => Iterable<readonly string[]>;
}

/** The commands of `runcmd` or `bootcmd`. */
export class CommandList {
  readonly key: 'runcmd' | 'bootcmd';
  readonly #list: SyntaxNode | undefined;
  readonly #kept: SyntaxTree['kept'];
  #all: readonly Command[] | undefined;

  constructor({ root, kept }: SyntaxTree, key: 'runcmd' | 'bootcmd') {
    this.key = key;
    this.#list = memberValue(root, key);
    this.#kept = kept;
  }

  /** The commands in their order. */
  get all(): readonly Command[] {
    return (this.#all ??= commandsIn(itemsOf(this.#list)));
  }

  /** What a function makes of the commands, once for all versions of the document that have them. */
  made<T>(make: (commands: readonly Command[]) => T): T {
    const list = this.#list;
    return list === undefined ? make([]) : madeOnce(this.#kept, list, make, () => make(this.all));
  }

  /** The entry of a command. */
  nodeOf({ index }: Command): SyntaxNode | undefined {
    return resolved(itemsOf(this.#list)[index]);
  }
}

/** Reads a list of commands. Strings are split roughly as a shell does; nothing is expanded. */
function commandsIn(items: readonly SyntaxNode[]): Command[] {
  return items.flatMap((item, index): Command[] => {
    const node = resolved(item);
    if (node?.kind === 'string') {
      const script = node.value;
      return [{ index, isList: false, script, simple: () => simpleCommands(script) }];
    }
    if (node?.kind !== 'array') return [];
    const words = node.items.map((word) => scalarSource(resolved(word)) ?? '');
    const script = scriptInList(words);
    return [{ index, isList: true, script, simple: () => commandsInList(words, script) }];
  });
}

/** The command itself, and the commands of its shell. */
function* commandsInList(words: readonly string[], script: string): Generator<readonly string[]> {
  yield words;
  yield* simpleCommands(script);
}

/** The string of `sh -c "…"`. */
function scriptInList(words: readonly string[]): string {
  if (!/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|)sh$/.test(words[0] ?? '')) return '';
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at > 0 ? (words[at + 1] ?? '') : '';
}

/** A script with a letter in place of each text in quotes and each escaped character. */
export function withoutQuotes(script: string): string {
  return script.replace(/\\[^]/g, 'q').replace(/'[^']*(?:'|$)|"[^"]*(?:"|$)/g, 'q');
}

/** Whether a script decides by the state of the machine what it does, so that what it does then is as meant. */
export function isGuarded(script: string): boolean {
  return /\|\||(?:^|[;&|({\n])[ \t]{0,80}(?:if|case|while|until|test|\[{1,2}|!)\s/.test(withoutQuotes(script));
}

const separators = ';&|(){}\n`';

/** Splits a shell command at `;`, `&`, `|`, brackets and line endings outside quotes. */
function* simpleCommands(text: string): Generator<readonly string[]> {
  let words: string[] = [];
  let word: string | undefined;
  const special = /["'\\;&|(){}`\s]/g;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): readonly string[] => {
    endWord();
    const ended = words;
    words = [];
    return ended;
  };
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at);
    if (c === '"' || c === "'") {
      const close = text.indexOf(c, at + 1);
      const end = close < 0 ? text.length : close;
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (c === '\\') {
      word = (word ?? '') + text.charAt(at + 1);
      at++;
    } else if (separators.includes(c)) {
      const command = endCommand();
      if (command.length > 0) yield command;
    } else if (/\s/.test(c)) endWord();
    else if (c === '#' && word === undefined) {
      const end = text.indexOf('\n', at);
      at = (end < 0 ? text.length : end) - 1;
    } else {
      const end = nextOffset(text, special, at + 1);
      word = (word ?? '') + text.slice(at, end);
      at = end - 1;
    }
  }
  const command = endCommand();
  if (command.length > 0) yield command;
}

/** Words that run the command after them. */
const prefixes = /^(?:(?:sudo|exec|nohup|time|env|command|then|do|else|if|while|until|!)$|[A-Za-z_]\w{0,200}=)/;

/** The first item that meets a condition. */
export function firstOf<T>(items: Iterable<T>, isWanted: (item: T) => boolean): T | undefined {
  for (const item of items) if (isWanted(item)) return item;
  return undefined;
}

/** The program that a simple command starts, after words such as `sudo`. */
export function programOf(words: readonly string[]): string | undefined {
  return words.find((word) => !prefixes.test(word) && !word.startsWith('-'));
}

/** Users and groups that a cloud-config creates (cloud-init 26.2, `users`, `user` and `groups`). */
interface Accounts {
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** Reads the names of new accounts; each user has a group of the same name by default. */
export function accountsOf(root: SyntaxNode | undefined): Accounts {
  const users = new Set<string>();
  const groups = new Set<string>();
  const add = (to: Set<string>, text: string): void => {
    for (const name of text.split(',')) if (name.trim() !== '' && name.trim() !== 'default') to.add(name.trim());
  };
  for (const node of [...entriesOf(memberValue(root, 'users')), memberValue(root, 'user')]) {
    if (node?.kind === 'string') add(users, node.value);
    const name = stringValue(memberOf(node, 'name')?.value);
    if (name !== undefined) users.add(name);
  }
  for (const node of entriesOf(memberValue(root, 'groups'))) {
    if (node?.kind === 'string') add(groups, node.value);
    else if (node?.kind === 'object') for (const { key } of node.members) groups.add(key.name);
  }
  for (const name of users) groups.add(name);
  return { users, groups };
}

function entriesOf(node: SyntaxNode | undefined): (SyntaxNode | undefined)[] {
  return node?.kind === 'array' ? node.items.map(resolved) : [node];
}
