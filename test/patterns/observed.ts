/** A regular expression of the project. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** The file and line at which it is written or made. */
  readonly at: string;
}

/** The patterns that were made with the constructor since this module was loaded; load it before all others. */
export const observed = new Map<string, Pattern>();

const original = RegExp;

globalThis.RegExp = new Proxy(original, {
  construct: (target, values, newTarget) => noted(Reflect.construct(target, values, newTarget) as RegExp),
  apply: (target, self, values) => noted(Reflect.apply(target, self, values) as RegExp),
});

function noted(pattern: RegExp): RegExp {
  const { source, flags } = pattern;
  const at = caller();
  observed.set(`${at} /${source}/${flags}`, { source, flags, at });
  return pattern;
}

/** The place in `server/src` that the constructor was called from; the modules' paths come from source maps. */
function caller(): string {
  const place = original(String.raw`server/src/[\w./-]{1,200}:\d+`).exec(new Error().stack ?? '');
  return place?.[0] ?? 'elsewhere';
}
