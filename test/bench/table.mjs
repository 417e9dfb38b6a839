/** Prints a table; columns with figures are right-aligned. */
export function printTable(title, head, rows) {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells) =>
    cells
      .map((cell, column) =>
        column < 2 && head.length > 3
          ? String(cell).padEnd(widths[column])
          : column === 0
            ? String(cell).padEnd(widths[0])
            : String(cell).padStart(widths[column]),
      )
      .join('  ');
  console.log(`\n${title}\n\n${line(head)}\n${line(widths.map((width) => '-'.repeat(width)))}`);
  for (const row of rows) console.log(line(row));
}
