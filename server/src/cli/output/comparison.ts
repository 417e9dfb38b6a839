import {
  append,
  type Both,
  type Comparison,
  type ComparisonNote,
  cutBefore,
  type DifferenceKind,
  type EntryDifference,
  type FieldDifference,
  type Hunk,
  sameness,
  type TextDifference,
  type UpstreamChange,
  type VariableDifference,
} from '../../core/index.js';
import { counted } from '../../core/names.js';
import { joined, type Paint, type Style, terminalLine, type TerminalText } from './terminal.js';

/** Columns of a value on one line; of longer ones the part around the first difference is shown. */
const valueWidth = 100;
/** Lines of a value that was added or removed as a whole. */
const valueLines = 30;

/** Comparisons as text: differences in the configs, beside them, and on the node. */
export function comparisonText(
  files: readonly [string, string],
  comparisons: readonly Comparison[],
  style: Style,
): TerminalText {
  const printer = new Printer(files, style);
  return joined(
    comparisons.map((comparison) => terminalLine`${printer.comparison(comparison)}\n`),
    '\n',
  );
}

class Printer {
  readonly #files: readonly [string, string];
  readonly #style: Style;

  constructor(files: readonly [string, string], style: Style) {
    this.#files = files;
    this.#style = style;
  }

  comparison(comparison: Comparison): TerminalText {
    const { fields, texts, variables, notes } = comparison;
    const parts: (TerminalText | string)[] = [
      this.#title(comparison),
      ...fields.map((found) => this.#field(found)),
      ...texts.map((found) => this.#text(found)),
      ...(variables.length === 0 ? [] : ['', this.#style.bold('On the node')]),
      ...variables.map((found) => this.#variable(found)),
      ...(notes.length === 0 ? [] : ['', this.#style.bold('Notes')]),
      ...notes.map((note) => this.#note(note)),
      ...this.#notCompared(comparison),
    ];
    return joined(parts, '\n');
  }

  #title(all: Comparison): TerminalText {
    const { equal, machines, images, fields, texts, variables } = all;
    const name = (file: string, machine: string | undefined, image: string | undefined): string => {
      const named = machine === undefined ? file : `${file} (${machine})`;
      return image === undefined ? named : `${named} at ${image}`;
    };
    const [before, after] = this.#files;
    const compared = `${name(before, machines?.before, images?.before)} → ${name(after, machines?.after, images?.after)}`;
    const found = [
      ...(fields.length > 0 ? [counted(fields.length, 'difference')] : []),
      ...(texts.length > 0 ? [counted(texts.length, 'text')] : []),
      ...(variables.length > 0 ? [`${counted(variables.length, 'variable')} on the node`] : []),
    ];
    const outcome = equal ? sameness(all) : found.join(', ') || 'not compared completely, see the notes';
    return terminalLine`${this.#style.bold(compared)}: ${outcome}`;
  }

  #field(difference: FieldDifference): TerminalText {
    const { document, path, kind, before, after, remark, masked } = difference;
    const place = path === '' ? 'the whole document' : path;
    const where = document === undefined ? '' : terminalLine` ${this.#style.dim(`in ${document}`)}`;
    const lines: (TerminalText | string)[] = [
      terminalLine`${mark[kind]} ${this.#style.bold(place)}${where}${orderOf(kind, after)}`,
    ];
    const values = (): TerminalText[] => this.#values(before, after, clausesOn(difference));
    const alike = JSON.stringify(before) === JSON.stringify(after);
    if (kind === 'moved' && alike) lines.push(`    ${clipped(valueText(after) ?? '', 0)}`);
    else append(lines, alike && masked === true ? [this.#hidden] : values());
    if (remark !== undefined) lines.push(terminalLine`    ${this.#style.dim(remark)}`);
    return joined([...lines, ...this.#reasons(difference.changes)], '\n');
  }

  /** The changes of AgentBaker behind a difference between node images. */
  #reasons(changes: readonly UpstreamChange[] = []): TerminalText[] {
    return changes.map(({ release, pull, what }) => {
      const source = pull === undefined ? '' : `, Azure/AgentBaker#${pull}`;
      return terminalLine`    ${this.#style.dim(`${release}${source}: ${what}`)}`;
    });
  }

  #text({ document, kind, hunks, masked, changes }: TextDifference): TerminalText {
    const title = terminalLine`${mark[kind]} ${this.#style.bold(document)}`;
    const lines = [...this.#hunks(hunks), ...this.#reasons(changes)];
    if (lines.length > 0) return joined([title, ...lines], '\n');
    const isBinary = kind === 'changed' && masked !== true;
    return isBinary ? terminalLine`${title}\n    The content is binary, and it differs.` : title;
  }

  #variable({ name, before, after, masked, causes, file, changes, entries }: VariableDifference): TerminalText {
    const reasons = this.#reasons(changes);
    if (entries !== undefined)
      return joined(
        [terminalLine`${mark.changed} ${this.#style.bold(name)}`, ...this.#entries(entries), ...reasons],
        '\n',
      );
    const from = causes.length === 0 ? '' : terminalLine` ${this.#style.dim(`from ${causes.join(', ')}`)}`;
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    if (file === undefined || file.hunks.length === 0) {
      const title = terminalLine`${mark[kind]} ${this.#style.bold(name)}${from}`;
      const alike = masked === true && before === after;
      return joined([title, ...(alike ? [this.#hidden] : this.#plainValues(before, after)), ...reasons], '\n');
    }
    const path = terminalLine`${this.#style.bold(file.path ?? file.name)} ${this.#style.dim(`in ${name}`)}`;
    return joined([terminalLine`${mark[kind]} ${path}${from}`, ...this.#hunks(file.hunks), ...reasons], '\n');
  }

  #entries(entries: readonly EntryDifference[]): TerminalText[] {
    return entries.map(({ side, text, causes }) => {
      const from = causes.length === 0 ? '' : terminalLine` ${this.#style.dim(`from ${causes.join(', ')}`)}`;
      const shown = clipped(text, 0);
      return terminalLine`    ${side === 'before' ? this.#style.removed(`- ${shown}`) : this.#style.added(`+ ${shown}`)}${from}`;
    });
  }

  #note({ severity, side, message }: ComparisonNote): TerminalText {
    const file = side === undefined ? '' : terminalLine` ${this.#style.dim(this.#files[side === 'before' ? 0 : 1])}`;
    const label = severity === 'error' ? 'error' : 'note';
    return terminalLine`${this.#style.severity(severity, label)}${file} ${message}`;
  }

  #notCompared({ notCompared }: Comparison): string[] {
    return notCompared.length === 0 ? [] : ['', `Not compared: ${notCompared.join(', ')}`];
  }

  get #hidden(): TerminalText {
    return terminalLine`    ${this.#style.dim('differs in a secret, which --show-secrets shows')}`;
  }

  #values(before: unknown, after: unknown, summaries: Both<string>): TerminalText[] {
    const isLong = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && JSON.stringify(value).length > valueWidth;
    if (!isLong(before) && !isLong(after)) {
      return this.#plainValues(valueText(before), valueText(after), summaries);
    }
    const rows = (value: unknown, paint: Paint, sign: string): TerminalText[] => {
      if (value === undefined) return [];
      const lines = JSON.stringify(value, null, 2).split('\n');
      const shown = lines.slice(0, valueLines).map((line) => terminalLine`    ${paint(`${sign} ${clipped(line, 0)}`)}`);
      return lines.length > valueLines
        ? [...shown, terminalLine`    ${paint(`${sign} … ${counted(lines.length - valueLines, 'line')} more`)}`]
        : shown;
    };
    return [
      ...rows(before, (text) => this.#style.removed(text), '-'),
      ...rows(after, (text) => this.#style.added(text), '+'),
    ];
  }

  #plainValues(before: string | undefined, after: string | undefined, summaries: Both<string> = {}): TerminalText[] {
    const shift = before === undefined || after === undefined ? 0 : shiftTo(before, after);
    const row = (
      value: string | undefined,
      summary: string | undefined,
      paint: (text: string) => TerminalText,
    ): TerminalText[] => {
      if (value === undefined) return [];
      const shown = value === '' ? '(empty)' : clipped(value, shift);
      const about = summary === undefined ? '' : terminalLine` ${this.#style.dim(`(${summary})`)}`;
      return [terminalLine`    ${paint(shown)}${about}`];
    };
    return [
      ...row(before, summaries.before, (text) => this.#style.removed(`- ${text}`)),
      ...row(after, summaries.after, (text) => this.#style.added(`+ ${text}`)),
    ];
  }

  #hunks(hunks: readonly Hunk[]): (TerminalText | string)[] {
    return hunks.flatMap(({ before, after, lines }) => {
      const range = ({ start, end }: Hunk['before']): string => `${start + (end > start ? 1 : 0)},${end - start}`;
      return [
        terminalLine`    ${this.#style.dim(`@@ -${range(before)} +${range(after)} @@`)}`,
        ...lines.map((line) => {
          const text = `${line.mark} ${clipped(line.text, 0)}`.trimEnd();
          if (line.mark === ' ') return `    ${text}`.trimEnd();
          return terminalLine`    ${line.mark === '-' ? this.#style.removed(text) : this.#style.added(text)}`;
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
  const start = cutBefore(text, shift);
  const end = cutBefore(text, shift + valueWidth);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
}
