import type { Span } from '../../text/span.js';
import type { Arguments, Expression, FilterChain, Statement } from './ast.js';

/** A variable that a template reads, such as `v1.region`: the name and the keys behind it, as far as they are written out. */
export interface Reference {
  readonly path: readonly string[];
  readonly span: Span;
}

/**
 * The variables that a template reads, without those that it sets itself and those that it only asks for: in a test for
 * being defined, or in front of a default.
 */
export function referencesOf(statements: readonly Statement[]): Reference[] {
  const found: Reference[] = [];
  const own = new Set([
    'loop',
    'range',
    'dict',
    'lipsum',
    'cycler',
    'joiner',
    'namespace',
    'self',
    'super',
    'caller',
    'varargs',
    'kwargs',
  ]);
  walkBody(statements, found, own);
  return found.filter(({ path }) => !own.has(path[0] ?? ''));
}

function walkBody(statements: readonly Statement[], found: Reference[], own: Set<string>): void {
  for (const statement of statements) walkStatement(statement, found, own);
}

function walkStatement(statement: Statement, found: Reference[], own: Set<string>): void {
  const read = (expression: Expression | undefined): void => {
    if (expression !== undefined) walk(expression, found);
  };
  const name = (names: readonly string[]): void => {
    for (const one of names) own.add(one);
  };
  switch (statement.is) {
    case 'output':
    case 'do':
      read(statement.value);
      return;
    case 'set':
      name(statement.target.names);
      read(statement.value);
      return;
    case 'if':
      for (const { test, body } of statement.branches) {
        read(test);
        walkBody(body, found, own);
      }
      walkBody(statement.otherwise, found, own);
      return;
    case 'for':
      name(statement.target.names);
      read(statement.over);
      read(statement.filter);
      walkBody([...statement.body, ...statement.otherwise], found, own);
      return;
    case 'with':
      for (const [target, value] of statement.values) {
        name(target.names);
        read(value);
      }
      walkBody(statement.body, found, own);
      return;
    case 'setBlock':
      name(statement.target.names);
      walkFilters(statement.filters, found);
      walkBody(statement.body, found, own);
      return;
    case 'filterBlock':
      walkFilters(statement.filters, found);
      walkBody(statement.body, found, own);
      return;
    case 'block':
      walkBody(statement.body, found, own);
      return;
    case 'data':
    case 'unsupported':
      return;
  }
}

function walkFilters(filters: FilterChain, found: Reference[]): void {
  for (const filter of filters) walkArguments(filter, found);
}

function walkArguments({ positional, named }: Arguments, found: Reference[]): void {
  for (const inner of [...positional, ...named.values()]) walk(inner, found);
}

function walk(expression: Expression, found: Reference[]): void {
  const path = pathOf(expression);
  if (path !== undefined) {
    found.push({ path, span: expression.span });
    return;
  }
  for (const inner of operands(expression)) walk(inner, found);
}

function operands(expression: Expression): readonly Expression[] {
  const given = (...inner: readonly (Expression | undefined)[]): Expression[] =>
    inner.filter((one) => one !== undefined);
  switch (expression.is) {
    case 'literal':
    case 'float':
    case 'name':
      return [];
    case 'list':
    case 'tuple':
      return expression.items;
    case 'dict':
      return expression.entries.flat();
    case 'attribute':
      return [expression.of];
    case 'item':
      return [expression.of, expression.key];
    case 'slice':
      return given(expression.of, expression.start, expression.stop, expression.step);
    case 'call': {
      const { callee, positional, named } = expression;
      // A method's name is no key.
      return [callee.is === 'attribute' ? callee.of : callee, ...positional, ...named.values()];
    }
    case 'filter': {
      const asked = expression.name === 'default' || expression.name === 'd';
      return [...(asked ? [] : [expression.of]), ...expression.positional, ...expression.named.values()];
    }
    case 'test': {
      const asked = expression.name === 'defined' || expression.name === 'undefined';
      return [...(asked ? [] : [expression.of]), ...expression.positional, ...expression.named.values()];
    }
    case 'unary':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    case 'compare':
      return [expression.first, ...expression.rest.map(({ to }) => to)];
    case 'conditional':
      return given(expression.test, expression.then, expression.otherwise);
  }
}

function pathOf(expression: Expression): string[] | undefined {
  const path: string[] = [];
  let of = expression;
  while (of.is === 'attribute' || of.is === 'item') {
    if (of.is === 'attribute') path.unshift(of.name);
    else if (of.key.is === 'literal' && typeof of.key.value === 'string') path.unshift(of.key.value);
    else return undefined;
    of = of.of;
  }
  return of.is === 'name' ? [of.name, ...path] : undefined;
}
