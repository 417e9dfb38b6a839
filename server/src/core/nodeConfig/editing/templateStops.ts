import type { Configuration } from '../contract/types.generated.js';

/** A whole node config to start with, offered in empty documents. */
export interface Template {
  /** A short name, such as `Ubuntu node`. */
  readonly label: string;
  /** What it is for and what to know about it, in Markdown; the fields to fill in are appended. */
  readonly doc: string;
  readonly config: Fillable<Configuration>;
}

/** A tab stop of a template. A stop that is used several times is filled in everywhere at once. */
class Stop {
  /** The choices, the default first; a single value is only a proposal. */
  readonly values: readonly [string, ...string[]];
  /** Whether no node can use the proposal. */
  readonly isExample: boolean;

  constructor(values: readonly [string, ...string[]], isExample = false) {
    this.values = values;
    this.isExample = isExample;
  }
}

/** A stop with a value that many nodes have, such as a region; or an empty one that may stay so. */
export function fill(proposal: string): Stop {
  return new Stop([proposal]);
}

/** A stop with a value that no node can use, or an empty one that each node needs. It is reported until it is replaced. */
export function example(value: string): Stop {
  return new Stop([value], true);
}

/** A stop with choices, the default first. */
export function choose(...values: readonly [string, ...string[]]): Stop {
  return new Stop(values);
}

/** A config in which any string may be a stop. */
export type Fillable<T> = T extends string
  ? T | Stop
  : T extends number | boolean
    ? T
    : T extends readonly (infer Entry)[]
      ? readonly Fillable<Entry>[]
      : { readonly [Name in keyof T]: Fillable<T[Name]> };

/** A template as text, with one tab per level of indentation. */
interface RenderedTemplate {
  /** The lines between the outer braces, with tab stops as language servers write them. */
  readonly snippet: readonly string[];
  /** The same with the defaults filled in. */
  readonly plainText: readonly string[];
  /** Paths of what is to be filled in, such as `cluster_config.location` or `labels["a/b"]`; each stop once. */
  readonly stops: readonly string[];
}

/** Stops are numbered from 1 in the order of their first uses. */
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

/** Example values of templates. */
export interface TemplateExamples {
  readonly texts: ReadonlySet<string>;
  /** Names of fields of the config itself that are empty and must not stay so. */
  readonly emptyFields: ReadonlySet<string>;
}

export function examplesOf(templates: readonly Template[]): TemplateExamples {
  const texts = new Set<string>();
  const emptyFields = new Set<string>();
  for (const { config } of templates)
    memberLines(config, '', {
      text: (written) => written,
      stop({ values: [value], isExample }, path) {
        if (isExample && value === '') emptyFields.add(path);
        else if (isExample) texts.add(value);
        return value;
      },
    });
  return { texts, emptyFields };
}

/** A stop in the syntax of snippets, without the quotes around it. */
function placeholder(number: number, { values }: Stop): string {
  const written = values.map((value) => JSON.stringify(value).slice(1, -1));
  const [proposal = ''] = written;
  if (written.length > 1) return `\${${number}|${written.map((value) => value.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
  return proposal === '' ? `$${number}` : `\${${number}:${proposal.replace(/[\\$}]/g, '\\$&')}}`;
}

/** How fixed strings, as JSON, and stops are written. */
interface Format {
  text(written: string): string;
  stop(stop: Stop, path: string): string;
}

function memberLines(object: object, path: string, format: Format): string[] {
  const blocks = Object.entries(object).map(([name, value]) =>
    valueLines(value, stepInto(path, name), format, `${format.text(JSON.stringify(name))}: `),
  );
  return withCommas(blocks);
}

function stepInto(path: string, name: string): string {
  if (!/^\w+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function valueLines(value: unknown, path: string, format: Format, before: string): string[] {
  if (value instanceof Stop) return [before + format.stop(value, path)];
  if (typeof value !== 'object' || value === null) return [before + format.text(JSON.stringify(value))];
  const isList = Array.isArray(value);
  const inner = isList
    ? withCommas(value.map((item, index) => valueLines(item, `${path}[${index}]`, format, '')))
    : memberLines(value, path, format);
  return [`${before}${isList ? '[' : '{'}`, ...inner.map((line) => `\t${line}`), isList ? ']' : '}'];
}

function withCommas(blocks: readonly string[][]): string[] {
  return blocks.flatMap((lines, block) =>
    lines.map((line, index) => (index === lines.length - 1 && block < blocks.length - 1 ? `${line},` : line)),
  );
}
