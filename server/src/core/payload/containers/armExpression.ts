import { assemble } from '../../formats/arm/assemble.js';

import { parseExpression } from '../../formats/arm/parse.js';
import { type ArmScope, type ExpressionSource, scopeOf } from '../../formats/arm/scope.js';
import type { ArmValue, Piece } from '../../formats/arm/value.js';
import { escapedCharacter } from '../../formats/json/scanner.js';
import { problem, type Problem } from '../../problems/problem.js';
import type { Replacement } from '../../text/positionMap.js';
import { failure, type Result, success } from '../../text/result.js';
import type { Span } from '../../text/span.js';
import { type DecodeContext, textContent, withinBudget } from '../content.js';
import { escapesAlike } from '../layers/escapedJson.js';
import { differenceOf } from '../layers/layer.js';
import type { Opening } from './container.js';
import type { FieldRole, Holder, LayerName, Payload } from '../../document/payload.js';
import { tooLongCustomData } from './tooLongCustomData.js';
import { grouped } from '../../text/strings.js';

/** An expression's position and role. */
interface ExpressionPlace {
  readonly name: string;
  readonly steps: readonly string[];
  readonly role: FieldRole;
  readonly scope: ArmScope | undefined;
}

/** The payload that an expression of a template evaluates to, as far as this is possible without Azure. `origin` is in the file. */
export function openingOfExpression(
  source: ExpressionSource,
  origin: Span,
  { name, steps, role, scope = noTemplate }: ExpressionPlace,
  context: DecodeContext,
): Opening {
  const parsed = parseExpression(source.text);
  if (!parsed.ok) {
    const { span, reason } = parsed.error;
    const message = `The expression cannot be read: ${reason}. Azure refuses the template.`;
    const content = textContent(source.text, source.map, origin);
    const found = problem('payload/arm-expression-invalid', source.map.toOuter(span), message);
    return {
      name,
      steps,
      content,
      outerLayers: ['arm-expression'],
      transport: 'none',
      kind: 'unknown',
      problems: [found],
    };
  }
  const { limits } = context;
  const evaluator = context.templates.evaluator;
  const cyclicBefore = new Set(evaluator.cyclic);
  const value = evaluator.evaluate(parsed.value, source, scope);
  const encoded = value.kind === 'encoded';
  const { text, map, unresolved, hasLiterals } = assemble(piecesOf(value), origin);
  const cyclic = [...evaluator.cyclic].filter((variable) => !cyclicBefore.has(variable));
  const bounded = withinBudget(textContent(text, map, origin), context, 'The expression');
  const problems = [
    ...notes(origin, cyclic, evaluator.exhausted ? limits.armSteps : undefined),
    ...bounded.problems,
    ...tooLongCustomData(role, bounded.content, encoded ? ['base64'] : [], context),
  ];
  const isCommand = role === 'commandToExecute';
  const outerLayers: LayerName[] = encoded ? ['arm-expression', 'base64'] : ['arm-expression'];
  return {
    name,
    steps: encoded ? [...steps, 'base64'] : steps,
    content: bounded.content,
    outerLayers,
    // Content that the template encodes again or compresses is decoded as usual.
    ...(isCommand || !hasLiterals || unresolved.length > 0 ? { transport: 'none' as const } : {}),
    ...(isCommand ? { kind: 'cse-command' as const } : {}),
    ...(role === 'script' ? { fallbackFormat: 'shell-script' as const } : {}),
    ...formatOf(isCommand, hasLiterals, unresolved),
    details: {
      ...(unresolved.length === 0
        ? {}
        : { unresolved: unresolved.map((expression) => shortened(expression, limits.quotedExpression)) }),
      ...(cyclic.length === 0 ? {} : { cyclic }),
    },
    problems,
  };
}

/** The format, if too little of the content is known to detect it. */
function formatOf(
  isCommand: boolean,
  hasLiterals: boolean,
  unresolved: readonly string[],
): Pick<Opening, 'format' | 'kind'> {
  // A command line that is only partly known is not parsed.
  if (isCommand && unresolved.length > 0) return { format: 'shell-command' };
  return hasLiterals ? {} : { format: 'arm-expression', kind: 'unknown' };
}

function shortened(expression: string, most: number): string {
  return expression.length > most ? `${expression.slice(0, most)}…` : expression;
}

function piecesOf(value: ArmValue): readonly Piece[] {
  switch (value.kind) {
    case 'text':
    case 'encoded':
      return value.pieces;
    case 'symbol':
      return [value.symbol];
    default:
      return [];
  }
}

/** `exhausted` is the number of steps after which evaluation stopped. */
function notes(origin: Span, cyclic: readonly string[], exhausted: number | undefined): Problem[] {
  const problems: Problem[] = [];
  for (const name of cyclic) {
    const message = `The variable ${name} leads back to itself, so the expression has no value.`;
    problems.push(problem('payload/arm-variable-cycle', origin, message));
  }
  if (exhausted !== undefined) {
    const message = `The expressions of this template take more than ${grouped(exhausted)} steps, or make a text that is too large; the rest is not evaluated.`;
    problems.push(problem('payload/limit-expressions', origin, message));
  }
  return problems;
}

/** The scope of an expression without a template around it: no variables, no parameters. */
const noTemplate: ArmScope = scopeOf(undefined, { text: '', map: { exact: false, toOuter: (span) => span } }, [], {
  useDefaults: false,
  compute: false,
});

const reason = 'This text is computed by an expression of the template; change the expression.';

/**
 * The value of an expression: its parts that come from a literal of the expression or of a variable can be changed there.
 * `template` is the document.
 */
export function expressionHolder(template: string, { map, text: value = '' }: Payload): Result<Holder> {
  const spanOf = (part: Span): Span => map.toOuter(part);
  const written = ({ start, end }: Span): string => template.slice(start, end);
  const isLiteral = (part: Span): boolean => {
    const unescaped = unescapedJson(written(spanOf(part)));
    const meant = value.slice(part.start, part.end);
    // Quotes are doubled in literals of expressions, and not in variables.
    return unescaped === meant || unescaped.replaceAll("''", "'") === meant;
  };
  const isOpen = Array.from({ length: value.length }, (_, at) => at).some((at) =>
    isLiteral({ start: at, end: at + 1 }),
  );
  if (!isOpen) return failure(reason);
  return success({
    value,
    layers: [],
    write(next) {
      const replacements = literalChanges(value, next, (part, literal) => {
        if (!isLiteral(part)) return [];
        const span = spanOf(part);
        const escaped = escapesAlike(written(span));
        return [literal.replaceAll("'", "''"), literal].map((newText) => ({ span, newText: escaped(newText) }));
      });
      return replacements.length > 0 ? success(replacements) : failure(reason);
    },
  });
}

/**
 * The replacements that make `next` of a value, if it is made of literals: `written` gives those of one part of the value for
 * its new text. The part is the changed range, or the same with one more character.
 */
export function literalChanges(
  value: string,
  next: string,
  written: (part: Span, literal: string) => readonly Replacement[],
): readonly Replacement[] {
  // Without a change, there is no part that has to be a literal.
  if (next === value) return [{ span: { start: 0, end: 0 }, newText: '' }];
  const { span: changed } = differenceOf(value, next);
  return partsAround(changed, value.length).flatMap((part) =>
    written(part, next.slice(part.start, part.end + next.length - value.length)),
  );
}

/** A range, and the same with one more character, which shows the literal that its start or end belongs to. */
function partsAround({ start, end }: Span, length: number): readonly Span[] {
  const before = { start: Math.max(0, start - 1), end };
  const behind = { start, end: Math.min(length, end + 1) };
  return start < end ? [{ start, end }, before, behind] : [before, behind];
}

function unescapedJson(written: string): string {
  return written.replace(/\\(?:u[0-9a-fA-F]{4}|[^u])/g, escapedCharacter);
}
