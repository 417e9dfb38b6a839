import type { TimelineResult, TimelineRow } from '../../../server/src/protocol.js';
import { acquireHost } from '../host.js';
import { AxisView } from './axisView.js';
import { detailsOf, detailsPane, element, emptyOf, type HeadActions, headOf, remarksOf, Tip } from './parts.js';
import type { ChartMessage, PageMessage, PageState } from './messages.js';
import { axisOf, backdropOf, legendOf, rowOf, tableOf } from './rows.js';

const host = acquireHost<PageMessage, PageState>();
const page = document.querySelector('main') ?? document.body;
const tip = new Tip();

let state: PageState = host.getState() ?? { sources: { sources: [] }, zoom: 1, chosen: null };
let chart: TimelineResult | undefined;
/** Whether the table is open, also after the chart is drawn again. */
let tableOpen = false;
/** The number of axis labels that the chart was requested for. */
let requestedDivisions = 0;

const actions: HeadActions = {
  zoomBy: (factor) => zoomTo(state.zoom * factor),
  zoomTo,
  export: (as) => post({ type: 'export', as }),
};

window.addEventListener('message', ({ data }: MessageEvent<ChartMessage>) => {
  updateState({ sources: data.sources, zoom: data.chart.zoom });
  draw(data.chart);
});
document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey) return;
  if (key === '+' || key === '=') actions.zoomBy(2);
  else if (key === '-') actions.zoomBy(0.5);
  else if (key === '0') zoomTo(1);
  else if (key === 'Escape') tip.hide();
});
new ResizeObserver(requestIfDivisionsChanged).observe(document.body);
requestChart();

/** Requests the chart for the current zoom and width. */
function requestChart(): void {
  requestedDivisions = AxisView.of(chart)?.divisions ?? 6;
  post({ type: 'show', zoom: state.zoom, divisions: requestedDivisions });
}

/** The server computes the layout, so the chart is requested again if more or fewer labels fit. */
function requestIfDivisionsChanged(): void {
  const view = AxisView.of(chart);
  if (view !== undefined && view.divisions !== requestedDivisions) requestChart();
}

function post(message: PageMessage): void {
  host.postMessage(message);
}

function updateState(changes: Partial<PageState>): void {
  state = { ...state, ...changes };
  host.setState(state);
}

/** Draws the chart and keeps scroll position and focus. */
function draw(next: TimelineResult): void {
  const focused = document.activeElement;
  const inRows = focused !== null && focused.closest('.rows') !== null;
  const label = focused?.getAttribute('aria-label') ?? undefined;
  const anchor = AxisView.of(chart)?.anchor(chart?.rows[chosenIndex(chart.rows)]?.extent?.[0]);
  const { scrollTop } = document.documentElement;
  chart = next;
  tip.hide();
  const chosen = chosenIndex(next.rows);
  page.replaceChildren(
    headOf(next, actions),
    ...(next.rows.length === 0 ? [emptyOf(next)] : [legendOf(next), chartOf(next, chosen), detailsPane()]),
    ...remarksOf(next),
    ...(next.rows.length === 0 ? [] : [withOpenState(tableOf(next))]),
  );
  if (anchor !== undefined) AxisView.of(next)?.restore(anchor);
  document.documentElement.scrollTop = scrollTop;
  showDetails(next.rows[chosen]);
  if (inRows) rowElement(chosen)?.focus({ preventScroll: true });
  else if (label !== undefined)
    [...document.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === label)?.focus();
  // The first request guesses the width.
  requestIfDivisionsChanged();
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
  rows.addEventListener('pointermove', (event) => {
    const row = drawn.rows[indexOf(event.target)];
    if (row === undefined) tip.hide();
    else tip.show(row, event);
  });
  rows.addEventListener('pointerleave', () => tip.hide());
  const scroller = element(
    'div',
    { class: 'scroller', '--zoom': drawn.zoom },
    element('div', { class: 'chart' }, axisOf(drawn), element('div', { class: 'plot' }, backdropOf(drawn), rows)),
  );
  scroller.addEventListener('scroll', () => tip.hide());
  scroller.addEventListener('wheel', onWheel, { passive: false });
  return scroller;
}

function onWheel(event: WheelEvent): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  actions.zoomBy(event.deltaY < 0 ? 2 : 0.5);
}

function withOpenState(table: HTMLDetailsElement): HTMLElement {
  table.open = tableOpen;
  table.addEventListener('toggle', () => {
    tableOpen = table.open;
  });
  return table;
}

/** Keys of the list. Enter opens the document. The keys for zoom work anywhere on the page. */
function onKey(event: KeyboardEvent): void {
  const last = (chart?.rows.length ?? 0) - 1;
  const at = chosenIndex(chart?.rows ?? []);
  const view = AxisView.of(chart);
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => choose(Math.min(last, at + 1), true),
    ArrowUp: () => choose(Math.max(0, at - 1), true),
    PageDown: () => choose(Math.min(last, at + 10), true),
    PageUp: () => choose(Math.max(0, at - 10), true),
    Home: () => choose(0, true),
    End: () => choose(last, true),
    ArrowRight: () => view?.move(1),
    ArrowLeft: () => view?.move(-1),
    Enter: () => openFirst(at),
  };
  const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  step();
}

function zoomTo(zoom: number): void {
  const wanted = Math.min(chart?.mostZoom ?? 1, Math.max(1, zoom));
  if (wanted === state.zoom || chart === undefined || chart.rows.length === 0) return;
  updateState({ zoom: wanted });
  requestChart();
}

/** The chosen step, else the first one that failed, else the first one. */
function chosenIndex(rows: readonly TimelineRow[]): number {
  const { chosen } = state;
  const find = (is: (row: TimelineRow) => boolean): number => rows.findIndex(is);
  const tries = [
    ...(chosen === null
      ? []
      : [find(({ name, at }) => name === chosen.name && at === chosen.at), find(({ name }) => name === chosen.name)]),
    find((row) => row.state === 'failed'),
  ];
  return tries.find((index) => index >= 0) ?? 0;
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
  updateState({ chosen: { name: row.name, at: row.at } });
  if (isNew) showDetails(row);
  if (!takeFocus) return;
  rowElement(index)?.focus({ preventScroll: true });
  rowElement(index)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (row.extent !== null) AxisView.of(chart)?.reveal(row.extent);
}

function openFirst(index: number): void {
  const place = chart?.rows[index]?.places[0];
  if (place !== undefined) openPlace(place);
}

function openPlace({ uri, line, character }: TimelineRow['places'][number]): void {
  post({ type: 'open', uri, place: { line, character } });
}

function showDetails(row: TimelineRow | undefined): void {
  document.querySelector('.details')?.replaceChildren(...detailsOf(row, openPlace));
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  return Number(row?.dataset.index ?? -1);
}

function rowElement(index: number): HTMLElement | null {
  return document.getElementById(`row-${index}`);
}
