import type { TimelineResult, TimelineRow } from '../../../server/src/protocol.js';
import { detailsOf, tipOf } from './details.js';
import { button, element } from './dom.js';
import type { ChartMessage, PageMessage, PageState } from './messages.js';
import { axisOf, backdropOf, legendOf, rowOf, tableOf } from './rows.js';

/** What VS Code gives to a page of a webview. */
interface Host {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}
declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const page = document.querySelector('main') ?? document.body;
const tip = element('div', { class: 'tip', role: 'tooltip', hidden: true });
document.body.append(tip);

let state: PageState = host.getState() ?? { sources: { sources: [] }, zoom: 1, chosen: null };
let chart: TimelineResult | undefined;
/** Whether the table is open; it stays so when the chart is drawn again. */
let tableOpen = false;
/** For how many labels the chart was asked for. */
let asked = 0;

/** Pixels that a label of the axis may take, with the room around it. */
const labelWidth = 84;

window.addEventListener('message', ({ data }: MessageEvent<ChartMessage>) => {
  keep({ sources: data.sources, zoom: data.chart.zoom });
  draw(data.chart);
});
ask();
new ResizeObserver(() => {
  if (chart !== undefined && divisions() !== asked) ask();
}).observe(document.body);

/** Asks for the chart as it is to be seen now. */
function ask(): void {
  asked = divisions();
  tell({ type: 'show', zoom: state.zoom, divisions: asked });
}

/** How many labels of the axis have room side by side. */
function divisions(): number {
  const view = scroller();
  return Math.max(1, Math.floor((view === null ? window.innerWidth / 2 : trackWidth(view)) / labelWidth));
}

function tell(message: PageMessage): void {
  host.postMessage(message);
}

function keep(changes: Partial<PageState>): void {
  state = { ...state, ...changes };
  host.setState(state);
}

/** Draws the chart; who reads it stays where they are. */
function draw(next: TimelineResult): void {
  const focused = document.activeElement;
  const inRows = focused !== null && focused.closest('.rows') !== null;
  const label = focused?.getAttribute('aria-label');
  const anchor = anchorOf();
  const top = document.documentElement.scrollTop;
  chart = next;
  hideTip();
  const chosen = chosenIndex(next.rows);
  page.replaceChildren(
    headOf(next),
    ...(next.rows.length === 0 ? [emptyOf(next)] : [legendOf(next), chartOf(next, chosen), detailsPane()]),
    ...remarksOf(next),
    ...(next.rows.length === 0 ? [] : [withMemory(tableOf(next))]),
  );
  restore(anchor);
  document.documentElement.scrollTop = top;
  showDetails(next.rows[chosen]);
  if (inRows) rowElement(chosen)?.focus({ preventScroll: true });
  else [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === label)?.focus();
  // Once drawn, the chart may have another width than was guessed.
  if (next.rows.length > 0 && divisions() !== asked) ask();
}

/** What stays where it is when the axis gets longer or shorter. */
interface Anchor {
  /** A place on the axis, and how far from the left edge of the window it is, in pixels. */
  readonly at: number;
  readonly x: number;
  readonly top: number;
}

/** The beginning of the chosen step where that is in sight, else the middle of what is. */
function anchorOf(): Anchor | undefined {
  const view = scroller();
  if (view === null || chart === undefined) return undefined;
  const seen = trackWidth(view);
  const length = seen * chart.zoom;
  const from = chart.rows[chosenIndex(chart.rows)]?.extent?.[0];
  const x = from === undefined ? -1 : from * length - view.scrollLeft;
  const top = view.scrollTop;
  return from !== undefined && x >= 0 && x <= seen
    ? { at: from, x, top }
    : { at: (view.scrollLeft + seen / 2) / length, x: seen / 2, top };
}

function restore(anchor: Anchor | undefined): void {
  const view = scroller();
  if (view === null || anchor === undefined || chart === undefined) return;
  view.scrollLeft = anchor.at * trackWidth(view) * chart.zoom - anchor.x;
  view.scrollTop = anchor.top;
}

function headOf({ title, zoom, mostZoom, facts, rows }: TimelineResult): HTMLElement {
  const out = button('\u2212', 'Zoom out (-)', () => zoomBy(0.5));
  const fit = button(`${zoom}\u00d7`, 'Fit the whole boot (0)', () => zoomTo(1));
  const into = button('+', 'Zoom in (+)', () => zoomBy(2));
  out.disabled = zoom <= 1;
  into.disabled = zoom >= mostZoom;
  const tools = [
    ...(rows.length === 0
      ? []
      : [element('span', { class: 'zoom', role: 'group', 'aria-label': 'Zoom' }, out, fit, into)]),
    button('Export image', 'Export the chart as an SVG image', () => tell({ type: 'export', as: 'svg' })),
    button('Export report', 'Export the timeline as Markdown, with secrets masked', () =>
      tell({ type: 'export', as: 'markdown' }),
    ),
  ];
  const list = facts.map(([name, value]) =>
    element(
      'div',
      { class: name === 'Failed' ? 'failed' : undefined },
      element('dt', {}, name),
      element('dd', {}, value),
    ),
  );
  return element(
    'header',
    {},
    element(
      'div',
      { class: 'title' },
      element('h1', {}, title),
      element('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Timeline' }, ...tools),
    ),
    ...(list.length === 0 ? [] : [element('dl', {}, ...list)]),
  );
}

function emptyOf({ empty }: TimelineResult): HTMLElement {
  return element(
    'section',
    { class: 'empty' },
    element('p', {}, empty),
    element(
      'p',
      {},
      'Steps come from cloud-init.log, waagent.log, cluster-provision.log, aks-node-controller.log, syslog, events and provision statuses. Select such files in the Explorer and choose Show Boot Timeline.',
    ),
  );
}

function chartOf(drawn: TimelineResult, chosen: number): HTMLElement {
  const rows = element(
    'div',
    { class: 'rows', role: 'listbox', 'aria-label': `${drawn.title}: ${drawn.rows.length} steps` },
    ...drawn.rows.map((row, index) => rowOf(row, index, index === chosen)),
  );
  rows.addEventListener('keydown', onKey);
  rows.addEventListener('click', ({ target }) => choose(indexOf(target), true));
  rows.addEventListener('dblclick', ({ target }) => openFirst(indexOf(target)));
  rows.addEventListener('focusin', ({ target }) => choose(indexOf(target), false));
  rows.addEventListener('pointermove', ({ target, clientX, clientY }) => showTip(indexOf(target), clientX, clientY));
  rows.addEventListener('pointerleave', hideTip);
  const made = element(
    'div',
    { class: 'scroller', '--zoom': drawn.zoom },
    element('div', { class: 'chart' }, axisOf(drawn), element('div', { class: 'plot' }, backdropOf(drawn), rows)),
  );
  made.addEventListener('scroll', hideTip);
  made.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 2 : 0.5);
    },
    { passive: false },
  );
  return made;
}

function detailsPane(): HTMLElement {
  return element('section', { class: 'details', 'aria-label': 'Chosen step', 'aria-live': 'polite' });
}

function remarksOf({ remarks, missing }: TimelineResult): HTMLElement[] {
  const all = [...remarks, ...missing.map((uri) => `${uri} cannot be read, or is not open any more.`)];
  if (all.length === 0) return [];
  const items = all.map((remark) => element('li', {}, remark));
  return [element('section', { class: 'remarks' }, element('h2', {}, 'Good to know'), element('ul', {}, ...items))];
}

function withMemory(table: HTMLElement): HTMLElement {
  if (!(table instanceof HTMLDetailsElement)) return table;
  table.open = tableOpen;
  table.addEventListener('toggle', () => {
    tableOpen = table.open;
  });
  return table;
}

/** Keys of the list. Enter leads into the text; the signs that zoom do so anywhere on the page. */
function onKey(event: KeyboardEvent): void {
  const count = chart?.rows.length ?? 0;
  const at = chosenIndex(chart?.rows ?? []);
  const view = scroller();
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => choose(Math.min(count - 1, at + 1), true),
    ArrowUp: () => choose(Math.max(0, at - 1), true),
    PageDown: () => choose(Math.min(count - 1, at + 10), true),
    PageUp: () => choose(Math.max(0, at - 10), true),
    Home: () => choose(0, true),
    End: () => choose(count - 1, true),
    ArrowRight: () => view?.scrollBy({ left: trackWidth(view) / 4 }),
    ArrowLeft: () => view?.scrollBy({ left: -trackWidth(view) / 4 }),
    Enter: () => openFirst(at),
    ' ': () => choose(at, true),
  };
  const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  step();
}

document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey) return;
  if (key === '+' || key === '=') zoomBy(2);
  else if (key === '-') zoomBy(0.5);
  else if (key === '0') zoomTo(1);
  else if (key === 'Escape') hideTip();
});

function zoomBy(factor: number): void {
  zoomTo(state.zoom * factor);
}

function zoomTo(zoom: number): void {
  const wanted = Math.min(chart?.mostZoom ?? 1, Math.max(1, zoom));
  if (wanted === state.zoom || chart === undefined || chart.rows.length === 0) return;
  keep({ zoom: wanted });
  ask();
}

/** The chosen step; where there is none yet, the first one that failed, else the first one. */
function chosenIndex(rows: readonly TimelineRow[]): number {
  const { chosen } = state;
  const kept = chosen === null ? -1 : rows.findIndex(({ name, at }) => name === chosen.name && at === chosen.at);
  const named = kept >= 0 || chosen === null ? kept : rows.findIndex(({ name }) => name === chosen.name);
  return named >= 0
    ? named
    : Math.max(
        0,
        rows.findIndex(({ state: how }) => how === 'failed'),
      );
}

function choose(index: number, takeFocus: boolean): void {
  const row = chart?.rows[index];
  if (row === undefined) return;
  for (const one of document.querySelectorAll('.row')) {
    const isChosen = one.id === `row-${index}`;
    one.setAttribute('aria-selected', String(isChosen));
    one.setAttribute('tabindex', isChosen ? '0' : '-1');
  }
  const isNew = state.chosen?.name !== row.name || state.chosen.at !== row.at;
  keep({ chosen: { name: row.name, at: row.at } });
  if (isNew) showDetails(row);
  if (!takeFocus) return;
  rowElement(index)?.focus({ preventScroll: true });
  rowElement(index)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  revealExtent(row);
}

/** Scrolls along the axis to a step that is out of sight. */
function revealExtent({ extent }: TimelineRow): void {
  const view = scroller();
  if (view === null || extent === null) return;
  const [from, to] = extent.map((at) => at * trackWidth(view) * state.zoom);
  if (from === undefined || to === undefined) return;
  const isSeen = to >= view.scrollLeft && from <= view.scrollLeft + trackWidth(view);
  if (!isSeen) view.scrollLeft = from - trackWidth(view) / 4;
}

function openFirst(index: number): void {
  const place = chart?.rows[index]?.places[0];
  if (place !== undefined) openPlace(place);
}

function openPlace({ uri, line, character }: TimelineRow['places'][number]): void {
  tell({ type: 'open', uri, place: { line, character } });
}

function showDetails(row: TimelineRow | undefined): void {
  document.querySelector('.details')?.replaceChildren(...detailsOf(row, openPlace));
}

function showTip(index: number, x: number, y: number): void {
  const row = chart?.rows[index];
  if (row === undefined) return hideTip();
  if (tip.dataset['index'] !== String(index) || tip.hidden) {
    tip.replaceChildren(...tipOf(row));
    tip.dataset['index'] = String(index);
    tip.hidden = false;
  }
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(0, Math.min(x + 14, window.innerWidth - width - 8));
  const below = y + 18 + height > window.innerHeight;
  tip.style.setProperty('left', `${left}px`);
  tip.style.setProperty('top', `${below ? Math.max(0, y - height - 10) : y + 18}px`);
}

function hideTip(): void {
  tip.hidden = true;
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  return Number(row?.dataset['index'] ?? -1);
}

function rowElement(index: number): HTMLElement | null {
  return document.getElementById(`row-${index}`);
}

function scroller(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.scroller');
}

/** The part of the axis that is in sight at once, in pixels. */
function trackWidth(view: HTMLElement): number {
  const track = view.querySelector<HTMLElement>('.axis .track');
  return Math.max(1, (track?.offsetWidth ?? 1) / (chart?.zoom ?? 1));
}
