/** Lines of a file that is being made. */
export type Lines = readonly string[];

/** The lines, where a condition holds. */
export function when(condition: boolean, ...lines: Lines): Lines {
  return condition ? lines : [];
}

/** The lines, further to the right. A value with line ends in it is only moved at its beginning. */
export function indent(lines: Lines, by: number): Lines {
  const margin = ' '.repeat(by);
  return lines.map((line) => (line === '' ? '' : margin + line));
}
