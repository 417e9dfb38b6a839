import { limits } from '../../limits.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Budget } from '../../text/budget.js';
import type { PositionMap } from '../../text/positionMap.js';
import { countWhile, type Span } from '../../text/span.js';
import {
  type Expression,
  type FilterChain,
  type Statement,
  type Target,
  TemplateError,
  type TemplateFault,
} from './ast.js';
import { Loop } from './builtins.js';
import { callOf, evaluate, type Surroundings } from './expressions.js';
import { filtered } from './filters.js';
import { lexTemplate, normalised } from './lexer.js';
import { parseTemplate } from './parser.js';
import { type Dict, fault, isTruthy, itemsOf, missingMark, nowhere, printed, typeOf, type Value } from './values.js';

/** A rendered template, with the way back from each place to the template. */
export interface RenderedTemplate {
  readonly text: string;
  readonly map: PositionMap;
  /** What was printed although nothing is known of it: expressions with the names that are missing. */
  readonly missing: readonly { readonly span: Span; readonly name: string }[];
}

/**
 * Renders a template as Jinja 3.1 does for cloud-init 26.2: `trim_blocks`, the extension `do`, and undefined names printed
 * as a mark. Ends with a fault where Jinja would, where this interpreter does not know enough, and where the template
 * exceeds `limits.templateSteps` or `limits.templateOutput`, or the time.
 */
export function renderTemplate(
  source: string,
  context: Dict,
  budget?: Budget,
): Result<RenderedTemplate, TemplateFault> {
  const { text, toSource } = normalised(source);
  const failed = ({ kind, span, message }: TemplateFault): Result<never, TemplateFault> =>
    failure({ kind, span: toSource(span), message });
  const { tokens, fault: lexicalFault } = lexTemplate(text);
  if (lexicalFault !== undefined) return failed(lexicalFault);
  const parsed = parseTemplate(tokens, text.length);
  if (!parsed.ok) return failed(parsed.error);
  const renderer = new Renderer(budget);
  try {
    renderer.run(parsed.value, new Scope(context));
    const { pieces, missing } = renderer;
    const rendered = pieces.map((piece) => piece.text).join('');
    return success({
      // cloud-init puts back what Jinja takes off.
      text: source.endsWith('\n') ? `${rendered}\n` : rendered,
      map: mapOf(pieces, toSource, source.length),
      missing: missing.map(({ span, name }) => ({ span: toSource(span), name })),
    });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return failed(error.span === nowhere ? { kind: error.kind, message: error.message, span: renderer.at } : error);
  }
}

/** A piece of output; `verbatim` where it stands in the template as it is. */
interface Piece {
  readonly text: string;
  readonly span: Span;
  readonly verbatim: boolean;
}

class Scope {
  readonly #names = new Map<string, Value>();
  readonly #outer: Scope | undefined;
  readonly #context: Dict | undefined;

  constructor(context: Dict | undefined, outer?: Scope) {
    this.#context = context;
    this.#outer = outer;
  }

  lookUp(name: string): Value | undefined {
    const own = this.#names.get(name);
    if (own !== undefined) return own;
    return this.#outer === undefined ? this.#context?.get(name) : this.#outer.lookUp(name);
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  inner(): Scope {
    return new Scope(undefined, this);
  }
}

class Renderer {
  readonly missing: { span: Span; name: string }[] = [];
  pieces: Piece[] = [];
  /** The statement or expression that was begun last. */
  at: Span = nowhere;
  #steps: number = limits.templateSteps;
  #output: number = limits.templateOutput;
  readonly #budget: Budget | undefined;

  constructor(budget: Budget | undefined) {
    this.#budget = budget;
  }

  run(body: readonly Statement[], scope: Scope): void {
    for (const statement of body) this.#statement(statement, scope);
  }

  #statement(statement: Statement, scope: Scope): void {
    const { span } = statement;
    this.#spend(1, span);
    switch (statement.is) {
      case 'data':
        this.#print(statement.text, span, true);
        return;
      case 'output': {
        const value = this.#value(statement.value, scope);
        const text = printed(value);
        const at = text.indexOf(missingMark);
        if (at >= 0) this.missing.push({ span, name: /^\S*/.exec(text.slice(at + missingMark.length))?.[0] ?? '' });
        this.#print(text, span, false);
        return;
      }
      case 'if': {
        const branch = statement.branches.find(({ test }) => isTruthy(this.#value(test, scope)));
        this.run(branch?.body ?? statement.otherwise, scope);
        return;
      }
      case 'for':
        this.#loop(statement, scope);
        return;
      case 'set':
        assign(statement.target, this.#value(statement.value, scope), scope);
        return;
      case 'setBlock':
        assign(
          statement.target,
          this.#filtered(this.#captured(statement.body, scope), statement.filters, scope),
          scope,
        );
        return;
      case 'with': {
        const inner = scope.inner();
        const values = statement.values.map(([target, value]) => [target, this.#value(value, scope)] as const);
        for (const [target, value] of values) assign(target, value, inner);
        this.run(statement.body, inner);
        return;
      }
      case 'filterBlock': {
        const value = this.#filtered(this.#captured(statement.body, scope), statement.filters, scope);
        this.#print(printed(value), span, false);
        return;
      }
      case 'do':
        this.#value(statement.value, scope);
        return;
      case 'block':
        this.run(statement.body, scope.inner());
        return;
      case 'unsupported':
        throw fault(statement, `{% ${statement.tag} %} is not rendered here.`, 'unsupported');
    }
  }

  #loop(statement: Extract<Statement, { is: 'for' }>, scope: Scope): void {
    const { span, target, filter, body, otherwise } = statement;
    const over = this.#value(statement.over, scope);
    const all = itemsOf(over);
    if (all === undefined) throw fault(statement.over, `A loop cannot go through a value of type ${typeOf(over)}.`);
    this.#spend(all.length, span);
    const items = [...all].filter((item) => {
      if (filter === undefined) return true;
      const inner = scope.inner();
      assign(target, item, inner);
      return isTruthy(this.#value(filter, inner));
    });
    if (items.length === 0) this.run(otherwise, scope.inner());
    const loop = new Loop();
    for (const [index, item] of items.entries()) {
      const inner = scope.inner();
      loop.enter(items, index);
      inner.set('loop', loop);
      assign(target, item, inner);
      this.run(body, inner);
    }
  }

  /** What statements print, without printing it. */
  #captured(body: readonly Statement[], scope: Scope): string {
    const outer = this.pieces;
    this.pieces = [];
    this.run(body, scope.inner());
    const text = this.pieces.map((piece) => piece.text).join('');
    this.pieces = outer;
    return text;
  }

  #filtered(text: string, chain: FilterChain, scope: Scope): Value {
    return chain.reduce<Value>(
      (value, call) => filtered(call.name, value, callOf(call, call.span, this.#around(scope))),
      text,
    );
  }

  #value(expression: Expression, scope: Scope): Value {
    return evaluate(expression, this.#around(scope));
  }

  #around(scope: Scope): Surroundings {
    return {
      lookUp: (name) => scope.lookUp(name),
      spend: (amount, span) => {
        this.#spend(amount, span);
      },
    };
  }

  #print(text: string, span: Span, verbatim: boolean): void {
    if (text === '') return;
    this.#output -= text.length;
    if (this.#output < 0)
      throw new TemplateError('limit', span, `The template prints more than ${limits.templateOutput >> 20} MiB.`);
    this.pieces.push({ text, span, verbatim });
  }

  #spend(amount: number, span: Span): void {
    this.at = span;
    this.#steps -= amount;
    if (this.#steps < 0)
      throw new TemplateError('limit', span, `Rendering takes more than ${limits.templateSteps} steps.`);
    if (this.#budget?.step() === true) throw new TemplateError('limit', span, 'Rendering takes too long.');
  }
}

function assign(target: Target, value: Value, scope: Scope): void {
  if ('name' in target) {
    scope.set(target.name, value);
    return;
  }
  const values = itemsOf(value);
  const { items } = target;
  if (values?.length !== items.length) throw fault(target, `A list of ${items.length} values was expected.`);
  for (const [index, item] of items.entries()) assign(item, values[index] ?? null, scope);
}

/** Data lead to their own characters, everything else to the expression that printed it. */
function mapOf(pieces: readonly Piece[], toSource: (span: Span) => Span, end: number): PositionMap {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of pieces) {
    starts.push(length);
    length += text.length;
  }
  const at = (offset: number): number =>
    Math.max(0, countWhile(starts.length, (index) => (starts[index] ?? 0) <= offset) - 1);
  const outer = (offset: number): Span => {
    const index = at(offset);
    const piece = pieces[index];
    if (piece === undefined || offset >= length) return { start: end, end };
    const into = piece.span.start + offset - (starts[index] ?? 0);
    return toSource(piece.verbatim ? { start: into, end: into + 1 } : piece.span);
  };
  return {
    exact: true,
    toOuter(span) {
      const { start } = outer(span.start);
      if (span.end <= span.start) return { start, end: start };
      return { start, end: Math.max(start, outer(span.end - 1).end) };
    },
    toOuterChange({ span, newText }) {
      const index = at(span.start);
      const piece = pieces[index];
      const start = starts[index] ?? 0;
      // What an expression printed is not written in the template, and braces might begin another one.
      if (piece?.verbatim !== true || span.end > start + piece.text.length || newText.includes('{')) return undefined;
      const inner = span.start - start + piece.span.start;
      return { span: toSource({ start: inner, end: inner + span.end - span.start }), newText };
    },
  };
}
