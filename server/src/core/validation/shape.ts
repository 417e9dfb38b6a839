/** One failed keyword, as ajv's compiled validators report it. */
export interface ShapeError {
  /** JSON Pointer of the value. */
  readonly instancePath: string;
  /** Where the keyword stands in the schema, such as `#/properties/users/oneOf/1/type`. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A validator compiled ahead of time: no code is generated at run time. */
export interface ShapeValidator {
  (value: unknown): boolean;
  errors?: readonly ShapeError[] | null;
}

/** One finding about a value's shape: for a union, the one finding about the branch that was meant. */
export interface ShapeFault {
  readonly instancePath: string;
  readonly schemaPath: string;
  /** ajv's keyword, or `alternatives` where a value fits no branch of a union. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Types that would have been accepted, where only the type is wrong. */
  readonly types?: readonly string[];
}

/** Runs a validator and reduces what it says to one fault for each mistake. */
export function shapeFaults(validate: ShapeValidator, value: unknown): ShapeFault[] {
  if (validate(value)) return [];
  const faults = reduce(validate.errors ?? []);
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const key = `${fault.instancePath} ${fault.keyword} ${JSON.stringify(fault.params)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * ajv lists the errors of every branch of a union and then the union's own. Only the branch that the
 * author most likely meant is kept: the one whose errors lie deepest in the value.
 */
function reduce(errors: readonly ShapeError[]): ShapeFault[] {
  const unions = errors.filter((error) => error.keyword === 'oneOf' || error.keyword === 'anyOf');
  const insideUnion = (error: ShapeError): boolean =>
    unions.some((union) => union !== error && error.schemaPath.startsWith(`${union.schemaPath}/`));
  const faults: ShapeFault[] = errors.filter((error) => !unions.includes(error) && !insideUnion(error));
  for (const union of unions) {
    if (!insideUnion(union)) faults.push(...unionFaults(union, errors));
  }
  return faults;
}

function unionFaults(union: ShapeError, errors: readonly ShapeError[]): ShapeFault[] {
  // More than one branch of a oneOf matched; no branch is to blame.
  if (Array.isArray(union.params.passingSchemas)) return [union];
  const prefix = `${union.schemaPath}/`;
  const branches = new Map<string, ShapeError[]>();
  for (const error of errors) {
    // Through a $ref the schema path starts anew; such errors still follow the value.
    if (error === union || !error.schemaPath.startsWith(prefix)) continue;
    const branch = error.schemaPath.slice(prefix.length).split('/', 1)[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const here = union.instancePath;
  const candidates = [...branches.values()].map((branch) => ({
    branch,
    wrongType: branch.some((error) => error.keyword === 'type' && error.instancePath === here),
    depth: Math.max(...branch.map((error) => error.instancePath.length)),
  }));
  const fitting = candidates.filter((candidate) => !candidate.wrongType);
  const inside = fitting.filter((candidate) => candidate.depth > here.length);
  // No branch lets us look further in: the value itself is wrong, and each branch says what it wants.
  const choices = inside.length === 0 && fitting.length !== 1 ? alternatives(union, [...branches.values()]) : undefined;
  if (choices !== undefined) return [choices];
  const best = (inside.length > 0 ? inside : fitting).reduce((a, b) =>
    b.depth > a.depth || (b.depth === a.depth && b.branch.length < a.branch.length) ? b : a,
  );
  return reduce(best.branch);
}

/**
 * What the branches of a union would take in the place of a value that fits none of them; undefined where
 * they differ in something else, such as the keys that they need.
 */
function alternatives(union: ShapeError, branches: readonly ShapeError[][]): ShapeFault | undefined {
  const types: string[] = [];
  const values: unknown[] = [];
  const patterns: string[] = [];
  for (const branch of branches) {
    for (const { keyword, params, instancePath } of branch) {
      if (instancePath !== union.instancePath) continue;
      if (keyword === 'type') types.push(...typesOf({ params }));
      else if (keyword === 'enum' && Array.isArray(params.allowedValues))
        values.push(...(params.allowedValues as unknown[]));
      else if (keyword === 'pattern') patterns.push(String(params.pattern));
    }
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
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? type.split(',') : [];
}
