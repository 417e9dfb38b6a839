import { Stop, type Template } from './template.js';

/** A template as text, with one tab for each level of indentation. */
export interface RenderedTemplate {
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
