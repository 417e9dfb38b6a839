import { pointerOf } from '../../syntax/pointer.js';
import { isIsoDate } from '../isoDate.js';
import { pythonRegExp } from '../pythonRegExp.js';
import type { SchemaValue } from '../schemaValue.js';
import { isSchema, schemaList, schemaMap, type SchemaNode } from './schemaNode.js';

/** The keywords by which a schema refuses values. Our schemas have no others; what annotates is passed over. */
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

type JudgedKeyword = (typeof supportedKeywords)[number];

/** One keyword that a value failed. */
export interface SchemaFailure {
  /** JSON Pointer of the value. */
  readonly instancePath: string;
  /** JSON Pointer of the keyword in the schema, such as `/properties/users/oneOf/1/type`. */
  readonly schemaPath: string;
  readonly keyword: JudgedKeyword;
  /**
   * What the keyword wants, by names of its own: `type`, `allowedValues`, `pattern`, `format`, `limit`, … Of `oneOf`
   * the number of branches that the value fits, which is not one.
   */
  readonly params: Readonly<Record<string, unknown>>;
  /** Of a union: what the value fails in each branch that it does not fit. */
  readonly branches: readonly (readonly SchemaFailure[])[];
}

/**
 * Judges values by schemas (JSON Schema draft-07) as cloud-init 26.2 does with Python's jsonschema: patterns are
 * Python's, and `schemaValue` has made the value. It follows the schema as it is: code compiled of all of it takes
 * longer to load, and to become fast, than all the documents of a day take to be judged.
 */
export class SchemaValidator {
  readonly #patterns = new Map<string, RegExp>();

  /** Whether a value is valid. */
  accepts(schema: SchemaNode, value: SchemaValue): boolean {
    return this.#failing(schema, value, undefined).length === 0;
  }

  /** Every keyword that a value fails. */
  failures(schema: SchemaNode, value: SchemaValue): SchemaFailure[] {
    return this.#failing(schema, value, undefined).map(withPaths);
  }

  /** Whether a text, such as a name beside `patternProperties`, has in it what a pattern of a schema describes. */
  matches(pattern: string, text: string): boolean {
    let expression = this.#patterns.get(pattern);
    if (expression === undefined) {
      expression = pythonRegExp(pattern);
      this.#patterns.set(pattern, expression);
    }
    return expression.test(text);
  }

  #failing(schema: SchemaNode, value: SchemaValue, place: Place | undefined): Failing[] {
    const failing: Failing[] = [];
    this.#check(schema, value, { place, failing });
    return failing;
  }

  #check(schema: SchemaNode, value: SchemaValue, at: At): void {
    const { type } = schema;
    if (type !== undefined && !hasType(value, type)) fail(at, 'type', { type });
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) fail(at, 'enum', { allowedValues: schema.enum });
    if (typeof value === 'string') this.#checkText(schema, value, at);
    else if (typeof value === 'number') checkNumber(schema, value, at);
    else if (Array.isArray(value)) this.#checkItems(schema, value, at);
    else if (value !== null && typeof value === 'object') this.#checkMembers(schema, value, at);
    if (isSchema(schema.not) && this.accepts(schema.not, value)) fail(at, 'not', {});
    if (schema.anyOf !== undefined) this.#checkAnyOf(schemaList(schema.anyOf), value, at);
    if (schema.oneOf !== undefined) this.#checkOneOf(schemaList(schema.oneOf), value, at);
  }

  #checkText({ pattern, format }: SchemaNode, value: string, at: At): void {
    if (typeof pattern === 'string' && !this.matches(pattern, value)) fail(at, 'pattern', { pattern });
    if (format === 'date' && !isIsoDate(value)) fail(at, 'format', { format });
  }

  #checkItems(schema: SchemaNode, value: readonly SchemaValue[], at: At): void {
    const { minItems, maxItems, uniqueItems, items } = schema;
    if (typeof minItems === 'number' && value.length < minItems) fail(at, 'minItems', { limit: minItems });
    if (typeof maxItems === 'number' && value.length > maxItems) fail(at, 'maxItems', { limit: maxItems });
    // Lists whose entries have to differ are lists of texts; an entry that is none fails for that.
    if (uniqueItems === true) {
      const texts = value.filter((item) => typeof item === 'string');
      if (new Set(texts).size < texts.length) fail(at, 'uniqueItems', {});
    }
    if (!isSchema(items)) return;
    value.forEach((item, index) => {
      this.#check(items, item, inside(at, 'items', undefined, index));
    });
  }

  #checkMembers(schema: SchemaNode, value: Readonly<Record<string, SchemaValue>>, at: At): void {
    const members = Object.entries(value);
    const { minProperties, required, additionalProperties } = schema;
    if (typeof minProperties === 'number' && members.length < minProperties)
      fail(at, 'minProperties', { limit: minProperties });
    if (Array.isArray(required)) {
      for (const missingProperty of required.map(String))
        if (!Object.hasOwn(value, missingProperty)) fail(at, 'required', { missingProperty });
    }
    const properties = schemaMap(schema.properties);
    const patterns = Object.entries(schemaMap(schema.patternProperties));
    for (const [name, item] of members) {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own !== undefined) this.#check(own, item, inside(at, 'properties', name, name));
      const matching = patterns.filter(([pattern]) => this.matches(pattern, name));
      for (const [pattern, inner] of matching) this.#check(inner, item, inside(at, 'patternProperties', pattern, name));
      if (own !== undefined || matching.length > 0) continue;
      if (additionalProperties === false) fail(at, 'additionalProperties', { additionalProperty: name });
      else if (isSchema(additionalProperties))
        this.#check(additionalProperties, item, inside(at, 'additionalProperties', undefined, name));
    }
  }

  #checkAnyOf(schemas: readonly SchemaNode[], value: SchemaValue, at: At): void {
    const branches: Failing[][] = [];
    for (const [index, schema] of schemas.entries()) {
      const failing = this.#failing(schema, value, inside(at, 'anyOf', index, undefined).place);
      if (failing.length === 0) return;
      branches.push(failing);
    }
    fail(at, 'anyOf', {}, branches);
  }

  #checkOneOf(schemas: readonly SchemaNode[], value: SchemaValue, at: At): void {
    const branches: Failing[][] = [];
    for (const [index, schema] of schemas.entries()) {
      const failing = this.#failing(schema, value, inside(at, 'oneOf', index, undefined).place);
      if (failing.length > 0) branches.push(failing);
    }
    const fitting = schemas.length - branches.length;
    if (fitting !== 1) fail(at, 'oneOf', { fitting }, branches);
  }
}

/** The way to a value and to its schema, from the inside out; undefined at the root of both. */
interface Place {
  readonly outer: Place | undefined;
  /** The keyword that leads to the schema. */
  readonly keyword: JudgedKeyword;
  /** Under which name or index of that keyword; undefined where the keyword is the schema. */
  readonly key: string | number | undefined;
  /** The step to the value; undefined where it is the same value. */
  readonly step: string | number | undefined;
}

/** A failure before anybody asks for its paths: most belong to a branch that another one makes up for. */
interface Failing extends Pick<SchemaFailure, 'keyword' | 'params'> {
  readonly place: Place | undefined;
  readonly branches: readonly (readonly Failing[])[];
}

/** Where a value is judged, and where its failures go. */
interface At {
  readonly place: Place | undefined;
  readonly failing: Failing[];
}

function inside({ place, failing }: At, keyword: JudgedKeyword, key: Place['key'], step: Place['step']): At {
  return { place: { outer: place, keyword, key, step }, failing };
}

function fail(
  { place, failing }: At,
  keyword: JudgedKeyword,
  params: SchemaFailure['params'],
  branches: Failing['branches'] = [],
): void {
  failing.push({ place, keyword, params, branches });
}

function withPaths({ place, keyword, params, branches }: Failing): SchemaFailure {
  const steps: (string | number)[] = [];
  const keys: (string | number)[] = [keyword];
  for (let at = place; at !== undefined; at = at.outer) {
    if (at.step !== undefined) steps.push(at.step);
    if (at.key !== undefined) keys.push(at.key);
    keys.push(at.keyword);
  }
  return {
    instancePath: pointerOf(steps.reverse()),
    schemaPath: pointerOf(keys.reverse()),
    keyword,
    params,
    branches: branches.map((branch) => branch.map(withPaths)),
  };
}

function checkNumber({ minimum }: SchemaNode, value: number, at: At): void {
  if (typeof minimum === 'number' && value < minimum) fail(at, 'minimum', { comparison: '>=', limit: minimum });
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
