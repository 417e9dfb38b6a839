import { MappingEntries } from '../../formats/tree/entries.js';
import { expand, type LeafNode } from '../../formats/tree/expand.js';
import {
  type ArrayNode,
  type KeptTree,
  type Made,
  madeOnce,
  type ObjectNode,
  resolved,
  type SyntaxNode,
} from '../../formats/tree/node.js';
import { type NodePath, pointerOf } from '../../formats/tree/paths.js';
import { isDate } from '../../formats/yaml/yaml11.js';
import type { Budget } from '../../text/budget.js';
import { isSchema, schemaList, schemaMap, type SchemaNode } from './schemaNode.js';

/**
 * Converts a pattern of cloud-init's schema (Python 3.11 `re.search`) to JavaScript: in Python, `$`
 * also matches before a final line feed, and `.` matches every character except the line feed.
 */
function pythonPattern(pattern: string): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- reads only patterns of the schema
  return pattern.replace(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*(?:\]|\\?$)|[.$]/g, (piece) =>
    piece === '.' ? '[^\\n]' : piece === '$' ? '(?=\\n?$)' : piece,
  );
}

/** Patterns of cloud-init's schema that take quadratic time or much stack space, and equal ones that don't. */
const linearPatterns: ReadonlyMap<string, string> = new Map([
  ['^.+:.+$', '^.[^:\\n]*:.+$'],
  ['^([0-9]+)?\\.?[0-9]+[BKMGT]$', '^(?:[0-9]+|[0-9]*\\.[0-9]+)[BKMGT]$'],
  ['^[-_0-9a-zA-Z]+(,[-_0-9a-zA-Z]+)*$', '^(?!.*,,)[-_0-9a-zA-Z]([-_0-9a-zA-Z,]*[-_0-9a-zA-Z])?$'],
]);

/** A pattern of cloud-init's schema as a regular expression, which takes linear time. */
export function pythonRegExp(pattern: string): RegExp {
  // eslint-disable-next-line no-restricted-syntax -- reads only patterns of the schema, all of which a test checks
  return new RegExp(pythonPattern(linearPatterns.get(pattern) ?? pattern), 'u');
}

/**
 * Whether a string is a date for Python 3.11 (`date.fromisoformat`, used by cloud-init's format `date`): a day of a
 * month or of a week, with all dashes or none.
 */
export function isIsoDate(text: string): boolean {
  const day = /^(\d{4})(?:-(\d\d)-(\d\d)|(\d\d)(\d\d))$/.exec(text);
  if (day !== null) return isDate(Number(day[1]), Number(day[2] ?? day[4]), Number(day[3] ?? day[5]));
  const week = /^(\d{4})(?:-W(\d\d)(?:-([1-7]))?|W(\d\d)([1-7])?)$/.exec(text);
  if (week === null) return false;
  const year = Number(week[1]);
  const number = Number(week[2] ?? week[4]);
  return year > 0 && number > 0 && number <= weeksOf(year);
}

/** ISO years have 53 weeks if they begin or end on a Thursday. */
function weeksOf(year: number): number {
  const lastDay = (of: number): number => (of + Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400)) % 7;
  return lastDay(year) === 4 || lastDay(year - 1) === 3 ? 53 : 52;
}

/** The validating keywords in our schemas; annotations are ignored. */
export const supportedKeywords = [
  'type',
  'enum',
  'pattern',
  'format',
  'minimum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'items',
  'minProperties',
  'required',
  'properties',
  'patternProperties',
  'additionalProperties',
  'not',
  'anyOf',
  'oneOf',
] as const;

type ValidatedKeyword = (typeof supportedKeywords)[number];

/** A failed keyword. */
export interface SchemaFailure {
  /** JSON Pointer of the value. */
  readonly instancePath: string;
  /** JSON Pointer of the keyword in the schema, such as `/properties/users/oneOf/1/type`. */
  readonly schemaPath: string;
  readonly keyword: ValidatedKeyword;
  /**
   * The expectation of the keyword: `type`, `allowedValues`, `pattern`, `format`, `limit`, … For `oneOf`, the number of
   * branches that the value matches.
   */
  readonly params: Readonly<Record<string, unknown>>;
  /** For a union: the failures in each branch that the value doesn't match. */
  readonly branches: readonly (readonly SchemaFailure[])[];
}

/** The schema of a member, and its path in the schema of the mapping. */
interface MemberSchema {
  readonly schema: SchemaNode;
  readonly path: NodePath;
}

/** Where a value and its schema are, and the list of the failures there. Only a failure needs the paths from the root. */
interface Position {
  readonly outer: Position | undefined;
  /** Keys from the outer schema to this one. */
  readonly keys: NodePath;
  /** Steps from the outer value to this one. */
  readonly steps: NodePath;
  readonly failures: SchemaFailure[];
}

/**
 * Validates values with schemas (JSON Schema draft-07) as cloud-init 26.2 does with Python's
 * jsonschema: patterns are Python's, and values come from `schemaValue`. It interprets the schema: compiled code
 * for the whole schema takes longer to load than a day's documents take to validate.
 */
export class SchemaValidator {
  readonly #patterns = new Map<string, RegExp>();
  /** The schemas of members by their names: the entries of a list have the same again and again. */
  readonly #members = new Map<SchemaNode, Map<string, readonly MemberSchema[]>>();
  readonly #budget: Budget | undefined;
  readonly #made: MadeOfValues | undefined;

  /** When the budget is spent, further members and entries are left out. Schemas that a value fits are added to `made`. */
  constructor(budget?: Budget, made?: MadeOfValues) {
    this.#budget = budget;
    this.#made = made;
  }

  /** Whether a value is valid. */
  accepts(schema: SchemaNode, value: SchemaValue): boolean {
    return this.failures(schema, value).length === 0;
  }

  /** All failed keywords. */
  failures(schema: SchemaNode, value: SchemaValue): SchemaFailure[] {
    return this.#failuresAt(schema, value, { outer: undefined, keys: [], steps: [], failures: [] });
  }

  /** The schemas of a member: by name and by pattern, otherwise the one for other members. */
  memberSchemas(schema: SchemaNode, name: string): readonly MemberSchema[] {
    const byName = this.#members.get(schema) ?? new Map<string, readonly MemberSchema[]>();
    const schemas = byName.get(name) ?? this.#findMemberSchemas(schema, name);
    this.#members.set(schema, byName.set(name, schemas));
    return schemas;
  }

  #findMemberSchemas(schema: SchemaNode, name: string): MemberSchema[] {
    const found: MemberSchema[] = [];
    const properties = schemaMap(schema.properties);
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own !== undefined) found.push({ schema: own, path: ['properties', name] });
    for (const [pattern, inner] of Object.entries(schemaMap(schema.patternProperties)))
      if (this.#matches(pattern, name)) found.push({ schema: inner, path: ['patternProperties', pattern] });
    if (found.length === 0 && isSchema(schema.additionalProperties))
      found.push({ schema: schema.additionalProperties, path: ['additionalProperties'] });
    return found;
  }

  /** Whether a string contains a match of a schema's pattern. */
  #matches(pattern: string, text: string): boolean {
    let expression = this.#patterns.get(pattern);
    if (expression === undefined) {
      expression = pythonRegExp(pattern);
      this.#patterns.set(pattern, expression);
    }
    return expression.test(text);
  }

  #failuresAt(schema: SchemaNode, value: SchemaValue, at: Position): SchemaFailure[] {
    const made = typeof value === 'object' ? this.#made?.get(value) : undefined;
    if (made?.has(schema) === true) return at.failures;
    const before = at.failures.length;
    this.#check(schema, value, at);
    if (at.failures.length === before && this.#budget?.isSpent !== true) made?.set(schema, true);
    return at.failures;
  }

  #check(schema: SchemaNode, value: SchemaValue, at: Position): void {
    const { type, minimum } = schema;
    if (type !== undefined && !hasType(value, type)) fail(at, 'type', { type });
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) fail(at, 'enum', { allowedValues: schema.enum });
    if (typeof value === 'string') this.#checkText(schema, value, at);
    else if (typeof value === 'number') {
      if (typeof minimum === 'number' && value < minimum) fail(at, 'minimum', { comparison: '>=', limit: minimum });
    } else if (Array.isArray(value)) this.#checkItems(schema, value, at);
    else if (value !== null && typeof value === 'object') this.#checkMembers(schema, value, at);
    if (isSchema(schema.not) && this.accepts(schema.not, value)) fail(at, 'not', {});
    this.#checkUnion('anyOf', schema, value, at);
    this.#checkUnion('oneOf', schema, value, at);
  }

  #checkText({ pattern, format }: SchemaNode, value: string, at: Position): void {
    if (typeof pattern === 'string' && !this.#matches(pattern, value)) fail(at, 'pattern', { pattern });
    if (format === 'date' && !isIsoDate(value)) fail(at, 'format', { format });
  }

  #checkItems(schema: SchemaNode, value: readonly SchemaValue[], at: Position): void {
    const { minItems, maxItems, uniqueItems, items } = schema;
    if (typeof minItems === 'number' && value.length < minItems) fail(at, 'minItems', { limit: minItems });
    if (typeof maxItems === 'number' && value.length > maxItems) fail(at, 'maxItems', { limit: maxItems });
    // Lists with unique entries are lists of strings; other entries already fail for their type.
    if (uniqueItems === true) {
      const strings = value.filter((item) => typeof item === 'string');
      if (new Set(strings).size < strings.length) fail(at, 'uniqueItems', {});
    }
    if (!isSchema(items)) return;
    for (const [index, item] of value.entries()) {
      if (this.#budget?.step() === true) return;
      this.#failuresAt(items, item, inside(at, ['items'], [index]));
    }
  }

  #checkMembers(schema: SchemaNode, value: Readonly<Record<string, SchemaValue>>, at: Position): void {
    const members = Object.entries(value);
    const { minProperties, required } = schema;
    if (typeof minProperties === 'number' && members.length < minProperties)
      fail(at, 'minProperties', { limit: minProperties });
    if (Array.isArray(required)) {
      for (const missingProperty of required.map(String))
        if (!Object.hasOwn(value, missingProperty)) fail(at, 'required', { missingProperty });
    }
    for (const [name, item] of members) {
      if (this.#budget?.step() === true) return;
      const schemas = this.memberSchemas(schema, name);
      for (const { schema: inner, path } of schemas) this.#failuresAt(inner, item, inside(at, path, [name]));
      if (schemas.length === 0 && schema.additionalProperties === false)
        fail(at, 'additionalProperties', { additionalProperty: name });
    }
  }

  #checkUnion(union: 'anyOf' | 'oneOf', schema: SchemaNode, value: SchemaValue, at: Position): void {
    if (schema[union] === undefined) return;
    const schemas = schemaList(schema[union]);
    const branches: SchemaFailure[][] = [];
    for (const [index, branch] of schemas.entries()) {
      const failures = this.#failuresAt(branch, value, { ...inside(at, [union, index]), failures: [] });
      if (failures.length > 0) branches.push(failures);
      else if (union === 'anyOf') return;
    }
    const fitting = schemas.length - branches.length;
    if (fitting !== 1) fail(at, union, union === 'oneOf' ? { fitting } : {}, branches);
  }
}

function inside(outer: Position, keys: NodePath, steps: NodePath = []): Position {
  return { outer, keys, steps, failures: outer.failures };
}

function fail(
  at: Position,
  keyword: ValidatedKeyword,
  params: SchemaFailure['params'],
  branches: SchemaFailure['branches'] = [],
): void {
  at.failures.push(new FailureAt(at, keyword, params, branches));
}

/** Works out its paths when they are read: most failures are those of branches that a value isn't meant for. */
class FailureAt implements SchemaFailure {
  readonly #at: Position;

  constructor(
    at: Position,
    readonly keyword: ValidatedKeyword,
    readonly params: SchemaFailure['params'],
    readonly branches: SchemaFailure['branches'],
  ) {
    this.#at = at;
  }

  get instancePath(): string {
    return pointerTo(this.#at, 'steps');
  }

  get schemaPath(): string {
    return `${pointerTo(this.#at, 'keys')}/${this.keyword}`;
  }
}

function pointerTo(at: Position, way: 'keys' | 'steps'): string {
  let pointer = '';
  for (let position: Position | undefined = at; position !== undefined; position = position.outer)
    pointer = pointerOf(position[way]) + pointer;
  return pointer;
}

function hasType(value: SchemaValue, type: unknown): boolean {
  return Array.isArray(type) ? type.some((one) => isOfType(value, one)) : isOfType(value, type);
}

function isOfType(value: SchemaValue, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** The value of a cloud-config for validation as in cloud-init. */
export type SchemaValue = null | boolean | number | string | bigint | SchemaValue[] | { [name: string]: SchemaValue };

/** What was made of parts of a value that are the same in several versions of a document. */
type MadeOfValues = ReadonlyMap<SchemaValue, Made>;

/** The value of a cloud-config, and what was made of its parts. */
export interface SchemaDocument {
  readonly value: SchemaValue;
  readonly made: MadeOfValues;
}

/**
 * Converts a tree to the value that cloud-init 26.2
 * validates (loaded by PyYAML; jsonschema, draft 4). Python's types differ from JSON's:
 * - a floating-point number is never an integer, so a whole one becomes its nearest neighbour with a fraction;
 * - bytes are a string that matches no name and no pattern (cloud-init fails on patterns for them);
 * - dates, sets and tuples have no type in a schema; a bigint represents them.
 */
export function schemaDocument({ root, kept }: KeptTree): SchemaDocument {
  const made = new Map<SchemaValue, Made>();
  const value = expand<SchemaValue>(root, {
    leaf,
    collection,
    once(node, make) {
      const one = madeOnce(kept, node, schemaDocument, make);
      const ofNode = kept?.get(node);
      if (ofNode !== undefined) made.set(one, ofNode);
      return one;
    },
  });
  return { value, made };
}

function leaf(node: LeafNode): SchemaValue {
  switch (node.kind) {
    case 'number':
      return node.float === true ? withFraction(node.value) : withinReach(node.value);
    case 'binary':
      return `\n${node.source.value}`;
    case 'timestamp':
      return 0n;
    default:
      return node.value;
  }
}

function collection(node: ArrayNode | ObjectNode): SchemaValue | undefined {
  if (node.tag === '!!set') return 0n;
  // Lists of pairs: the list is a list, its pairs are tuples.
  if (node.kind === 'array' && (node.tag === '!!omap' || node.tag === '!!pairs')) return node.items.map(() => 0n);
  return undefined;
}

/** A number with a fraction that no range of the schema excludes; large numbers have no neighbour with a fraction. */
const largeFraction = 2 ** 51 + 0.5;

function withFraction(value: number): number {
  // In Python, infinities and NaN are numbers.
  if (!Number.isFinite(value)) return value < 0 ? -largeFraction : largeFraction;
  if (!Number.isInteger(value)) return value;
  if (value === 0) return Number.MIN_VALUE;
  const neighbour = value * (1 - Number.EPSILON);
  return Number.isInteger(neighbour) ? Math.sign(value) * largeFraction : neighbour;
}

/** Python's integers are unbounded; the largest number here is also an integer. */
function withinReach(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/**
 * Whether JSON can represent what PyYAML loads from a tree (with tagged bytes): no dates, sets, pairs or infinity, and
 * only string keys. Values that a later key or a merge key replaces don't count.
 */
export function isRepresentable(root: SyntaxNode | undefined): boolean {
  const entries = new MappingEntries();
  // A set goes through those that are added to it, too.
  const found = new Set([resolved(root)]);
  for (const node of found) {
    switch (node?.kind) {
      case 'timestamp':
        return false;
      case 'number':
        if (!Number.isFinite(node.value)) return false;
        break;
      case 'array':
        if (node.items.length > 0 && (node.tag === '!!omap' || node.tag === '!!pairs')) return false;
        for (const item of node.items) found.add(resolved(item));
        break;
      case 'object':
        if (node.tag === '!!set') return false;
        for (const { key } of node.members)
          if (key.node !== undefined && resolved(key.node)?.kind !== 'string') return false;
        for (const { value } of entries.of(node).values()) found.add(resolved(value));
        break;
    }
  }
  return true;
}
