import type { Span } from '../../text/span.js';
import type { SyntaxNode } from '../tree/node.js';
import { YamlError } from './characters.js';
import type { TreeBuilder } from './compose.js';
import type { Properties, WrittenTag } from './properties.js';
import type { Token, Tokens } from './scanner.js';

/**
 * Reads one document from tokens by the grammar of YAML 1.1, as PyYAML 6.0 does. Returns undefined if there is no
 * document; throws a `YamlError` if the tokens aren't a document.
 */
export function parseDocument(tokens: Tokens, build: TreeBuilder): SyntaxNode | undefined {
  return new Parser(tokens, build).document();
}

type Is = Token['is'];

class Parser {
  readonly #tokens: Tokens;
  readonly #build: TreeBuilder;
  readonly #handles = new Map<string, string>();

  constructor(tokens: Tokens, build: TreeBuilder) {
    this.#tokens = tokens;
    this.#build = build;
  }

  document(): SyntaxNode | undefined {
    if (this.#is('stream-end')) return undefined;
    const explicit = this.#is('directive', 'document-start');
    if (explicit) this.#prologue();
    const empty = explicit && this.#is('directive', 'document-start', 'document-end', 'stream-end');
    const root = empty ? this.#absent() : this.#node('block');
    while (this.#accept('document-end'));
    if (this.#is('stream-end')) return root;
    if (!this.#is('directive', 'document-start'))
      throw this.#unexpected('The document should end here; check the indentation of this line.');
    const { span } = this.#token;
    this.#handles.clear();
    this.#prologue();
    this.#build.problem('A second document begins here; only one is read.', span, root.span.start);
    return root;
  }

  #prologue(): void {
    let version = false;
    for (let token = this.#token; token.is === 'directive'; token = this.#token) {
      this.#tokens.advance();
      const { directive, span } = token;
      if (directive?.is === 'version') {
        if (version) throw new YamlError('The YAML version is given twice.', span);
        if (directive.major !== '1') throw new YamlError('Only YAML 1 is read.', span);
        version = true;
      } else if (directive?.is === 'tag') {
        if (this.#handles.has(directive.handle))
          throw new YamlError(`The handle ${directive.handle} is given twice.`, span);
        this.#handles.set(directive.handle, directive.prefix);
      }
    }
    if (!this.#accept('document-start')) throw this.#unexpected('A line with --- was expected after the directives.');
  }

  /** A value: in lines, in lines below a key, or inside brackets. */
  #node(where: 'block' | 'below-key' | 'flow'): SyntaxNode {
    const token = this.#token;
    if (token.is === 'alias') {
      this.#tokens.advance();
      return this.#build.alias(token.name, token.span);
    }
    const properties = this.#properties();
    const next = this.#token;
    switch (next.is) {
      case 'scalar':
        this.#tokens.advance();
        return this.#build.scalar(next.scalar, properties);
      case 'flow-sequence':
        return this.#flowSequence(properties);
      case 'flow-mapping':
        return this.#flowMapping(properties);
      case 'block-sequence':
        if (where !== 'flow') return this.#blockSequence(properties, true);
        break;
      case 'block-mapping':
        if (where !== 'flow') return this.#blockMapping(properties);
        break;
      case 'entry':
        if (where === 'below-key') return this.#blockSequence(properties, false);
        break;
      case 'fault':
        if (next.isParsed !== true) throw next.fault;
    }
    if (properties.anchor !== undefined || properties.tag !== undefined)
      return this.#build.absent(this.#lastEnd, properties);
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
      this.#tokens.advance();
    }
  }

  #tagName({ handle, suffix }: WrittenTag, span: Span): string {
    if (handle === undefined) return suffix;
    const prefix = this.#handles.get(handle) ?? defaultHandles.get(handle);
    if (prefix === undefined) throw new YamlError(`No %TAG line defines ${handle}.`, span);
    return prefix + suffix;
  }

  /** The scanner doesn't enclose a list below a key whose dashes are in the column of the key. */
  #blockSequence(properties: Properties, enclosed: boolean): SyntaxNode {
    this.#build.enter(properties);
    const { start } = enclosed ? this.#take().span : this.#token.span;
    const ends: readonly Is[] = enclosed ? ['entry', 'block-end'] : ['entry', 'key', 'value', 'block-end'];
    const items: SyntaxNode[] = [];
    while (this.#accept('entry')) items.push(this.#is(...ends) ? this.#absent() : this.#node('block'));
    const end = endOfLast(items, start);
    if (enclosed && !this.#accept('block-end'))
      throw this.#unexpected('This line is indented differently from the list items beside it.', start);
    return this.#build.sequence(items, { start, end }, properties);
  }

  #blockMapping(properties: Properties): SyntaxNode {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const entries: [SyntaxNode, SyntaxNode][] = [];
    const part = (): SyntaxNode => {
      const { is } = this.#token;
      return is === 'key' || is === 'value' || is === 'block-end' ? this.#absent() : this.#node('below-key');
    };
    while (this.#accept('key')) entries.push([part(), this.#accept('value') ? part() : this.#absent()]);
    const end = endOfLast(entries.at(-1) ?? [], start);
    if (!this.#accept('block-end')) throw this.#unexpected(this.#faultBehind(entries.at(-1)?.[1]), start);
    return this.#build.mapping(entries, { start, end }, properties);
  }

  /** What is wrong if a mapping goes on neither with a key nor ends, behind its last value. */
  #faultBehind(last: SyntaxNode | undefined): string {
    const style = last?.kind === 'string' && this.#is('scalar') ? last.style : undefined;
    if (style === 'single') return 'Text follows the closing quote of this value: write a quote inside it twice.';
    if (style === 'double') return 'Text follows the closing quote of this value: write a quote inside it as \\".';
    return 'This line is indented differently from the keys beside it, or a value with ": " in it needs quotes.';
  }

  #flowSequence(properties: Properties): SyntaxNode {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const items: SyntaxNode[] = [];
    while (this.#hasMore('flow-sequence-end', items.length, start))
      items.push(this.#is('key') ? this.#pair() : this.#node('flow'));
    return this.#build.sequence(items, { start, end: this.#take().span.end }, properties);
  }

  /** `[a: b]` is a list of one mapping. */
  #pair(): SyntaxNode {
    this.#build.enter(noProperties);
    const { start } = this.#token.span;
    const [key, value] = this.#flowEntry('flow-sequence-end');
    return this.#build.mapping([[key, value]], { start, end: value.span.end }, noProperties);
  }

  #flowMapping(properties: Properties): SyntaxNode {
    this.#build.enter(properties);
    const { start } = this.#take().span;
    const entries: [SyntaxNode, SyntaxNode][] = [];
    while (this.#hasMore('flow-mapping-end', entries.length, start))
      entries.push(this.#is('key') ? this.#flowEntry('flow-mapping-end') : [this.#node('flow'), this.#absent()]);
    return this.#build.mapping(entries, { start, end: this.#take().span.end }, properties);
  }

  #flowEntry(end: Is): [SyntaxNode, SyntaxNode] {
    this.#tokens.advance();
    const key = this.#is('value', 'flow-entry', end) ? this.#absent() : this.#node('flow');
    return [key, !this.#accept('value') || this.#is('flow-entry', end) ? this.#absent() : this.#node('flow')];
  }

  /** Whether another entry follows before the closing bracket; skips the comma before it. */
  #hasMore(end: Is, count: number, opening: number): boolean {
    if (count > 0 && !this.#accept('flow-entry') && !this.#is(end)) {
      if (this.#is('stream-end', 'document-start', 'document-end'))
        throw new YamlError('This bracket is never closed.', opening);
      throw this.#unexpected('A comma is missing between two entries.', opening);
    }
    return !this.#is(end);
  }

  #absent(): SyntaxNode {
    return this.#build.absent(this.#lastEnd, noProperties);
  }

  get #token(): Token {
    return this.#tokens.current;
  }

  get #lastEnd(): number {
    return this.#tokens.previous?.span.end ?? 0;
  }

  #is(...kinds: readonly Is[]): boolean {
    return kinds.includes(this.#token.is);
  }

  #accept(kind: Is): boolean {
    if (this.#token.is !== kind) return false;
    this.#tokens.advance();
    return true;
  }

  #take(): Token {
    const token = this.#token;
    if (token.is === 'fault') throw token.fault;
    this.#tokens.advance();
    return token;
  }

  /** `context` is the beginning of the collection around the token. */
  #unexpected(message: string, context?: number): YamlError {
    const token = this.#token;
    const { start, end } = token.span;
    if (token.is === 'fault')
      return token.isParsed ? new YamlError(token.fault.message, token.span, 'yaml/syntax', context) : token.fault;
    return new YamlError(message, { start, end: Math.max(end, start + 1) }, 'yaml/syntax', context);
  }
}

function endOfLast(nodes: readonly SyntaxNode[], start: number): number {
  return nodes.reduce((end, node) => Math.max(end, node.span.end), start + 1);
}

const noProperties: Properties = {};

const defaultHandles = new Map([
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
]);
