import type { TimelineRow } from '../../../server/src/protocol.js';
import { element } from './dom.js';

type Place = TimelineRow['places'][number];

/** All that there is to say of a step, with links into the texts. */
export function detailsOf(row: TimelineRow | undefined, open: (place: Place) => void): readonly HTMLElement[] {
  if (row === undefined) return [];
  const { name, places } = row;
  const links = places.map((place) => {
    const link = element('button', { type: 'button', class: 'link', title: `Open ${place.title}` }, place.title);
    link.addEventListener('click', () => {
      open(place);
    });
    return element('li', {}, link);
  });
  return [
    element('h2', {}, name),
    ...facts(row),
    element('div', { class: 'places' }, element('span', {}, 'Told by'), element('ul', {}, ...links)),
  ];
}

/** The same without links, for the pointer. */
export function tipOf(row: TimelineRow): readonly HTMLElement[] {
  return [element('strong', {}, row.name), ...facts(row)];
}

function facts({ state, lane, about, note, at, since, took }: TimelineRow): HTMLElement[] {
  const times = [
    at,
    ...(since === '' ? [] : [`${since} since the first step`]),
    ...(took === '' ? [] : [`took ${took}`]),
  ];
  const kind = { failed: 'Failed. ', slowest: 'The slowest step. ', untimed: '', plain: '' }[state];
  return [
    element('p', {}, `${kind}${about}`),
    ...(note === '' ? [] : [element('p', { class: 'note' }, note)]),
    element('p', { class: 'times' }, `${times.join(' \u00b7 ')} \u00b7 ${lane}`),
  ];
}
