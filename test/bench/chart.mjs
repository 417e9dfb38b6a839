/**
 * Draws ratios as an SVG: bars to the left of the line at 1 are better than theirs, bars to the right worse, on a logarithmic
 * scale; a mark on a bar's row is its goal. The picture has its own background in the colours of the reader's theme.
 */

const width = 820;
const row = 22;
const plot = { left: 370, right: 740, top: 64 };
const ticks = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

const style = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-size: 15px; font-weight: 600 }
  .group { font-weight: 600 }
  .axis { fill: #57606a; font-size: 11px }
  .background { fill: #ffffff; stroke: #d0d7de }
  .grid { stroke: #d8dee4 }
  .one { stroke: #57606a }
  .better { fill: #2f74c0 }
  .worse { fill: #c25b12 }
  .goal { stroke: #24292f; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .axis { fill: #9da7b3 }
    .background { fill: #161b22; stroke: #30363d }
    .grid { stroke: #30363d }
    .one { stroke: #9da7b3 }
    .better { fill: #58a6ff }
    .worse { fill: #f0883e }
    .goal { stroke: #e6edf3 }
  }`;

export function chartOf(bars) {
  const x = scaleOf(bars.flatMap(({ ratio, goal }) => [ratio, goal ?? ratio]));
  const lines = [];
  let y = plot.top;
  for (const [index, bar] of bars.entries()) {
    if (bar.group !== bars[index - 1]?.group) {
      y += index === 0 ? 0 : row / 2;
      lines.push(text(16, y + 15, bar.group, 'group'));
      y += row;
    }
    lines.push(...barAt(bar, x, y));
    y += row;
  }
  const bottom = y + 6;
  const height = bottom + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Ratios of AKS Bootstrap to other language servers">
<style>${style}
</style>
<rect class="background" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
${text(16, 28, 'AKS Bootstrap / other language servers: time and memory, less is better', 'title')}
${grid(x, bottom).join('\n')}
${lines.join('\n')}
${legend(height)}
</svg>
`;
}

/** Returns the function from ratios to positions, which has room for all values. */
function scaleOf(values) {
  const least = Math.log(Math.min(0.1, ...values) / 1.1);
  const most = Math.log(Math.max(2, ...values) * 1.1);
  return (ratio) => Math.round(plot.left + ((Math.log(ratio) - least) / (most - least)) * (plot.right - plot.left));
}

function barAt({ label, ratio, goal }, x, y) {
  const [from, to] = [Math.min(x(ratio), x(1)), Math.max(x(ratio), x(1))];
  const kind = ratio <= 1 ? 'better' : 'worse';
  const lines = [
    text(28, y + 15, label),
    `<rect class="${kind}" x="${from}" y="${y + 4}" width="${Math.max(1, to - from)}" height="${row - 8}"/>`,
    text(width - 16, y + 15, ratio.toFixed(2), 'value', 'end'),
  ];
  if (goal !== undefined) lines.push(line('goal', x(goal), y + 1, y + row - 1));
  return lines;
}

function grid(x, bottom) {
  const shown = ticks.filter((tick) => x(tick) >= plot.left && x(tick) <= plot.right);
  return shown.flatMap((tick) => [
    line(tick === 1 ? 'one' : 'grid', x(tick), plot.top - 6, bottom),
    text(x(tick), plot.top - 12, tick, 'axis', 'middle'),
  ]);
}

function legend(height) {
  const y = height - 18;
  return `${line('goal', 34, y - 8, y + 8)}\n${text(44, y + 4, 'goal, where there is one', 'axis')}`;
}

function line(kind, x, from, to) {
  return `<line class="${kind}" x1="${x}" y1="${from}" x2="${x}" y2="${to}"/>`;
}

function text(x, y, content, kind = 'label', anchor = 'start') {
  return `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${content}</text>`;
}
