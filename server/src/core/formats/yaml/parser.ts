import type { Span } from '../../text/span.js';
import type { Scalar } from './scalars.js';
import { YamlError } from './characters.js';
import type { WrittenTag } from './properties.js';
import type { Token } from './scanner.js';

/** What may stand in front of a value. Both places are those of the indicator and its name. */
export interface Properties {
  readonly anchor?: { readonly name: string; readonly span: Span };
  /** In full, such as `tag:yaml.org,2002:str`; `!` stands for itself. */
  readonly tag?: { readonly name: string; readonly span: Span };
}

/** Makes values of what the parser found; values inside come before the ones around them. */
export interface Builder<Node> {
  scalar(scalar: Scalar, properties: Properties): Node;
  /** A value that is not there, as behind `key:`; `at` is the end of what comes before it. */
  absent(at: number, properties: Properties): Node;
  alias(name: string, span: Span): Node;
  /** Called in front of a collection's values. */
  enter(properties: Properties): void;
  sequence(items: readonly Node[], span: Span, properties: Properties): Node;
  mapping(entries: readonly (readonly [Node, Node])[], span: Span, properties: Properties): Node;
  /** The last offset that a value takes. */
  endOf(node: Node): number;
  /** Something that makes the text invalid, though it can be read on. */
  problem(message: string, span: Span): void;
}

/**
 * Reads one document from tokens by the grammar of YAML 1.1, as PyYAML 6.0 does. Gives undefined where there is no
 * document; throws a `YamlError` where the tokens fit no document.
 */
export function parseDocument<Node>(tokens: readonly Token[], build: Builder<Node>): Node | undefined {
  return new Parser(tokens, build).document();
}

type Is = Token['is'];

const nothingLeft: Token = { is: 'stream-end', span: { start: 0, end: 0 } };

class Parser<Node> {
  readonly #tokens: readonly Token[];
  readonly #build: Builder<Node>;
  #at = 0;
  #handles = new Map<string, string>();

  constructor(tokens: readonly Token[], build: Builder<Node>) {
    this.#tokens = tokens;
    this.#build = build;
  }

  document(): Node | undefined {
    if (this.#is('stream-end')) return undefined;
    const explicit = this.#is('directive', 'document-start');
    if (explicit) this.#prologue();
    const empty = explicit && this.#is('directive', 'document-start', 'document-end', 'stream-end');
    const root = empty ? this.#absent() : this.#node(true, false);
    const ended = this.#is('document-end');
    while (this.#is('document-end')) this.#at++;
    if (this.#is('stream-end')) return root;
    if (this.#is('document-start') || (ended && this.#is('directive'))) {
      this.#build.problem('A second document begins here; only one is read.', this.#token.span);
      return root;
    }
    throw this.#unexpected('The document should end here; check the indentation of this line.');
  }

  #prologue(): void {
    let version = false;
    for (let token = this.#token; token.is === 'directive'; token = this.#token) {
      this.#at++;
      const said = token.directive;
      if (said?.is === 'version') {
        if (version) throw new YamlError('The YAML version is given twice.', token.span);
        if (said.major !== '1') throw new YamlError('Only YAML 1 is read.', token.span);
        version = true;
      } else if (said?.is === 'tag') {
        if (this.#handles.has(said.handle))
          throw new YamlError(`The handle ${said.handle} is given twice.`, token.span);
        this.#handles.set(said.handle, said.prefix);
      }
    }
    if (!this.#is('document-start')) throw this.#unexpected('A line with --- was expected behind the directives.');
    this.#at++;
  }

  #node(block: boolean, indentless: boolean): Node {
    const token = this.#token;
    if (token.is === 'alias') {
      this.#at++;
      return this.#build.alias(token.name, token.span);
    }
    const properties = this.#properties();
    const next = this.#token;
    if (indentless && next.is === 'entry') return this.#indentlessSequence(properties);
    switch (next.is) {
      case 'scalar':
        this.#at++;
        return this.#build.scalar(next.scalar, properties);
      case 'flow-sequence':
        return this.#flowSequence(properties);
      case 'flow-mapping':
        return this.#flowMapping(properties);
      case 'block-sequence':
        if (block) return this.#blockSequence(properties);
        break;
      case 'block-mapping':
        if (block) return this.#blockMapping(properties);
        break;
    }
    if (properties.anchor !== undefined || properties.tag !== undefined) {
      return this.#build.absent(this.#lastEnd, properties);
    }
    throw this.#unexpected('A value was expected here.');
  }

  /** An anchor and a tag, in either order. */
  #properties(): Properties {
    let properties: Properties = noProperties;
    for (;;) {
      const token = this.#token;
      if (token.is === 'anchor' && properties.anchor === undefined) {
        properties = { ...properties, anchor: { name: token.name, span: token.span } };
      } else if (token.is === 'tag' && properties.tag === undefined) {
        properties = { ...properties, tag: { name: this.#tagName(token.tag, token.span), span: token.span } };
      } else return properties;
      this.#at++;
    }
  }

  #tagName({ handle, suffix }: WrittenTag, span: Span): string {
    if (handle === undefined) return suffix;
    const prefix = this.#handles.get(handle) ?? defaultHandles.get(handle);
    if (prefix === undefined) throw new YamlError(`No %TAG line says what ${handle} stands for.`, span);
    return prefix + suffix;
  }

  #blockSequence(properties: Properties): Node {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const items: Node[] = [];
    while (this.#is('entry')) {
      this.#at++;
      items.push(this.#is('entry', 'block-end') ? this.#absent() : this.#node(true, false));
    }
    const end = this.#endOfLast(items, start);
    if (!this.#is('block-end'))
      throw this.#unexpected('This line is indented differently from the list items beside it.');
    this.#at++;
    return this.#build.sequence(items, { start, end }, properties);
  }

  /** A list below a key, with its dashes as far left as the key. */
  #indentlessSequence(properties: Properties): Node {
    this.#build.enter(properties);
    const { start } = this.#token.span;
    const items: Node[] = [];
    while (this.#is('entry')) {
      this.#at++;
      items.push(this.#is('entry', 'key', 'value', 'block-end') ? this.#absent() : this.#node(true, false));
    }
    return this.#build.sequence(items, { start, end: this.#endOfLast(items, start) }, properties);
  }

  #blockMapping(properties: Properties): Node {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const entries: [Node, Node][] = [];
    while (this.#is('key')) {
      this.#at++;
      const key = this.#is('key', 'value', 'block-end') ? this.#absent() : this.#node(true, true);
      entries.push([key, this.#blockValue()]);
    }
    const end = this.#endOfLast(entries.at(-1) ?? [], start);
    if (!this.#is('block-end')) {
      throw this.#unexpected(
        'This line is indented differently from the keys beside it, or a value with ": " in it needs quotes.',
      );
    }
    this.#at++;
    return this.#build.mapping(entries, { start, end }, properties);
  }

  #blockValue(): Node {
    if (!this.#is('value')) return this.#absent();
    this.#at++;
    return this.#is('key', 'value', 'block-end') ? this.#absent() : this.#node(true, true);
  }

  #flowSequence(properties: Properties): Node {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const items: Node[] = [];
    while (!this.#is('flow-sequence-end')) {
      if (items.length > 0) {
        this.#separator('flow-sequence-end', start);
        if (this.#is('flow-sequence-end')) break;
      }
      items.push(this.#is('key') ? this.#pair() : this.#node(false, false));
    }
    return this.#build.sequence(items, { start, end: this.#take().span.end }, properties);
  }

  /** `[a: b]` is a list of one mapping. */
  #pair(): Node {
    this.#build.enter({});
    const { start } = this.#take().span;
    const key = this.#is('value', 'flow-entry', 'flow-sequence-end') ? this.#absent() : this.#node(false, false);
    const value = this.#flowValue('flow-sequence-end');
    return this.#build.mapping([[key, value]], { start, end: this.#build.endOf(value) }, {});
  }

  #flowMapping(properties: Properties): Node {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const entries: [Node, Node][] = [];
    while (!this.#is('flow-mapping-end')) {
      if (entries.length > 0) {
        this.#separator('flow-mapping-end', start);
        if (this.#is('flow-mapping-end')) break;
      }
      if (this.#is('key')) {
        this.#at++;
        const key = this.#is('value', 'flow-entry', 'flow-mapping-end') ? this.#absent() : this.#node(false, false);
        entries.push([key, this.#flowValue('flow-mapping-end')]);
      } else entries.push([this.#node(false, false), this.#absent()]);
    }
    return this.#build.mapping(entries, { start, end: this.#take().span.end }, properties);
  }

  #flowValue(end: Is): Node {
    if (!this.#is('value')) return this.#absent();
    this.#at++;
    return this.#is('flow-entry', end) ? this.#absent() : this.#node(false, false);
  }

  #separator(end: Is, opening: number): void {
    if (this.#is('flow-entry')) this.#at++;
    else if (!this.#is(end)) {
      if (this.#is('stream-end', 'document-start', 'document-end')) {
        throw new YamlError('This bracket is never closed.', opening);
      }
      throw this.#unexpected('A comma is missing between two entries.');
    }
  }

  #absent(): Node {
    return this.#build.absent(this.#lastEnd, noProperties);
  }

  #endOfLast(nodes: readonly Node[], start: number): number {
    return nodes.reduce((end, node) => Math.max(end, this.#build.endOf(node)), start + 1);
  }

  get #token(): Token {
    // The list ends with the stream's end or a fault, and neither is ever passed.
    return this.#tokens[this.#at] ?? nothingLeft;
  }

  get #lastEnd(): number {
    return this.#tokens[this.#at - 1]?.span.end ?? 0;
  }

  #is(...kinds: readonly Is[]): boolean {
    return kinds.includes(this.#token.is);
  }

  #take(): Token {
    const token = this.#token;
    if (token.is === 'fault') throw token.fault;
    this.#at++;
    return token;
  }

  #unexpected(message: string): YamlError {
    const token = this.#token;
    if (token.is === 'fault') return token.fault;
    const { start, end } = token.span;
    return new YamlError(message, { start, end: Math.max(end, start + 1) });
  }
}

const noProperties: Properties = {};

const defaultHandles = new Map([
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
]);
