/** Cut at the first space after the name: trimming padding character by character would exceed the depth of types. */
type ColumnIn<Cell extends string> = Cell extends ` ${infer Rest}`
  ? ColumnIn<Rest>
  : Cell extends `${infer Name} ${string}`
    ? Name
    : Cell;

type Columns<Header extends string> = Header extends `${infer First}|${infer Rest}`
  ? ColumnIn<First> | Columns<Rest>
  : ColumnIn<Header>;

type ColumnsOf<Table extends string> = Table extends `\n${infer Header}\n${string}` ? Columns<Header> : never;

/** A row of a table: a string for each column, and maybe none for the columns whose name ends with `?`. */
export type Row<Table extends string> = {
  readonly [Column in ColumnsOf<Table> as Column extends `${string}?` ? never : Column]: string;
} & {
  readonly [Column in ColumnsOf<Table> as Column extends `${infer Name}?` ? Name : never]?: string;
};

/**
 * The rows of a table that is written as a template literal: a line per row, cells between bars, the names of the
 * columns in the first line. A cell of a column such as `since?` may be empty, and its row then has no such member.
 * Throws for a row with another number of cells or without a required one, so that a slip shows when a table is loaded.
 */
export function rowsOf<const Table extends string>(table: Table): readonly Row<Table>[] {
  const [header = '', ...lines] = table.trim().split('\n');
  const columns = header.split('|').map((cell) => {
    const column = cell.trim();
    return { name: column.replace('?', ''), isRequired: !column.endsWith('?') };
  });
  return lines.map((line) => {
    const cells = line.split('|');
    if (cells.length !== columns.length) throw new Error(`${cells.length} cells, not ${columns.length}: ${line}`);
    const row: Record<string, string> = {};
    for (const [index, { name, isRequired }] of columns.entries()) {
      const cell = cells[index]?.trim() ?? '';
      if (cell !== '') row[name] = cell;
      else if (isRequired) throw new Error(`no ${name}: ${line}`);
    }
    return row as Row<Table>;
  });
}

/** The words of a list that is written over several lines. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
