import { pointerOf } from '../../formats/tree/paths.js';
import type { Budget } from '../../text/budget.js';
import { append } from '../../text/strings.js';
import { isSchema, schemaList, type SchemaNode } from './schemaNode.js';
import { type SchemaDocument, type SchemaFailure, SchemaValidator, type SchemaValue } from './validator.js';

/** An annotation of a schema that applies to a value. */
interface Annotation {
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * Which branches of a union to follow: the first branch that the value matches, or all branches that cloud-init
 * evaluates (26.2): every branch of `oneOf`, and those of `anyOf` up to the first match.
 */
type Branches = 'fitting' | 'evaluated';

/**
 * The annotations `keyword` of all schemas that apply to a value, through properties, items and branches of unions. When the
 * budget is spent, the rest is left out.
 */
export function annotationsOf(
  keyword: string,
  schema: SchemaNode,
  value: SchemaValue,
  branches: Branches = 'fitting',
  budget?: Budget,
): Annotation[] {
  const validator = new SchemaValidator(budget);
  const isAnnotated = schemasWith(keyword);
  const found: Annotation[] = [];
  const path: (string | number)[] = [];

  const walk = (at: SchemaNode, inner: SchemaValue): void => {
    if (!isAnnotated(at) || budget?.step() === true) return;
    if (at[keyword] !== undefined) found.push({ pointer: pointerOf(path), value: at[keyword] });
    if (at.anyOf !== undefined) walkUnion('anyOf', schemaList(at.anyOf), inner);
    if (at.oneOf !== undefined) walkUnion('oneOf', schemaList(at.oneOf), inner);
    if (Array.isArray(inner)) {
      const { items } = at;
      if (isSchema(items)) inner.forEach((item, index) => walkInto(items, item, index));
    } else if (inner !== null && typeof inner === 'object') {
      for (const [name, item] of Object.entries(inner))
        for (const member of validator.memberSchemas(at, name)) walkInto(member.schema, item, name);
    }
  };
  const walkInto = (at: SchemaNode, inner: SchemaValue, step: string | number): void => {
    path.push(step);
    walk(at, inner);
    path.pop();
  };
  const walkUnion = (union: 'anyOf' | 'oneOf', schemas: readonly SchemaNode[], inner: SchemaValue): void => {
    for (const branch of schemas) {
      const fits = validator.accepts(branch, inner);
      if (!fits && branches === 'fitting') continue;
      walk(branch, inner);
      // cloud-init stops at the first match.
      if (fits && (union === 'anyOf' || branches === 'fitting')) break;
    }
  };
  walk(schema, value);
  return found;
}

/** Tells whether a schema, or one inside it, has an annotation. */
function schemasWith(keyword: string): (schema: SchemaNode) => boolean {
  const known = new Map<unknown, boolean>();
  const holds = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object') return false;
    const before = known.get(node);
    if (before !== undefined) return before;
    const found = Object.hasOwn(node, keyword) || Object.values(node).some(holds);
    known.set(node, found);
    return found;
  };
  return holds;
}

/** A schema error; for a union, the error in the branch that the author most likely meant. */
export interface ShapeFault extends Pick<SchemaFailure, 'instancePath' | 'schemaPath' | 'params'> {
  /** The failed keyword, or `alternatives` if a value matches no branch of a union. */
  readonly keyword: SchemaFailure['keyword'] | 'alternatives';
  /** The accepted types, if only the type is wrong. */
  readonly types?: readonly string[];
}

/** Validates a value with a schema and returns one fault for each mistake. When the budget is spent, the rest is left out. */
export function shapeFaults(schema: SchemaNode, { value, made }: SchemaDocument, budget?: Budget): ShapeFault[] {
  const faults = reduce(new SchemaValidator(budget, made).failures(schema, value));
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = `${fault.instancePath} ${fault.keyword} ${JSON.stringify(fault.params)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Keeps, of a union, only the branch that the author most likely meant: one for the value's `type` if it has that key, else the
 * one that fails deepest in the value.
 */
function reduce(failures: readonly SchemaFailure[]): ShapeFault[] {
  return failures.flatMap((failure): ShapeFault[] => (isUnion(failure) ? unionFaults(failure) : [failure]));
}

function isUnion({ keyword }: SchemaFailure): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function unionFaults(union: SchemaFailure): ShapeFault[] {
  // Several branches of a oneOf match; the errors of the others don't matter.
  if (Number(union.params.fitting) > 1) return [union];
  const here = union.instancePath;
  const candidates = union.branches.map((branch) => {
    const failures = allOf(branch);
    return {
      branch,
      failures,
      wrongType: isOfOtherType(branch, here),
      depth: failures.reduce((deepest, { instancePath }) => Math.max(deepest, instancePath.length), 0),
    };
  });
  const fitting = candidates.filter((candidate) => !candidate.wrongType);
  const ofType = fitting.filter(({ branch }) => !branch.some((failure) => isWrongKind(failure, here)));
  const isKnownType = ofType.length > 0;
  if (!isKnownType && fitting.length > 1) {
    const kinds = fitting.flatMap(({ branch }) => branch.filter((failure) => isWrongKind(failure, here)));
    const choices = kinds[0] && alternatives(kinds[0], kinds);
    if (choices !== undefined) return [choices];
  }
  const meant = isKnownType ? ofType : fitting;
  const inside = meant.filter((candidate) => candidate.depth > here.length);
  // No branch fails deeper: the value itself is wrong, and the branches list what they accept.
  const isAnother = fitting.every(({ branch }) => branch.every(({ keyword }) => keyword === 'enum'));
  const choices =
    inside.length === 0 && (fitting.length !== 1 || isAnother)
      ? alternatives(
          union,
          candidates.flatMap(({ failures }) => failures),
        )
      : undefined;
  if (choices !== undefined) return [choices];
  const best = (inside.length > 0 ? inside : meant).reduce((a, b) =>
    b.depth > a.depth || (b.depth === a.depth && b.failures.length < a.failures.length) ? b : a,
  );
  return reduce(best.branch);
}

/** Whether a branch is for values of another type, also if it is a union of such branches. */
function isOfOtherType(branch: readonly SchemaFailure[], here: string): boolean {
  return branch.some(
    ({ keyword, instancePath, branches }) =>
      instancePath === here &&
      (keyword === 'type' || (branches.length > 0 && branches.every((one) => isOfOtherType(one, here)))),
  );
}

/** Whether the key `type` of a mapping, by which cloud-init chooses a branch, names another one. */
function isWrongKind({ keyword, instancePath }: SchemaFailure, here: string): boolean {
  return keyword === 'enum' && instancePath === `${here}/type`;
}

/** The failures, including those in branches of unions. */
function allOf(failures: readonly SchemaFailure[]): SchemaFailure[] {
  return failures.flatMap((failure) => [...failure.branches.flatMap(allOf), failure]);
}

/**
 * What the branches of a union accept, for a value that matches none of them; undefined if they differ in something
 * else, such as their required keys.
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
