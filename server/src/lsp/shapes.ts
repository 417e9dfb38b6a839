/**
 * Checks of values that came over a connection, whose types are only promised. A shape that is made for a type has to name
 * every member of it.
 */

/** Where a value isn't as declared, and what it must be there; without anything of the value itself. */
export interface Mismatch {
  /** The members that lead there, outermost first. */
  readonly path: readonly string[];
  readonly expected: string;
}

/** Finds the first mismatch of a value; undefined if it has the type `T`. */
export interface Shape<out T> {
  (value: unknown): Mismatch | undefined;
  /** Never set: it ties a shape to its type. */
  readonly type?: T;
}

function shape<T>(expected: string, accepts: (value: unknown) => boolean): Shape<T> {
  return (value) => (accepts(value) ? undefined : { path: [], expected });
}

/** The largest `uinteger` of the protocol. */
const maxUinteger = 2 ** 31 - 1;

export const anything: Shape<unknown> = () => undefined;
export const text: Shape<string> = shape('a string', (value) => typeof value === 'string');
export const nothing: Shape<null> = shape('null', (value) => value === null);
export const flag: Shape<boolean> = shape('a boolean', (value) => typeof value === 'boolean');
/** A whole number from 0, as positions and indexes are. */
export const uinteger: Shape<number> = shape(
  `an integer from 0 to ${maxUinteger}`,
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxUinteger,
);
export const integer: Shape<number> = shape('an integer', (value) => Number.isInteger(value));
export const finite: Shape<number> = shape('a number', (value) => Number.isFinite(value));

export function oneOf<const T extends string>(...values: readonly T[]): Shape<T> {
  return shape(`one of ${values.join(', ')}`, (value) => (values as readonly unknown[]).includes(value));
}

/** A member that may be missing. */
export function optional<T>(inner: Shape<T>): Shape<T | undefined> {
  return (value) => (value === undefined ? undefined : inner(value));
}

/** A member that may be missing or null: the protocol has both. */
export function nullable<T>(inner: Shape<T>): Shape<T | null | undefined> {
  return (value) => (value === undefined || value === null ? undefined : inner(value));
}

export function either<A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> {
  return (value) => {
    const [first, second] = [a(value), b(value)];
    if (first === undefined || second === undefined) return undefined;
    return { path: [], expected: `${first.expected} or ${second.expected}` };
  };
}

export function listOf<T>(inner: Shape<T>): Shape<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) return { path: [], expected: 'a list' };
    for (const [index, item] of value.entries()) {
      const found = inner(item);
      if (found !== undefined) return { ...found, path: [String(index), ...found.path] };
    }
    return undefined;
  };
}

/** A list of exactly one item. */
export function single<T>(inner: Shape<T>): Shape<readonly [T]> {
  return (value) =>
    Array.isArray(value) && value.length === 1 ? listOf(inner)(value) : { path: [], expected: 'a list of one item' };
}

/** The shape of each member of an object; only members that may be missing can be {@link optional}. */
type MemberShapes<T> = {
  readonly [K in keyof T]-?: Shape<Partial<Pick<T, K>> extends Pick<T, K> ? T[K] | undefined : T[K]>;
};

/** An object of type `T`: a shape for each of its members. */
export function objectOf<T extends object>(members: MemberShapes<T>): Shape<T> {
  return objectWith(members) as Shape<T>;
}

/** An object with at least these members. */
export function objectWith(members: Readonly<Record<string, Shape<unknown>>>): Shape<object> {
  const named = Object.entries(members);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path: [], expected: 'an object' };
    for (const [name, inner] of named) {
      const found = inner((value as Readonly<Record<string, unknown>>)[name]);
      if (found !== undefined) return { ...found, path: [name, ...found.path] };
    }
    return undefined;
  };
}

/** The sentence that reports a mismatch in the parameters of a message. */
export function mismatchMessage(method: string, { path, expected }: Mismatch): string {
  return `The parameters of ${method} are wrong: ${['params', ...path].join('.')} must be ${expected}.`;
}
