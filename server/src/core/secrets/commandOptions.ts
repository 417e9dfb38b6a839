import type { Budget } from '../text/budget.js';
import type { Span } from '../text/span.js';
import { words } from '../text/table.js';
import { secretCookies } from './cookies.js';
import { isHarmless } from './harmless.js';
import { isSecretName } from './names.js';
import { addToList } from '../text/strings.js';

/**
 * Secrets in commands whose options don't show it by their name: `sshpass -p x`, `curl -u user:x`, `az login -p x`,
 * `echo x | sudo -S`. Commands may be lists of arguments in JSON or YAML.
 */
export function secretsInCommands(text: string, budget?: Budget): Span[] {
  const secrets: Span[] = [];
  const reader = new CommandReader(text, budget);
  for (const match of text.matchAll(toolNames)) {
    if (match.index < reader.at) continue;
    for (const command of reader.commandsFrom(match.index)) {
      // A command may have many arguments, each of which is compared with the options of its tool.
      if (budget?.step(1 + command.arguments.length) === true) return secrets;
      findInCommand(text, command, secrets);
    }
  }
  return secrets;
}

/** How a tool accepts secrets. */
interface Tool {
  readonly names: string;
  /** A subcommand that is required. */
  readonly after?: string;
  /** Options with a secret; with `+` it may follow without a space, with `!` it must. */
  readonly options?: string;
  /** Options with `user:password`, or `user%password`. */
  readonly pairs?: string;
  /** Options with cookies, or with the name of a file that has them. */
  readonly cookies?: string;
  /** Whether arguments are names, each followed by its value, as in `set NAME VALUE`. */
  readonly namesValues?: true;
  /** The position of a secret among the arguments without a dash, or behind a subcommand: `attach:1`. */
  readonly argument?: string;
}

const tools: readonly Tool[] = [
  {
    names: 'curl',
    options: '--pass --oauth2-bearer',
    pairs: '-u+ --user -U+ --proxy-user -E --cert',
    cookies: '-b+ --cookie',
  },
  { names: 'sshpass', options: '-p+' },
  { names: 'mysql mysqldump mysqladmin mysqlimport mysqlsh mariadb mariadb-dump mariadb-admin mycli', options: '-p!' },
  { names: 'redis-cli', options: '-a --pass' },
  { names: 'mongo mongosh mongodump mongorestore mongoexport mongoimport cqlsh mosquitto_pub', options: '-p -P' },
  { names: 'docker podman nerdctl buildah skopeo oras helm crane regctl oc az', after: 'login', options: '-p+' },
  { names: 'az', after: 'user', options: '-p+' },
  { names: 'az', after: 'secret', options: '--value' },
  { names: 'ctr nerdctl crictl skopeo podman buildah', pairs: '-u --user --creds --src-creds --dest-creds' },
  { names: 'etcdctl', pairs: '--user' },
  { names: 'kubectl oc', options: '--from-literal' },
  { names: 'openssl', options: '-k -K -pass -passin -passout', argument: 'passwd:1' },
  { names: 'ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldapcompare ldappasswd', options: '-w+' },
  { names: 'ldappasswd', options: '-s -a' },
  { names: 'useradd usermod', options: '-p+' },
  { names: 'smbclient rpcclient winexe wbinfo smbget', pairs: '-U+ --user' },
  { names: 'zip unzip ipmitool bcp sqlcmd osql mssql-cli', options: '-P+' },
  { names: 'snmpwalk snmpget', options: '-A -X' },
  { names: '7z 7za 7zr 7zz rar unrar', options: '-p!' },
  { names: 'xfreerdp wlfreerdp', options: '/p:!' },
  { names: 'psexec evil-winrm ncftpget rdesktop', options: '-p+' },
  { names: 'schtasks', options: '/rp' },
  { names: 'nmcli', options: 'wifi-sec.psk password', namesValues: true },
  { names: 'aws', after: 'configure', namesValues: true },
  { names: 'git npm yarn pnpm pip pip3 kubectl oc pulumi', after: 'config', namesValues: true },
  { names: 'ssh-keygen', options: '-N+ -P+' },
  { names: 'onboard_agent.sh omsadmin.sh', options: '-s' },
  { names: 'nessuscli', options: '--key' },
  { names: 'netbird', options: '-k' },
  { names: 'ngrok', argument: 'add-authtoken:1' },
  { names: 'ngrok', argument: 'authtoken:1' },
  { names: 'cloudflared', after: 'service', argument: 'install:1' },
  { names: 'sentinelctl', after: 'token', argument: 'set:1' },
  { names: 'htpasswd', argument: 'htpasswd' },
  { names: 'ua pro ubuntu-advantage', argument: 'attach:1' },
  { names: 'vault', argument: 'login:1' },
  { names: 'net', argument: 'user:2' },
  { names: 'net', argument: 'use:2' },
  { names: 'rabbitmqctl', argument: 'add_user:2' },
  { names: 'rabbitmqctl', argument: 'change_password:2' },
  { names: 'wpa_passphrase', argument: ':2' },
  { names: 'ConvertTo-SecureString', options: '-String', argument: ':1' },
];

interface Option {
  readonly name: string;
  readonly isSeparate: boolean;
  readonly isGlued: boolean;
  /** Several options in one argument, of which this is the last. */
  readonly cluster: RegExp;
}

const toolsByName = new Map<string, ReadTool[]>();
for (const tool of tools)
  for (const name of words(tool.names)) {
    const [options, pairs, cookies] = [optionsOf(tool.options), optionsOf(tool.pairs), optionsOf(tool.cookies)];
    addToList(toolsByName, name, { ...tool, options, pairs, cookies });
  }

interface ReadTool extends Omit<Tool, 'options' | 'pairs' | 'cookies'> {
  readonly options: readonly Option[];
  readonly pairs: readonly Option[];
  readonly cookies: readonly Option[];
}

function optionsOf(list = ''): readonly Option[] {
  return (list.match(/\S+/g) ?? []).map((option) => ({
    name: option.replace(/[+!]$/, ''),
    isSeparate: !option.endsWith('!'),
    isGlued: /[+!]$/.test(option),
    // eslint-disable-next-line no-restricted-syntax -- contains only a letter of the table above
    cluster: option.endsWith('+') ? new RegExp(`^-[A-Za-z]{1,8}${option.charAt(1)}$`) : /^$/,
  }));
}

/** A pattern for one of the tools. */
export const toolName = `\\b(?:${[...toolsByName.keys()].join('|').replaceAll('.', '\\.')})`;

/** A name is followed by arguments, or it's one of a list of arguments. */
const toolNames = new RegExp(`${toolName}(?:\\.exe)?(?=["']?[ \\t,]|\\r?\\n)`, 'g');

/** A word of a command without its quotes. */
interface Argument extends Span {
  readonly value: string;
}

/** A tool's name and what follows it. */
interface Command {
  readonly name: string;
  readonly arguments: Argument[];
}

function findInCommand(text: string, { name, arguments: words }: Command, secrets: Span[]): void {
  for (const tool of toolsByName.get(name) ?? []) {
    if (tool.after !== undefined && !words.some(({ value }) => value === tool.after)) continue;
    for (const option of tool.options)
      for (const value of valuesOf(option, words)) {
        const { start, end } = spanOfSecret(name, value);
        addUnlessHarmless(text, start, end, secrets);
      }
    for (const option of tool.pairs)
      for (const { start, end, value } of valuesOf(option, words)) {
        const separator = value.search(option.name === '-U' && name !== 'curl' ? '%' : /[:%]/);
        if (separator > 0 || value.startsWith(':')) addUnlessHarmless(text, start + separator + 1, end, secrets);
      }
    for (const option of tool.cookies)
      for (const { start, value } of valuesOf(option, words))
        for (const cookie of secretCookies(value))
          secrets.push({ start: start + cookie.start, end: start + cookie.end });
    if (tool.namesValues)
      for (const [index, { value }] of words.entries()) {
        const next = words[index + 1];
        if (next !== undefined && !value.startsWith('-') && isSecretName(value) && !isProse.test(next.value))
          addUnlessHarmless(text, next.start, next.end, secrets);
      }
    const positional = tool.argument === undefined ? undefined : argumentAt(tool.argument, words);
    if (positional !== undefined && !isProse.test(positional.value))
      addUnlessHarmless(text, positional.start, positional.end, secrets);
  }
}

/** A word without digits, as in "pro attach failed", or a drive, share or star. */
const isProse = /^(?:[A-Za-z]+[.,:]?|[A-Z]:|\\\\.*|\*)$/;

/** OpenSSL names the source of a password first, `--from-literal` the key. */
function spanOfSecret(name: string, { start, end, value }: Argument): Span {
  const prefix = name === 'openssl' ? /^(?:pass:|(?:env|file|fd|stdin)\b.*)/ : /^--from-literal=|^[\w.-]+=/;
  const isPrefixed = name === 'openssl' || name === 'kubectl' || name === 'oc';
  return { start: start + (isPrefixed ? (prefix.exec(value)?.[0].length ?? 0) : 0), end };
}

function addUnlessHarmless(text: string, start: number, end: number, secrets: Span[]): void {
  const value = text.slice(start, end);
  if (start >= end || isHarmless('', value, { isQuoted: false, separator: ' ' }) || /^\d+:\d+$/.test(value)) return;
  secrets.push({ start, end });
}

/** The values of an option: the next argument, what follows an equals sign, or the rest of the argument. */
function* valuesOf({ name, isSeparate, isGlued, cluster }: Option, words: readonly Argument[]): Generator<Argument> {
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (word.value === name || (word.value !== '' && cluster.test(word.value))) {
      if (isSeparate && next !== undefined) yield next;
    } else if (word.value.startsWith(name)) {
      const rest = word.value.slice(name.length);
      const prefix = rest.startsWith('=') ? 1 : isGlued ? 0 : -1;
      if (prefix >= 0) yield { start: word.start + name.length + prefix, end: word.end, value: rest.slice(prefix) };
    }
  }
}

/** The argument at a position, which is counted without options. */
function argumentAt(position: string, words: readonly Argument[]): Argument | undefined {
  // Base64 may end with equals signs.
  const plain = words.filter(({ value }) => !/^[-/]/.test(value) && !/^\w+=[^=]/.test(value));
  if (position === 'htpasswd') return words.some(({ value }) => /^-\w*b/.test(value)) ? plain.at(-1) : undefined;
  const [subcommand = '', number = ''] = position.split(':');
  const from = subcommand === '' ? 0 : plain.findIndex(({ value }) => value === subcommand) + 1;
  if (subcommand !== '' && from === 0) return undefined;
  // Drives, shares and stars of `net use`.
  const rest = plain.slice(from);
  if (subcommand === 'use') return rest.find(({ value }) => !/^(?:[A-Za-z]:|\\\\.*|\*)$/.test(value));
  return rest[Number(number) - 1];
}

/** Reads the commands in which tools are called. Offsets only grow, so that each character is read once. */
class CommandReader {
  /** Where the text isn't read yet. */
  at = 0;
  /** The quote of the string that contains `at`; empty outside of strings. */
  #quote = '';

  constructor(
    private readonly text: string,
    private readonly budget: Budget | undefined,
  ) {}

  /** The commands from a tool's name to the end of its line, string or list. */
  commandsFrom(start: number): readonly Command[] {
    const { text } = this;
    const enclosing = this.#enclosingQuote(start);
    this.#quote = '';
    const before = text.charAt(start - 1);
    const isQuoted = before !== '' && before === enclosing && this.#endOfName(start).quote === before;
    const list = this.#listAround(isQuoted ? start - 1 : start);
    this.at = isQuoted && list !== undefined ? start - 1 : start;
    const quote = isQuoted && list !== undefined ? '' : enclosing;
    const commands: Command[] = [];
    let current: Command | undefined;
    for (let word = this.#next(quote, list); word !== undefined; word = this.#next(quote, list)) {
      if (this.budget?.step() === true) break;
      if (word === 'operator') {
        current = undefined;
        continue;
      }
      const name = word.value.slice(word.value.lastIndexOf('/') + 1).replace(/\.exe$/, '');
      if (toolsByName.has(name)) {
        current = { name, arguments: [] };
        commands.push(current);
      } else current?.arguments.push(word);
    }
    return commands;
  }

  #endOfName(start: number): { readonly quote: string } {
    const length = /^[\w.-]+/.exec(this.text.slice(start, start + 60))?.[0].length ?? 0;
    return { quote: this.text.charAt(start + length) };
  }

  /** The quote of the string that contains the offset; empty if there is none on its line. */
  #enclosingQuote(offset: number): string {
    const { text } = this;
    let quote = this.#quote;
    for (let i = this.at; i < offset; i++) {
      const character = text.charAt(i);
      if (character === '\n') quote = '';
      else if (character === '\\') i++;
      else if (character === '"' && quote !== "'") quote = quote === '"' ? '' : '"';
      else if (character === "'" && quote !== '"' && (quote === "'" || !/\w/.test(text.charAt(i - 1))))
        quote = quote === "'" ? '' : "'";
    }
    return quote;
  }

  /**
   * Whether the offset begins an argument of a list: in brackets, or a line of its own with a dash. Not a command with spaces
   * on a line behind a comma, which ended something else.
   */
  #listAround(offset: number): 'brackets' | 'dashes' | undefined {
    const { text } = this;
    const before = text.slice(Math.max(0, offset - 100), offset);
    const isNextLine =
      /,[ \t\r]*\n\s*$/.test(before) && /^[\w./-]+[ \t]+[^\s,\]]/.test(text.slice(offset, offset + 100));
    if (/[[,]\s*$/.test(before) && !isNextLine) return 'brackets';
    return /^[ \t]*-[ \t]+$/.test(before.slice(before.lastIndexOf('\n') + 1)) &&
      /^["']?[\w.-]+["']?[ \t]*\r?\n/.test(text.slice(offset, offset + 100))
      ? 'dashes'
      : undefined;
  }

  /** The next word, or the end of a simple command; undefined at the end of all that belongs to the commands. */
  #next(enclosing: string, list: 'brackets' | 'dashes' | undefined): Argument | 'operator' | undefined {
    const { text } = this;
    for (;;) {
      const character = text.charAt(this.at);
      if (character === ' ' || character === '\t' || (list === 'brackets' && /[,\s[]/.test(character))) this.at++;
      else if (character === '\\' && /^\\\r?\n/.test(text.slice(this.at, this.at + 3)))
        this.at = text.indexOf('\n', this.at) + 1;
      else if (list === 'dashes' && (character === '\n' || character === '\r')) {
        const mark = /^\r?\n[ \t]*-[ \t]+/.exec(text.slice(this.at, this.at + 100));
        if (mark === null) return undefined;
        this.at += mark[0].length;
      } else break;
    }
    const { at } = this;
    const character = text.charAt(at);
    if (character === '' || character === '\n' || character === '\r' || (list === 'brackets' && character === ']')) {
      this.at++;
      return undefined;
    }
    if (character === enclosing) {
      this.at++;
      // An escaped quote ends the command, but not the string.
      if (text.charAt(at - 1) === '\\') this.#quote = enclosing;
      return undefined;
    }
    if (this.#isEscapedLineEnd(at, enclosing)) {
      this.at += 2;
      return 'operator';
    }
    if (/[;|&()<>]/.test(character)) {
      this.at++;
      return /[<>]/.test(character) ? { start: at, end: at, value: '' } : 'operator';
    }
    return this.#word(enclosing, list);
  }

  #word(enclosing: string, list: 'brackets' | 'dashes' | undefined): Argument {
    const { text } = this;
    const start = this.at;
    let end = start;
    for (; end < text.length; end++) {
      const character = text.charAt(end);
      if (/[\s;|&()<>]/.test(character) || character === enclosing || this.#isEscapedLineEnd(end, enclosing)) break;
      if (list === 'brackets' && /[,\]]/.test(character)) break;
      if (character === '\\' && enclosing !== '"' && !/[\r\n]/.test(text.charAt(end + 1))) end++;
      else if (character === '"' || character === "'") {
        const close = this.#endOfQuoted(end);
        if (close < 0) break;
        end = close;
      }
    }
    end = Math.min(end, text.length);
    // A quote that isn't closed on its line.
    this.at = Math.max(end, start + 1);
    const raw = text.slice(start, end);
    const quote = raw.charAt(0);
    if (/["']/.test(quote) && raw.length > 1 && raw.endsWith(quote))
      return { start: start + 1, end: end - 1, value: raw.slice(1, -1) };
    // `-p'secret'` and `--password="secret"`.
    const inner = /^([^"']{1,60})(["'])([^]*)\2$/.exec(raw);
    if (inner !== null) return { start: start + 1, end: end - 1, value: `${inner[1]}${inner[3]}` };
    return { start, end, value: raw };
  }

  /** Whether a line of a script in a string of JSON ends at the offset. */
  #isEscapedLineEnd(at: number, enclosing: string): boolean {
    const { text } = this;
    return enclosing === '"' && /^\\[nr]/.test(text.slice(at, at + 2)) && text.charAt(at - 1) !== '\\';
  }

  /** The offset of the closing quote on the same line; -1 if there is none. */
  #endOfQuoted(at: number): number {
    const { text } = this;
    const quote = text.charAt(at);
    for (let i = at + 1; i < text.length; i++) {
      const character = text.charAt(i);
      if (character === '\n') return -1;
      if (character === '\\' && quote === '"') i++;
      else if (character === quote) return i;
    }
    return -1;
  }
}
