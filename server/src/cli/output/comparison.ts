import {
  append,
  type Both,
  type Comparison,
  type ComparisonNote,
  type DifferenceKind,
  type FieldDifference,
  type Hunk,
  sameness,
  type TextDifference,
  type VariableDifference,
} from '../../core/index.js';
import { count, printable, type Style } from './style.js';

/** Columns of a value on one line; of longer ones the part around the first difference is shown. */
const valueWidth = 100;
/** Lines of a value that was added or removed as a whole. */
const valueLines = 30;

/** Comparisons as text: differences in the configs, beside them, and on the node. */
export function comparisonText(
  files: readonly [string, string],
  comparisons: readonly Comparison[],
  style: Style,
): string {
  const printer = new Printer(files, style);
  return comparisons.map((comparison) => `${printer.comparison(comparison)}\n`).join('\n');
}

class Printer {
  readonly #files: readonly [string, string];
  readonly #style: Style;

  constructor(files: readonly [string, string], style: Style) {
    this.#files = files;
    this.#style = style;
  }

  comparison(comparison: Comparison): string {
    const { fields, texts, variables, notes } = comparison;
    return [
      this.#title(comparison),
      ...fields.map((found) => this.#field(found)),
      ...texts.map((found) => this.#text(found)),
      ...(variables.length === 0 ? [] : [`\n${this.#style.bold('On the node')}`]),
      ...variables.map((found) => this.#variable(found)),
      ...(notes.length === 0 ? [] : [`\n${this.#style.bold('Notes')}`]),
      ...notes.map((note) => this.#note(note)),
      ...this.#notCompared(comparison),
    ].join('\n');
  }

  #title(all: Comparison): string {
    const { equal, machines, fields, texts, variables } = all;
    const name = (file: string, machine: string | undefined): string =>
      printable(machine === undefined ? file : `${file} (${machine})`);
    const [before, after] = this.#files;
    const compared = `${name(before, machines?.before)} → ${name(after, machines?.after)}`;
    const found = [
      ...(fields.length > 0 ? [count(fields.length, 'difference')] : []),
      ...(texts.length > 0 ? [count(texts.length, 'text')] : []),
      ...(variables.length > 0 ? [`${count(variables.length, 'variable')} on the node`] : []),
    ];
    const outcome = equal ? printable(sameness(all)) : found.join(', ') || 'not compared completely, see the notes';
    return `${this.#style.bold(compared)}: ${outcome}`;
  }

  #field(difference: FieldDifference): string {
    const { document, path, kind, before, after, remark, masked } = difference;
    const place = path === '' ? 'the whole document' : path;
    const where = document === undefined ? '' : ` ${this.#style.dim(`in ${printable(document)}`)}`;
    const lines = [`${mark[kind]} ${this.#style.bold(printable(place))}${where}${orderOf(kind, after)}`];
    const values = (): string[] => this.#values(before, after, clausesOn(difference));
    const alike = JSON.stringify(before) === JSON.stringify(after);
    if (kind === 'moved' && alike) lines.push(`    ${printable(clipped(valueText(after) ?? '', 0))}`);
    else append(lines, alike && masked === true ? [this.#hidden] : values());
    if (remark !== undefined) lines.push(`    ${this.#style.dim(remark)}`);
    return lines.join('\n');
  }

  #text({ document, kind, hunks, masked }: TextDifference): string {
    const title = `${mark[kind]} ${this.#style.bold(printable(document))}`;
    const lines = this.#hunks(hunks);
    if (lines.length > 0) return [title, ...lines].join('\n');
    return kind === 'changed' && masked !== true ? `${title}\n    The content is binary, and it differs.` : title;
  }

  #variable({ name, before, after, masked, causes, file }: VariableDifference): string {
    const from = causes.length === 0 ? '' : ` ${this.#style.dim(`from ${printable(causes.join(', '))}`)}`;
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    if (file === undefined || file.hunks.length === 0) {
      const title = `${mark[kind]} ${this.#style.bold(name)}${from}`;
      const alike = masked === true && before === after;
      return [title, ...(alike ? [this.#hidden] : this.#plainValues(before, after))].join('\n');
    }
    const path = `${this.#style.bold(file.path ?? file.name)} ${this.#style.dim(`in ${name}`)}`;
    return [`${mark[kind]} ${path}${from}`, ...this.#hunks(file.hunks)].join('\n');
  }

  #note({ severity, side, message }: ComparisonNote): string {
    const file = side === undefined ? '' : ` ${this.#style.dim(printable(this.#files[side === 'before' ? 0 : 1]))}`;
    const label = severity === 'error' ? 'error' : 'note';
    return `${this.#style.severity(severity, label)}${file} ${printable(message)}`;
  }

  #notCompared({ notCompared }: Comparison): string[] {
    return notCompared.length === 0 ? [] : [`\nNot compared: ${printable(notCompared.join(', '))}`];
  }

  get #hidden(): string {
    return `    ${this.#style.dim('differs in a secret, which --show-secrets shows')}`;
  }

  #values(before: unknown, after: unknown, summaries: Both<string>): string[] {
    const isLong = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && JSON.stringify(value).length > valueWidth;
    if (!isLong(before) && !isLong(after)) {
      return this.#plainValues(valueText(before), valueText(after), summaries);
    }
    const rows = (value: unknown, paint: (text: string) => string, sign: string): string[] => {
      if (value === undefined) return [];
      const lines = JSON.stringify(value, null, 2).split('\n');
      const shown = lines.slice(0, valueLines).map((line) => `    ${paint(`${sign} ${printable(clipped(line, 0))}`)}`);
      return lines.length > valueLines
        ? [...shown, `    ${paint(`${sign} … ${count(lines.length - valueLines, 'line')} more`)}`]
        : shown;
    };
    return [
      ...rows(before, (text) => this.#style.removed(text), '-'),
      ...rows(after, (text) => this.#style.added(text), '+'),
    ];
  }

  #plainValues(before: string | undefined, after: string | undefined, summaries: Both<string> = {}): string[] {
    const shift = before === undefined || after === undefined ? 0 : shiftTo(before, after);
    const row = (value: string | undefined, summary: string | undefined, paint: (text: string) => string): string[] => {
      if (value === undefined) return [];
      const shown = value === '' ? '(empty)' : printable(clipped(value, shift));
      const about = summary === undefined ? '' : ` ${this.#style.dim(`(${printable(summary)})`)}`;
      return [`    ${paint(shown)}${about}`];
    };
    return [
      ...row(before, summaries.before, (text) => this.#style.removed(`- ${text}`)),
      ...row(after, summaries.after, (text) => this.#style.added(`+ ${text}`)),
    ];
  }

  #hunks(hunks: readonly Hunk[]): string[] {
    return hunks.flatMap(({ before, after, lines }) => {
      const range = ({ start, end }: Hunk['before']): string => `${start + (end > start ? 1 : 0)},${end - start}`;
      return [
        `    ${this.#style.dim(`@@ -${range(before)} +${range(after)} @@`)}`,
        ...lines.map((line) => {
          const text = `${line.mark} ${printable(clipped(line.text, 0))}`.trimEnd();
          if (line.mark === ' ') return `    ${text}`.trimEnd();
          return `    ${line.mark === '-' ? this.#style.removed(text) : this.#style.added(text)}`;
        }),
      ];
    });
  }
}

/** What is said behind the values of a difference. */
function clausesOn({ summaries = {}, refused = {} }: FieldDifference): Both<string> {
  const refusal = 'refused by the node';
  return { ...summaries, ...(refused.before && { before: refusal }), ...(refused.after && { after: refusal }) };
}

const mark: Readonly<Record<DifferenceKind, string>> = { added: '+', removed: '-', changed: '~', moved: '~' };

/** A whole list has another order; a single entry has another position. */
function orderOf(kind: DifferenceKind, after: unknown): string {
  if (kind !== 'moved') return '';
  return Array.isArray(after) ? ' in another order' : ' in another place';
}

function valueText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** How much of the common beginning of two values is omitted, so that both show their first difference. */
function shiftTo(before: string, after: string): number {
  if (Math.max(before.length, after.length) <= valueWidth) return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  return Math.max(0, same - Math.floor(valueWidth / 4));
}

function clipped(text: string, shift: number): string {
  const end = shift + valueWidth;
  return `${shift > 0 ? '…' : ''}${text.slice(shift, end)}${text.length > end ? '…' : ''}`;
}
