import { joinedXml, type Xml, xml, xmlText } from '../../text/xml.js';
import { cutBefore, visibleLine } from '../../text/visible.js';
import type { BootChart, ChartRow } from './chart.js';

const size = { width: 1080, names: 300, times: 90, row: 24, head: 60, axis: 26, margin: 16 } as const;

/** Characters that fit in the column of names. */
const nameLength = 40;

/**
 * A chart as an SVG image without external resources. It supports light and dark mode, and failed steps have a hatch
 * and a cross in addition to the colour.
 */
export function chartSvg(chart: BootChart): Xml {
  const { rows, ticks, gap, title, facts, remarks, empty } = chart;
  const plot = { left: size.margin + size.names, right: size.width - size.margin - size.times };
  const x = (at: number): number => round(plot.left + at * (plot.right - plot.left));
  const top = size.head + size.axis;
  const bottom = top + Math.max(1, rows.length) * size.row;
  const notes = [...facts.map(([name, value]) => `${name}: ${value}`), ...remarks].flatMap((note) =>
    wrapped(note, 150),
  );
  const height = bottom + size.margin + notes.length * 18 + size.margin;
  const shapes = [
    xml`<rect class="page" width="${size.width}" height="${height}"/>`,
    xml`<text class="title" x="${size.margin}" y="30">${xmlText(title)}</text>`,
    ...ticks.map(({ at, label }) => tick(x(at), label, top, bottom)),
    ...(gap === null ? [] : [gapShape(x(gap.extent[0]), x(gap.extent[1]), gap.label, top, bottom)]),
    ...rows.map((row, index) => rowShapes(row, top + index * size.row, x)),
    ...(empty === '' ? [] : [xml`<text x="${size.margin}" y="${top + 16}">${xmlText(empty)}</text>`]),
    ...notes.map(
      (note, index) =>
        xml`<text class="note" x="${size.margin}" y="${bottom + size.margin + 14 + index * 18}">${xmlText(note)}</text>`,
    ),
  ];
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" role="img" aria-labelledby="title facts">
<title id="title">${xmlText(title)}</title>
<desc id="facts">${xmlText(rows.map(({ spoken }) => `${spoken}.`).join(' '))}</desc>
<style>${xmlText(style)}</style>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="failed" width="6" height="6"/><rect class="page" width="2" height="6"/></pattern></defs>
${joinedXml(shapes, '\n')}
</svg>
`;
}

const style = [
  'text{font:12px system-ui,sans-serif;fill:#1f2328}',
  '.title{font-size:16px;font-weight:600}.note,.time{fill:#57606a}.page{fill:#fff}',
  '.line{stroke:#d0d7de}.gap{fill:#57606a;fill-opacity:.12}',
  '.plain{fill:#0969da}.slowest{fill:#9a6700}.failed{fill:#cf222e}.outline{fill:url(#hatch);stroke:#cf222e}.bad{fill:#cf222e;font-weight:600}',
  '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.note,.time{fill:#9198a1}.page{fill:#0d1117}.line{stroke:#3d444d}.gap{fill:#9198a1}',
  '.plain{fill:#4493f8}.slowest{fill:#d29922}.failed,.bad{fill:#f85149}.outline{stroke:#f85149}}',
].join('');

function tick(x: number, label: string, top: number, bottom: number): Xml {
  return xml`<line class="line" x1="${x}" y1="${top - 4}" x2="${x}" y2="${bottom}"/><text class="time" x="${x}" y="${top - 10}" text-anchor="middle">${xmlText(label)}</text>`;
}

function gapShape(from: number, to: number, label: string, top: number, bottom: number): Xml {
  return xml`<rect class="gap" x="${from}" y="${top}" width="${round(to - from)}" height="${bottom - top}"><title>${xmlText(label)}</title></rect>`;
}

function rowShapes(row: ChartRow, top: number, x: (at: number) => number): Xml {
  const { name, extent, state, at, since, took, about, note, places } = row;
  const base = top + 16;
  const details = [name, at, about, note, places.map(({ title }) => title).join(', ')].filter((text) => text !== '');
  const shownName = state === 'failed' ? `\u2716 ${name}` : name;
  const time = extent === null ? at : took === '' ? since : `${since}, ${took}`;
  const shapes = [
    xml`<title>${xmlText(details.join('\n'))}</title>`,
    xml`<text${state === 'failed' ? xml` class="bad"` : xml``} x="${size.margin}" y="${base}">${xmlText(cutOff(shownName, nameLength))}</text>`,
    ...(extent === null ? [] : [shapeOf(row, extent, x, top)]),
  ];
  return xml`<g>${joinedXml(shapes)}<text class="time" x="${size.width - size.margin}" y="${base}" text-anchor="end">${xmlText(time)}</text></g>`;
}

function shapeOf(
  { state, took }: ChartRow,
  [from, to]: readonly [number, number],
  x: (at: number) => number,
  top: number,
): Xml {
  const kind = xmlText(state === 'failed' ? 'outline' : state);
  const left = x(from);
  if (took === '') {
    const middle = top + size.row / 2;
    return xml`<path class="${kind}" d="M${left} ${middle - 6}l6 6l-6 6l-6-6z"/>`;
  }
  return xml`<rect class="${kind}" x="${left}" y="${top + 5}" width="${round(Math.max(3, x(to) - left))}" height="${size.row - 10}" rx="2"/>`;
}

/** Breaks a text into lines of at most `most` characters, between words. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= most) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function cutOff(text: string, most: number): string {
  const shown = visibleLine(text);
  return shown.length <= most ? shown : `${shown.slice(0, cutBefore(shown, most - 1))}\u2026`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
