import type { TimelineExportParams, TimelineResult, TimelineRow } from '../../../server/src/protocol.js';
import { button, element } from '../element.js';
import { l10n } from '../l10n.js';

/** The actions of the header's buttons. */
export interface HeadActions {
  zoomBy(factor: number): void;
  zoomTo(zoom: number): void;
  export(as: TimelineExportParams['as']): void;
}

/** Elements of headings. */
type Heading = 'h1' | 'h2' | 'h3';

/** The title unless `heading` is undefined, the buttons, and facts about the whole boot. */
export function headOf(
  { title, zoom, mostZoom, facts, rows }: TimelineResult,
  actions: HeadActions,
  heading: Heading | undefined,
): HTMLElement {
  const out = button('\u2212', () => actions.zoomBy(0.5), {
    title: l10n.t('Zoom out (-)'),
    'aria-label': l10n.t('Zoom out'),
  });
  const fit = button(`${zoom}\u00d7`, () => actions.zoomTo(1), {
    title: l10n.t('Fit the whole boot (0)'),
    'aria-label': l10n.t('{0}\u00d7, fit the whole boot', zoom),
  });
  const into = button('+', () => actions.zoomBy(2), {
    title: l10n.t('Zoom in (+)'),
    'aria-label': l10n.t('Zoom in'),
  });
  out.disabled = zoom <= 1;
  into.disabled = zoom >= mostZoom;
  const tools = [
    ...(rows.length === 0
      ? []
      : [element('span', { class: 'zoom', role: 'group', 'aria-label': l10n.t('Zoom') }, out, fit, into)]),
    button(l10n.t('Export image'), () => actions.export('svg'), {
      title: l10n.t('Export the chart as an SVG image'),
    }),
    button(l10n.t('Export report'), () => actions.export('markdown'), {
      title: l10n.t('Export the timeline as Markdown, with secrets masked'),
    }),
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
      ...(heading === undefined ? [] : [element(heading, {}, title)]),
      element('div', { class: 'tools', role: 'group', 'aria-label': l10n.t('Timeline') }, ...tools),
    ),
    ...(list.length === 0 ? [] : [element('dl', {}, ...list)]),
  );
}

/** The explanation if there is nothing to draw. */
export function emptyOf({ empty }: TimelineResult): HTMLElement {
  return element(
    'section',
    { class: 'empty' },
    element('p', {}, empty),
    element(
      'p',
      {},
      l10n.t(
        'Steps come from cloud-init.log, waagent.log, cluster-provision.log, aks-node-controller.log, syslog, events and provision statuses. Select such files in the Explorer and choose Show Boot Timeline.',
      ),
    ),
  );
}

/** The pane for the details of the chosen step. */
export function detailsPane(): HTMLElement {
  return element('section', { class: 'details', 'aria-label': l10n.t('Chosen step') });
}

/** Remarks about the times, and documents that couldn't be read. */
export function remarksOf({ remarks, missing }: TimelineResult, heading: Heading): readonly HTMLElement[] {
  const all = [...remarks, ...missing.map((uri) => l10n.t("{0} can't be read, or is no longer open.", uri))];
  if (all.length === 0) return [];
  const items = all.map((remark) => element('li', {}, remark));
  return [element('section', { class: 'remarks' }, element(heading, {}, l10n.t('Notes')), element('ul', {}, ...items))];
}

type Place = TimelineRow['places'][number];

/** All details of a step, with links to the documents. */
export function detailsOf(
  row: TimelineRow | undefined,
  heading: Heading,
  open: (place: Place) => void,
): readonly HTMLElement[] {
  if (row === undefined) return [];
  const { name, places } = row;
  const links = places.map((place) =>
    element(
      'li',
      {},
      button(place.title, () => open(place), { class: 'link', title: l10n.t('Open {0}', place.title) }),
    ),
  );
  return [
    element(heading, {}, name),
    ...facts(row),
    element('div', { class: 'places' }, element('span', {}, l10n.t('Source')), element('ul', {}, ...links)),
  ];
}

/** The same without links, for the tooltip. */
function tipOf(row: TimelineRow): readonly HTMLElement[] {
  return [element('strong', {}, row.name), ...facts(row)];
}

function facts({ state, lane, about, note, at, since, took }: TimelineRow): HTMLElement[] {
  const times = [
    at,
    ...(since === '' ? [] : [l10n.t('{0} since the first step', since)]),
    ...(took === '' ? [] : [l10n.t('took {0}', took)]),
  ];
  const kind = { failed: `${l10n.t('Failed.')} `, slowest: `${l10n.t('The slowest step.')} `, untimed: '', plain: '' }[
    state
  ];
  return [
    element('p', {}, `${kind}${about}`),
    ...(note === '' ? [] : [element('p', { class: 'note' }, note)]),
    element('p', { class: 'times' }, `${times.join(' \u00b7 ')} \u00b7 ${lane}`),
  ];
}

/** The tooltip of a step. */
export class Tip {
  readonly #box = element('div', { class: 'tip', role: 'tooltip', hidden: true });
  #shown: TimelineRow | undefined;

  constructor() {
    document.body.append(this.#box);
  }

  show(row: TimelineRow, { clientX: x, clientY: y }: PointerEvent): void {
    if (this.#shown !== row) this.#box.replaceChildren(...tipOf(row));
    this.#shown = row;
    this.#box.hidden = false;
    const { width, height } = this.#box.getBoundingClientRect();
    const left = Math.max(0, Math.min(x + 14, window.innerWidth - width - 8));
    const fitsBelow = y + 18 + height <= window.innerHeight;
    this.#box.style.setProperty('left', `${left}px`);
    this.#box.style.setProperty('top', `${fitsBelow ? y + 18 : Math.max(0, y - height - 10)}px`);
  }

  hide(): void {
    this.#shown = undefined;
    this.#box.hidden = true;
  }
}
