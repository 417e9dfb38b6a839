import { cellText, type CsvCell, csvCells } from '../../formats/csv.js';
import { linesOf } from '../../formats/json/detect.js';
import { pointerOf } from '../../formats/tree/paths.js';
import { escapesMap, stringAt } from '../../formats/tree/stringMap.js';
import { composeMaps, type PositionMap } from '../../text/positionMap.js';
import { type Result, success } from '../../text/result.js';
import { textContent } from '../content.js';
import type { Child, Holder, JsonChild } from '../../document/payload.js';
import { spliceThrough } from '../layers/layer.js';
import { excerpt, type Findings, opened, type Surroundings, verbatimHolder } from './container.js';
import { machineFields } from './machine.js';
import { jsonInString, mayBeJson } from './machineField.js';
import { isKnown } from '../../document/kinds.js';
import type { SyntaxNode } from '../../formats/tree/node.js';
import { fencedDocuments } from './fencedDocuments.js';
import { providerFields } from './providerFields.js';
import { roleOfColumn } from '../recognise.js';
import { namedValues } from './namedValues.js';
import { openString } from './strings.js';

/** Opens each line of a log that has one JSON object on each; lines without payloads are left out. */
export function jsonLines(surroundings: Surroundings): Findings {
  const { payload: log, text } = surroundings;
  const lines = linesOf(text, surroundings.context.limits.childrenPerPayload + 1);
  const { kept, problems } = opened(lines, 'lines', surroundings);
  const children = kept.flatMap((line, index): JsonChild[] => {
    const content = excerpt(surroundings, line);
    const payload = surroundings.open({
      content,
      name: `line ${index + 1}`,
      steps: [...log.steps, `line:${index + 1}`],
      transport: 'none',
      format: 'json',
    });
    const holdsPayloads = payload.children.length > 0 || payload.absent.length > 0;
    return holdsPayloads
      ? [
          {
            is: 'json',
            pointer: '',
            line: index + 1,
            span: content.origin,
            payload,
            holder: () => verbatimHolder(text, line),
          },
        ]
      : [];
  });
  return { children, problems };
}

/**
 * Finds payload fields in JSON of an unknown kind. There a member called `userData` may be anything, so the fields count
 * only if one of them can be decoded.
 */
export function looseFields(surroundings: Surroundings): Findings {
  const found = machineFields(surroundings);
  return found.children.some(isDecoded) ? found : { children: [], problems: [] };
}

function isDecoded(child: Child): boolean {
  const { is, payload } = child;
  if (is === 'json' || is === 'status' || (is === 'field' && child.role === 'output')) return true;
  return payload.encodings.length > 0 && payload.layers.length > payload.encodings.length;
}

/** Finds JSON in a text of an unknown kind: the text may be one JSON string, or a log with such a string in a line. */
export function looseText(surroundings: Surroundings): Findings {
  const { payload } = surroundings;
  const root = payload.tree?.root;
  if (root?.kind === 'string') {
    const child = jsonInString(surroundings, root, []);
    return child === undefined ? nothing : { children: [child], problems: [] };
  }
  if (root === undefined) return { children: copiedDocuments(surroundings), problems: [] };
  return payload.format === 'yaml' ? looseYaml(surroundings, root) : looseFields(surroundings);
}

/** What a person wrote around documents: those in code fences, else JSON in quotes, else names with values. */
function copiedDocuments(surroundings: Surroundings): readonly Child[] {
  const fenced = fencedDocuments(surroundings);
  if (fenced.length > 0) return fenced;
  const quoted = quotedJson(surroundings, surroundings.text);
  return quoted.length > 0 ? quoted : namedValues(surroundings);
}

/** Finds payload fields in YAML for other tools, such as Ansible, whose modules encode text themselves. */
function looseYaml(surroundings: Surroundings, node: SyntaxNode): Findings {
  const found = providerFields(surroundings, { node, path: [] });
  return found.children.some((child) => isKnown(child.payload)) ? found : nothing;
}

const nothing: Findings = { children: [], problems: [] };

/** JSON with escaped quotes, in quotes of its own. */
function quotedJson(surroundings: Surroundings, text: string): Child[] {
  const { payload } = surroundings;
  const children: Child[] = [];
  const begins = /"[{[]\s{0,20}\\+"/g;
  for (let tries = 0; tries < surroundings.context.limits.embeddedJson; tries++) {
    const start = begins.exec(text)?.index;
    if (start === undefined) break;
    const node = stringAt(text, start);
    if (node === undefined) continue;
    begins.lastIndex = node.span.end;
    const opened = openString(surroundings, node, {
      name: 'JSON',
      steps: [...payload.steps, `json:${children.length + 1}`],
      outerLayers: ['json-string'],
      transport: 'none',
    });
    if (opened.payload.children.length > 0) children.push({ is: 'json', pointer: '', ...opened });
  }
  return children;
}

/**
 * Opens the JSON in the cells of a table, and the payloads in columns of their own; a cell is named by its row and column:
 * `/0/Properties`.
 */
export function jsonInCells(surroundings: Surroundings): Findings {
  const { text } = surroundings;
  const columns: string[] = [];
  const found: { readonly cell: CsvCell; readonly value: string; readonly pointer: string }[] = [];
  for (const cell of csvCells(text)) {
    if (surroundings.context.budget.step()) break;
    const value = cellText(text, cell);
    if (cell.row === 0) columns.push(value.trim());
    else if (mayBeJson({ value }) || roleOfColumn(columns[cell.column] ?? '') !== undefined)
      found.push({ cell, value, pointer: pointerOf([cell.row - 1, columns[cell.column] ?? cell.column]) });
  }
  const { kept, problems } = opened(found, 'cells', surroundings);
  return {
    children: kept.flatMap(({ cell, value, pointer }) => jsonInCell(surroundings, cell, value, pointer)),
    problems,
  };
}

/** None for cells without payloads in them. */
function jsonInCell({ payload, text, open }: Surroundings, cell: CsvCell, value: string, pointer: string): Child[] {
  const { start, end } = cell.span;
  const cellMap = escapesMap(text, start, end, cell.quoted ? /""/g : /(?!)/g);
  const span = payload.map.toOuter(cell.span);
  const content = textContent(value, composeMaps(payload.map, cellMap), span);
  const name = pointer.split('/').at(-1) ?? pointer;
  const holder = (): Result<Holder> => success(cellHolder(text, cell, value, cellMap));
  const role = roleOfColumn(name);
  if (role !== undefined && !mayBeJson({ value })) {
    const opening = open({ content, name: role, steps: [...payload.steps, pointer] });
    const child = { is: 'field', pointer, role, protected: false, span, payload: opening, holder } as const;
    return isDecoded(child) ? [child] : [];
  }
  const inner = open({
    content,
    name,
    steps: [...payload.steps, pointer],
    transport: 'none',
    format: 'json-string',
  });
  if (inner.children.length === 0 && inner.absent.length === 0) return [];
  return [{ is: 'json', pointer, span, payload: inner, holder }];
}

function cellHolder(text: string, { span, quoted }: CsvCell, value: string, map: PositionMap): Holder {
  const escaped = (changed: string): string => (quoted ? changed.replaceAll('"', '""') : changed);
  return {
    value,
    write(next) {
      const written = spliceThrough(text, map, value, next, escaped);
      return success([{ span, newText: written.slice(span.start, span.end + written.length - text.length) }]);
    },
  };
}
