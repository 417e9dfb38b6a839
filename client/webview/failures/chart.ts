import type { TimelineResult, TimelineRow } from '../../../server/src/protocol.js';
import { element } from '../element.js';
import { l10n } from '../l10n.js';
import { AxisView } from './axisView.js';
import type { ChartMessage } from './messages.js';
import { pageState, post, updateState } from './page.js';
import { detailsOf, detailsPane, emptyOf, type HeadActions, headOf, remarksOf, Tip } from './parts.js';
import { axisOf, backdropOf, legendOf, rowOf, tableOf } from './rows.js';

const tip = new Tip();
/** In a report, its headings come first. */
const inReport = document.querySelector('.report') !== null;
const headings = inReport ? ({ title: undefined, part: 'h3' } as const) : ({ title: 'h1', part: 'h2' } as const);

let chart: TimelineResult | undefined;
/** Whether the table is open, also after the chart is drawn again. */
let tableOpen = false;
/** The number of axis labels that the chart was requested for. */
let requestedDivisions = 0;

const actions: HeadActions = {
  zoomBy: (factor) => zoomTo(pageState().zoom * factor),
  zoomTo,
  export: (as) => post({ type: 'export', as }),
};

/** Draws charts in `section` as the extension sends them, and requests the first. */
export function startChart(section: HTMLElement): void {
  const drawing = element('div');
  // Announces to screen readers what changes elsewhere than at the focus.
  const status = element('p', { role: 'status', class: 'spoken-only' });
  section.append(drawing, status);
  window.addEventListener('message', ({ data }: MessageEvent<ChartMessage>) => {
    const isFirst = chart === undefined;
    const before = announcementOf(chart);
    updateState({ zoom: data.chart.zoom });
    draw(data.chart, drawing);
    section.hidden = inReport && data.chart.rows.length === 0;
    if (isFirst) window.scrollTo(0, pageState().scrolled);
    const now = announcementOf(data.chart);
    if (now !== before) status.textContent = now;
    if (!data.reveal) return;
    section.scrollIntoView();
    rowElement(chosenIndex(data.chart))?.focus({ preventScroll: true });
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
}

function announcementOf(drawn: TimelineResult | undefined): string {
  if (drawn === undefined) return '';
  const failed = drawn.rows.filter((row) => row.state === 'failed').length;
  return drawn.rows.length === 0
    ? drawn.empty
    : l10n.t('{0} steps, {1} failed. Zoom {2}\u00d7.', drawn.rows.length, failed, drawn.zoom);
}

/** Requests the chart for the current zoom and width. */
function requestChart(): void {
  requestedDivisions = AxisView.of(chart)?.divisions ?? 6;
  post({ type: 'show', zoom: pageState().zoom, divisions: requestedDivisions });
}

/** The server computes the layout, so the chart is requested again if more or fewer labels fit. */
function requestIfDivisionsChanged(): void {
  const view = AxisView.of(chart);
  if (view !== undefined && view.divisions !== requestedDivisions) requestChart();
}

/** Draws the chart and keeps scroll position and focus. */
function draw(next: TimelineResult, drawing: HTMLElement): void {
  const focused = document.activeElement;
  const inRows = focused !== null && focused.closest('.rows') !== null;
  const tooltip = focused?.getAttribute('title') ?? undefined;
  const anchor = AxisView.of(chart)?.anchor(chart?.rows[chosenIndex(chart)]?.extent?.[0]);
  const { scrollTop } = document.documentElement;
  chart = next;
  tip.hide();
  const chosen = chosenIndex(next);
  drawing.replaceChildren(
    headOf(next, actions, headings.title),
    ...(next.rows.length === 0 ? [emptyOf(next)] : [chartOf(next, chosen), legendOf(next), detailsPane()]),
    ...remarksOf(next, headings.part),
    ...(next.rows.length === 0 ? [] : [withOpenState(tableOf(next))]),
  );
  if (anchor !== undefined) AxisView.of(next)?.restore(anchor);
  document.documentElement.scrollTop = scrollTop;
  showDetails(next.rows[chosen]);
  if (inRows) rowElement(chosen)?.focus({ preventScroll: true });
  else if (tooltip !== undefined)
    [...document.querySelectorAll('button')].find(({ title }) => title === tooltip)?.focus();
  // The first request guesses the width.
  requestIfDivisionsChanged();
}

function chartOf(drawn: TimelineResult, chosen: number): HTMLElement {
  const rows = element(
    'div',
    { class: 'rows', role: 'listbox', 'aria-label': l10n.t('{0}: {1} steps', drawn.title, drawn.rows.length) },
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
    { class: 'scroller', '--zoom': drawn.zoom, '--longest': Math.max(...drawn.rows.map(({ short }) => short.length)) },
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
  const at = chosenIndex(chart);
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
  if (wanted === pageState().zoom || chart === undefined || chart.rows.length === 0) return;
  updateState({ zoom: wanted });
  requestChart();
}

/** The row of the chosen step, else of the cause of the failure, else the first one. */
function chosenIndex({ rows, cause }: Pick<TimelineResult, 'rows' | 'cause'> = { rows: [], cause: null }): number {
  const { chosen } = pageState();
  const known =
    chosen === null
      ? []
      : [
          rows.findIndex(({ name, at }) => name === chosen.name && at === chosen.at),
          rows.findIndex(({ name }) => name === chosen.name),
        ];
  return [...known, cause ?? 0].find((index) => index >= 0) ?? 0;
}

function choose(index: number, takeFocus: boolean): void {
  const row = chart?.rows[index];
  if (row === undefined) return;
  for (const one of document.querySelectorAll('.row')) {
    const isChosen = one.id === `row-${index}`;
    one.setAttribute('aria-selected', String(isChosen));
    one.setAttribute('tabindex', isChosen ? '0' : '-1');
  }
  const { chosen } = pageState();
  const isNew = chosen?.name !== row.name || chosen.at !== row.at;
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
  document.querySelector('.details')?.replaceChildren(...detailsOf(row, headings.part, openPlace));
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  return Number(row?.dataset.index ?? -1);
}

function rowElement(index: number): HTMLElement | null {
  return document.getElementById(`row-${index}`);
}
