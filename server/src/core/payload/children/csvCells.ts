import { pointerOf } from '../../syntax/pointer.js';
import { escapesMap } from '../../syntax/stringMap.js';
import { cellText, type CsvCell, csvCells } from '../../text/csv.js';
import { composeMaps } from '../../text/positionMap.js';
import { textContent } from '../decoders.js';
import type { JsonChild } from '../payload.js';
import { type Findings, opened, type Surroundings } from './finder.js';
import { mayBeJson } from './machine/embeddedJson.js';

/** Opens the JSON in the cells of a table, each of which is named by its row and column: `/0/Properties`. */
export function jsonInCells(surroundings: Surroundings): Findings {
  const { text } = surroundings;
  const columns: string[] = [];
  const found: { readonly cell: CsvCell; readonly value: string; readonly pointer: string }[] = [];
  for (const cell of csvCells(text)) {
    const value = cellText(text, cell);
    if (cell.row === 0) columns.push(value.trim());
    else if (mayBeJson({ value }))
      found.push({ cell, value, pointer: pointerOf([cell.row - 1, columns[cell.column] ?? cell.column]) });
  }
  const { kept, problems } = opened(found, 'cells', surroundings.origin);
  return {
    children: kept.flatMap(({ cell, value, pointer }) => jsonInCell(surroundings, cell, value, pointer)),
    problems,
  };
}

/** None for cells without payloads in them. */
function jsonInCell({ payload, text, open }: Surroundings, cell: CsvCell, value: string, pointer: string): JsonChild[] {
  const { start, end } = cell.span;
  const map = composeMaps(payload.map, escapesMap(text, start, end, cell.quoted ? /""/g : /(?!)/g));
  const span = payload.map.toOuter(cell.span);
  const inner = open({
    content: textContent(value, map, span),
    name: pointer.split('/').at(-1) ?? pointer,
    steps: [...payload.steps, pointer],
    transport: 'none',
    format: 'json-string',
  });
  return inner.children.length > 0 || inner.absent.length > 0 ? [{ is: 'json', pointer, span, payload: inner }] : [];
}
