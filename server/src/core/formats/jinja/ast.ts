import type { Span } from '../../text/span.js';

/** What can be evaluated. */
export type Expression = { readonly span: Span } & (
  | { readonly is: 'literal'; readonly value: string | number | bigint | boolean | null }
  | { readonly is: 'float'; readonly value: number }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'list' | 'tuple'; readonly items: readonly Expression[] }
  | { readonly is: 'dict'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly is: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly is: 'item'; readonly of: Expression; readonly key: Expression }
  | {
      readonly is: 'slice';
      readonly of: Expression;
      readonly start: Expression | undefined;
      readonly stop: Expression | undefined;
      readonly step: Expression | undefined;
    }
  | ({ readonly is: 'call'; readonly callee: Expression } & Arguments)
  | ({ readonly is: 'filter'; readonly of: Expression; readonly name: string } & Arguments)
  | ({ readonly is: 'test'; readonly of: Expression; readonly name: string; readonly negated: boolean } & Arguments)
  | { readonly is: 'unary'; readonly operator: '-' | '+' | 'not'; readonly of: Expression }
  | { readonly is: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly is: 'compare';
      readonly first: Expression;
      readonly rest: readonly { readonly operator: string; readonly to: Expression }[];
    }
  | {
      readonly is: 'conditional';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression | undefined;
    }
);

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: ReadonlyMap<string, Expression>;
}

/** What is assigned to: a name, or several targets for the items of the value. */
export type Target = { readonly span: Span } & ({ readonly name: string } | { readonly items: readonly Target[] });

export type Statement = { readonly span: Span } & (
  | { readonly is: 'data'; readonly text: string }
  | { readonly is: 'output'; readonly value: Expression }
  | {
      readonly is: 'if';
      readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly is: 'for';
      readonly target: Target;
      readonly over: Expression;
      readonly filter: Expression | undefined;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly is: 'set'; readonly target: Target; readonly value: Expression }
  | {
      readonly is: 'setBlock';
      readonly target: Target;
      readonly filters: FilterChain;
      readonly body: readonly Statement[];
    }
  | {
      readonly is: 'with';
      readonly values: readonly (readonly [Target, Expression])[];
      readonly body: readonly Statement[];
    }
  | { readonly is: 'filterBlock'; readonly filters: FilterChain; readonly body: readonly Statement[] }
  | { readonly is: 'do'; readonly value: Expression }
  | { readonly is: 'block'; readonly body: readonly Statement[] }
  /** A tag that Jinja knows and this interpreter does not. */
  | { readonly is: 'unsupported'; readonly tag: string }
);

/** Filters behind a tag, in their order. */
export type FilterChain = readonly ({ readonly name: string; readonly span: Span } & Arguments)[];

/**
 * Why a template gives no text. `syntax`: it isn't a template; `failure`: rendering it fails; `unsupported`: Jinja can
 * render it, but this interpreter can't; `limit`: it takes or prints too much.
 */
export type FaultKind = 'syntax' | 'failure' | 'unsupported' | 'limit';

/** Why a template can't be read or rendered, and where. */
export interface TemplateFault {
  readonly kind: FaultKind;
  readonly span: Span;
  readonly message: string;
}

/** Thrown inside this folder; its entry points return it as a `TemplateFault`. */
export class TemplateError extends Error implements TemplateFault {
  readonly kind: FaultKind;
  readonly span: Span;

  constructor(kind: FaultKind, span: Span, message: string) {
    super(message);
    this.kind = kind;
    this.span = span;
  }
}
