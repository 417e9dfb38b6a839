import { limits } from '../../limits.js';
import { MemberIndex, resolved, type SyntaxNode } from '../tree/node.js';
import { escapesMap, stringMap } from '../tree/stringMap.js';
import type { PlainValue } from '../tree/expand.js';
import type { Budget } from '../../text/budget.js';
import { composeMaps } from '../../text/positionMap.js';
import { encodeBase64 } from '../../text/base64.js';
import { utf8Bytes } from '../../text/bytes.js';
import { type CallExpression, type Expression, isArmExpression, isEscapedBracket, parseExpression } from './parse.js';
import {
  type ArmValue,
  formatPieces,
  knownText,
  type Piece,
  PieceCollector,
  type SymbolValue,
  textOf,
  type TextValue,
  valueOf,
} from './value.js';
import { callFunction, isNumberFunction, written } from './functions.js';
import {
  type ArmScope,
  type ExpressionSource,
  parameterNode,
  type VariableLoop,
  variableLoops,
  variableNode,
} from './scope.js';

/**
 * Evaluates the expressions of one template without Azure. A value that isn't known stays in the result as its
 * expression. Bounded by `limits.armSteps` and `limits.armDepth`; a variable that refers to itself stays symbolic and is
 * listed in `cyclic`. When the budget is spent, what is left stays symbolic, too.
 */
export class ArmEvaluator {
  /** Variables that refer to themselves. */
  readonly cyclic = new Set<string>();
  #stepsLeft: number;
  #madeTooMuch = false;
  readonly #budget: Budget | undefined;
  /** The current loops over variables, the innermost last. */
  readonly #loops: { readonly name: string; readonly index: number }[] = [];
  readonly #variables = new Map<ArmScope, Map<string, ArmValue | 'open'>>();
  readonly #loopsByScope = new Map<ArmScope, ReadonlyMap<string, VariableLoop>>();
  readonly #members = new MemberIndex();
  readonly #sizes = new ValueSizes();

  constructor(steps: number = limits.armSteps, budget?: Budget) {
    this.#stepsLeft = steps;
    this.#budget = budget;
  }

  /** Whether evaluation stopped because of its length, or that of a text. */
  get exhausted(): boolean {
    return this.#stepsLeft < 0 || this.#madeTooMuch;
  }

  /** The value of an expression that was read from `source`. */
  evaluate(expression: Expression, source: ExpressionSource, scope: ArmScope): ArmValue {
    return this.#evaluate(expression, { source, scope, depth: 0 });
  }

  #evaluate(expression: Expression, place: Place): ArmValue {
    if (--this.#stepsLeft < 0 || place.depth > limits.armDepth || this.#budget?.step() === true)
      return symbolOf(expression, place);
    const inner = { ...place, depth: place.depth + 1 };
    switch (expression.kind) {
      case 'literal':
        return literalOf(expression.value, expression.span.start, expression.span.end, place);
      case 'number':
        return { kind: 'data', value: expression.value };
      case 'property': {
        const target = this.#evaluate(expression.target, inner);
        return this.#member(target, expression.name, inner) ?? symbolOf(expression, place);
      }
      case 'index': {
        const index = this.#plain(this.#evaluate(expression.index, inner), inner.depth);
        if (typeof index !== 'number' && typeof index !== 'string') return symbolOf(expression, place);
        const target = this.#evaluate(expression.target, inner);
        return this.#member(target, index, inner) ?? symbolOf(expression, place);
      }
      case 'call':
        return this.#call(expression, inner) ?? symbolOf(expression, place);
    }
  }

  /** The result of a function; undefined if it is not known. */
  #call(call: CallExpression, place: Place): ArmValue | undefined {
    const [first] = call.args;
    switch (call.name.toLowerCase()) {
      case 'variables':
        return first && this.#variable(first, call, place);
      case 'parameters':
        return first && this.#parameter(first, place);
      case 'copyindex':
        return this.#copyIndex(call.args, place);
      case 'if':
        return this.#choose(call, place);
      case 'concat':
        return this.#concat(call, place);
      case 'format':
        return this.#format(call, place);
      case 'base64': {
        const pieces = first && this.#pieces(this.#evaluate(first, place), place.depth);
        return pieces && { kind: 'encoded', pieces, symbol: symbolOf(call, place).symbol };
      }
      case 'base64tostring': {
        const value = first && this.#evaluate(first, place);
        if (value?.kind === 'encoded') return { kind: 'text', pieces: value.pieces };
        return value && this.#function(call, [value], place);
      }
      case 'string': {
        const value = first && this.#evaluate(first, place);
        if (value?.kind === 'text') return value;
        if (value?.kind === 'node' && !place.scope.choices.compute) return undefined;
        return value && this.#function(call, [value], place);
      }
      default:
        if (isNumberFunction(call.name) && !place.scope.choices.compute) return undefined;
        return this.#function(
          call,
          call.args.map((argument) => this.#evaluate(argument, place)),
          place,
        );
    }
  }

  /** A function that needs known values. */
  #function(call: CallExpression, values: readonly ArmValue[], place: Place): ArmValue | undefined {
    if (this.#budget?.isSpent === true) return undefined;
    const args: PlainValue[] = [];
    for (const value of values) {
      const plain = this.#plain(value, place.depth);
      if (plain === undefined) return undefined;
      args.push(plain);
    }
    const result = callFunction(call.name, args);
    if (result === undefined || !this.#mayGrowTo(result)) return undefined;
    for (const value of [...args, result]) this.#charge(value);
    return this.exhausted ? undefined : valueOf(result);
  }

  /** Whether a value that was made is small enough; values hold each other, so that few make one of any length. */
  #mayGrowTo(value: PlainValue): boolean {
    const { length, depth } = this.#sizes.of(value);
    const isTooMuch = length > limits.armTextLength || depth > limits.armDepth;
    this.#madeTooMuch ||= isTooMuch;
    return !isTooMuch;
  }

  /** Counts the steps of going through a value. */
  #charge(value: PlainValue): void {
    this.#stepsLeft -= Math.floor(this.#sizes.of(value).length / charactersPerStep);
  }

  #variable(argument: Expression, call: CallExpression, { source, scope, depth }: Place): ArmValue | undefined {
    const name = this.#plain(this.#evaluate(argument, { source, scope, depth }), depth);
    if (typeof name !== 'string') return undefined;
    const node = variableNode(scope, name, this.#members);
    const loop = node === undefined && scope.choices.compute ? this.#loopsOf(scope).get(name.toLowerCase()) : undefined;
    if (node === undefined && loop === undefined) return undefined;
    const known = this.#variables.get(scope) ?? new Map<string, ArmValue | 'open'>();
    this.#variables.set(scope, known);
    const key = name.toLowerCase();
    const found = known.get(key);
    if (found === 'open') {
      this.cyclic.add(name);
      return symbolOf(call, { source, scope, depth });
    }
    if (found !== undefined) return found;
    known.set(key, 'open');
    const looped = loop && (this.#looped(loop, scope, depth) ?? symbolOf(call, { source, scope, depth }));
    const value = looped ?? this.#node(node ?? noValue, scope, depth);
    const isComputedList = value.kind === 'data' && Array.isArray(value.value);
    const shown = isComputedList && !scope.choices.compute ? symbolOf(call, { source, scope, depth }) : value;
    known.set(key, shown);
    return shown;
  }

  #loopsOf(scope: ArmScope): ReadonlyMap<string, VariableLoop> {
    let loops = this.#loopsByScope.get(scope);
    if (loops === undefined) this.#loopsByScope.set(scope, (loops = variableLoops(scope)));
    return loops;
  }

  /** The list of a loop; undefined if its count or one of its entries is not known. */
  #looped({ name, count, input }: VariableLoop, scope: ArmScope, depth: number): ArmValue | undefined {
    const times = this.#plain(this.#node(count, scope, depth), depth);
    if (typeof times !== 'number' || !(times >= 0) || times > limits.armListLength) return undefined;
    const items: PlainValue[] = [];
    const loop = { name, index: 0 };
    this.#loops.push(loop);
    for (; loop.index < times; loop.index++) {
      const item = this.#plain(this.#node(input, scope, depth + 1), depth + 1);
      if (item === undefined) break;
      items.push(item);
    }
    this.#loops.pop();
    return items.length < times || !this.#mayGrowTo(items) ? undefined : { kind: 'data', value: items };
  }

  /** The index in a loop over variables; the index in a loop over resources is unknown. */
  #copyIndex(args: readonly Expression[], place: Place): ArmValue | undefined {
    const [first, second] = args.map((argument) => this.#plain(this.#evaluate(argument, place), place.depth));
    const name = typeof first === 'string' ? first.toLowerCase() : undefined;
    const offset = name === undefined ? first : second;
    const loop = name === undefined ? this.#loops.at(-1) : this.#loops.findLast((candidate) => candidate.name === name);
    if (loop === undefined || (offset !== undefined && typeof offset !== 'number')) return undefined;
    return { kind: 'data', value: loop.index + (offset ?? 0) };
  }

  #parameter(argument: Expression, place: Place): ArmValue | undefined {
    const name = this.#plain(this.#evaluate(argument, place), place.depth);
    const given = typeof name === 'string' ? parameterNode(place.scope, name, this.#members) : undefined;
    return given && this.#node(given.node, given.scope, place.depth);
  }

  #choose({ args }: CallExpression, place: Place): ArmValue | undefined {
    const [condition, whenTrue, whenFalse] = args;
    if (condition === undefined || whenTrue === undefined || whenFalse === undefined) return undefined;
    const truth = this.#plain(this.#evaluate(condition, place), place.depth);
    if (typeof truth !== 'boolean') return undefined;
    // The other branch is not evaluated: it may fail because it does not apply.
    return this.#evaluate(truth ? whenTrue : whenFalse, place);
  }

  #concat(call: CallExpression, place: Place): ArmValue | undefined {
    const values = call.args.map((argument) => this.#evaluate(argument, place));
    if (values.some((value) => value.kind === 'node' || (value.kind === 'data' && Array.isArray(value.value))))
      return this.#function(call, values, place);
    const text = new PieceCollector();
    for (const value of values) {
      const more = this.#pieces(value, place.depth);
      if (more === undefined) return undefined;
      text.add(more);
    }
    return this.#collected(text);
  }

  #format({ args: [pattern, ...args] }: CallExpression, place: Place): ArmValue | undefined {
    const text = pattern && this.#evaluate(pattern, place);
    if (text?.kind !== 'text') return undefined;
    const values: (readonly Piece[])[] = [];
    for (const argument of args) {
      const pieces = this.#pieces(this.#evaluate(argument, place), place.depth);
      if (pieces === undefined) return undefined;
      values.push(pieces);
    }
    const result = new PieceCollector();
    return formatPieces(text.pieces, values, result) ? this.#collected(result) : undefined;
  }

  #collected({ pieces, isFull }: PieceCollector): ArmValue | undefined {
    this.#madeTooMuch ||= isFull;
    this.#stepsLeft -= pieces.length;
    return isFull || this.#stepsLeft < 0 ? undefined : { kind: 'text', pieces };
  }

  /** A value as part of a string. */
  #pieces(value: ArmValue, depth: number): readonly Piece[] | undefined {
    if (value.kind === 'text') return value.pieces;
    const plain = this.#plain(value, depth);
    if (plain !== undefined) return textOf(written(plain)).pieces;
    return value.kind === 'symbol' || value.kind === 'encoded' ? [value.symbol] : undefined;
  }

  /** A value that is known completely; undefined for others. */
  #plain(value: ArmValue, depth: number): PlainValue | undefined {
    switch (value.kind) {
      case 'text':
        return knownText(value.pieces);
      case 'encoded': {
        const text = knownText(value.pieces);
        // Each of many functions around a text would make it longer by a third.
        if (text === undefined || text.length > limits.armTextLength) return undefined;
        return encodeBase64(utf8Bytes(text));
      }
      case 'data':
        return value.value;
      case 'symbol':
        return undefined;
      case 'node':
        return this.#plainNode(value.node, value.scope, depth);
    }
  }

  #plainNode(node: SyntaxNode, scope: ArmScope, depth: number): PlainValue | undefined {
    if (--this.#stepsLeft < 0 || depth > limits.armDepth) return undefined;
    if (node.kind === 'array') {
      const items: PlainValue[] = [];
      for (const item of node.items) {
        const value = this.#plain(this.#node(item, scope, depth + 1), depth + 1);
        if (value === undefined) return undefined;
        items.push(value);
      }
      return this.#mayGrowTo(items) ? items : undefined;
    }
    if (node.kind !== 'object') return this.#plain(this.#node(node, scope, depth + 1), depth + 1);
    const entries: [string, PlainValue][] = [];
    for (const member of node.members) {
      const value = member.value && this.#plain(this.#node(member.value, scope, depth + 1), depth + 1);
      if (value === undefined) return undefined;
      entries.push([member.key.name, value]);
    }
    const object = Object.fromEntries(entries);
    return this.#mayGrowTo(object) ? object : undefined;
  }

  /** The value of a node of the template: expressions in strings are evaluated. */
  #node(node: SyntaxNode, scope: ArmScope, depth: number): ArmValue {
    const target = resolved(node);
    switch (target?.kind) {
      case 'string': {
        const map = composeMaps(scope.source.map, stringMap(scope.source.text, target));
        return this.#string({ text: target.value, map }, scope, depth);
      }
      case 'number':
      case 'boolean':
        return { kind: 'data', value: target.value };
      case 'object':
      case 'array':
        return { kind: 'node', node: target, scope };
      default:
        return { kind: 'data', value: null };
    }
  }

  #string(source: ExpressionSource, scope: ArmScope, depth: number): ArmValue {
    const { text, map } = source;
    if (!isArmExpression(text)) {
      const start = isEscapedBracket(text) ? 1 : 0;
      const literal = text.slice(start);
      return literal === ''
        ? textOf('')
        : { kind: 'text', pieces: [{ is: 'literal', text: literal, map: start === 0 ? map : undefined }] };
    }
    const parsed = parseExpression(text);
    if (!parsed.ok) {
      const span = map.toOuter({ start: 0, end: text.length });
      return { kind: 'symbol', symbol: { is: 'symbol', expression: text.trim().slice(1, -1), span } };
    }
    return this.#evaluate(parsed.value, { source, scope, depth: depth + 1 });
  }

  #member(target: ArmValue, key: string | number, place: Place): ArmValue | undefined {
    if (target.kind === 'node') {
      const { node, scope } = target;
      const value =
        node.kind === 'array'
          ? typeof key === 'number'
            ? node.items[key]
            : undefined
          : this.#members.memberIgnoringCase(node, String(key))?.value;
      return value && this.#node(value, scope, place.depth);
    }
    if (target.kind !== 'data' || target.value === null || typeof target.value !== 'object') return undefined;
    if (Array.isArray(target.value)) {
      const item = typeof key === 'number' ? target.value[key] : undefined;
      return item === undefined ? undefined : valueOf(item);
    }
    const wanted = String(key).toLowerCase();
    this.#charge(target.value);
    const entry = Object.entries(target.value).find(([name]) => name.toLowerCase() === wanted);
    return entry && valueOf(entry[1]);
  }
}

/** How long the JSON of values is at least, and how deeply they are nested. Each list and object is measured once. */
class ValueSizes {
  readonly #known = new WeakMap<object, ValueSize>();

  of(value: PlainValue): ValueSize {
    if (typeof value === 'string') return { length: value.length + 2, depth: 0 };
    if (value === null || typeof value !== 'object') return { length: 1, depth: 0 };
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    let [length, depth] = [2, 0];
    for (const [name, item] of Object.entries(value)) {
      const inner = this.of(item);
      length += inner.length + (Array.isArray(value) ? 1 : name.length + 4);
      depth = Math.max(depth, inner.depth);
    }
    const size = { length, depth: depth + 1 };
    this.#known.set(value, size);
    return size;
  }
}

interface ValueSize {
  readonly length: number;
  readonly depth: number;
}

/** Characters that a function reads or makes in one step of evaluation: else each of many could make a text of megabytes. */
const charactersPerStep = 1_024;

const noValue: SyntaxNode = { kind: 'null', span: { start: 0, end: 0 } };

/** The context of an expression. */
interface Place {
  readonly source: ExpressionSource;
  readonly scope: ArmScope;
  readonly depth: number;
}

function symbolOf({ span }: Expression, { source }: Place): SymbolValue {
  const expression = source.text.slice(span.start, span.end);
  return { kind: 'symbol', symbol: { is: 'symbol', expression, span: source.map.toOuter(span) } };
}

/** The value of a string whose quotes are at `start` and before `end`. */
function literalOf(value: string, start: number, end: number, { source }: Place): TextValue {
  if (value === '') return textOf('');
  const map = composeMaps(source.map, escapesMap(source.text, start + 1, end - 1, /''/g));
  return { kind: 'text', pieces: [{ is: 'literal', text: value, map }] };
}
