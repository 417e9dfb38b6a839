import type { TimelineResult, TimelineRow } from '../../../server/src/protocol.js';
import { element } from '../element.js';
import { l10n } from '../l10n.js';

/** The style class for the part of a boot that a step belongs to. */
export function laneClass(lane: string): string {
  return `lane-${lane.replaceAll(/\W+/g, '-')}`;
}

/** The axis with its labels. */
export function axisOf({ ticks }: TimelineResult): HTMLElement {
  const labels = ticks.map(({ at, label }) =>
    element('span', { class: at > 0.97 ? 'tick last' : at === 0 ? 'tick first' : 'tick', '--at': at }, label),
  );
  return element(
    'div',
    { class: 'axis', 'aria-hidden': 'true' },
    element('div', { class: 'name' }, l10n.t('Step')),
    element('div', { class: 'track' }, ...labels),
    element('div', { class: 'took' }, l10n.t('Took')),
  );
}

/** Lines at the divisions of the axis, and the longest gap, drawn behind the rows. */
export function backdropOf({ ticks, gap }: TimelineResult): HTMLElement {
  const lines = ticks.map(({ at }) => element('div', { class: 'line', '--at': at }));
  const shade =
    gap === null
      ? []
      : [
          element(
            'div',
            { class: 'gap', '--from': gap.extent[0], '--to': gap.extent[1] },
            element('span', { class: 'gap-label' }, gap.label),
          ),
        ];
  return element('div', { class: 'backdrop', 'aria-hidden': 'true' }, ...shade, ...lines);
}

/** One step. Tab reaches the chosen step only; arrow keys move to the others. */
export function rowOf(row: TimelineRow, index: number, isChosen: boolean): HTMLElement {
  const { short, lane, state, took, at, spoken, extent } = row;
  const sign = { failed: '\u2716', slowest: '\u25d4', untimed: '\u25cb', plain: '' }[state];
  return element(
    'div',
    {
      class: `row ${state} ${laneClass(lane)}`,
      role: 'option',
      id: `row-${index}`,
      'data-index': index,
      'aria-selected': isChosen ? 'true' : 'false',
      tabindex: isChosen ? 0 : -1,
    },
    element('span', { class: 'spoken-only' }, spoken),
    element(
      'div',
      { class: 'name', 'aria-hidden': 'true' },
      element('span', { class: 'swatch' }),
      element('span', { class: 'sign' }, sign),
      element('span', { class: 'text' }, short),
    ),
    element(
      'div',
      { class: 'track', 'aria-hidden': 'true' },
      extent === null ? element('span', { class: 'untimed-text' }, at) : shapeOf(row, extent),
    ),
    element(
      'div',
      { class: 'took', 'aria-hidden': 'true' },
      state === 'failed' && took === '' ? l10n.t('failed') : took,
    ),
  );
}

function shapeOf({ took }: TimelineRow, [from, to]: readonly [number, number]): HTMLElement {
  return element('div', { class: took === '' ? 'point' : 'bar', '--from': from, '--to': to });
}

/** The meaning of the colours that occur. */
export function legendOf({ rows }: TimelineResult): HTMLElement {
  const lanes = [...new Set(rows.map(({ lane }) => lane))];
  const entries = lanes.map((lane) =>
    element('li', { class: laneClass(lane) }, element('span', { class: 'swatch', 'aria-hidden': 'true' }), lane),
  );
  return element('ul', { class: 'legend', 'aria-label': l10n.t('Parts of the boot') }, ...entries);
}

/** The same steps as a table, for screen readers. */
export function tableOf({ rows, title }: TimelineResult): HTMLDetailsElement {
  const head = [
    l10n.t('Step'),
    l10n.t('State'),
    l10n.t('Part'),
    l10n.t('Time'),
    l10n.t('Since the first step'),
    l10n.t('Took'),
    l10n.t('Source'),
  ];
  return element(
    'details',
    { class: 'table' },
    element('summary', {}, l10n.t('Steps as a table')),
    element(
      'table',
      {},
      element('caption', {}, title),
      element('thead', {}, element('tr', {}, ...head.map((text) => element('th', { scope: 'col' }, text)))),
      element('tbody', {}, ...rows.map(tableRow)),
    ),
  );
}

const states: Readonly<Record<TimelineRow['state'], string>> = {
  failed: l10n.t('failed'),
  slowest: l10n.t('slowest'),
  untimed: l10n.t('no time'),
  plain: '',
};

function tableRow({ name, state, lane, at, since, took, places }: TimelineRow): HTMLElement {
  const cells = [states[state], lane, at, since, took, places.map(({ title }) => title).join(', ')];
  return element('tr', {}, element('th', { scope: 'row' }, name), ...cells.map((text) => element('td', {}, text)));
}
