import { pointerOf } from '../../formats/tree/paths.js';
import { append } from '../../text/strings.js';
import { isSchema, schemaList, schemaMap, type SchemaNode } from './schemaNode.js';
import { type SchemaFailure, SchemaValidator, type SchemaValue } from './validator.js';

/** An annotation of a schema that applies to a value. */
interface Annotation {
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * Which branches of a union are followed: the first one that the value fits, or all that cloud-init evaluates
 * (26.2): of `oneOf` every one, of `anyOf` those up to the one that fits.
 */
type Branches = 'fitting' | 'evaluated';

/**
 * The annotations `keyword` of every schema that applies to a value: through properties and items, and in unions only
 * in the branches that the value fits. A judge says whether a value is valid; what a valid value was recognised as, it
 * does not say.
 */
export function annotationsOf(
  keyword: string,
  schema: SchemaNode,
  value: SchemaValue,
  branches: Branches = 'fitting',
): Annotation[] {
  const judge = new SchemaValidator();
  const found: Annotation[] = [];
  const path: (string | number)[] = [];

  const walk = (at: SchemaNode, inner: SchemaValue): void => {
    if (at[keyword] !== undefined) found.push({ pointer: pointerOf(path), value: at[keyword] });
    if (at.anyOf !== undefined) walkUnion('anyOf', schemaList(at.anyOf), inner);
    if (at.oneOf !== undefined) walkUnion('oneOf', schemaList(at.oneOf), inner);
    if (Array.isArray(inner)) {
      const { items } = at;
      if (isSchema(items)) inner.forEach((item, index) => walkInto(items, item, index));
    } else if (inner !== null && typeof inner === 'object') {
      for (const [name, item] of Object.entries(inner))
        for (const member of memberSchemas(judge, at, name)) walkInto(member, item, name);
    }
  };
  const walkInto = (at: SchemaNode, inner: SchemaValue, step: string | number): void => {
    path.push(step);
    walk(at, inner);
    path.pop();
  };
  const walkUnion = (union: 'anyOf' | 'oneOf', schemas: readonly SchemaNode[], inner: SchemaValue): void => {
    for (const branch of schemas) {
      const fits = judge.accepts(branch, inner);
      if (!fits && branches === 'fitting') continue;
      walk(branch, inner);
      // cloud-init stops at the first alternative that fits.
      if (fits && (union === 'anyOf' || branches === 'fitting')) break;
    }
  };
  walk(schema, value);
  return found;
}

/** The schemas of a member: by its name, else by pattern, else the one for all others. */
function memberSchemas(judge: SchemaValidator, schema: SchemaNode, name: string): SchemaNode[] {
  const properties = schemaMap(schema.properties);
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return [own];
  const patterns = Object.entries(schemaMap(schema.patternProperties));
  const matching = patterns.filter(([pattern]) => judge.matches(pattern, name));
  if (matching.length > 0) return matching.map(([, inner]) => inner);
  return isSchema(schema.additionalProperties) ? [schema.additionalProperties] : [];
}

/** One finding about a value's shape: for a union, the one finding about the branch that was meant. */
export interface ShapeFault extends Pick<SchemaFailure, 'instancePath' | 'schemaPath' | 'params'> {
  /** The keyword that failed, or `alternatives` where a value fits no branch of a union. */
  readonly keyword: SchemaFailure['keyword'] | 'alternatives';
  /** Types that would have been accepted, where only the type is wrong. */
  readonly types?: readonly string[];
}

/** Holds a value against a schema: one fault for each mistake. */
export function shapeFaults(schema: SchemaNode, value: SchemaValue): ShapeFault[] {
  const faults = reduce(new SchemaValidator().failures(schema, value));
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = `${fault.instancePath} ${fault.keyword} ${JSON.stringify(fault.params)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Of a union only the branch that the author most likely meant is kept: the one that fails deepest in the value. */
function reduce(failures: readonly SchemaFailure[]): ShapeFault[] {
  return failures.flatMap((failure): ShapeFault[] => (isUnion(failure) ? unionFaults(failure) : [failure]));
}

function isUnion({ keyword }: SchemaFailure): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function unionFaults(union: SchemaFailure): ShapeFault[] {
  // More than one branch of a oneOf fits; none of the others is to blame.
  if (Number(union.params.fitting) > 1) return [union];
  const here = union.instancePath;
  const candidates = union.branches.map((branch) => {
    const failures = allOf(branch);
    return {
      branch,
      failures,
      wrongType: failures.some((failure) => failure.keyword === 'type' && failure.instancePath === here),
      depth: failures.reduce((deepest, { instancePath }) => Math.max(deepest, instancePath.length), 0),
    };
  });
  const fitting = candidates.filter((candidate) => !candidate.wrongType);
  const inside = fitting.filter((candidate) => candidate.depth > here.length);
  // No branch lets us look further in: the value itself is wrong, and each branch says what it wants.
  const choices =
    inside.length === 0 && fitting.length !== 1
      ? alternatives(
          union,
          candidates.flatMap(({ failures }) => failures),
        )
      : undefined;
  if (choices !== undefined) return [choices];
  const best = (inside.length > 0 ? inside : fitting).reduce((a, b) =>
    b.depth > a.depth || (b.depth === a.depth && b.failures.length < a.failures.length) ? b : a,
  );
  return reduce(best.branch);
}

/** Failures with those in the branches of their unions. */
function allOf(failures: readonly SchemaFailure[]): SchemaFailure[] {
  return failures.flatMap((failure) => [...failure.branches.flatMap(allOf), failure]);
}

/**
 * What the branches of a union would take in the place of a value that fits none of them; undefined where
 * they differ in something else, such as the keys that they need.
 */
function alternatives(union: SchemaFailure, failures: readonly SchemaFailure[]): ShapeFault | undefined {
  const types: string[] = [];
  const values: unknown[] = [];
  const patterns: string[] = [];
  for (const { keyword, params, instancePath } of failures) {
    if (instancePath !== union.instancePath) continue;
    if (keyword === 'type') append(types, typesOf({ params }));
    else if (keyword === 'enum' && Array.isArray(params.allowedValues))
      append(values, params.allowedValues as unknown[]);
    else if (keyword === 'pattern') patterns.push(String(params.pattern));
  }
  const onlyTypes = values.length === 0 && patterns.length === 0;
  if (onlyTypes && types.length === 0) return undefined;
  return {
    instancePath: union.instancePath,
    schemaPath: union.schemaPath,
    keyword: onlyTypes ? 'type' : 'alternatives',
    params: { values, patterns },
    types: [...new Set(types)],
  };
}

/** The accepted types of a failed `type` keyword. */
export function typesOf(error: { readonly params: Readonly<Record<string, unknown>> }): string[] {
  const type = error.params.type;
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
}
