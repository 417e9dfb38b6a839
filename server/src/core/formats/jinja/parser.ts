import { limits } from '../../limits.js';
import type { Span } from '../../text/span.js';
import {
  type Arguments,
  type Expression,
  type FilterChain,
  type Statement,
  type Target,
  TemplateError,
  type TemplateFault,
} from './ast.js';
import { knownFilters, knownTests } from './names.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Token } from './lexer.js';
import { integerOf } from './values.js';

/** Reads the tokens of a template into statements, with the grammar of Jinja 3.1 and its extension `do`. */
export function parseTemplate(tokens: readonly Token[], length: number): Result<readonly Statement[], TemplateFault> {
  try {
    return success(new Parser(tokens, length).template());
  } catch (error) {
    if (error instanceof TemplateError) return failure(error);
    throw error;
  }
}

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Tags that only go on or end what another one began. */
const inner = new Set(['elif', 'else', 'endif', 'endfor', 'endset', 'endwith', 'endfilter', 'endblock', 'endraw']);

/** Tags of Jinja that need other templates or define what is called later. */
const unsupported = new Set(
  'macro endmacro call endcall import from include extends autoescape endautoescape'.split(' '),
);

class Parser {
  readonly #tokens: readonly Token[];
  readonly #length: number;
  #at = 0;
  #depth = 0;
  /** Operators, filters, members and calls of the expression or tag: each puts what was read one level deeper. */
  #links = 0;
  /** How many loops are around. */
  #loops = 0;
  /** How many conditions are around: unknown filters there count only when they are reached. */
  #conditions = 0;
  /** Unknown filters and tests that are under no condition. */
  #unknown: TemplateError[] = [];

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  template(): readonly Statement[] {
    const { body } = this.#body([]);
    const [unknown] = this.#unknown;
    if (unknown !== undefined) throw unknown;
    return body;
  }

  /** Statements up to one of the tags, whose name is left behind; at the outermost level up to the end. */
  #body(ends: readonly string[], opened?: Token): { body: Statement[]; end: string } {
    const body: Statement[] = [];
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      this.#links = 0;
      if (token.kind === 'data') body.push({ is: 'data', text: token.text, span: token.span });
      else if (token.text === 'expression') {
        const value = this.#tuple();
        const { end } = this.#expect('end', 'expression').span;
        body.push({ is: 'output', value, span: { start: token.span.start, end } });
      } else {
        const tag = this.#expect('name', undefined, 'A tag begins with its name.');
        if (ends.includes(tag.text)) return { body, end: tag.text };
        body.push(this.#nested(tag.span, () => this.#statement(tag, token)));
      }
    }
    if (opened === undefined) return { body, end: '' };
    throw this.#fault(opened.span, `{% ${opened.text} %} is never closed; {% ${ends.at(-1) ?? ''} %} is missing.`);
  }

  /** The end of a tag, which may have a colon before it, and the statements behind it. */
  #inside(ends: readonly string[], opened: Token): { body: Statement[]; end: string } {
    this.#takeOperator(':');
    this.#expect('end', 'statement');
    return this.#body(ends, opened);
  }

  #statement(tag: Token, begin: Token): Statement {
    const finished = (statement: UnplacedStatement): Statement => {
      const { end } = this.#expect('end', 'statement').span;
      return { ...statement, span: { start: begin.span.start, end } };
    };
    switch (tag.text) {
      case 'if':
        return finished(this.#if(tag));
      case 'for':
        return finished(this.#for(tag));
      case 'set':
        return this.#set(tag, finished);
      case 'with':
        return finished(this.#with(tag));
      case 'filter': {
        const filters = this.#filterChain();
        return finished({ is: 'filterBlock', filters, body: this.#inside(['endfilter'], tag).body });
      }
      case 'do':
        return finished({ is: 'do', value: this.#tuple() });
      case 'print': {
        const body: Statement[] = [];
        while (this.#peek()?.kind !== 'end') {
          if (body.length > 0) this.#expect('operator', ',');
          const value = this.#expression();
          body.push({ is: 'output', value, span: value.span });
        }
        return finished({ is: 'block', body });
      }
      case 'block': {
        this.#expect('name', undefined, 'A block needs a name.');
        while (this.#takeName('scoped') || this.#takeName('required'));
        const { body } = this.#inside(['endblock'], tag);
        if (this.#peek()?.kind === 'name') this.#at++;
        return finished({ is: 'block', body });
      }
      default:
        if (unsupported.has(tag.text)) {
          while (this.#peek() !== undefined && this.#peek()?.kind !== 'end') this.#at++;
          return finished({ is: 'unsupported', tag: tag.text });
        }
        throw this.#fault(
          tag.span,
          inner.has(tag.text) ? `Nothing opens {% ${tag.text} %}.` : `Jinja knows no tag ${tag.text}.`,
        );
    }
  }

  #if(tag: Token): UnplacedStatement {
    this.#conditions++;
    const branches: { test: Expression; body: Statement[] }[] = [];
    let otherwise: Statement[] = [];
    let test = this.#tuple(false);
    for (;;) {
      const { body, end } = this.#inside(['elif', 'else', 'endif'], tag);
      branches.push({ test, body });
      if (end === 'elif') {
        test = this.#tuple(false);
        continue;
      }
      if (end === 'else') otherwise = this.#inside(['endif'], tag).body;
      this.#conditions--;
      return { is: 'if', branches, otherwise };
    }
  }

  #for(tag: Token): UnplacedStatement {
    this.#loops++;
    const target = this.#target();
    if (!this.#takeName('in')) throw this.#fault(this.#place(), 'A loop is written {% for NAME in VALUES %}.');
    const over = this.#tuple(false);
    const filter = this.#takeName('if') ? this.#expression() : undefined;
    const recursive = this.#takeName('recursive');
    const { body, end } = this.#inside(['else', 'endfor'], tag);
    const otherwise = end === 'else' ? this.#inside(['endfor'], tag).body : [];
    this.#loops--;
    return recursive
      ? { is: 'unsupported', tag: 'for … recursive' }
      : { is: 'for', target, over, filter, body, otherwise };
  }

  #set(tag: Token, finished: (statement: UnplacedStatement) => Statement): Statement {
    const start = this.#at;
    const target = this.#target();
    if (this.#takeOperator('.')) {
      this.#at = start;
      while (this.#peek() !== undefined && this.#peek()?.kind !== 'end') this.#at++;
      return finished({ is: 'unsupported', tag: 'set of an attribute' });
    }
    if (this.#takeOperator('=')) return finished({ is: 'set', target, value: this.#tuple() });
    const filters = this.#takeOperator('|') ? this.#filterChain() : [];
    return finished({ is: 'setBlock', target, filters, body: this.#inside(['endset'], tag).body });
  }

  #with(tag: Token): UnplacedStatement {
    const values: [Target, Expression][] = [];
    while (this.#peek()?.kind !== 'end') {
      if (values.length > 0) this.#expect('operator', ',');
      const target = this.#target();
      this.#expect('operator', '=');
      values.push([target, this.#expression()]);
    }
    return { is: 'with', values, body: this.#inside(['endwith'], tag).body };
  }

  /** A name after a comma is one more item, even `in` (Jinja 3.1.6). */
  #target(): Target {
    const { start } = this.#place();
    const items: Target[] = [];
    let isTuple = false;
    while (!isTuple || !(this.#atOperator(')') || this.#peek()?.kind === 'end')) {
      items.push(this.#singleTarget());
      if (!this.#takeOperator(',')) break;
      isTuple = true;
    }
    const [only] = items;
    return !isTuple && only !== undefined ? only : { items, span: { start, end: this.#before() } };
  }

  #singleTarget(): Target {
    const span = this.#place();
    if (this.#takeOperator('(')) {
      const inner = this.#nested(span, () => this.#target());
      this.#expect('operator', ')');
      return inner;
    }
    const name = this.#peek();
    if (name?.kind !== 'name') throw this.#fault(span, 'A name was expected.');
    // Jinja 3.1.6, visit_For
    if (reserved.has(name.text) || (name.text === 'loop' && this.#loops > 0))
      throw this.#fault(span, `${name.text} cannot be assigned to.`);
    this.#at++;
    return { name: name.text, span };
  }

  #filterChain(): FilterChain {
    const filters: FilterChain[number][] = [];
    do filters.push(this.#filterCall());
    while (this.#takeOperator('|'));
    return filters;
  }

  #filterCall(): FilterChain[number] {
    const { name, span } = this.#dottedName('filter', knownFilters);
    return { name, span, ...(this.#peek()?.text === '(' ? this.#arguments() : noArguments) };
  }

  #dottedName(what: 'filter' | 'test', known: ReadonlySet<string>): { name: string; span: Span } {
    const first = this.#expect('name', undefined, `A ${what} has a name.`);
    let name = first.text;
    let { end } = first.span;
    while (this.#takeOperator('.')) {
      const next = this.#expect('name', undefined, `A ${what} has a name.`);
      name += `.${next.text}`;
      end = next.span.end;
    }
    const span = { start: first.span.start, end };
    if (!known.has(name) && this.#conditions === 0)
      this.#unknown.push(this.#fault(span, `Jinja has no ${what} ${name}.`));
    return { name, span };
  }

  /** An expression, or several with commas between, which are a tuple. */
  #tuple(withCondition = true): Expression {
    const { start } = this.#place();
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0 && !this.#takeOperator(',')) break;
      if (items.length > 0) isTuple = true;
      const next = this.#peek();
      if (isTuple && (next === undefined || next.kind === 'end' || /^[)\]}=]$/.test(next.text) || this.#atName('in')))
        break;
      items.push(withCondition ? this.#expression() : this.#or());
    }
    const [only] = items;
    if (!isTuple && only !== undefined) return only;
    return { is: 'tuple', items, span: { start, end: this.#before() } };
  }

  #expression(): Expression {
    return this.#nested(this.#place(), () => {
      const unknown = this.#unknown.length;
      let value = this.#or();
      while (this.#takeName('if')) {
        // What was read last is what the condition decides on.
        this.#unknown.length = unknown;
        this.#conditions++;
        const test = this.#or();
        const otherwise = this.#takeName('else') ? this.#expression() : undefined;
        this.#conditions--;
        this.#link(value);
        value = { is: 'conditional', test, then: value, otherwise, span: this.#from(value) };
      }
      return value;
    });
  }

  #or(): Expression {
    return this.#binary(['or'], () => this.#binary(['and'], () => this.#not()));
  }

  #not(): Expression {
    const span = this.#place();
    if (!this.#takeName('not')) return this.#compare();
    const of = this.#nested(span, () => this.#not());
    return { is: 'unary', operator: 'not', of, span: { start: span.start, end: of.span.end } };
  }

  #compare(): Expression {
    const first = this.#sum();
    const rest: { operator: string; to: Expression }[] = [];
    for (let operator = this.#comparison(); operator !== undefined; operator = this.#comparison())
      rest.push({ operator, to: this.#sum() });
    return rest.length === 0 ? first : { is: 'compare', first, rest, span: this.#from(first) };
  }

  #comparison(): string | undefined {
    const next = this.#peek();
    const after = this.#tokens[this.#at + 1];
    if (this.#atName('not') && after?.kind === 'name' && after.text === 'in') {
      this.#at += 2;
      return 'not in';
    }
    if (!this.#atName('in') && !(next?.kind === 'operator' && comparisons.has(next.text))) return undefined;
    this.#at++;
    return next?.text;
  }

  #sum(): Expression {
    return this.#binary(['+', '-'], () =>
      this.#binary(['~'], () =>
        this.#binary(['*', '/', '//', '%'], () => this.#binary(['**'], () => this.#unary(true))),
      ),
    );
  }

  #binary(operators: readonly string[], operand: () => Expression): Expression {
    let left = operand();
    for (let next = this.#peek(); next !== undefined; next = this.#peek()) {
      if ((next.kind !== 'operator' && next.kind !== 'name') || !operators.includes(next.text)) break;
      this.#at++;
      const right = operand();
      this.#link(left);
      left = { is: 'binary', operator: next.text, left, right, span: this.#from(left) };
    }
    return left;
  }

  #unary(withFilters: boolean): Expression {
    const next = this.#peek();
    let value: Expression;
    if (next?.kind === 'operator' && (next.text === '-' || next.text === '+')) {
      const operator = next.text;
      this.#at++;
      const of = this.#nested(next.span, () => this.#unary(false));
      value = { is: 'unary', operator, of, span: { start: next.span.start, end: of.span.end } };
    } else value = this.#primary();
    value = this.#postfix(value);
    return withFilters ? this.#filtered(value) : value;
  }

  #filtered(value: Expression): Expression {
    let of = value;
    for (;;) {
      if (this.#takeOperator('|')) {
        const filter = this.#filterCall();
        of = { ...filter, is: 'filter', of, span: this.#from(of) };
      } else if (this.#takeName('is')) {
        of = this.#test(of);
      } else if (this.#atOperator('(')) {
        of = { is: 'call', callee: of, ...this.#arguments(), span: this.#from(of) };
      } else return of;
      this.#link(of);
    }
  }

  #test(of: Expression): Expression {
    const negated = this.#takeName('not');
    const { name } = this.#dottedName('test', knownTests);
    let args = noArguments;
    const next = this.#peek();
    if (this.#atOperator('(')) args = this.#arguments();
    else if (next !== undefined && beginsArgument(next)) {
      if (this.#atName('is')) throw this.#fault(next.span, 'Tests do not chain: join two of them with and.');
      if (this.#atName('if'))
        throw this.#fault(
          next.span,
          'Jinja reads this if as a value for the test: put the test before it in brackets.',
        );
      args = { positional: [this.#postfix(this.#primary())], named: noArguments.named };
    }
    return { is: 'test', of, name, negated, ...args, span: this.#from(of) };
  }

  #primary(): Expression {
    const token = this.#next();
    const { span } = token ?? { span: this.#place() };
    switch (token?.kind) {
      case 'name':
        if (/^[tT]rue$/.test(token.text)) return { is: 'literal', value: true, span };
        if (/^[fF]alse$/.test(token.text)) return { is: 'literal', value: false, span };
        if (/^[nN]one$/.test(token.text)) return { is: 'literal', value: null, span };
        return { is: 'name', name: token.text, span };
      case 'string': {
        let { text } = token;
        let { end } = span;
        for (let next = this.#peek(); next?.kind === 'string'; next = this.#peek()) {
          text += next.text;
          end = next.span.end;
          this.#at++;
        }
        return { is: 'literal', value: text, span: { start: span.start, end } };
      }
      case 'integer':
        return { is: 'literal', value: integerOf(token.text), span };
      case 'float':
        return { is: 'float', value: Number(token.text), span };
      case 'operator':
        if (token.text === '(') {
          const value = this.#peek()?.text === ')' ? undefined : this.#nested(span, () => this.#tuple());
          const { end } = this.#expect('operator', ')').span;
          return value ?? { is: 'tuple', items: [], span: { start: span.start, end } };
        }
        if (token.text === '[') return this.#nested(span, () => this.#list(span.start));
        if (token.text === '{') return this.#nested(span, () => this.#dict(span.start));
        break;
      default:
    }
    throw this.#fault(span, token === undefined ? 'The template ends here.' : 'A value was expected here.');
  }

  #list(start: number): Expression {
    const items: Expression[] = [];
    const { end } = this.#separated(']', () => items.push(this.#expression()));
    return { is: 'list', items, span: { start, end } };
  }

  #dict(start: number): Expression {
    const entries: [Expression, Expression][] = [];
    const { end } = this.#separated('}', () => {
      const key = this.#expression();
      this.#expect('operator', ':');
      entries.push([key, this.#expression()]);
    });
    return { is: 'dict', entries, span: { start, end } };
  }

  /** Reads items with commas between them, up to the closing bracket; returns the span of the bracket. */
  #separated(closing: string, readItem: () => void): Span {
    for (let isFirst = true; !this.#atOperator(closing); isFirst = false) {
      if (!isFirst) this.#expect('operator', ',');
      if (this.#atOperator(closing)) break;
      readItem();
    }
    return this.#expect('operator', closing).span;
  }

  #postfix(value: Expression): Expression {
    let of = value;
    for (;;) {
      const next = this.#peek();
      if (next?.kind !== 'operator') return of;
      if (next.text === '(') of = { is: 'call', callee: of, ...this.#arguments(), span: this.#from(of) };
      else if (next.text === '.') {
        this.#at++;
        const key = this.#next();
        if (key?.kind === 'name') of = { is: 'attribute', of, name: key.text, span: this.#from(of) };
        else if (key?.kind === 'integer')
          of = {
            is: 'item',
            of,
            key: { is: 'literal', value: Number(key.text), span: key.span },
            span: this.#from(of),
          };
        else throw this.#fault(key?.span ?? this.#place(), 'A name or a number was expected behind the dot.');
      } else if (next.text === '[') {
        this.#at++;
        of = this.#subscript(of);
      } else return of;
      this.#link(of);
    }
  }

  #subscript(of: Expression): Expression {
    const bound = (): Expression | undefined =>
      this.#peek()?.kind === 'operator' && /^[:\],]$/.test(this.#peek()?.text ?? '') ? undefined : this.#expression();
    const first = bound();
    if (!this.#takeOperator(':')) {
      if (first === undefined) throw this.#fault(this.#place(), 'A key was expected between the brackets.');
      if (this.#peek()?.text === ',')
        throw new TemplateError('unsupported', this.#place(), 'Keys with a comma are not rendered here.');
      this.#expect('operator', ']');
      return { is: 'item', of, key: first, span: this.#from(of) };
    }
    const stop = bound();
    const step = this.#takeOperator(':') ? bound() : undefined;
    this.#expect('operator', ']');
    return { is: 'slice', of, start: first, stop, step, span: this.#from(of) };
  }

  #arguments(): Arguments {
    this.#expect('operator', '(');
    const positional: Expression[] = [];
    const named = new Map<string, Expression>();
    this.#separated(')', () => {
      const next = this.#peek();
      if (next?.kind === 'operator' && /^\*\*?$/.test(next.text))
        throw new TemplateError('unsupported', next.span, 'Unpacked arguments are not rendered here.');
      if (next?.kind === 'name' && this.#tokens[this.#at + 1]?.text === '=') {
        this.#at += 2;
        named.set(next.text, this.#expression());
      } else {
        if (named.size > 0) throw this.#fault(this.#place(), 'An argument without a name comes too late.');
        positional.push(this.#expression());
      }
    });
    return { positional, named };
  }

  #nested<T>(span: Span, read: () => T): T {
    if (++this.#depth > limits.templateDepth)
      throw new TemplateError('limit', span, `The template is nested more than ${limits.templateDepth} deep.`);
    const value = read();
    this.#depth--;
    return value;
  }

  #link({ span }: Expression): void {
    if (++this.#links > limits.templateLinks)
      throw new TemplateError(
        'limit',
        span,
        `An expression has more than ${limits.templateLinks} operators and names.`,
      );
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #atName(name: string): boolean {
    const next = this.#peek();
    return next?.kind === 'name' && next.text === name;
  }

  #atOperator(operator: string): boolean {
    const next = this.#peek();
    return next?.kind === 'operator' && next.text === operator;
  }

  #takeName(name: string): boolean {
    const isNext = this.#atName(name);
    if (isNext) this.#at++;
    return isNext;
  }

  #takeOperator(operator: string): boolean {
    const isNext = this.#atOperator(operator);
    if (isNext) this.#at++;
    return isNext;
  }

  #expect(kind: Token['kind'], text?: string, message?: string): Token {
    const next = this.#peek();
    if (next?.kind === kind && (text === undefined || next.text === text)) {
      this.#at++;
      return next;
    }
    const wanted = kind === 'end' ? (text === 'expression' ? '}}' : '%}') : (text ?? kind);
    throw this.#fault(this.#place(), message ?? `${wanted} was expected here.`);
  }

  /** Where the next token stands. */
  #place(): Span {
    return this.#peek()?.span ?? { start: Math.max(0, this.#length - 1), end: this.#length };
  }

  #before(): number {
    return this.#tokens[this.#at - 1]?.span.end ?? 0;
  }

  #from({ span }: Expression): Span {
    return { start: span.start, end: this.#before() };
  }

  #fault(span: Span, message: string): TemplateError {
    return new TemplateError('syntax', span, message);
  }
}

type UnplacedStatement = Statement extends infer S ? (S extends Statement ? Omit<S, 'span'> : never) : never;

const noArguments: Arguments = { positional: [], named: new Map() };

const reserved = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

/** Whether what follows a test is its argument. */
function beginsArgument({ kind, text }: Token): boolean {
  if (kind === 'name') return !/^(?:else|or|and)$/.test(text);
  return kind === 'string' || kind === 'integer' || kind === 'float' || (kind === 'operator' && /^[[{]$/.test(text));
}
