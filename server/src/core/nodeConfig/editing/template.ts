import type { Configuration } from '../contract/types.generated.js';

/** A whole node config to begin with, offered where a document is still empty. */
export interface Template {
  /** A short name, such as `Ubuntu node`. */
  readonly label: string;
  /** What it is for and what to know about it, in Markdown; what is to be filled in is added to it. */
  readonly doc: string;
  readonly config: Fillable<Configuration>;
}

/**
 * A place in a template that its user fills in. The same stop may stand in several places, which are then
 * filled in together.
 */
class Stop {
  /** What can be chosen, the default first; a single value is only a proposal. */
  readonly values: readonly [string, ...string[]];

  constructor(values: readonly [string, ...string[]]) {
    this.values = values;
  }
}

/** A stop with a value that shows what belongs there; empty where nothing could be proposed. */
export function fill(proposal: string): Stop {
  return new Stop([proposal]);
}

/** A stop with the values that it takes, the default first. */
export function choose(...values: readonly [string, ...string[]]): Stop {
  return new Stop(values);
}

/** A config in which any text may be a stop. */
export type Fillable<T> = T extends string
  ? T | Stop
  : T extends number | boolean
    ? T
    : T extends readonly (infer Entry)[]
      ? readonly Fillable<Entry>[]
      : { readonly [Name in keyof T]: Fillable<T[Name]> };

/** A template as text, with one tab for each level of indentation. */
interface RenderedTemplate {
  /** The lines between the outer braces, with tab stops as language servers write them. */
  readonly snippet: readonly string[];
  /** The same with the defaults filled in. */
  readonly plainText: readonly string[];
  /** Paths of what is to be filled in, such as `cluster_config.location` or `labels["a/b"]`; each stop once. */
  readonly stops: readonly string[];
}

/** Writes a template's config down. Stops count from 1 in the order of their first places. */
export function renderTemplate({ config }: Template): RenderedTemplate {
  const numbers = new Map<Stop, number>();
  const stops: string[] = [];
  const snippet = memberLines(config, '', {
    text: (written) => written.replace(/[\\$]/g, '\\$&'),
    stop(stop, path) {
      const known = numbers.get(stop);
      if (known !== undefined) return `"$${known}"`;
      numbers.set(stop, numbers.size + 1);
      stops.push(path);
      return `"${placeholder(numbers.size, stop)}"`;
    },
  });
  const plainText = memberLines(config, '', {
    text: (written) => written,
    stop: ({ values }) => JSON.stringify(values[0]),
  });
  return { snippet, plainText, stops };
}

/** A stop in the syntax of snippets, without the quotes around it. */
function placeholder(number: number, { values }: Stop): string {
  const written = values.map((value) => JSON.stringify(value).slice(1, -1));
  const [proposal = ''] = written;
  if (written.length > 1) return `\${${number}|${written.map((value) => value.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
  return proposal === '' ? `$${number}` : `\${${number}:${proposal.replace(/[\\$}]/g, '\\$&')}}`;
}

/** How a form writes what is fixed, as JSON, and what is to be filled in. */
interface Form {
  text(written: string): string;
  stop(stop: Stop, path: string): string;
}

function memberLines(object: object, path: string, form: Form): string[] {
  const blocks = Object.entries(object).map(([name, value]) =>
    valueLines(value, stepInto(path, name), form, `${form.text(JSON.stringify(name))}: `),
  );
  return withCommas(blocks);
}

function stepInto(path: string, name: string): string {
  if (!/^\w+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function valueLines(value: unknown, path: string, form: Form, before: string): string[] {
  if (value instanceof Stop) return [before + form.stop(value, path)];
  if (typeof value !== 'object' || value === null) return [before + form.text(JSON.stringify(value))];
  const isList = Array.isArray(value);
  const inner = isList
    ? withCommas(value.map((item, index) => valueLines(item, `${path}[${index}]`, form, '')))
    : memberLines(value, path, form);
  return [`${before}${isList ? '[' : '{'}`, ...inner.map((line) => `\t${line}`), isList ? ']' : '}'];
}

function withCommas(blocks: readonly string[][]): string[] {
  return blocks.flatMap((lines, block) =>
    lines.map((line, index) => (index === lines.length - 1 && block < blocks.length - 1 ? `${line},` : line)),
  );
}
