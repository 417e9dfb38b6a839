import type { Span } from '../../text/span.js';
import type { Expression, FilterChain, Statement, Target } from './ast.js';

/** A variable that a template reads, such as `v1.region`: its name and literal keys. */
export interface Reference {
  readonly path: readonly string[];
  readonly span: Span;
}

/**
 * The variables that a template reads, except those that it sets itself and those that it only checks: in a test for
 * being defined, or before a default.
 */
export function referencesOf(statements: readonly Statement[]): Reference[] {
  const found: Reference[] = [];
  const own = new Set('loop range dict lipsum cycler joiner namespace self super caller varargs kwargs'.split(' '));
  const assign = (target: Target): void => {
    if ('name' in target) own.add(target.name);
    else target.items.forEach(assign);
  };
  const read = (expression: Expression): void => {
    const path = pathOf(expression);
    if (path === undefined) operands(expression).forEach(read);
    else found.push({ path, span: expression.span });
  };
  const readFilters = (filters: FilterChain): void => {
    for (const { positional, named } of filters) [...positional, ...named.values()].forEach(read);
  };
  const walk = (statement: Statement): void => {
    switch (statement.is) {
      case 'output':
      case 'do':
        read(statement.value);
        return;
      case 'set':
        assign(statement.target);
        read(statement.value);
        return;
      case 'if':
        for (const { test, body } of statement.branches) {
          read(test);
          body.forEach(walk);
        }
        statement.otherwise.forEach(walk);
        return;
      case 'for':
        assign(statement.target);
        read(statement.over);
        if (statement.filter !== undefined) read(statement.filter);
        [...statement.body, ...statement.otherwise].forEach(walk);
        return;
      case 'with':
        for (const [target, value] of statement.values) {
          assign(target);
          read(value);
        }
        statement.body.forEach(walk);
        return;
      case 'setBlock':
        assign(statement.target);
        readFilters(statement.filters);
        statement.body.forEach(walk);
        return;
      case 'filterBlock':
        readFilters(statement.filters);
        statement.body.forEach(walk);
        return;
      case 'block':
        statement.body.forEach(walk);
        return;
      case 'data':
      case 'unsupported':
        return;
    }
  };
  statements.forEach(walk);
  return found.filter(({ path }) => !own.has(path[0] ?? ''));
}

function operands(expression: Expression): readonly Expression[] {
  const given = (...inner: readonly (Expression | undefined)[]): Expression[] =>
    inner.filter((expression) => expression !== undefined);
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
      // The name of a method isn't a key.
      return [callee.is === 'attribute' ? callee.of : callee, ...positional, ...named.values()];
    }
    case 'filter':
    case 'test': {
      const { name, of, positional, named } = expression;
      const isChecked = /^(?:d|default|defined|undefined)$/.test(name);
      return [...(isChecked ? [] : [of]), ...positional, ...named.values()];
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
